/**
 * Plays scenarios and tells what came of them, a line of JSON each: `node player.js BASE_URL SCENARIO...`.
 * Every client has this player; what they tell of a scenario must be the same.
 */

import { deepStrictEqual, strictEqual } from "node:assert";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { Leverstoke, Refused, StaleVersion } from "@leverstoke/client";
import * as operations from "@leverstoke/client/operations";

/** @typedef {import("@leverstoke/client").TableSeat<any>} Seat */

const [baseUrl = "", ...files] = process.argv.slice(2);
const leverstoke = new Leverstoke(baseUrl);
/** @type {Record<string, { game: any, list: Function }>} */
const games = {
  shooter: { game: leverstoke.shooter, list: operations.listShooterEvents },
  "shooting-party": { game: leverstoke.shootingParty, list: operations.listShootingPartyEvents },
};

class Scenario {
  actions = 0;
  stale = 0;
  /** @type {[string, string | null][]} */
  refusals = [];
  /** @type {Map<Seat, { now?: string | undefined, before?: string | undefined }>} */
  etags = new Map();

  /** @param {Seat[]} seats */
  constructor(seats) {
    this.seats = seats;
  }

  /** The first seat to act, with the view as it is; none once the session is finished. */
  async next() {
    const newest = this.seats
      .map(({ view }) => view)
      .reduce((one, other) => (other.version > one.version ? other : one));
    if (newest.status === "finished") return undefined;
    const seat = /** @type {Seat} */ (this.seats[newest.to_act[0]]);
    this.remember(seat);
    await seat.look();
    this.remember(seat);
    return seat;
  }

  /** @param {Seat} seat */
  remember(seat) {
    const known = this.etags.get(seat) ?? {};
    if (known.now !== seat.etag) this.etags.set(seat, { now: seat.etag, before: known.now });
  }

  /** @param {Seat} seat @param {number} n */
  async pick(seat, n) {
    const turn = await seat.waitForTurn();
    if (await turn?.play(turn.legalActions[n % turn.legalActions.length])) this.actions += 1;
  }

  /** @param {Seat} seat */
  async refused(seat, action, code, rule) {
    const error = await seat.act(action).catch((error) => error);
    if (!(error instanceof Refused)) throw new Error(`${JSON.stringify(action)} was not refused`, { cause: error });
    deepStrictEqual([error.code, error.rule], [code, rule]);
    this.refusals.push([error.code, error.rule ?? null]);
  }

  /** @param {Seat} seat @param {number} n */
  async late(seat, n, fresh) {
    const ifMatch = this.etags.get(seat)?.before;
    if (ifMatch === undefined) return;
    const legal = seat.view.legal_actions;
    const error = await seat.act(legal[n % legal.length], { ifMatch }).catch((error) => error);
    if (!(error instanceof StaleVersion)) throw new Error(`${ifMatch} was not stale`, { cause: error });
    deepStrictEqual(error.session, await fresh.look());
    this.stale += 1;
  }
}

async function all(events) {
  const told = [];
  for await (const event of events) told.push(event);
  return told;
}

async function listed(list, id) {
  const told = [];
  for (;;) {
    const query = { since: told.length, limit: 1000 };
    const { data } = await list({ client: leverstoke.client, path: { session_id: id }, query, throwOnError: true });
    if (data.events.length === 0) return told;
    told.push(...data.events);
  }
}

async function play(file) {
  const { game: name, create, joins = 0, steps } = JSON.parse(await readFile(file, "utf8"));
  const { game, list } = /** @type {(typeof games)[string]} */ (games[name]);
  const creator = await game.create(create);
  const streamed = all(game.watch(creator.id).events());
  const seats = [creator];
  for (let n = 0; n < joins; n += 1) seats.push(await game.join(creator.id));
  for (const [number, seat] of seats.entries()) strictEqual(seat.number, number);

  const scenario = new Scenario(seats);
  for (const step of steps) {
    const seat = await scenario.next();
    if (seat === undefined) break;
    if (step.refused) await scenario.refused(seat, step.refused, step.code, step.rule);
    else if (step.stale !== undefined) await scenario.late(seat, step.stale, game.seat(seat.id, seat.token));
    else await scenario.pick(seat, step.pick);
  }
  for (let seat; (seat = await scenario.next());) await scenario.pick(seat, 0);

  const { actions, refusals, stale } = scenario;
  const verified = Boolean(await creator.verify());
  const view = await creator.look();
  return {
    scenario: basename(file),
    view,
    listed: await listed(list, creator.id),
    streamed: await streamed,
    refusals,
    stale,
    verified,
    actions,
  };
}

for (const file of files) console.log(JSON.stringify(await play(file)));
