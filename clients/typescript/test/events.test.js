import assert from "node:assert/strict";
import test from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ConnectionLost, HistoryLost, Leverstoke, Unavailable } from "@leverstoke/client";
import { FrameReader } from "../dist/frames.js";
import { follow } from "../dist/follow.js";
import { house, json, lost, problem, stream } from "./house.js";

const frame = (seq, more = {}) =>
  `id: ${seq}-0000000000000000\ndata: ${JSON.stringify({ seq, type: "played", ...more })}\n\n`;
const over = json(204);

async function all(events) {
  const told = [];
  for await (const event of events) told.push(event);
  return told;
}

test("each event comes once and in order, wherever the stream is cut", async (t) => {
  const third = Buffer.from(frame(3, { name: "Ädà ♠\u2028" }));
  const { url, requests } = await house(
    t,
    lost,
    stream([":\n\n", frame(1), frame(2), third.subarray(0, 40)], { end: false }),
    problem(503, "store_unavailable", { headers: { "Retry-After": "0" } }),
    stream([":\n\n", "retry: 5\n\n"]),
    stream([
      ":\r\n\r\n",
      ...Array.from(third, (byte) => Buffer.of(byte)),
      frame(3),
      frame(4).replaceAll("\n", "\r\n"),
      "retry: 10\n\n",
    ]),
    stream([frame(5, { type: "finished" })]),
    over,
  );
  const told = await all(new Leverstoke(url).shooter.watch("S").events());
  assert.deepEqual(
    told.map(({ seq }) => seq),
    [1, 2, 3, 4, 5],
  );
  assert.equal(/** @type {any} */ (told[2]).name, "Ädà ♠\u2028");
  assert.deepEqual(
    requests.map(({ url, headers }) => [url, headers["last-event-id"]]),
    [
      ["/v1/shooter/sessions/S/events?since=0", undefined],
      ["/v1/shooter/sessions/S/events?since=0", undefined],
      ["/v1/shooter/sessions/S/events?since=2", "2-0000000000000000"],
      ["/v1/shooter/sessions/S/events?since=2", "2-0000000000000000"],
      ["/v1/shooter/sessions/S/events?since=2", "2-0000000000000000"],
      ["/v1/shooter/sessions/S/events?since=4", "4-0000000000000000"],
      ["/v1/shooter/sessions/S/events?since=5", "5-0000000000000000"],
    ],
  );
  assert.ok(requests.every(({ headers }) => headers.accept === "text/event-stream"));
});

test("an event of a type that nobody knows yet comes like any other", async (t) => {
  const { url } = await house(t, stream([frame(1, { type: "moonrise", at: "dusk", phase: { full: true } })]), over);
  const told = await all(new Leverstoke(url).shooter.watch("S").events());
  assert.deepEqual(told, [{ seq: 1, type: "moonrise", at: "dusk", phase: { full: true } }]);
});

test("a seat reads with its token, behind any event", async (t) => {
  const { url, requests } = await house(t, stream([frame(8)]), over);
  assert.equal((await all(new Leverstoke(url).shooter.seat("S", "T").events({ since: 7 }))).length, 1);
  assert.equal(requests[0]?.url, "/v1/shooter/sessions/S/events?since=7");
  assert.equal(requests[0]?.headers.authorization, "Bearer T");
});

test("a stream that is cut over and over without an event is given up, and so is a history that is lost", async (t) => {
  const page = (_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<p>Log in</p>");
  const { url, requests } = await house(
    t,
    lost,
    stream([":\n\n"]),
    stream([":\n\n"], { end: false }),
    problem(409, "history_lost"),
    page,
  );
  const { shooter } = new Leverstoke(url, { tries: 3 });
  await assert.rejects(all(shooter.watch("S").events()), ConnectionLost);
  assert.equal(requests.length, 3);
  await assert.rejects(all(shooter.watch("S").events({ since: 99 })), HistoryLost);
  await assert.rejects(all(shooter.watch("S").events()), { code: "unknown", detail: "Log in" });
});

test("neither events told again nor broken ones are a sign of life", async (t) => {
  const { url, requests } = await house(
    t,
    stream([":\n\n", frame(1), frame(2)]),
    stream([":\n\n", frame(1), frame(2)]),
    stream(["id: 3-0000000000000000\ndata: {]\n\n"]),
    stream([":\n\n", frame(2)]),
    stream([":\n\n", "data: {]\n\n"]),
  );
  const told = [];
  const reading = async () => {
    for await (const { seq } of new Leverstoke(url, { tries: 3 }).shooter.watch("S").events()) told.push(seq);
  };
  await assert.rejects(reading(), ConnectionLost);
  assert.deepEqual(told, [1, 2]);
  // The first stream's end counts too.
  assert.equal(requests.length, 3);
  assert.equal(requests.at(-1)?.headers["last-event-id"], "2-0000000000000000");
});

test("a server that says when to come back is waited for, but not for ever", async (t) => {
  const busy = (seconds) => problem(503, "store_unavailable", { headers: { "Retry-After": seconds } });
  const { url, requests } = await house(t, ...Array(8).fill(busy("0")), stream([frame(1)]), over, busy("61"));
  const { shooter } = new Leverstoke(url, { tries: 3 });
  assert.equal((await all(shooter.watch("S").events())).length, 1);
  await assert.rejects(all(shooter.watch("S").events()), Unavailable);
  assert.equal(requests.length, 11);
});

/** A house whose stream has one event and goes on, and what comes true when its listener has gone. */
async function endless(t) {
  let closed;
  const gone = new Promise((resolve) => (closed = resolve));
  const { url } = await house(t, (_, response) => {
    response.on("close", closed);
    response.writeHead(200, { "Content-Type": "text/event-stream" }).write(frame(1));
  });
  return { url, gone };
}

test("leaving the loop closes the connection", async (t) => {
  const { url, gone } = await endless(t);
  for await (const event of new Leverstoke(url).shooter.watch("S").events()) {
    assert.equal(event.seq, 1);
    break;
  }
  await gone;
});

test("leaving the loop closes the connection, also where the signal has been forgotten", async (t) => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const { url, gone } = await endless(t);
  for await (const event of new Leverstoke(url).shooter.watch("S").events()) {
    assert.equal(event.seq, 1);
    for (let i = 0; i < 5; i++) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    break;
  }
  await gone;
});

test("who has had enough of a fetch that does not listen is let go", async () => {
  const deaf = () => new Promise(() => {});
  const { shooter } = new Leverstoke("http://localhost:1", { fetch: deaf });
  await assert.rejects(shooter.watch("S").look({ signal: AbortSignal.timeout(50) }), { name: "TimeoutError" });
  const listening = all(shooter.watch("S").events({ signal: AbortSignal.timeout(50) }));
  await assert.rejects(listening, { name: "TimeoutError" });
});

test("a signal ends the wait for the next event", async (t) => {
  const { url } = await endless(t);
  const events = new Leverstoke(url).shooter.watch("S").events({ signal: AbortSignal.timeout(100) });
  await assert.rejects(all(events), { name: "TimeoutError" });
});

test("a stream that falls silent is opened anew", async () => {
  const silent = (signal) =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(frame(1)));
        signal.addEventListener("abort", () => controller.error(signal.reason));
      },
    });
  const asked = [];
  const open = async (_, lastEventId, signal) => {
    asked.push(lastEventId);
    return asked.length === 1 ? silent(signal) : undefined;
  };
  assert.equal((await all(follow(open, 0, { tries: 2, timeout: 1, silence: 0.05 }))).length, 1);
  assert.deepEqual(asked, [undefined, "1-0000000000000000"]);
});

test("frames are read as the standard has it", () => {
  const reader = new FrameReader();
  const read = (text) => [...reader.read(new TextEncoder().encode(text))];
  assert.deepEqual(read(": hello\nid:1\ndata: a\ndata:b\nevent: x\nnonsense\nretry: 5\n"), []);
  assert.deepEqual(read("\n"), [{ id: "1", data: "a\nb", retry: 5 }]);
  assert.deepEqual(read("data: c\r"), []);
  assert.deepEqual(read("\n\r\ndata\rdata\r\r"), [{ data: "c" }]);
  assert.deepEqual(read("x: y\r\n\r\n"), [{ data: "\n" }, {}]);
});
