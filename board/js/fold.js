// Details that are made only when somebody opens them, so that a session of hundreds of turns stays light.

import { html, useState } from "/assets/js/html.js";

/** `summary` is always shown; the child is a function, called while it is open. */
export function Fold({ summary, isOpen: isOpenAtFirst = false, class: name, children }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return html`
    <details class=${name} open=${isOpen} onToggle=${(event) => setOpen(event.currentTarget.open)}>
      <summary>${summary}</summary>
      ${isOpen && children()}
    </details>
  `;
}
