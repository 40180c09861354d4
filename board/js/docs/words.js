// Texts of the document.

import { html } from "/assets/js/html.js";

/** A text in which words between backticks are code. */
export function Words({ text }) {
  return text.split("`").map((part, n) => (n % 2 ? html`<code key=${n}>${part}</code>` : part));
}
