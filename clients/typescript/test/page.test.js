import assert from "node:assert/strict";
import { readFileSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import test from "node:test";
import { runInNewContext } from "node:vm";
import { view } from "./house.js";

// In a copy of this folder, as pytest makes it, node_modules is a link to where the examples are, too.
const modules = realpathSync(new URL("../node_modules", import.meta.url));
const page = readFileSync(resolve(modules, "../../examples/page.html"), "utf8");
const script = /<script type="module">(.*)<\/script>/s.exec(page)?.[1] ?? "";

/** Opens the page where each request has the next of these answers; resolves to the requests once all are given. */
function open(...answers) {
  const shown = {};
  const requests = [];
  const element = () => ({ append: () => {}, disabled: false });
  const places = (id) => ({ replaceChildren: (...nodes) => (shown[id] = nodes) });
  return new Promise((done) => {
    const fetch = async (url, { method, headers }) => {
      if (answers.length === 0) return new Promise(() => done(requests));
      requests.push([method, new URL(url).pathname, headers["Idempotency-Key"]]);
      const [status, body] = answers.shift()(shown) ?? assert.fail("The connection is lost.");
      return new Response(JSON.stringify(body), { status, headers: { ETag: '"1"' } });
    };
    const document = { createElement: element, getElementById: places, querySelectorAll: () => [] };
    const setTimeout = (wake) => setImmediate(wake);
    runInNewContext(script, { URLSearchParams, crypto, document, fetch, location: { search: "" }, setTimeout });
  });
}

const table = (more) =>
  view({ url: "/v1/shooter/sessions/S", players: [{ seat: 0 }], trick: [], hand: ["QS"], result: null, ...more });

test("the page outlives what is lost, and sends one key with every try of an action", async () => {
  const created = () => [201, { token: "T", session: table(), events: [] }];
  const clicks = (shown) => {
    setImmediate(() => setImmediate(() => shown.hand[0].onclick()));
    return created();
  };
  const lost = () => undefined;
  const busy = () => [503, { detail: "Busy.", code: "outcome_unknown" }];
  const played = () => [200, { session: table({ to_act: [1], version: 2 }), events: [] }];
  const waits = () => [200, table({ to_act: [1], version: 3 })];
  const requests = await open(lost, clicks, lost, busy, played, lost, busy, waits);
  const [opening, again, ...then] = requests;
  assert.deepEqual(opening, again);
  const keys = then.slice(0, 3).map(([, , key]) => key);
  assert.equal(new Set(keys).size, 1);
  assert.ok(keys[0].length >= 16 && keys[0] !== opening[2]);
  assert.deepEqual(
    then.map(([method, path]) => [method, path]),
    [
      ...Array(3).fill(["POST", "/v1/shooter/sessions/S/play"]),
      ...Array(3).fill(["GET", "/v1/shooter/sessions/S"]),
    ],
  );
});
