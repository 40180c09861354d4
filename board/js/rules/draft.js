// The rules as they are being written: a list that keeps each rule's place, and what the service says of them.

import { paths, post } from "/assets/js/api.js";
import { useEffect, useMemo, useState } from "/assets/js/html.js";

/** How long one waits after a key, before the service is asked. */
const PAUSE_MS = 250;

let keys = 0;

/** A document to be written on. Each rule has a key, which stays its own while it is renamed. */
export function draftOf({ rules, ...head }) {
  return { head, rules: rules.map((rule) => entryOf(rule)) };
}

/** A rule with a key. `broken` says what of it is no JSON yet. */
export function entryOf(rule, more = {}) {
  keys += 1;
  return { key: keys, rule, broken: null, ...more };
}

/** The document that a draft is. */
export const documentOf = ({ head, rules }) => ({ ...head, rules: rules.map(({ rule }) => rule) });

/** What the service says of a draft: its `faults`, the `version` that it would be; nothing while it is asked. */
export function useCheck(driveThru, draft) {
  const text = useMemo(() => (draft ? JSON.stringify(documentOf(draft)) : null), [draft]);
  const [known, setKnown] = useState({ text: null, faults: [], version: null, trouble: null });
  useEffect(() => {
    if (text === null) return undefined;
    let isOver = false;
    const timer = setTimeout(async () => {
      try {
        const { faults, version } = await post(paths.rulesCheck(driveThru), JSON.parse(text));
        if (!isOver) setKnown({ text, faults, version, trouble: null });
      } catch (error) {
        if (!isOver) setKnown((was) => ({ ...was, text, version: null, trouble: error.message }));
      }
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [driveThru, text]);
  return { ...known, isChecked: known.text === text };
}

/** The faults of the rule at a place of the document, each with its path within the rule. */
export function faultsOf(faults, at) {
  const prefix = `$.rules[${at}]`;
  return faults
    .filter(({ path }) => path === prefix || path.startsWith(`${prefix}.`))
    .map(({ path, detail }) => ({ path: path.slice(prefix.length + 1), detail }));
}

/** The faults of no rule. */
export const otherFaults = (faults) => faults.filter(({ path }) => !/^\$\.rules\[\d+\]/.test(path));
