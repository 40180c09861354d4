// A call made into a request, written as a command, and sent.

/** How much of an answer is shown, in characters. */
const SHOWN_CHARS_MAX = 500_000;
/** The headers of an answer that say more than how it came. */
const TOLD = ["etag", "retry-after", "idempotent-replayed"];

/** What is sent for a call with these values. The key is in a header, and never in the address. */
export function requestOf({ method, path, parameters, body: takesBody }, values, body, key) {
  const given = (place) => parameters.filter(({ name, in: at }) => at === place && values[name]);
  const query = new URLSearchParams(given("query").map(({ name }) => [name, values[name]])).toString();
  const headers = Object.fromEntries(given("header").map(({ name }) => [name, values[name]]));
  if (takesBody) headers["Content-Type"] = "application/json";
  if (key) headers.Authorization = `Bearer ${key}`;
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ""));
  return { method, address: address + (query && `?${query}`), headers, body: takesBody ? body : undefined };
}

/** The same for a terminal. The key is left to a variable. */
export function commandOf({ method, address, headers, body }) {
  const { Authorization: withKey, ...others } = headers;
  const parts = ["curl -s", method !== "GET" && `-X ${method}`, quoted(location.origin + address)];
  if (withKey) parts.push('-H "Authorization: Bearer $CARHOP_KEY"');
  for (const [name, value] of Object.entries(others)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`-d ${quoted(body)}`);
  return parts.filter(Boolean).join(" ");
}

function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Sends a request, and tells what has come of the answer whenever more has. */
export async function send({ method, address, headers, body }, signal, tell) {
  const start = performance.now();
  let answer = { status: "", words: "", text: "" };
  const show = (more) => tell((answer = { ...answer, ...more }));
  try {
    const response = await fetch(address, { method, headers, body, signal, cache: "no-store" });
    const told = TOLD.filter((name) => response.headers.has(name)).map((name) => `${name}: ${response.headers.get(name)}`);
    const ms = Math.round(performance.now() - start);
    show({ status: response.status, words: [response.statusText, `${ms} ms`, ...told].filter(Boolean).join(" · ") });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
      if (text.length > SHOWN_CHARS_MAX) {
        await reader.cancel();
        return show({ text: `${text.slice(0, SHOWN_CHARS_MAX)}\n… the rest is not shown` });
      }
      show({ text });
    }
    show({ text: pretty(text) });
  } catch (error) {
    if (!signal.aborted) show({ status: "No answer", words: error.message });
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
