/** A game on a server: where sessions are opened, joined, found and resumed. */

import type { Kind, Seated } from "./kind.js";
import { etagOf } from "./problems.js";
import type { Routes, TableRoutes } from "./routes.js";
import type { Answered, Posting, Server, Waiting } from "./server.js";
import type { Seat, SeatOf } from "./seat.js";
import { Session } from "./session.js";

export class Game<K extends Kind, S extends Seat<K>, R extends Routes<K> = Routes<K>> {
  protected readonly server: Server;
  protected readonly routes: R;
  readonly #Seat: SeatOf<K, S>;

  constructor(server: Server, routes: R, seat: SeatOf<K, S>) {
    this.server = server;
    this.routes = routes;
    this.#Seat = seat;
  }

  /** Opens a session, and resolves to the seat of whoever opens it. */
  async create(create: K["Create"] = {}, options: Posting = {}): Promise<S> {
    return this.seated(await this.server.ask(this.routes.create, { body: create }, options));
  }

  /** A seat that was taken before. Asks for nothing yet: `look()`, or wait for a turn. */
  seat(id: string, token: string): S {
    if (!/^[\w.-]+$/.test(token)) throw new TypeError("That is no token, as create and join give them.");
    return new this.#Seat(this.server, this.routes, { id, token });
  }

  /** A session as those see it who have no seat. Asks for nothing yet. */
  watch(id: string): Session<K> {
    return new Session(this.server, this.routes, { id });
  }

  /** The lobby: every listed session, newest first. Asks page by page, as far as it is read. */
  async *list({ signal, ...filter }: K["Filter"] & Waiting = {} as K["Filter"]): AsyncGenerator<K["Row"], void, void> {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { ...(filter as K["Filter"]), ...(cursor !== undefined && { cursor }) };
      const { data } = await this.server.ask(this.routes.list, { query }, { signal });
      yield* data.sessions;
      cursor = data.next_cursor;
    }
  }

  protected seated({ data, response }: Answered<Seated<K>>): S {
    const { session, token } = data;
    const known = { id: session.id, token: token ?? "", view: session, etag: etagOf(response) };
    return new this.#Seat(this.server, this.routes, known);
  }
}

/** A game for several. */
export class TableGame<K extends Kind, S extends Seat<K>> extends Game<K, S, TableRoutes<K>> {
  /** Takes a seat at a table: `seat`, or the first that is free. */
  async join(id: string, { name, seat, ...options }: Posting & { name?: string; seat?: number } = {}): Promise<S> {
    const body = { ...(name !== undefined && { name }), ...(seat !== undefined && { seat }) };
    return this.seated(await this.server.ask(this.routes.join, { path: { session_id: id }, body }, options));
  }
}
