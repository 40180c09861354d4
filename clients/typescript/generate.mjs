// Writes the types of every call and of what it carries: generate.mjs OPENAPI_JSON FOLDER.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import openapiTypescript, { astToString } from "openapi-typescript";

const [document, folder] = process.argv.slice(2);
const api = JSON.parse(await readFile(document, "utf8"));
for (const call of Object.values(api.paths).flatMap(Object.values)) {
  // Every status from 400 on is a problem. Said once for each call, it takes half as many lines.
  const statuses = Object.entries(call.responses);
  const isGood = ([status]) => Number(status) < 400;
  const [, problem] = statuses.find((status) => !isGood(status));
  const wrong = { description: "Whatever went wrong.", content: problem.content };
  call.responses = { ...Object.fromEntries(statuses.filter(isGood)), default: wrong };
}
const types = await openapiTypescript(api, { rootTypes: true, rootTypesNoSchemaPrefix: true, silent: true });
await writeFile(join(folder, "schema.ts"), `// Made by \`cargo xtask clients\` from the document of the service.\n\n${astToString(types)}`);
