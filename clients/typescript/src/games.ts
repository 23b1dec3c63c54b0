/**
 * The games of the document, by their own names.
 *
 * Rendered from clients/templates/games.ts.jinja by `make clients`; what is changed here is lost.
 */

import { Game, TableGame } from "./game.js";
import * as operations from "./generated/sdk.gen.js";
import type * as types from "./generated/types.gen.js";
import type { Played } from "./kind.js";
import type { Routes, TableRoutes } from "./routes.js";
import { type Acting, Seat, TableSeat } from "./seat.js";
import { Server, type ServerOptions, type Waiting } from "./server.js";
import type { Session } from "./session.js";
import type { Turn } from "./turn.js";

/** The version of the document, and of this package. */
export const VERSION = "0.1.0";

/** A Leverstoke server. */
export class Leverstoke extends Server {
  /** The Shooting Party. */
  readonly shootingParty: ShootingPartyGame = new ShootingPartyGame(this);
  /** Shooter. */
  readonly shooter: ShooterGame = new ShooterGame(this);

  /** `baseUrl` is the server's, like `http://localhost:8000`; in a page it may be relative. */
  constructor(baseUrl: string, options: ServerOptions = {}) {
    super(baseUrl, options, `leverstoke-typescript/${VERSION}`);
  }
}

/** The types of The Shooting Party. */
export interface ShootingPartyKind {
  View: types.ShootingPartyView;
  Event: types.ShootingPartyEvent;
  Action: types.ShootingPartyLegalAction;
  Replay: types.ShootingPartyReplay;
  Create: types.ShootingPartyCreate;
  Row: types.ShootingPartyRow;
  Filter: Omit<NonNullable<types.ListShootingPartySessionsData["query"]>, "cursor">;
}

const shootingParty: Routes<ShootingPartyKind> = {
  path: "/v1/shooting-party/sessions",
  deck: "AC 2C 3C 4C 5C JC QC KC AD 2D 3D 4D 5D JD QD KD AH 2H 3H 4H 5H JH QH KH AS 2S 3S 4S 5S JS QS KS JOKER".split(" "),
  create: operations.createShootingPartySession,
  list: operations.listShootingPartySessions,
  look: operations.getShootingPartySession,
  remove: operations.deleteShootingPartySession,
  events: operations.listShootingPartyEvents,
  replay: operations.getShootingPartyReplay,
};

export type ShootingPartySession = Session<ShootingPartyKind>;
export type ShootingPartyTurn = Turn<ShootingPartyKind>;

/** The Shooting Party, on one server. */
export class ShootingPartyGame extends Game<ShootingPartyKind, ShootingPartySeat> {
  constructor(server: Server) {
    super(server, shootingParty, ShootingPartySeat);
  }
}

/** A seat of The Shooting Party. */
export class ShootingPartySeat extends Seat<ShootingPartyKind> {
  /** Draw two cards. */
  draw(options: Acting = {}): Promise<Played<ShootingPartyKind>> {
    return this.act({ action: "draw", body: {} }, options);
  }

  /** Discard a match, or the joker alone, or settle an open choice. */
  discard(cards: types.ShootingPartyDiscard["cards"], options: Acting = {}): Promise<Played<ShootingPartyKind>> {
    return this.act({ action: "discard", body: { cards } }, options);
  }

  /** Give the joker for a discarded card, or for an ace of the draw pile. */
  retrieve(card: types.ShootingPartyRetrieve["card"], options: Acting = {}): Promise<Played<ShootingPartyKind>> {
    return this.act({ action: "retrieve", body: { card } }, options);
  }

  /** Score the queen who is the whole hand. */
  seduce(options: Acting = {}): Promise<Played<ShootingPartyKind>> {
    return this.act({ action: "seduce", body: {} }, options);
  }

  /** Leave the room: a fresh hand for the old one. */
  leave(options: Acting = {}): Promise<Played<ShootingPartyKind>> {
    return this.act({ action: "leave", body: {} }, options);
  }

  /** Give up. */
  resign(options: Acting = {}): Promise<Played<ShootingPartyKind>> {
    return this.act({ action: "resign", body: {} }, options);
  }

  /** What the house would do in my place, ready for `act`, and why. */
  async hint(level?: types.BotLevel, options: Waiting = {}): Promise<types.ShootingPartyHint> {
    const query = level === undefined ? {} : { level };
    return (await this.ask(operations.hintInShootingParty, { ...this.at, query }, options)).data;
  }
}

/** The types of Shooter. */
export interface ShooterKind {
  View: types.ShooterView;
  Event: types.ShooterEvent;
  Action: types.ShooterLegalAction;
  Replay: types.ShooterReplay;
  Create: types.ShooterCreate;
  Row: types.ShooterRow;
  Filter: Omit<NonNullable<types.ListShooterSessionsData["query"]>, "cursor">;
}

const shooter: TableRoutes<ShooterKind> = {
  path: "/v1/shooter/sessions",
  deck: "9C TC JC QC KC AC 9D TD JD QD KD AD 9H TH JH QH KH AH 9S TS JS QS KS AS".split(" "),
  create: operations.createShooterSession,
  list: operations.listShooterSessions,
  look: operations.getShooterSession,
  remove: operations.deleteShooterSession,
  events: operations.listShooterEvents,
  replay: operations.getShooterReplay,
  join: operations.joinShooterSession,
  leave: operations.leaveShooterSession,
  rematch: operations.rematchShooterSession,
};

export type ShooterSession = Session<ShooterKind>;
export type ShooterTurn = Turn<ShooterKind>;

/** Shooter, on one server. */
export class ShooterGame extends TableGame<ShooterKind, ShooterSeat> {
  constructor(server: Server) {
    super(server, shooter, ShooterSeat);
  }
}

/** A seat of Shooter. */
export class ShooterSeat extends TableSeat<ShooterKind> {
  /** Call in the auction. */
  bid(call: types.ShooterBid["call"], options: Acting = {}): Promise<Played<ShooterKind>> {
    return this.act({ action: "bid", body: { call } }, options);
  }

  /** Name the trump suit. */
  trump(suit: types.ShooterTrump["suit"], options: Acting = {}): Promise<Played<ShooterKind>> {
    return this.act({ action: "trump", body: { suit } }, options);
  }

  /** Play a card to the open trick, or lead it to the next. */
  play(card: types.ShooterPlay["card"], options: Acting = {}): Promise<Played<ShooterKind>> {
    return this.act({ action: "play", body: { card } }, options);
  }

  /** Say that a player did not follow suit though they could. */
  accuse(seat: types.ShooterAccuse["seat"], options: Acting = {}): Promise<Played<ShooterKind>> {
    return this.act({ action: "accuse", body: { seat } }, options);
  }

  /** Have the hand scored as it was played. */
  accept(options: Acting = {}): Promise<Played<ShooterKind>> {
    return this.act({ action: "accept", body: {} }, options);
  }

  /** Take back the seat that the house keeps. */
  return(options: Acting = {}): Promise<Played<ShooterKind>> {
    return this.act({ action: "return", body: {} }, options);
  }

  /** Give up. */
  resign(options: Acting = {}): Promise<Played<ShooterKind>> {
    return this.act({ action: "resign", body: {} }, options);
  }

  /** What the house would do in my place, ready for `act`, and why. */
  async hint(level?: types.BotLevel, options: Waiting = {}): Promise<types.ShooterHint> {
    const query = level === undefined ? {} : { level };
    return (await this.ask(operations.hintInShooter, { ...this.at, query }, options)).data;
  }
}
