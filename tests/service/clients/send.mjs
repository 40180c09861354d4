// Sends an event, and prints what came of it: send.mjs URL EVENT [KEY].

import { Carhop, ProblemError } from "../../../clients/typescript/dist/carhop.js";

const [url, event, key] = process.argv.slice(2);
let came;
try {
  came = await new Carhop(url, { key }).send("demo", "1", JSON.parse(event));
} catch (error) {
  if (!(error instanceof ProblemError)) {
    throw error;
  }
  const { status, code, field = null, title, detail } = error;
  came = { status, code, field, title, detail };
}
console.log(JSON.stringify(came));
