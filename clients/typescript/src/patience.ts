/** How long to wait before the next try. */

/** The tries and waits of requests that fail. Times are in seconds. */
export interface Patience {
  /** How often a request is sent at most. */
  readonly tries: number;
  /** How long an answer may take, beside the time that the server was asked to hold it. */
  readonly timeout: number;
  /** How long nothing may be heard on a stream. The server says something every 15 seconds. */
  readonly silence: number;
}

const BASE = 0.1;
const LONGEST = 5;

/** A `Retry-After` over this is not waited for. */
export const WORTH_WAITING = 60;

/** Seconds to wait after so many tries, at least `least`. Anything up to a limit, so that clients fall out of step. */
export function delay(tries: number, least = 0): number {
  return Math.max(least, Math.random() * Math.min(LONGEST, BASE * 2 ** (tries - 1)));
}

/** Resolves after so many seconds; rejects with the signal's reason if it is aborted before. */
export function sleep(seconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
