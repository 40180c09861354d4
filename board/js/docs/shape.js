// What a value is made of, as its schema says: a line for each member, and what a member is made of once it is opened.

import { html } from "/assets/js/html.js";
import { Fold } from "/assets/js/fold.js";
import { nameOf, partsOf, resolved, tagOf, typeOf } from "/assets/js/docs/document.js";
import { Words } from "/assets/js/docs/words.js";

/** The type of a value in words, such as `list of LineView`. */
export function typeWords(schema, schemas) {
  const { enum: values, format, items, minimum, maximum, minLength, maxLength, oneOf, ...own } = resolved(schema, schemas);
  const type = typeOf(own);
  if (values) return values.map((value) => JSON.stringify(value)).join(" or ");
  if (type === "array") return items ? `list of ${typeWords(items, schemas)}` : "list";
  const name = nameOf(schema) ?? nameOf(schema.oneOf?.find(nameOf) ?? {});
  if (type === "object" || oneOf || own.allOf) return name ?? type ?? "one of several";
  const from = minimum ?? minLength;
  const to = maximum ?? maxLength;
  const unit = maxLength === undefined ? "" : " characters";
  const range = to === undefined ? "" : from === undefined ? `, at most ${to}${unit}` : `, ${from} to ${to}${unit}`;
  return `${type ?? "any JSON"}${format ? ` (${format})` : ""}${range}`;
}

/** The members and variants of a value; its type where it has none. */
export function Shape({ schema, schemas }) {
  const { members, variants } = partsOf(schema, schemas);
  const { additionalProperties: each, items } = resolved(schema, schemas);
  if (members.length + variants.length === 0) {
    const inner = items ?? (each?.type || each?.$ref ? each : null);
    return html`<div>
      <p class="small quiet">${typeWords(schema, schemas)}</p>
      ${inner && isMore(inner, schemas) && html`<${Inside} title="Each of them" schema=${inner} schemas=${schemas} />`}
    </div>`;
  }
  return html`<div>
    ${members.length > 0 && html`<dl class="docs-members">
      ${members.map((member) => html`<${Member} key=${member.name} ...${member} schemas=${schemas} />`)}
    </dl>`}
    ${variants.map((variant, n) => html`<${Inside} key=${n} schema=${variant} schemas=${schemas}
      title=${tagOf(variant, schemas) ?? typeWords(variant, schemas)} />`)}
  </div>`;
}

function Member({ name, of, isRequired, schemas }) {
  const { description, items } = resolved(of, schemas);
  const inner = items ?? of;
  return html`<div>
    <dt><code>${name}</code> <span class="quiet small">${typeWords(of, schemas)}${isRequired ? "" : ", optional"}</span></dt>
    <dd>
      ${description && html`<${Words} text=${description} />`}
      ${isMore(inner, schemas) && html`<${Inside} title=${`What ${name} is made of`} schema=${inner} schemas=${schemas} />`}
    </dd>
  </div>`;
}

/** What a value is made of, folded. */
export function Inside({ title, schema, schemas }) {
  const { description } = resolved(schema, schemas);
  const summary = html`<code>${title}</code>${description && html` <span class="quiet small"><${Words} text=${description} /></span>`}`;
  return html`<${Fold} class="docs-inside" summary=${summary}>${() => html`<${Shape} schema=${schema} schemas=${schemas} />`}<//>`;
}

/** Whether a value is made of others. */
function isMore(schema, schemas) {
  const { members, variants } = partsOf(schema, schemas);
  return members.length + variants.length > 0;
}
