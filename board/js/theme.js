// Which of the themes a page shows: the address wins, then what was picked, then what the system asks for.

import { html, useEffect, useState } from "/assets/js/html.js";

const KEPT = "carhop.theme";

/** Every theme, by its name in the address, and what people call it. */
export const THEMES = { light: "Light", dark: "Dark", contrast: "High contrast", neon: "Neon" };

/** The theme that the page should have. */
function wanted() {
  const asked = new URLSearchParams(location.search).get("theme");
  if (asked in THEMES) return asked;
  const kept = keep((storage) => storage.getItem(KEPT));
  if (kept in THEMES) return kept;
  if (matchMedia("(prefers-contrast: more)").matches) return "contrast";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** What `use` does with what the browser keeps; null where it may keep nothing, as on a locked kiosk. */
export function keep(use) {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}

function show(theme) {
  document.documentElement.dataset.theme = theme;
}

/** Has a function called whenever the system asks for something else; gives what ends that. */
function followSystem(follow) {
  const asked = ["(prefers-contrast: more)", "(prefers-color-scheme: dark)"].map((query) => matchMedia(query));
  for (const media of asked) media.addEventListener("change", follow);
  return () => asked.forEach((media) => media.removeEventListener("change", follow));
}

show(wanted());
followSystem(() => show(wanted()));

/** Picks a theme, and keeps it. */
export function ThemePicker() {
  const [theme, setTheme] = useState(wanted);
  useEffect(() => followSystem(() => setTheme(wanted())), []);
  const pick = ({ currentTarget: { value } }) => {
    keep((storage) => storage.setItem(KEPT, value));
    setTheme(value);
    show(value);
  };
  return html`<label class="theme-picker">
    <span>Theme</span>
    <select class="field" value=${theme} onChange=${pick}>
      ${Object.entries(THEMES).map(([id, name]) => html`<option key=${id} value=${id}>${name}</option>`)}
    </select>
  </label>`;
}
