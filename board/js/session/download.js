// What the service has, saved as a file.

import { Refused } from "/assets/js/api.js";

/** How long a file may take. */
const FILE_MS_MAX = 30_000;

/** Saves what is at a path under that name. */
export async function save(path, name) {
  let response;
  let file;
  try {
    response = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(FILE_MS_MAX) });
    file = await response.blob();
  } catch {
    throw Refused.here("unreachable", "The service cannot be reached.");
  }
  if (!response.ok) throw new Refused(await problemOf(file, response));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function problemOf(file, response) {
  try {
    return JSON.parse(await file.text());
  } catch {
    return { status: response.status, title: response.statusText };
  }
}
