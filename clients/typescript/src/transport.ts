/**
 * A fetch that does not give up at once. Below it are the network and the server's bad moments; above it, the generated
 * operations, which know of neither.
 *
 * Every POST has an idempotency key, the same for every try, so that it acts once however often it is sent.
 */

import { Line } from "./line.js";
import { delay, type Patience, sleep, WORTH_WAITING } from "./patience.js";
import { ConnectionLost, isRedirection, retryAfter, type Sent } from "./problems.js";

const PASSING = new Set([429, 502, 503, 504]);
const BODILESS = new Set([204, 205, 304]);

const sent = new WeakMap<Response, Sent>();

/** How the request that `response` answers was sent. */
export function sentFor(response: Response): Sent {
  return sent.get(response) ?? { tries: 1, mayBeDone: false };
}

/** A fetch with `patience`. A stream of events is handed through as it comes: who reads it resumes it. */
export function patient(fetch: typeof globalThis.fetch, patience: Patience): typeof globalThis.fetch {
  return async (input, init) => {
    const request = input instanceof Request && init === undefined ? input : new Request(input, init);
    if (request.headers.get("Accept") === "text/event-stream")
      return fetch(request, { redirect: "manual", signal: request.signal });
    if (request.method === "POST" && !request.headers.has("Idempotency-Key")) {
      request.headers.set("Idempotency-Key", uuid());
    }
    const held = Number(new URL(request.url).searchParams.get("wait"));
    for (let tries = 1, mayBeDone = false; ; tries += 1) {
      const last = tries >= patience.tries;
      let least = 0;
      try {
        const response = await once(fetch, request, patience.timeout + held);
        least = retryAfter(response) ?? 0;
        if (last || least > WORTH_WAITING || !(await isPassing(response))) {
          sent.set(response, { tries, mayBeDone });
          return response;
        }
        mayBeDone ||= response.status >= 500;
      } catch (error) {
        request.signal.throwIfAborted();
        if (last) throw new ConnectionLost(`No answer to ${request.method} ${request.url}.`, { cause: error });
        mayBeDone = true;
      }
      await sleep(delay(tries, least), request.signal);
    }
  };
}

/** One try, its body read to the end: what is cut in the middle counts as lost. */
async function once(fetch: typeof globalThis.fetch, request: Request, timeout: number): Promise<Response> {
  const line = new Line(request.signal);
  try {
    return await line.hear(timeout, async () => {
      const response = await fetch(request.clone(), { redirect: "manual", signal: line.signal });
      const { status, statusText, headers } = response;
      // A page is not told where it leads: the status is 0, and no answer can be made with that.
      if (isRedirection(response)) return status === 0 ? response : new Response(null, { status, statusText, headers });
      const body = await response.arrayBuffer();
      if (BODILESS.has(status)) return new Response(null, { status, statusText, headers });
      if (/\bjson\b/.test(headers.get("Content-Type") ?? "")) JSON.parse(new TextDecoder().decode(body));
      return new Response(body, { status, statusText, headers });
    });
  } finally {
    line.close();
  }
}

async function isPassing(response: Response): Promise<boolean> {
  if (response.status !== 409) return PASSING.has(response.status);
  return (await response.clone().text()).includes('"idempotency_in_progress"');
}

/** `crypto.randomUUID` is not there in a page that came over plain HTTP. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
