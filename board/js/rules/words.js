// The names that people read, for what rules are made of.

export const POINTS = {
  arrival: "A car comes",
  available: "What can be had",
  offer: "What is offered",
  unsafe: "Which changes need a yes",
  price: "What is taken off the price",
  after_add: "A question about what was added",
  before_summary: "A question before the order is read back",
  before_close: "A question before the order is placed",
  patience: "How soon a person comes",
  crew: "When the crew is called",
  agent: "Who understands and words",
};

export const GROUPS = {
  all: "All of these hold",
  any: "One of these holds",
  exists: "For some line of the order",
  none: "For no line of the order",
  every: "For every line of the order",
};

const HOW = {
  "==": "is",
  "!=": "is not",
  "<": "is less than",
  "<=": "is at most",
  ">": "is more than",
  ">=": "is at least",
  in: "is one of",
  "not in": "is none of",
  contains: "contains",
  "not contains": "does not contain",
  is: "is so",
  "is not": "is not so",
  has: "have",
  "has not": "do not have",
};
const HOW_TIME = { "<": "is before", "<=": "is not after", ">": "is after", ">=": "is from" };

const ORDERED = ["==", "!=", "<", "<=", ">", ">="];
const WAYS = {
  number: ORDERED,
  money: ORDERED,
  time: [">=", "<", "<=", ">", "==", "!="],
  date: [">=", "<", "<=", ">", "==", "!="],
  text: ["==", "!=", "in", "not in"],
  flag: ["is", "is not"],
  list: ["has", "has not"],
};

/** How a fact can be compared. */
export const waysOf = ({ name, type }) => (name === "words" ? ["contains", "not contains", ...WAYS.text] : WAYS[type]);

/** `>=`, of a time: "is from". */
export const howName = (how, type) => ((type === "time" || type === "date") && HOW_TIME[how]) || HOW[how];

/** What a version is called: its name, or the beginning of its hash. */
export const versionName = ({ name, version }) => name ?? version.slice(0, 8);
