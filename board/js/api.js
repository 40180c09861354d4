// Calls to the service. An answer that is no success is thrown as `Refused`, in the service's own words.

/** What the service takes as the name of a drive-thru or a lane, as a pattern and in words. */
export const NAME = "[A-Za-z0-9_\\-]{1,64}";
export const NAME_WORDS = "1 to 64 letters, digits, “-” or “_”";
/** The longest words of a customer that the service takes, in characters. */
export const TEXT_CHARS_MAX = 2000;

/** How long a call may take where nothing else is said. */
const CALL_MS_MAX = 15_000;

const base = (driveThru) => `/v1/drive-thrus/${encodeURIComponent(driveThru)}`;
const ofLane = (driveThru, lane) => `${base(driveThru)}/lanes/${encodeURIComponent(lane)}`;

/** Where things are. */
export const paths = {
  lanes: (driveThru) => `${base(driveThru)}/lanes`,
  lane: ofLane,
  laneSocket: (driveThru, lane) => `${ofLane(driveThru, lane)}/ws`,
  events: (driveThru) => `${base(driveThru)}/events`,
  menu: (driveThru) => `${base(driveThru)}/menu`,
  availability: (driveThru, item) => `${base(driveThru)}/items/${encodeURIComponent(item)}/availability`,
  tickets: (driveThru) => `${base(driveThru)}/tickets`,
  ticket: (ticket) => `/v1/tickets/${encodeURIComponent(ticket)}`,
  message: (ticket) => `/v1/tickets/${encodeURIComponent(ticket)}/message`,
  webhookTest: (driveThru) => `${base(driveThru)}/webhook/test`,
  ack: (ticket) => `/v1/tickets/${encodeURIComponent(ticket)}/ack`,
  resend: (ticket) => `/v1/tickets/${encodeURIComponent(ticket)}/resend`,
  void: (ticket) => `/v1/tickets/${encodeURIComponent(ticket)}/void`,
  audit: (session) => `/v1/sessions/${encodeURIComponent(session)}/audit`,
  transcript: (session) => `/v1/sessions/${encodeURIComponent(session)}/transcript`,
  rulesCheck: (driveThru) => `${base(driveThru)}/rules/check`,
  rulesVersions: (driveThru) => `${base(driveThru)}/rules/versions`,
  rulesVersion: (driveThru, version) => `${base(driveThru)}/rules/versions/${encodeURIComponent(version)}`,
  rulesActivate: (driveThru) => `${base(driveThru)}/rules/activate`,
  rulesDryRuns: (driveThru) => `${base(driveThru)}/rules/dry-runs`,
  rulesVocabulary: () => "/v1/rules/vocabulary",
  machine: () => "/v1/machine",
  signIn: () => "/v1/sign-in",
  signInCodes: () => "/v1/sign-in-codes",
  signOut: () => "/v1/sign-out",
  signInPage: (to) => (to ? `/sign-in?${new URLSearchParams({ to })}` : "/sign-in"),
  boardPage: (driveThru, lane) => `/board/${encodeURIComponent(driveThru)}/${encodeURIComponent(lane)}`,
  crewPage: (driveThru) => `/crew/${encodeURIComponent(driveThru)}`,
  rulesPage: (driveThru) => `/rules/${encodeURIComponent(driveThru)}`,
  sessionPage: (session) => `/sessions/${encodeURIComponent(session)}`,
  docsPage: () => "/docs",
  lanePage: (driveThru, lane) => `/lane/${encodeURIComponent(driveThru)}/${encodeURIComponent(lane)}`,
  simPage: (driveThru, lane) => `/sim?${new URLSearchParams({ drive_thru: driveThru, lane })}`,
};

/** A call or an event that the service did not take, or that did not reach it: `status` 0 is ours. */
export class Refused extends Error {
  constructor(problem) {
    super(problem.detail || problem.title || "The service refused it.");
    this.name = "Refused";
    this.problem = problem;
  }

  /** The problem's stable name, such as `stale-session`. */
  get word() {
    return String(this.problem.type ?? "").split(":").pop();
  }

  /** A problem that the page found by itself. */
  static here(word, detail) {
    return new Refused({ type: `urn:carhop:problem:${word}`, status: 0, detail });
  }
}

/** What there is at a path. */
export const get = (path) => call("GET", path);
/** The whole audit log of a session, however many pages it has. */
export async function auditOf(session) {
  const log = await get(paths.audit(session));
  while (log.next) {
    const { entries, next } = await get(`${paths.audit(session)}?after=${log.next}`);
    log.entries.push(...entries);
    log.next = next;
  }
  return log;
}
/** The answer to what is posted, which may take so long. */
export const post = (path, body, msMax) => call("POST", path, body ?? {}, msMax);
/** The answer to what is put. */
export const put = (path, body) => call("PUT", path, body);

/**
 * Posts, and hears each event of an answer that goes on for a while: `hear(name, data)`. It rejects if the service refuses, or cannot be
 * reached any more; whoever aborts the signal is told nothing.
 */
export async function postForEvents(path, body, hear, signal) {
  const headers = { "content-type": "application/json", accept: "text/event-stream" };
  try {
    const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal, cache: "no-store" });
    if (!response.ok) refuse(response, await response.text());
    const texts = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let read = await texts.read(); !read.done; read = await texts.read()) {
      const blocks = (rest + read.value).split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s)));
        if (fields.event) hear(fields.event, JSON.parse(fields.data));
      }
    }
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof Refused ? error : unreachable();
  }
}

async function call(method, path, body, msMax = CALL_MS_MAX) {
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  let response;
  let text;
  try {
    const signal = AbortSignal.timeout(msMax);
    response = await fetch(path, { method, headers, body: body && JSON.stringify(body), signal, cache: "no-store" });
    text = await response.text();
  } catch {
    throw unreachable();
  }
  if (response.ok) return asJson(text);
  return refuse(response, text);
}

const unreachable = () => Refused.here("unreachable", "The service cannot be reached.");

/** Throws what an answer that is no success says. */
function refuse(response, text) {
  // The service asks for a key: whoever signs in comes back to this page.
  if (response.status === 401 && location.pathname !== paths.signInPage()) {
    location.assign(paths.signInPage(location.pathname + location.search));
  }
  throw new Refused(asJson(text) ?? { status: response.status, title: response.statusText });
}

function asJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
