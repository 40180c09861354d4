/** Calls Carhop. An event has one id however often it is sent, so whatever is not answered is sent again. */

import createClient, { type Client } from "openapi-fetch";

import type { EventHead, LaneEvent, PaymentProblem, Problem, TicketView, TurnAnswer, paths } from "./schema.js";

export type * from "./schema.js";

/** What nothing came of: the service, or a proxy in front of it, asks to come again. */
const TRIED_AGAIN = [429, 502, 503, 504];
const WAIT_MS_MIN = 200;
const WAIT_MS_MAX = 5_000;

export interface Options {
  /** None where the service asks for none, and in a browser that is signed in. */
  key?: string | undefined;
  /** How long one try may take. */
  tryMs?: number;
  /** How long a call is tried in all. */
  patienceMs?: number;
}

/** The service has said why not. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";

  constructor(readonly problem: Problem) {
    super(`${problem.status} ${problem.title}: ${problem.detail}`);
  }

  /** The name of the problem, such as `lane-idle`. */
  get code(): string {
    return this.problem.type.split(":").at(-1) ?? "";
  }

  get status(): number {
    return this.problem.status;
  }

  get title(): string {
    return this.problem.title;
  }

  /** What to do. */
  get detail(): string {
    return this.problem.detail;
  }

  /** The field that is faulty. */
  get field(): string | undefined {
    return this.problem.field ?? undefined;
  }
}

/** Nobody has answered, and it is not known whether the call was taken. `cause` is what the last try failed with. */
export class UnansweredError extends Error {
  override readonly name = "UnansweredError";
}

export class Carhop {
  /** Every call of the interface, by its path. Each is tried again, so give `answerOf` what it answers. */
  readonly api: Client<paths>;

  constructor(url: string, { key, tryMs = 10_000, patienceMs = 30_000 }: Options = {}) {
    const headers = key ? { authorization: `Bearer ${key}` } : {};
    this.api = createClient<paths>({ baseUrl: url, headers, fetch: (request) => persist(request, tryMs, patienceMs) });
  }

  /** Sends what happened on a lane. An event without an `id` gets one. */
  send(driveThru: string, lane: string, event: EventHead & LaneEvent & { id?: string }): Promise<TurnAnswer> {
    const params = { path: { drive_thru: driveThru, lane } };
    const body = { id: newId(), ...event };
    return answerOf(this.api.POST("/v1/drive-thrus/{drive_thru}/lanes/{lane}/events", { params, body }));
  }

  /** Says that a payment failed. Each is another one, unless it has the `id` of one before. */
  paymentProblem(ticketId: string, problem: PaymentProblem = {}): Promise<TicketView> {
    const params = { path: { ticket_id: ticketId } };
    const body = { id: newId(), ...problem };
    return answerOf(this.api.POST("/v1/tickets/{ticket_id}/payment-problem", { params, body }));
  }
}

/** What a call of `api` answers. Throws a `ProblemError` if it is refused. */
export async function answerOf<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call;
  if (response.ok) {
    return data as T;
  }
  const { status, statusText: title } = response;
  // A proxy answers in a form of its own.
  const unknown = { type: "about:blank", title, status, detail: typeof error === "string" ? error : "" };
  throw new ProblemError(typeof error === "object" ? { ...unknown, ...error } : unknown);
}

/** A random UUID, version 4. `crypto.randomUUID` is missing on a page that is neither on https nor on this machine. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = "89ab"[(bytes[8] ?? 0) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Sends a request until it is answered, and gives up when the next try would be too late. */
async function persist(request: Request, tryMs: number, patienceMs: number): Promise<Response> {
  const endsAt = performance.now() + patienceMs;
  for (let waitMs = WAIT_MS_MIN; ; waitMs = Math.min(2 * waitMs, WAIT_MS_MAX)) {
    // Those who failed together do not come again together.
    let pauseMs = waitMs * (0.5 + Math.random() / 2);
    let answer: Response | undefined;
    let cause: unknown;
    try {
      answer = await attempt(request.clone(), tryMs);
      if (!TRIED_AGAIN.includes(answer.status)) {
        return answer;
      }
      pauseMs = Math.max(pauseMs, 1000 * (Number(answer.headers.get("retry-after")) || 0));
    } catch (error) {
      if (request.signal.aborted) {
        throw error;
      }
      cause = error;
    }
    if (performance.now() + pauseMs > endsAt) {
      if (answer) {
        return answer;
      }
      throw new UnansweredError(`${request.method} ${request.url} was not answered`, { cause });
    }
    await new Promise((resume) => setTimeout(resume, pauseMs));
  }
}

/** One try. An answer of JSON is read to its end: what is cut in its midst is no answer. */
async function attempt(request: Request, tryMs: number): Promise<Response> {
  const hurry = new AbortController();
  const timer = setTimeout(() => hurry.abort(new Error(`no answer within ${tryMs} ms`)), tryMs);
  try {
    const answer = await fetch(request, { signal: AbortSignal.any([request.signal, hurry.signal]) });
    const isJson = answer.headers.get("content-type")?.includes("json");
    return isJson ? new Response(await answer.arrayBuffer(), answer) : answer;
  } finally {
    clearTimeout(timer);
  }
}
