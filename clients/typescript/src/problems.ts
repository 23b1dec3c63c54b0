/** What can go wrong, as errors that can be told apart with `instanceof`. */

import type { Problem as ProblemBody } from "./generated/types.gen.js";

/** Everything that this package throws on its own account. */
export class LeverstokeError extends Error {
  override name = "LeverstokeError";
}

/** No answer came, or only half of one, however often the request was tried. It may have acted. */
export class ConnectionLost extends LeverstokeError {
  override name = "ConnectionLost";
}

/** How a request was sent. */
export interface Sent {
  /** How often the request was sent. */
  tries: number;
  /** Whether a try before this answer may have acted. */
  mayBeDone: boolean;
}

/** What an answer has beside its body. */
export interface Answered extends Sent {
  /** Seconds, from `Retry-After`. */
  retryAfter?: number | undefined;
  etag?: string | undefined;
}

/** The server answered with a problem (RFC 9457), or something before the server did so in its own words. */
export class Problem extends LeverstokeError {
  override name = "Problem";
  readonly status: number;
  /** The kind of problem; `unknown` if it did not come from a Leverstoke server. */
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  /** On 500: what to look for in the server's log. */
  readonly instance: string | undefined;
  readonly tries: number;
  /** Whether a try before the last one may have acted: it had no answer, or a server's error. */
  readonly mayBeDone: boolean;

  constructor(body: ProblemBody, answered: Answered) {
    super(`${body.detail} (${body.status} ${body.code})`);
    this.status = body.status;
    this.code = body.code;
    this.title = body.title;
    this.detail = body.detail;
    this.instance = body.instance;
    this.tries = answered.tries;
    this.mayBeDone = answered.mayBeDone;
  }
}

/** 409: not as things stand. Nothing has changed. */
export class Refused<Action = unknown> extends Problem {
  override name = "Refused";
  /** The clause that refuses, like `SH-8`, where it is the rules that do. */
  readonly rule: string | undefined;
  /** What may be done instead, where the rules refuse. */
  readonly legalActions: Action[];

  constructor(body: ProblemBody & { legal_actions?: Action[] }, answered: Answered) {
    super(body, answered);
    this.rule = body.rule;
    this.legalActions = body.legal_actions ?? [];
  }
}

/** 412: the session has moved on from the view that was acted upon. Nothing has changed. */
export class StaleVersion<View = unknown> extends Problem {
  override name = "StaleVersion";
  /** The session as it is now. */
  readonly session: View;
  /** The version of `session`, for `If-Match`. */
  readonly etag: string | undefined;

  constructor(body: ProblemBody & { session?: View }, answered: Answered) {
    super(body, answered);
    this.session = body.session as View;
    this.etag = answered.etag;
  }
}

/** 422: the request is not one that the server understands. */
export class InvalidRequest extends Problem {
  override name = "InvalidRequest";
  /** What is wrong, by field. */
  readonly errors: Record<string, string[]>;

  constructor(body: ProblemBody, answered: Answered) {
    super(body, answered);
    this.errors = body.errors ?? {};
    this.message += ` ${JSON.stringify(this.errors)}`;
  }
}

/** 401: no token where one is needed, or one that is no longer good. */
export class Unauthorized extends Problem {
  override name = "Unauthorized";
}

/** 404: no such session, or not for you. */
export class NotFound extends Problem {
  override name = "NotFound";
}

/** 409 `history_lost`: the server no longer has the history that was named. */
export class HistoryLost extends Problem {
  override name = "HistoryLost";
}

/** The server asks to wait, and the tries are used up or the wait is too long. */
export class Busy extends Problem {
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(body: ProblemBody, answered: Answered) {
    super(body, answered);
    this.retryAfter = answered.retryAfter;
  }
}

/** 429. */
export class TooManyRequests extends Busy {
  override name = "TooManyRequests";
}

/** 503, or 502 and 504 from a proxy, or 409 `idempotency_in_progress`: the request runs, but is not done. */
export class Unavailable extends Busy {
  override name = "Unavailable";

  /** Whether the request may have acted all the same. Its idempotency key settles it. */
  get outcomeUnknown(): boolean {
    return this.code !== "store_unavailable";
  }
}

type ProblemClass = new (body: ProblemBody, answered: Answered) => Problem;

const kindsByCode: Record<string, ProblemClass> = { history_lost: HistoryLost, idempotency_in_progress: Unavailable };

const kinds: Record<number, ProblemClass> = {
  401: Unauthorized,
  404: NotFound,
  409: Refused,
  412: StaleVersion,
  422: InvalidRequest,
  429: TooManyRequests,
  502: Unavailable,
  503: Unavailable,
  504: Unavailable,
};

/** The problem in an answer's `body`: JSON that was read, or the text of whoever answered in the server's place. */
export function problemIn(response: Response, body: unknown, sent: Sent): Problem {
  const answered = { retryAfter: retryAfter(response), etag: etagOf(response), ...sent };
  if (response.status < 400 || !isProblem(body)) {
    // Only the server can refuse.
    const kind = response.status === 409 || response.status === 412 ? Problem : (kinds[response.status] ?? Problem);
    return new kind(foreign(response, body), answered);
  }
  const kind = kindsByCode[body.code] ?? kinds[response.status] ?? Problem;
  return new kind({ ...body, status: response.status }, answered);
}

/**
 * The version of the view in an answer. A proxy that compresses calls it weak (`W/`); the server matches none of those.
 */
export function etagOf(response: Response): string | undefined {
  return response.headers.get("ETag")?.replace(/^W\//, "");
}

/** The seconds that an answer asks to wait, in either form of `Retry-After`. */
export function retryAfter(response: Response): number | undefined {
  const header = response.headers.get("Retry-After");
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Whether an answer leads elsewhere. It is not followed: the token would go along, and a POST become a GET. */
export function isRedirection({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400 && status !== 304);
}

function isProblem(body: unknown): body is ProblemBody {
  return typeof body === "object" && body !== null && "code" in body && "detail" in body;
}

/** A page of HTML, most likely: its words, without the tags. */
function foreign(response: Response, body: unknown): ProblemBody {
  const title = isRedirection(response) ? "A redirection" : response.statusText || `HTTP ${response.status}`;
  const words = isRedirection(response)
    ? `Redirections are not followed; this one leads to ${response.headers.get("Location") ?? "another address"}.`
    : typeof body === "string"
      ? body
          .replace(/<[^>]*>/g, " ")
          .replace(/\s+/g, " ")
          .trim()
          .slice(0, 200)
      : "";
  return { type: "about:blank", status: response.status, code: "unknown", title, detail: words || title };
}
