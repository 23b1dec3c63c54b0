/** A stream of events that survives its connection: each event once, in order, whatever is cut and wherever. */

import { type Frame, FrameReader } from "./frames.js";
import { Line } from "./line.js";
import { delay, type Patience, sleep, WORTH_WAITING } from "./patience.js";
import { Busy, ConnectionLost, Problem } from "./problems.js";

/**
 * Asks for the events behind number `since`, whose id was `lastEventId` if it was told on this stream; undefined where
 * none will come any more.
 */
export type Open = (
  since: number,
  lastEventId: string | undefined,
  signal: AbortSignal,
) => Promise<ReadableStream<Uint8Array> | undefined>;

/**
 * The events of a session behind number `since`. Connections that fail are counted from one new event to the next; a
 * server that says when to come back is waited for, however often.
 */
export async function* follow<Event extends { seq: number }>(
  open: Open,
  since: number,
  patience: Patience,
  signal?: AbortSignal | null,
): AsyncGenerator<Event, void, void> {
  let seq = since;
  let lastEventId: string | undefined;
  for (let tries = 1, lost = 0; ; tries += 1) {
    let least = 0;
    const line = new Line(signal);
    try {
      const stream = await line.hear(patience.silence, () => open(seq, lastEventId, line.signal));
      if (stream === undefined) return;
      let isOpening = true;
      for await (const { id, data, retry } of framesOf(stream, line, patience.silence)) {
        least = (retry ?? 0) / 1000;
        const event: Event | undefined = data === undefined ? undefined : JSON.parse(data);
        const isNew = event !== undefined && event.seq > seq;
        // A comment opens every stream, also one that leads nowhere; and so may events that were told before.
        if (isNew || (event === undefined && retry === undefined && !isOpening)) [tries, lost] = [1, 0];
        isOpening = false;
        if (!isNew) continue;
        [seq, lastEventId] = [event.seq, id ?? lastEventId];
        yield event;
      }
      throw new Error("The stream has ended.");
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof Problem && !isPassing(error)) throw error;
      if (error instanceof Busy && error.retryAfter !== undefined) [least, lost] = [error.retryAfter, 0];
      else if ((lost += 1) >= patience.tries)
        throw new ConnectionLost("The stream of events is lost.", { cause: error });
    } finally {
      line.close();
    }
    await sleep(delay(tries, least), signal);
  }
}

async function* framesOf(stream: ReadableStream<Uint8Array>, line: Line, silence: number): AsyncGenerator<Frame> {
  const reader = stream.getReader();
  const frames = new FrameReader();
  try {
    for (;;) {
      const { done, value } = await line.hear(silence, () => reader.read());
      if (done) return;
      yield* frames.read(value);
    }
  } finally {
    await reader.cancel().catch(() => {}); // whatever has become of the signal
  }
}

function isPassing(problem: Problem): boolean {
  return problem instanceof Busy && (problem.retryAfter ?? 0) <= WORTH_WAITING;
}
