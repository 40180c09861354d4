// A condition as a tree of what a form has, and back as its text. What the form does not have is left to its text.
//
//   all, any             every part holds, or one does
//   exists, none, every  so of some line of the order, of none, or of every one: their parts are all asked of one line
//   test                 a fact, how it is compared, and with what

const JOINED = { all: " && ", any: " || ", exists: " && ", none: " && ", every: " && " };
const QUANTIFIERS = { exists: "lines.exists", none: "!lines.exists", every: "lines.all" };
const TURNED = { "==": "!=", "!=": "==", ...bothWays({ in: "not in", contains: "not contains", has: "has not", is: "is not" }) };
const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([A-Za-z_]\w*)|(-?\d+)|(&&|\|\||[=!<>]=|[!<>()[\].,]))/y;

/** How deep brackets may be read: the service takes no deeper ones. */
const DEPTH_MAX = 16;

/** Whether a group is asked of lines. */
export const isOfLines = (kind) => kind in QUANTIFIERS;

/** What a form begins with. */
export const NOTHING = { kind: "all", of: [] };

/** The text of a tree; empty for one that asks nothing. */
export function textOf(node) {
  if (node.kind === "test") return testText(node);
  const parts = node.of.map((part) => [part, textOf(part)]).filter(([, text]) => text !== "");
  if (parts.length === 0) return "";
  const isMixed = ({ kind }) => (kind === "any" || kind === "all") && kind !== node.kind;
  const bracketed = ([part, text]) => (parts.length > 1 && isMixed(part) && part.of.length > 1 ? `(${text})` : text);
  const text = parts.map(bracketed).join(JOINED[node.kind]);
  return node.kind in QUANTIFIERS ? `${QUANTIFIERS[node.kind]}(l, ${text})` : text;
}

function testText({ fact, how, value, quoted }) {
  const name = fact.replace(/^line\./, "l.");
  const literal = (one) => (quoted ? JSON.stringify(one) : one);
  switch (how) {
    case "is": return name;
    case "is not": return `!${name}`;
    case "in": return `${name} in [${value.map(literal).join(", ")}]`;
    case "not in": return `!(${name} in [${value.map(literal).join(", ")}])`;
    case "has": return `${literal(value)} in ${name}`;
    case "has not": return `!(${literal(value)} in ${name})`;
    case "contains": return `${name}.contains(${literal(value)})`;
    case "not contains": return `!${name}.contains(${literal(value)})`;
    default: return `${name} ${how} ${literal(value)}`;
  }
}

/** The tree of a text; null if a form does not have it. `isFact` tells the names of facts. */
export function treeOf(text, isFact) {
  if (text.trim() === "") return NOTHING;
  try {
    const reading = new Reading(tokensOf(text), isFact);
    const node = reading.any();
    reading.end();
    return node.kind === "test" || node.kind in QUANTIFIERS ? { kind: "all", of: [node] } : node;
  } catch (error) {
    if (error instanceof NotInForm) return null;
    throw error;
  }
}

class NotInForm extends Error {}

function tokensOf(text) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const found = TOKEN.exec(text);
    if (!found) throw new NotInForm();
    const [, word, name, number, sign] = found;
    tokens.push({ word: word && wordOf(word), name, number, sign });
  }
  return tokens;
}

function wordOf(literal) {
  try {
    return JSON.parse(literal);
  } catch {
    throw new NotInForm();
  }
}

class Reading {
  #tokens;
  #isFact;
  #at = 0;
  #depth = 0;
  /** What the line is called that is looked at. */
  #line = null;

  constructor(tokens, isFact) {
    this.#tokens = tokens;
    this.#isFact = isFact;
  }

  end() {
    if (this.#at < this.#tokens.length) throw new NotInForm();
  }

  any = () => this.#list("any", "||", () => this.#list("all", "&&", () => this.#one()));

  #list(kind, sign, part) {
    const of = [part()];
    while (this.#takes(sign)) of.push(part());
    if (of.length === 1) return of[0];
    return { kind, of: of.flatMap((one) => (one.kind === kind ? one.of : [one])) };
  }

  #one() {
    if (this.#takes("!")) return turned(this.#one());
    if (this.#takes("(")) {
      this.#depth += 1;
      if (this.#depth > DEPTH_MAX) throw new NotInForm();
      const inner = this.any();
      this.#needs(")");
      this.#depth -= 1;
      return inner;
    }
    const { word, name } = this.#next();
    if (word !== undefined) return this.#has(word);
    if (name === undefined) throw new NotInForm();
    return name === "lines" && this.#takes(".") ? this.#lines() : this.#test(this.#factOf(name));
  }

  #has(value) {
    this.#needsName("in");
    return { kind: "test", fact: this.#factOf(this.#next().name), how: "has", value, quoted: true };
  }

  #lines() {
    const { name } = this.#next();
    const kind = { exists: "exists", all: "every" }[name];
    if (!kind || this.#line) throw new NotInForm();
    this.#needs("(");
    this.#line = this.#next().name ?? null;
    if (!this.#line) throw new NotInForm();
    this.#needs(",");
    const inner = this.any();
    this.#needs(")");
    this.#line = null;
    return { kind, of: inner.kind === "all" ? inner.of : [inner] };
  }

  #test(fact) {
    if (this.#takes(".")) {
      this.#needsName("contains");
      this.#needs("(");
      const { word } = this.#next();
      this.#needs(")");
      if (word === undefined) throw new NotInForm();
      return { kind: "test", fact, how: "contains", value: word, quoted: true };
    }
    if (this.#takesName("in")) return { kind: "test", fact, how: "in", ...this.#words() };
    const how = ["==", "!=", "<=", ">=", "<", ">"].find((sign) => this.#takes(sign));
    if (!how) return { kind: "test", fact, how: "is" };
    const { word, number } = this.#next();
    if (word !== undefined) return { kind: "test", fact, how, value: word, quoted: true };
    if (number !== undefined) return { kind: "test", fact, how, value: number, quoted: false };
    throw new NotInForm();
  }

  #words() {
    const value = [];
    this.#needs("[");
    do {
      const { word } = this.#next();
      if (word === undefined) throw new NotInForm();
      value.push(word);
    } while (this.#takes(","));
    this.#needs("]");
    return { value, quoted: true };
  }

  /** The fact that begins with a name: `time`, `item.category`, `size(lines)`; of a line `line.category`. */
  #factOf(name) {
    let fact = name;
    if (name === this.#line || name === "item") {
      this.#needs(".");
      fact = `${name === "item" ? "item" : "line"}.${this.#next().name}`;
    } else if (name === "size") {
      this.#needs("(");
      this.#needsName("lines");
      this.#needs(")");
      fact = "size(lines)";
    }
    if (!this.#isFact(fact)) throw new NotInForm();
    return fact;
  }

  #next() {
    const token = this.#tokens[this.#at];
    if (!token) throw new NotInForm();
    this.#at += 1;
    return token;
  }

  #takes(sign) {
    if (this.#tokens[this.#at]?.sign !== sign) return false;
    this.#at += 1;
    return true;
  }

  #takesName(name) {
    if (this.#tokens[this.#at]?.name !== name) return false;
    this.#at += 1;
    return true;
  }

  #needs(sign) {
    if (!this.#takes(sign)) throw new NotInForm();
  }

  #needsName(name) {
    if (!this.#takesName(name)) throw new NotInForm();
  }
}

/** The opposite of a test, or of what some line is. Of more than one comparison the form has none. */
function turned(node) {
  if (node.kind === "exists") return { ...node, kind: "none" };
  if (node.kind === "none") return { ...node, kind: "exists" };
  const how = node.kind === "test" && TURNED[node.how];
  if (!how) throw new NotInForm();
  return { ...node, how };
}

function bothWays(pairs) {
  return { ...pairs, ...Object.fromEntries(Object.entries(pairs).map(([one, other]) => [other, one])) };
}
