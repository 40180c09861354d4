// What a keyboard does.

import assert from "node:assert/strict";

/** How many stops of Tab a page may have before something is reached. */
const STOPS_MAX = 200;

/** Presses Tab, or Shift and Tab, until something has the focus, which must be seen. */
export async function tabTo(locator, { back = false } = {}) {
  const { keyboard } = locator.page();
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    if (await isFocused(locator)) {
      assert.notEqual(await locator.evaluate((part) => getComputedStyle(part).outlineStyle), "none");
      return;
    }
    await keyboard.press(back ? "Shift+Tab" : "Tab");
  }
  throw new Error(`${locator} is not reached by Tab`);
}

/** Whether something has the focus. */
export function isFocused(locator) {
  return locator.evaluate((part) => part === document.activeElement);
}
