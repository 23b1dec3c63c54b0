import assert from "node:assert/strict";
import test from "node:test";
import {
  ConnectionLost,
  InvalidRequest,
  Leverstoke,
  NotFound,
  Problem,
  Refused,
  TooManyRequests,
  Unauthorized,
  Unavailable,
} from "@leverstoke/client";
import { listGames } from "@leverstoke/client/operations";
import { cut, endless, house, json, lost, problem, seated, view } from "./house.js";

test("a lost answer is asked for again, with the same key", async (t) => {
  const { url, requests } = await house(t, lost, cut, endless, seated());
  const seat = await new Leverstoke(url).shooter.create({ bots: 3 });
  assert.equal(seat.token, "T");
  assert.equal(requests.length, 4);
  const keys = new Set(requests.map(({ headers }) => headers["idempotency-key"]));
  assert.equal(keys.size, 1);
  assert.match([...keys][0], /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.deepEqual(
    requests.map(({ body }) => body),
    Array(4).fill({ bots: 3 }),
  );
});

test("two requests have two keys, and a key that was given is kept", async (t) => {
  const { url, requests } = await house(t, seated(), seated(), seated());
  const { shooter } = new Leverstoke(url);
  await shooter.create();
  await shooter.create();
  await shooter.create({}, { idempotencyKey: "my very own key 1" });
  assert.notEqual(requests[0]?.headers["idempotency-key"], requests[1]?.headers["idempotency-key"]);
  assert.equal(requests[2]?.headers["idempotency-key"], "my very own key 1");
});

test("Retry-After is the least that is waited", async (t) => {
  const { url } = await house(t, problem(503, "store_unavailable", { headers: { "Retry-After": "1" } }), seated());
  const before = Date.now();
  await new Leverstoke(url).shooter.create();
  assert.ok(Date.now() - before >= 990);
});

test("over a minute is not waited for", async (t) => {
  const { url } = await house(t, problem(429, "too_many_requests", { headers: { "Retry-After": "61" } }));
  await assert.rejects(
    new Leverstoke(url).shooter.create(),
    (error) => error instanceof TooManyRequests && error.retryAfter === 61,
  );
});

test("a request that still runs is asked for again, and what a proxy says in between does not matter", async (t) => {
  const page = (_, response) => response.writeHead(502, { "Content-Type": "text/html" }).end("<h1>Bad gateway</h1>");
  const { url, requests } = await house(
    t,
    problem(409, "idempotency_in_progress"),
    page,
    problem(504, "x"),
    problem(429, "x"),
    seated(),
  );
  await new Leverstoke(url).shooter.create();
  assert.equal(requests.length, 5);
});

test("a refusal is not", async (t) => {
  const legal = [{ action: "bid", body: { call: "pass" } }];
  const { url, requests } = await house(
    t,
    seated(),
    problem(409, "wrong_phase", { rule: "SH-7", legal_actions: legal }),
  );
  const seat = await new Leverstoke(url).shooter.create();
  await assert.rejects(seat.trump("clubs"), (error) => {
    assert.ok(error instanceof Refused);
    assert.deepEqual([error.status, error.code, error.rule, error.legalActions], [409, "wrong_phase", "SH-7", legal]);
    return true;
  });
  assert.equal(requests.length, 2);
});

test("when the tries are used up, the last answer is told, or that there was none", async (t) => {
  const { url, requests } = await house(t, lost, lost, lost, problem(503, "outcome_unknown"));
  const { shooter } = new Leverstoke(url, { tries: 2 });
  await assert.rejects(shooter.create(), (error) => error instanceof ConnectionLost && error.cause instanceof Error);
  await assert.rejects(shooter.create(), (error) => error instanceof Unavailable && error.outcomeUnknown);
  assert.equal(requests.length, 4);
});

test("an answer that takes too long is lost, and one that is held does not take too long", async (t) => {
  const late = (answer) => (request, response) => setTimeout(() => answer(request, response), 300);
  const { url, requests } = await house(
    t,
    late(seated()),
    seated(),
    late(json(200, view({ version: 2 }), { ETag: '"2"' })),
  );
  const seat = await new Leverstoke(url, { timeout: 0.1 }).shooter.create();
  assert.equal((await seat.look({ wait: 1 })).version, 2);
  assert.equal(requests.length, 3);
});

test("whoever had enough is obeyed at once", async (t) => {
  const { url, requests } = await house(t, problem(503, "store_unavailable", { headers: { "Retry-After": "30" } }));
  const enough = new Error("enough");
  const controller = new AbortController();
  setTimeout(() => controller.abort(enough), 50);
  await assert.rejects(new Leverstoke(url).shooter.create({}, { signal: controller.signal }), enough);
  await assert.rejects(new Leverstoke(url).shooter.create({}, { signal: AbortSignal.abort(enough) }), enough);
  assert.equal(requests.length, 1);
});

test("every problem has its kind", async (t) => {
  const { url } = await house(
    t,
    problem(401, "unauthorized"),
    problem(404, "not_found"),
    problem(422, "invalid_request", { errors: { bots: ["No."] } }),
    problem(403, "not_creator"),
    problem(500, "internal_error", { instance: "I" }),
  );
  const { shooter } = new Leverstoke(url);
  await assert.rejects(shooter.create(), Unauthorized);
  await assert.rejects(shooter.create(), NotFound);
  await assert.rejects(
    shooter.create(),
    (error) => error instanceof InvalidRequest && error.errors["bots"]?.[0] === "No.",
  );
  await assert.rejects(shooter.create(), (error) => error instanceof Problem && error.code === "not_creator");
  await assert.rejects(shooter.create(), (error) => error instanceof Problem && error.instance === "I");
});

test("a page in place of a problem, or of an answer, is a problem", async (t) => {
  const page = (status) => (_, response) =>
    response.writeHead(status, { "Content-Type": "text/html" }).end("<html><h1>Bad\n request</h1></html>");
  const { url } = await house(t, page(400), page(200), page(409), json(409, "what?"));
  const { shooter } = new Leverstoke(url);
  for (const status of [400, 200, 409, 409]) {
    await assert.rejects(
      shooter.create(),
      (error) =>
        error instanceof Problem && !(error instanceof Refused) && error.status === status && error.code === "unknown",
    );
  }
});

test("a redirection is neither followed nor tried again", async (t) => {
  const headers = { Location: "/elsewhere", "Content-Type": "application/json" };
  const away = (status) => (_, response) => response.writeHead(status, headers).end('{"code": "moved", ');
  const { url, requests } = await house(t, seated(), ...[302, 307, 301, 303, 308].map(away));
  const isUnknown = (status) => (error) =>
    error instanceof Problem && error.code === "unknown" && error.status === status && /elsewhere/.test(error.detail);
  const { shooter } = new Leverstoke(url);
  const seat = await shooter.create();
  await assert.rejects(seat.play("QS"), isUnknown(302));
  await assert.rejects(seat.look(), isUnknown(307));
  await assert.rejects(seat.delete(), isUnknown(301));
  await assert.rejects(shooter.list().next(), isUnknown(303));
  await assert.rejects(seat.events().next(), isUnknown(308));
  assert.equal(requests.length, 6);
});

test("in a page neither, where nobody is told where it leads", async () => {
  let asked = 0;
  const fetch = async (_, init) => {
    asked += 1;
    assert.equal(init?.redirect, "manual");
    return Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" });
  };
  const { shooter } = new Leverstoke("http://localhost:1", { fetch });
  await assert.rejects(shooter.create(), { name: "Problem", code: "unknown" });
  await assert.rejects(shooter.watch("S").events().next(), { name: "Problem", code: "unknown" });
  assert.equal(asked, 2);
});

test("the URL of a server is one", () => {
  for (const wrong of ["localhost:8000", "cards.example.org", "ftp://cards.example.org", "file:///tmp"])
    assert.throws(() => new Leverstoke(wrong), { name: "TypeError", message: /looks like http:/ });
  for (const secret of ["http://ada:secret@localhost", "http://ada@localhost"])
    assert.throws(() => new Leverstoke(secret), { name: "TypeError", message: /no user and no password/ });
});

test("what was removed by a try whose answer was lost, is removed", async (t) => {
  const { url, requests } = await house(
    t,
    seated(),
    lost,
    problem(404, "not_found"),
    lost,
    problem(401, "unauthorized"),
    problem(404, "not_found"),
    problem(401, "unauthorized"),
  );
  const seat = await new Leverstoke(url).shooter.create();
  await seat.delete();
  await seat.leave();
  await assert.rejects(seat.delete(), NotFound);
  await assert.rejects(seat.leave(), Unauthorized);
  assert.deepEqual(
    requests.slice(1).map(({ method, url }) => [method, url]),
    [
      ...Array(2).fill(["DELETE", "/v1/shooter/sessions/S"]),
      ...Array(2).fill(["DELETE", "/v1/shooter/sessions/S/seats/0"]),
      ["DELETE", "/v1/shooter/sessions/S"],
      ["DELETE", "/v1/shooter/sessions/S/seats/0"],
    ],
  );
});

test("what cannot have been removed before, was not", async (t) => {
  const busy = problem(429, "too_many_requests");
  const { url } = await house(
    t,
    seated(),
    ...[busy, problem(404, "not_found")],
    ...[busy, problem(401, "unauthorized")],
    ...[lost, problem(401, "unauthorized")],
    ...[problem(503, "outcome_unknown"), busy, problem(404, "not_found")],
    ...[cut, problem(401, "unauthorized")],
  );
  const seat = await new Leverstoke(url).shooter.create();
  await assert.rejects(seat.delete(), NotFound);
  await assert.rejects(seat.leave(), Unauthorized);
  await assert.rejects(seat.free(2), Unauthorized);
  await seat.free(2);
  await seat.free(0);
});

test("the generated operations are as patient", async (t) => {
  const { url, requests } = await house(t, lost, json(200, { games: [] }));
  const { data } = await listGames({ client: new Leverstoke(url + "/").client });
  assert.deepEqual(data, { games: [] });
  assert.match(requests[1]?.headers["user-agent"] ?? "", /^leverstoke-typescript\/\d/);
});

test("nothing is handed to Request that Deno would take for its own", async (t) => {
  const { url } = await house(t, json(200, { games: [] }));
  const { client } = new Leverstoke(url);
  let handed;
  client.interceptors.request.use((request, options) => {
    handed = options;
    return request;
  });
  await listGames({ client });
  assert.ok(handed && !("client" in handed));
});
