// Asks why a ticket is void, and voids it. The browser keeps the focus inside and gives it back; Escape closes.

import { html, useLayoutEffect, useRef, useState } from "/assets/js/html.js";
import { paths, post } from "/assets/js/api.js";
import { useAct } from "/assets/js/crew/hand.js";

/** The longest reason that the service takes. */
const REASON_CHARS_MAX = 500;
const REASONS = ["The car drove off", "Ordered twice", "The kitchen cannot make it"];

/** Open while it is there. While the void is under way it stays open: it is told here if it is refused. */
export function VoidDialog({ ticket, onVoided, onClose }) {
  const dialog = useRef(null);
  const [act, { waiting, trouble }] = useAct();
  const [reason, setReason] = useState("");
  const isVoiding = waiting > 0;
  useLayoutEffect(() => {
    const { current } = dialog;
    current.showModal();
    return () => current.close();
  }, []);
  const submit = async (event) => {
    event.preventDefault();
    if (isVoiding) return;
    const voided = await act(() => post(paths.void(ticket.ticket_id), { reason: reason.trim() }));
    if (!voided) return;
    onClose();
    onVoided(voided);
  };
  const stay = (event) => isVoiding && event.preventDefault();
  // A browser lets a page prevent only the first of two cancels, but each Escape.
  const onKeyDown = (event) => event.key === "Escape" && stay(event);
  return html`
    <dialog ref=${dialog} class="crew-dialog" aria-labelledby="void-title" ...${{ onKeyDown, onCancel: stay, onClose }}>
      <form onSubmit=${submit}>
        <h2 id="void-title">Void order ${ticket.order_number} of lane ${ticket.lane}?</h2>
        <p>The POS is told not to make it. It cannot be taken back.</p>
        <label for="void-reason">Why</label>
        <input
          class="field"
          id="void-reason"
          type="text"
          autocomplete="off"
          required
          pattern=".*\\S.*"
          title="Say why"
          maxlength=${REASON_CHARS_MAX}
          value=${reason}
          onInput=${(event) => setReason(event.currentTarget.value)}
        />
        <div class="crew-quick" role="group" aria-label="Common reasons">
          ${REASONS.map(
            (words) => html`
              <button type="button" class="button" key=${words} onClick=${() => setReason(words)}>${words}</button>
            `,
          )}
        </div>
        ${trouble && html`<p class="crew-trouble" role="alert">${trouble}</p>`}
        <div class="crew-dialog-does">
          <button type="button" class="button" aria-disabled=${String(isVoiding)} onClick=${() => isVoiding || onClose()}>
            Keep it
          </button>
          <button type="submit" class="button is-bad" aria-disabled=${String(isVoiding)}>Void the order</button>
        </div>
      </form>
    </dialog>
  `;
}
