// Which lane is tried. It stands in the address, so that it can be shared.

import { NAME, NAME_WORDS } from "/assets/js/api.js";
import { html, useEffect, useState } from "/assets/js/html.js";

const read = () => {
  const asked = new URLSearchParams(location.search);
  return { driveThru: asked.get("drive_thru") || "demo", lane: asked.get("lane") || "1" };
};

/** The lane in the address, and how to go to another. */
export function usePlace() {
  const [place, setPlace] = useState(read);
  useEffect(() => {
    const back = () => setPlace(read());
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, []);
  const go = ({ driveThru, lane }) => {
    const address = new URL(location.href);
    address.searchParams.set("drive_thru", driveThru);
    address.searchParams.set("lane", lane);
    history.pushState(null, "", address);
    setPlace({ driveThru, lane });
  };
  return [place, go];
}

/** Picks the lane. The head of the page leads to its board and crew. */
export function PlacePicker({ place, go }) {
  const [asked, setAsked] = useState(place);
  useEffect(() => setAsked(place), [place.driveThru, place.lane]);
  const submit = (event) => {
    event.preventDefault();
    if (!isSame) go(asked);
  };
  const field = (key, label) => html`
    <label class="place-field is-${key}">
      <span>${label}</span>
      <input class="field" type="text" required pattern=${NAME} title=${NAME_WORDS}
        autocomplete="off" autocapitalize="off" spellcheck=${false}
        value=${asked[key]} onInput=${(event) => setAsked({ ...asked, [key]: event.target.value })} />
    </label>
  `;
  const isSame = asked.driveThru === place.driveThru && asked.lane === place.lane;
  return html`
    <form class="place" onSubmit=${submit} aria-label="Lane">
      ${field("driveThru", "Drive-thru")} ${field("lane", "Lane")}
      <button class="button" aria-disabled=${isSame}>Go</button>
    </form>
  `;
}
