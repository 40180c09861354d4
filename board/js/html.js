// What a page needs to draw: markup as tagged templates, and hooks. Everything else imports it from here.

import { h, render } from "/assets/vendor/preact.js";
import htm from "/assets/vendor/htm.js";

export {
  useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState,
} from "/assets/vendor/preact-hooks.js";
export { render };

export const html = htm.bind(h);
