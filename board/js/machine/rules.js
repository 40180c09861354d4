// The rules of a drive-thru that are in use, at the rows of the table where they bite.

import { get, paths } from "/assets/js/api.js";
import { useEffect, useMemo, useState } from "/assets/js/html.js";

/** How often the rules in use are read again. */
const READ_MS = 10_000;

/** The machine with what its rows are told by rules: `rules` of a row has the rules' ids by point. */
export function useRuled(machine, driveThru) {
  const rules = useRulesInUse(driveThru);
  return useMemo(() => {
    if (!machine) return null;
    const idsAt = (point) => rules.filter(({ at }) => at === point).map(({ id }) => id);
    const ruled = (row) => ({ ...row, rules: row.points.map((point) => ({ point, ids: idsAt(point) })) });
    return { ...machine, rows: machine.rows.map(ruled) };
  }, [machine, rules]);
}

/** What bites at a row, in words: `offer: cookie, fries; price`. */
export const bitesInWords = ({ rules }) =>
  rules.map(({ point, ids }) => (ids.length > 0 ? `${point}: ${ids.join(", ")}` : point)).join("; ");

/** Whether a rule in use bites at a row. */
export const isRuled = ({ rules }) => rules.some(({ ids }) => ids.length > 0);

/** The rules in use, those that count first at the top; none where there are none, or where they may not be read. */
function useRulesInUse(driveThru) {
  const [known, setKnown] = useState({ version: null, rules: [] });
  useEffect(() => {
    if (!driveThru) return undefined;
    let isOver = false;
    let timer = 0;
    let read = null;
    const look = async () => {
      try {
        const { versions } = await get(paths.rulesVersions(driveThru));
        const version = versions.find(({ active }) => active)?.version ?? null;
        if (version !== read) {
          const document = version ? await get(paths.rulesVersion(driveThru, version)) : { rules: [] };
          read = version;
          if (!isOver) setKnown({ version, rules: inOrder(document.rules) });
        }
        if (!isOver) timer = setTimeout(look, READ_MS);
      } catch (error) {
        // Who may not read them is not told more often.
        if (!isOver && error.problem.status === 0) timer = setTimeout(look, READ_MS);
      }
    };
    look();
    return () => {
      isOver = true;
      clearTimeout(timer);
      setKnown({ version: null, rules: [] });
    };
  }, [driveThru]);
  return known.rules;
}

const inOrder = (rules) =>
  rules.filter(({ active }) => active !== false).sort((one, other) => (other.priority ?? 0) - (one.priority ?? 0));
