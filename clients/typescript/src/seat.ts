/** A seat at a table: a session with a hand of one's own, and the token that proves it. */

import type { BotLevel } from "./generated/types.gen.js";
import type { Kind, Playable, Played } from "./kind.js";
import { etagOf, NotFound, Problem, StaleVersion, Unauthorized } from "./problems.js";
import type { Routes, TableRoutes } from "./routes.js";
import type { Operation, Posting, Server, Waiting } from "./server.js";
import { type Known, Session } from "./session.js";
import { Turn } from "./turn.js";

/** Seconds that the server is asked to hold an answer while others act. */
const HOLD = 25;

export interface Acting extends Posting {
  /** Act only upon the view of this `etag`; StaleVersion is thrown if the session has moved on. */
  ifMatch?: string | undefined;
}

/** The class of a game's seats. */
export type SeatOf<K extends Kind, S extends Seat<K>> = new (server: Server, routes: Routes<K>, known: Known<K>) => S;

export class Seat<K extends Kind> extends Session<K> {
  /** What makes the seat yours. With the session's id it brings you back: `game.seat(id, token)`. */
  declare readonly token: string;

  /** The number of the seat, from 0. */
  get number(): number {
    return this.view.seat as number;
  }

  /** Takes an action: one of the view's legal ones, a hint, or any other. Throws Refused, and nothing has changed. */
  async act(action: Playable, { ifMatch, ...options }: Acting = {}): Promise<Played<K>> {
    const path = { session_id: this.id, action: action.action };
    const headers = ifMatch === undefined ? {} : { "If-Match": ifMatch };
    const known = this.etag;
    this.tried += 1;
    try {
      const { data, response } = await this.ask(this.post, { path, body: action.body }, { ...options, headers });
      this.learnIfNew(data.session, etagOf(response));
      return data;
    } catch (error) {
      if (error instanceof StaleVersion && !this.isOvertaken(error.session as K["View"], known))
        this.learn(error.session as K["View"], error.etag);
      throw error;
    }
  }

  /** The next turn, as soon as it comes; undefined once the session is over. */
  async waitForTurn(options: Waiting = {}): Promise<Turn<K> | undefined> {
    if (this.etag === undefined) await this.look(options);
    while (this.view.status !== "finished") {
      if (this.isMine) return new Turn(this, this.view, this.etag);
      await this.look({ ...options, wait: HOLD });
    }
    return undefined;
  }

  /** Actions so far, refused ones too. */
  private tried = 0;

  /** All turns until the session is over. One played in vain comes again; one let pass, with the next view. */
  async *turns(options: Waiting = {}): AsyncGenerator<Turn<K>, void, void> {
    for (let turn; (turn = await this.waitForTurn(options)) !== undefined;) {
      const tried = this.tried;
      yield turn;
      if (this.tried === tried && this.etag === turn.etag && this.isMine) await this.look({ ...options, wait: HOLD });
    }
  }

  /** Removes the session, as its creator; a table only before play or after it. */
  async delete(options: Waiting = {}): Promise<void> {
    await this.ask(this.routes.remove, this.at, options).catch(unlessDone(NotFound));
  }

  /** Any action, known to the document or not: a newer server lists its own, and they are there to be posted. */
  private readonly post: Operation<{ path: { session_id: string; action: string }; body: object }, Played<K>> = (
    call,
  ) =>
    call.client.post<{ 200: Played<K> }, unknown, true>({
      url: `${this.routes.path}/{session_id}/{action}`,
      security: [{ scheme: "bearer", type: "http" }],
      ...call,
    });

  private get isMine(): boolean {
    return this.view.seat !== null && this.view.to_act.includes(this.view.seat);
  }
}

/** A seat among several. */
export class TableSeat<K extends Kind> extends Seat<K> {
  declare protected readonly routes: TableRoutes<K>;

  /** After the end: a seat in a new session with the same players. It starts when every player has asked. */
  async rematch(options: Posting = {}): Promise<this> {
    const { data, response } = await this.ask(this.routes.rematch, this.at, options);
    const known = { id: data.session.id, token: data.token ?? "", view: data.session, etag: etagOf(response) };
    return new (this.constructor as SeatOf<K, this>)(this.server, this.routes, known);
  }

  /** Gives up the seat before play. The creator's takes the session with it. */
  async leave(options: Waiting = {}): Promise<void> {
    await this.free(this.number, options);
  }

  /** Frees a seat before play: one's own, or any as the creator. */
  async free(seat: number, options: Waiting = {}): Promise<void> {
    const path = { ...this.at.path, seat };
    // The token dies with one's own seat only.
    const isOwn = this.etag !== undefined && seat === this.number;
    await this.ask(this.routes.leave, { path }, options).catch(unlessDone(NotFound, ...(isOwn ? [Unauthorized] : [])));
  }

  /** Seats the house, as the creator, in `seat` or the first that is free. Resolves to the seat it got. */
  async addBot(level: BotLevel = "steady", seat?: number, options: Posting = {}): Promise<number> {
    const body = { bot: level, ...(seat !== undefined && { seat }) };
    const { data, response } = await this.ask(this.routes.join, { ...this.at, body }, options);
    this.learnIfNew(data.session, etagOf(response));
    return data.seat;
  }
}

/** Lets a removal pass that a try before may have done: nothing is left, or the token is dead. */
function unlessDone(...signs: (typeof NotFound)[]): (error: unknown) => void {
  return (error) => {
    const isDone = error instanceof Problem && error.mayBeDone && signs.some((sign) => error instanceof sign);
    if (!isDone) throw error;
  };
}
