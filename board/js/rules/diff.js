// What is otherwise in one document of rules than in another, rule by rule.

/** `[{id, what: "added" | "removed" | "changed", fields: [{name, then, now}]}]`, in the order of the documents. */
export function differences(then, now) {
  const before = new Map(then.rules.map((rule) => [rule.id, rule]));
  const after = new Map(now.rules.map((rule) => [rule.id, rule]));
  const added = now.rules.filter(({ id }) => !before.has(id)).map((rule) => entry(rule.id, "added", {}, rule));
  const removed = then.rules.filter(({ id }) => !after.has(id)).map((rule) => entry(rule.id, "removed", rule, {}));
  const both = now.rules.filter(({ id }) => before.has(id));
  const changed = both.map((rule) => entry(rule.id, "changed", before.get(rule.id), rule));
  return [...removed, ...added, ...changed.filter(({ fields }) => fields.length > 0)];
}

/** Whether rules that both have stand in another order, which counts among those of equal priority. */
export function isReordered(then, now) {
  const ids = (document, other) =>
    document.rules.map(({ id }) => id).filter((id) => other.rules.some((rule) => rule.id === id));
  return ids(then, now).join("\n") !== ids(now, then).join("\n");
}

function entry(id, what, then, now) {
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])].filter((name) => name !== "id");
  const fields = names.map((name) => ({ name, then: asText(then[name]), now: asText(now[name]) }));
  return { id, what, fields: fields.filter((field) => field.then !== field.now) };
}

const asText = (value) => (value === undefined || typeof value === "string" ? value : JSON.stringify(value));
