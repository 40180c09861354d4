// Drawing less: a busy drive-thru has many turns a second, and each concerns one lane.

import { html, useCallback, useEffect, useReducer, useRef } from "/assets/js/html.js";

/** Changes that come this close together are drawn at once, in milliseconds. */
const TOGETHER_MS = 50;

const isSame = (before, after) =>
  Object.keys(after).length === Object.keys(before).length && Object.keys(after).every((key) => before[key] === after[key]);

/** A component that is drawn again only when one of its properties is another. */
export function memo(Drawn) {
  return function Memo(props) {
    this.shouldComponentUpdate ??= (after) => !isSame(this.props, after);
    return html`<${Drawn} ...${props} />`;
  };
}

/** Draws the component again soon, once for all that ask for it. A page in the background does too, for its alerts. */
export function useRedraw() {
  const [, redraw] = useReducer((count) => count + 1, 0);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    timer.current ||= setTimeout(() => {
      timer.current = 0;
      redraw();
    }, TOGETHER_MS);
  }, []);
}
