// Pictures of every page in every theme at three sizes: `node screenshots.mjs FOLDER`.

import { join } from "node:path";

import { openBrowser, THEMES, Visitor } from "./browser.mjs";
import { PAGES, Scene } from "./scene.mjs";

/** A phone, a desk and a kiosk. */
const SIZES = ["360x640", "1280x800", "3840x2160"];

/** A kiosk's screen takes a while to draw on a machine without a graphics card. */
const DRAW_MS_MAX = 120_000;

const folder = process.argv[2];
if (!folder) throw new Error("say where the pictures go: node screenshots.mjs FOLDER");
const scene = await Scene.set();
const browser = await openBrowser();
try {
  for (const size of SIZES) await takeAll(size);
} finally {
  await browser.close();
  await scene.strike();
}

async function takeAll(size) {
  const [width, height] = size.split("x").map(Number);
  const visitor = await Visitor.of(browser, scene.service, { viewport: { width, height }, reducedMotion: "reduce" });
  for (const name of PAGES) {
    for (const theme of THEMES) {
      const page = await scene.open(visitor, name, { theme });
      const file = join(folder, `${name}-${theme}-${size}.png`);
      await page.screenshot({ path: file, fullPage: true, animations: "disabled", timeout: DRAW_MS_MAX });
      process.stdout.write(`${file}\n`);
      await page.close();
    }
  }
  await visitor.leave();
}
