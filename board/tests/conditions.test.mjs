// Conditions as the form reads and writes them. No browser is needed for that.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";

import { textOf, treeOf } from "../js/rules/condition.js";

const FIXTURES = new URL("../../fixtures/rules/", import.meta.url);
const FACTS = [
  "time", "weekday", "date", "subtotal", "total", "items", "size(lines)", "cars_waiting", "declined", "offered", "tags", "words",
  "state", "turn", "unclear", "nudges", "lane", "listener", "payment_problem",
  "item.id", "item.category", "line.item", "line.category", "line.combo", "line.size", "line.quantity", "line.price",
];
const treeOfText = (text) => treeOf(text, (name) => FACTS.includes(name));

test("every condition of the sample rules stays as it is written", async () => {
  const files = await Promise.all((await readdir(FIXTURES)).map((name) => readFile(new URL(name, FIXTURES), "utf8")));
  const conditions = files.flatMap((text) => JSON.parse(text).rules.flatMap(({ when }) => when ?? []));
  assert.ok(conditions.length > 5);
  for (const text of conditions) {
    const tree = treeOfText(text);
    assert.ok(tree, `the form does not have ${text}`);
    assert.equal(textOf(tree), text);
  }
});

test("what means the same is written in one way", () => {
  for (const [text, wanted] of [
    ["", ""],
    ["  offered&&!declined ", "offered && !declined"],
    ["(items > 3)", "items > 3"],
    ["offered || (declined)", "offered || declined"],
    ["offered && (declined && items==2)", "offered && declined && items == 2"],
    ["offered && declined || items == 2", "(offered && declined) || items == 2"],
    ["!(weekday in [\"sat\",\"sun\"])", "!(weekday in [\"sat\", \"sun\"])"],
    ["!lines.exists(l, l.size == \"large\")", "!lines.exists(l, l.size == \"large\")"],
    ["!(items == 2)", "items != 2"],
    ["!!offered", "offered"],
    ["!(\"staff\" in tags)", "!(\"staff\" in tags)"],
    ["!words.contains(\"say \\\"hi\\\"\")", "!words.contains(\"say \\\"hi\\\"\")"],
    ["lines.all(x, x.quantity >= 2 && x.size != \"large\")", "lines.all(l, l.quantity >= 2 && l.size != \"large\")"],
    ["lines.exists(l, l.price > 500 || l.combo == \"\") && total < 1000", "lines.exists(l, l.price > 500 || l.combo == \"\") && total < 1000"],
  ]) {
    const tree = treeOfText(text);
    assert.ok(tree, `the form does not have ${text}`);
    assert.equal(textOf(tree), wanted);
    assert.deepEqual(treeOfText(wanted), tree, wanted);
  }
});

test("what the form does not have is left to the text", () => {
  for (const text of [
    "1 < items", "items > 1 +", "items > ", "&&", "nothing == 1", "line.size == \"large\"", "!(offered && declined)",
    "items == 1.5", "total > subtotal", "lines.exists(l, lines.exists(m, m.size == \"large\"))", "\"a", "has(item.id)", "weekday in []",
    "l.size == \"large\"", `${"(".repeat(40)}offered${")".repeat(40)}`,
  ]) {
    assert.equal(treeOfText(text), null, text);
  }
});
