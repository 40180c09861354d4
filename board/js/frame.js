// What every page has around it: a head with the way to the others, the theme, the connection, and what is announced.

import { paths } from "/assets/js/api.js";
import { html, useEffect, useState } from "/assets/js/html.js";
import { NARROW, useMedia } from "/assets/js/media.js";
import { ThemePicker } from "/assets/js/theme.js";

export { ThemePicker } from "/assets/js/theme.js";

/** How many announcements of a kind stay for a screen reader to come back to. */
const ANNOUNCED_MAX = 5;

const spoken = new EventTarget();
let announced = 0;

/** Has a screen reader say a text once: at the next pause, or at once if it is `assertive`. */
export function announce(text, { assertive = false } = {}) {
  if (!text) return;
  announced += 1;
  spoken.dispatchEvent(new CustomEvent("say", { detail: { id: announced, text, assertive } }));
}

/** The live regions. A page has one; `Frame` brings it. */
export function Announcer() {
  const shown = (lines) => lines.map(({ id, text }) => html`<p key=${id}>${text}</p>`);
  const polite = shown(useSpoken(false));
  const assertive = shown(useSpoken(true));
  return html`<div class="hidden">
    <div role="log" aria-live="polite" aria-relevant="additions" aria-label="What happens">${polite}</div>
    <div role="log" aria-live="assertive" aria-relevant="additions" aria-label="What needs you">${assertive}</div>
  </div>`;
}

/** The last announcements of a kind: of the others, however many, none pushes one of these out. */
function useSpoken(assertive) {
  const [lines, setLines] = useState([]);
  useEffect(() => {
    const say = ({ detail }) => {
      if (detail.assertive === assertive) setLines((before) => [...before, detail].slice(-ANNOUNCED_MAX));
    };
    spoken.addEventListener("say", say);
    return () => spoken.removeEventListener("say", say);
  }, [assertive]);
  return lines;
}

/** Whether the page shows what is, or what was last known. */
export function Connection({ online }) {
  return html`<p class=${`sign ${online ? "is-live" : "is-away"}`} role="status">
    <span class="sign-light" aria-hidden="true"></span><span class="sign-words">${online ? "Live" : "Reconnecting"}</span>
  </p>`;
}

/**
 * A page: its head with the title as the one `h1`, and its `main`. `page` is `home`, `crew`, `sim`, `rules`, `session` or `docs`;
 * home has an `h1` of its own. Without `online` there is no connection to tell of. `tools` stands beside the connection.
 */
export function Frame({ title, page, driveThru = "demo", lane = "1", online, tools, children }) {
  useEffect(() => {
    document.title = `${title} · Carhop`;
  }, [title]);
  const isNarrow = useMedia(NARROW);
  const to = (id, path, name) => html`<a href=${path} aria-current=${page === id ? "page" : null}>${name}</a>`;
  const pages = html`<nav class="head-nav" aria-label="Pages">
    ${to("board", paths.boardPage(driveThru, lane), "Board")}
    ${to("crew", paths.crewPage(driveThru), "Crew")}
    ${to("sim", paths.simPage(driveThru, lane), "Simulator")}
    ${to("rules", paths.rulesPage(driveThru), "Rules")}
  </nav>`;
  return html`
    <a class="skip" href="#main">Skip to the content</a>
    <header class="head">
      <a class="brand" href="/" aria-label="Carhop, home" aria-current=${page === "home" ? "page" : null}>Carhop</a>
      ${page !== "home" && html`<h1 class="head-title" title=${title}>${title}</h1>`}
      ${!isNarrow && pages}
      <div class="head-tools">
        ${tools}
        ${online !== undefined && html`<${Connection} online=${online} />`}
        ${!isNarrow && html`<${ThemePicker} />`}
        ${isNarrow && html`<details class="head-more">
          <summary aria-label="More">☰</summary>
          <div>${pages}<${ThemePicker} /></div>
        </details>`}
      </div>
    </header>
    <main id="main" class="main" tabindex="-1">${children}</main>
    <${Announcer} />`;
}
