// What an OpenAPI document says: its calls, and what the schemas that they name are made of.

import { newId } from "/assets/js/id.js";

const METHODS = ["get", "post", "put", "delete"];
/** How deep an example goes. Schemas may name themselves. */
const DEPTH_MAX = 6;

/** Every call, in the order of the document. */
export function callsOf({ paths, components }) {
  // A ticket is for who can send no header. A page can, so that nothing secret stands in an address.
  const secrets = Object.values(components.securitySchemes).filter((scheme) => scheme.in === "query");
  const isPlain = ({ name }) => !secrets.some((secret) => secret.name === name);
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const call = item[method];
      const answers = Object.entries(call.responses).map(([status, answer]) => ({ status, ...answer }));
      return {
        id: call.operationId,
        tag: call.tags[0],
        method: method.toUpperCase(),
        path,
        summary: call.summary ?? "",
        description: call.description ?? "",
        parameters: (call.parameters ?? []).filter(isPlain),
        body: call.requestBody && { schema: contentOf(call.requestBody) },
        answers: answers.map((answer) => ({ ...answer, schema: contentOf(answer) })),
        scopes: [...new Set((call.security ?? []).flatMap(({ key }) => key ?? []))],
        tellsOf: call["x-tells-of"],
        isSocket: "101" in call.responses,
      };
    }),
  );
}

function contentOf({ content }) {
  return Object.values(content ?? {})[0]?.schema;
}

/** The name of the schema that is referred to. */
export function nameOf(schema) {
  return schema.$ref?.split("/").pop();
}

/** A schema itself, where it only refers to one. What is said beside the reference is kept; what may be null is what it may be else. */
export function resolved(schema, schemas) {
  const options = schema.oneOf?.filter((option) => option.type !== "null") ?? [];
  if (options.length === 1) return resolved({ ...options[0], description: schema.description ?? options[0].description }, schemas);
  const name = nameOf(schema);
  return name ? { ...resolved(schemas[name], schemas), ...(schema.description && { description: schema.description }) } : schema;
}

/** The type of a schema; that it may be null is left out. */
export function typeOf({ type, properties }) {
  const kind = [type].flat().find((one) => one !== "null");
  return kind ?? (properties ? "object" : undefined);
}

/** What a schema is made of: `members` that all of its values have, and `variants` of which a value is one. */
export function partsOf(schema, schemas) {
  const { properties = {}, required = [], allOf = [], oneOf = [] } = resolved(schema, schemas);
  const parts = allOf.map((part) => partsOf(part, schemas));
  const own = Object.entries(properties).map(([name, of]) => ({ name, of, isRequired: required.includes(name) }));
  return {
    members: [...parts.flatMap(({ members }) => members), ...own],
    variants: [...parts.flatMap(({ variants }) => variants), ...oneOf],
  };
}

/** What tells a variant from the others, such as `utterance`. */
export function tagOf(schema, schemas) {
  const tags = partsOf(schema, schemas).members.map(({ of }) => resolved(of, schemas).enum ?? []);
  return tags.filter((values) => values.length === 1).at(-1)?.[0];
}

/** Values that a schema takes, one of each variant that it has, with what tells it from the others. */
export function examplesOf(schema, schemas) {
  const { allOf, oneOf, ...own } = resolved(schema, schemas);
  if (oneOf) return oneOf.flatMap((option) => examplesOf(option, schemas));
  const ofOwn = { name: own.properties && tagOf(own, schemas), value: exampleOf(own, schemas) };
  if (!allOf) return [ofOwn];
  // What comes last tells more: the type of an event before the act of a tap.
  const join = (one, other) => ({
    name: [other.name, one.name].filter(Boolean).join(" "),
    value: { ...one.value, ...other.value },
  });
  const every = (made, part) => made.flatMap((one) => examplesOf(part, schemas).map((other) => join(one, other)));
  return allOf.reduce(every, [{ value: {} }]);
}

/** A value that a schema takes, with what it must have and no more. */
function exampleOf(schema, schemas, name = "", depth = 0) {
  const { example, enum: values, allOf, oneOf, ...own } = resolved(schema, schemas);
  if (example !== undefined) return example;
  if (values) return values[0];
  const inner = (part, called = name) => exampleOf(part, schemas, called, depth + 1);
  if (depth > DEPTH_MAX) return null;
  if (oneOf) return inner(oneOf[0]);
  if (allOf) return Object.assign({}, ...allOf.map((part) => inner(part)));
  const { type, properties = {}, required = [], items, format, minimum } = { ...own, type: typeOf(own) };
  switch (type) {
    case "string": return { uuid: newId(), "date-time": new Date().toISOString() }[format] ?? name;
    case "integer":
    case "number": return minimum ?? 1;
    case "boolean": return false;
    case "array": return items ? [inner(items)] : [];
    default: return Object.fromEntries(required.map((member) => [member, inner(properties[member], member)]));
  }
}
