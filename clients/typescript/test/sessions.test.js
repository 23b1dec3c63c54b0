import assert from "node:assert/strict";
import test from "node:test";
import { inspect } from "node:util";
import { Leverstoke, LeverstokeError, StaleVersion } from "@leverstoke/client";
import { house, json, problem, seated, view } from "./house.js";

const looked = (more, etag) => json(200, view(more), { ETag: etag });
const played = (more, etag) => json(200, { session: view(more), events: [] }, { ETag: etag });

test("a look names the version known, and keeps it if there is no other", async (t) => {
  const { url, requests } = await house(
    t,
    seated(),
    json(304, undefined, { ETag: '"1"' }),
    looked({ version: 2 }, '"2"'),
  );
  const seat = await new Leverstoke(url).shooter.create();
  assert.equal((await seat.look()).version, 1);
  assert.equal((await seat.look({ wait: 25 })).version, 2);
  assert.equal(seat.etag, '"2"');
  assert.deepEqual(
    requests.slice(1).map(({ url, headers }) => [url, headers["if-none-match"], headers["authorization"]]),
    [
      ["/v1/shooter/sessions/S", '"1"', "Bearer T"],
      ["/v1/shooter/sessions/S?wait=25", '"1"', "Bearer T"],
    ],
  );
});

test("turns are played upon the view they show, until the end", async (t) => {
  const { url, requests } = await house(
    t,
    seated(),
    played({ version: 2, to_act: [1] }, '"2"'),
    json(304),
    looked({ version: 3 }, '"3"'),
    played({ version: 4, status: "finished", to_act: [] }, '"4"'),
  );
  const table = await new Leverstoke(url).shooter.create();
  const versions = [];
  for await (const turn of table.turns())
    versions.push([turn.view.version, (await turn.play(turn.legalActions[0]))?.session.version]);
  assert.deepEqual(versions, [
    [1, 2],
    [3, 4],
  ]);
  assert.deepEqual(
    requests.map(({ headers }) => headers["if-match"]),
    [undefined, '"1"', undefined, undefined, '"3"'],
  );
  assert.deepEqual(requests.map(({ url }) => url).slice(1, 3), [
    "/v1/shooter/sessions/S/play",
    "/v1/shooter/sessions/S?wait=25",
  ]);
  assert.deepEqual(requests[1]?.body, { card: "QS" });
});

test("a turn that is over is not taken, and the next shows what is", async (t) => {
  const stale = problem(412, "stale_version", { session: view({ version: 5 }), headers: { ETag: '"5"' } });
  const { url } = await house(t, seated(), stale, played({ version: 6, status: "finished" }, '"6"'));
  const table = await new Leverstoke(url).shooter.create();
  const results = [];
  for await (const turn of table.turns())
    results.push([turn.etag, await turn.play(turn.legalActions[0]).then((p) => p?.session.version)]);
  assert.deepEqual(results, [
    ['"1"', undefined],
    ['"5"', 6],
  ]);
});

test("an action upon a version that is over tells the session as it is", async (t) => {
  const stale = problem(412, "stale_version", { session: view({ version: 5 }), headers: { ETag: '"5"' } });
  const { url } = await house(t, seated(), stale);
  const table = await new Leverstoke(url).shooter.create();
  await assert.rejects(
    table.play("QS", { ifMatch: '"0"' }),
    (error) => error instanceof StaleVersion && error.session.version === 5,
  );
  assert.equal(table.view.version, 5);
});

test("a turn that nobody takes comes again only with another view", async (t) => {
  const { url, requests } = await house(
    t,
    seated(),
    looked({ version: 2 }, '"2"'),
    looked({ version: 3, status: "finished" }, '"3"'),
  );
  const table = await new Leverstoke(url).shooter.create();
  const versions = [];
  for await (const turn of table.turns()) versions.push(turn.view.version);
  assert.deepEqual(versions, [1, 2]);
  assert.equal(requests.length, 3);
});

test("an answer given again does not turn the table back", async (t) => {
  const { url } = await house(t, seated({ version: 7 }), played({ version: 3 }, '"3"'));
  const table = await new Leverstoke(url).shooter.create();
  assert.equal((await table.play("QS", { idempotencyKey: "the key of yesterday" })).session.version, 3);
  assert.equal(table.view.version, 7);
});

test("neither does a bot that is seated late, nor a refusal that is overtaken", async (t) => {
  const bot = json(201, { token: null, seat: 2, session: view({ version: 3 }), events: [] }, { ETag: '"3"' });
  const stale = problem(412, "stale_version", { session: view({ version: 5 }), headers: { ETag: '"5"' } });
  const late = (request, response) => setTimeout(() => stale(request, response), 200);
  const { url } = await house(t, seated({ version: 4 }), bot, late, looked({ version: 7 }, '"7"'));
  const table = await new Leverstoke(url).shooter.create();
  assert.equal(await table.addBot("sharp"), 2);
  assert.deepEqual([table.view.version, table.etag], [4, '"1"']);
  const refused = assert.rejects(table.play("QS", { ifMatch: '"0"' }), StaleVersion);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await table.look();
  await refused;
  assert.deepEqual([table.view.version, table.etag], [7, '"7"']);
});

test("a server that has lost what was known is believed", async (t) => {
  const stale = problem(412, "stale_version", { session: view({ version: 5 }), headers: { ETag: '"5"' } });
  const { url } = await house(t, seated({ version: 7 }), stale, played({ version: 6, status: "finished" }, '"6"'));
  const table = await new Leverstoke(url).shooter.create();
  for await (const turn of table.turns()) await turn.play(turn.legalActions[0]);
  assert.equal(table.view.version, 6);
});

test("a seat that is printed does not tell its token", async (t) => {
  const { url } = await house(t, seated({}, "top secret"));
  const seat = await new Leverstoke(url).shooter.create();
  assert.equal(seat.token, "top secret");
  assert.doesNotMatch(inspect(seat, { depth: 9 }) + JSON.stringify({ ...seat, server: 0 }), /top secret/);
});

test("what nobody knows yet is handed on: actions are posted, members kept", async (t) => {
  const legal = [{ action: "shoot_the_moon", body: { how: { high: "very" } } }];
  const { url, requests } = await house(
    t,
    seated({ legal_actions: legal, phase: "moonlight", moon: "full" }),
    played({ version: 2, status: "finished" }, '"2"'),
  );
  const table = await new Leverstoke(url).shooter.create();
  assert.equal(table.view.phase, "moonlight");
  assert.equal(JSON.parse(JSON.stringify(table.view)).moon, "full");
  for await (const turn of table.turns()) await turn.play(turn.legalActions[0]);
  assert.equal(requests[1]?.url, "/v1/shooter/sessions/S/shoot_the_moon");
  assert.deepEqual(requests[1]?.body, { how: { high: "very" } });
});

test("a seat is resumed by its token, and looks before it tells anything", async (t) => {
  const { url, requests } = await house(t, looked({ seat: 2, to_act: [2] }, '"1"'));
  const seat = new Leverstoke(url).shooter.seat("S", "mine");
  assert.throws(() => seat.view, /look/);
  const turn = await seat.waitForTurn();
  assert.equal(turn?.view.seat, 2);
  assert.equal(seat.number, 2);
  assert.equal(seat.url, `${url}/v1/shooter/sessions/S`);
  assert.equal(requests[0]?.headers.authorization, "Bearer mine");
});

test("seats are joined, given to the house, and taken again in a rematch", async (t) => {
  const bot = json(201, { token: null, seat: 2, session: view({ version: 2 }), events: [] }, { ETag: '"2"' });
  const { url, requests } = await house(t, seated({}, "Mine"), bot, seated({ id: "R" }, "Again"));
  const seat = await new Leverstoke(url).shooter.join("S", { name: "Ada", seat: 1 });
  assert.equal(await seat.addBot("sharp", 2), 2);
  assert.equal(seat.view.version, 2);
  const again = await seat.rematch();
  assert.deepEqual([again.id, again.token, again.constructor], ["R", "Again", seat.constructor]);
  assert.deepEqual(
    requests.map(({ url, body }) => [url, body]),
    [
      ["/v1/shooter/sessions/S/seats", { name: "Ada", seat: 1 }],
      ["/v1/shooter/sessions/S/seats", { bot: "sharp", seat: 2 }],
      ["/v1/shooter/sessions/S/rematch", ""],
    ],
  );
});

test("the lobby is read page by page, as far as it is read", async (t) => {
  const { url, requests } = await house(
    t,
    json(200, { sessions: [{ id: "A" }, { id: "B" }], next_cursor: "9.x" }),
    json(200, { sessions: [{ id: "C" }], next_cursor: null }),
  );
  const ids = [];
  for await (const row of new Leverstoke(url).shooter.list({ status: "waiting", open_seats: 1 })) ids.push(row.id);
  assert.deepEqual(ids, ["A", "B", "C"]);
  assert.deepEqual(
    requests.map(({ url }) => url),
    ["/v1/shooter/sessions?status=waiting&open_seats=1", "/v1/shooter/sessions?status=waiting&open_seats=1&cursor=9.x"],
  );
});

test("a version that a proxy has called weak is the same version", async (t) => {
  const { url, requests } = await house(
    t,
    json(201, { token: "T", seat: 0, session: view(), events: [] }, { ETag: 'W/"1"' }),
    played({}, 'W/"2"'),
  );
  const table = await new Leverstoke(url).shooter.create();
  for await (const turn of table.turns()) {
    await turn.play(turn.legalActions[0]);
    break;
  }
  assert.equal(requests[1]?.headers["if-match"], '"1"');
  assert.equal(table.etag, '"2"');
});

test("without its version a view is no use", async (t) => {
  const { url } = await house(t, json(200, view()));
  await assert.rejects(new Leverstoke(url).shooter.watch("S").look(), LeverstokeError);
});

test("waiting for a turn ends when it is told to", async (t) => {
  const { url } = await house(t, seated({ to_act: [1] }), () => {});
  const table = await new Leverstoke(url).shooter.create();
  await assert.rejects(table.waitForTurn({ signal: AbortSignal.timeout(100) }), { name: "TimeoutError" });
});

test("a bot plays steadily unless it is told otherwise", async (t) => {
  const { url, requests } = await house(t, seated(), json(201, { token: null, seat: 2, session: view({ version: 2 }), events: [] }, { ETag: '"2"' }));
  const table = await new Leverstoke(url).shooter.create();
  await table.addBot();
  assert.deepEqual(requests[1].body, { bot: "steady" });
});

test("what is no token is told at once", () => {
  for (const token of ["", "token\n", "to ken"])
    assert.throws(() => new Leverstoke("http://localhost:1").shooter.seat("S", token), /no token/);
});

test("a wrong request says what is wrong", async (t) => {
  const { url } = await house(t, problem(422, "invalid_request", { errors: { seat: ["No such seat."] } }));
  await assert.rejects(new Leverstoke(url).shooter.create(), /\{"seat":\["No such seat\."\]\}/);
});
