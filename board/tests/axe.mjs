// What axe-core finds wrong with a page.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const ALL = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };

/** The rules that look at colours. */
export const COLOURS = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** Every violation of some rules on the page as it is now, a line for each element. */
export async function violations(page, rules = ALL) {
  await settled(page);
  await page.evaluate(AXE);
  const found = await page.evaluate(async (rules) => {
    const options = { runOnly: rules, resultTypes: ["violations"] };
    const { violations } = await window.axe.run(document, options);
    const words = ({ any, all, none }) => [...any, ...all, ...none].map(({ message }) => message).join(" ");
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.html.slice(0, 200)} ${words(node)}`),
    );
  }, rules);
  return found;
}

/** Colours in the middle of a transition are those of no theme. */
function settled(page) {
  return page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map((animation) => animation.finished));
  });
}
