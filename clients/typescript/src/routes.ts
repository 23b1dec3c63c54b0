/** The operations of one game, as the document names them, and the deck it is played with. */

import type { BotLevel } from "./generated/types.gen.js";
import type { AnyEvent, Kind, Seated } from "./kind.js";
import type { Operation } from "./server.js";

/** The path parameters of everything below a session. */
export interface AtSession {
  path: { session_id: string };
}

export interface Routes<K extends Kind> {
  /** The path of the game's sessions. */
  readonly path: string;
  /** Every card, in the order of the deck (D-4). */
  readonly deck: readonly string[];
  readonly create: Operation<{ body: K["Create"] }, Seated<K>>;
  readonly list: Operation<
    { query: K["Filter"] & { cursor?: string } },
    { sessions: K["Row"][]; next_cursor: string | null }
  >;
  readonly look: Operation<AtSession & { query: { wait?: number } }, K["View"]>;
  readonly remove: Operation<AtSession, void>;
  readonly events: Operation<
    AtSession & { query: { since?: number } } & { parseAs: "stream" },
    { events: AnyEvent[] } | void
  >;
  readonly replay: Operation<AtSession, K["Replay"]>;
}

/** What a game for several players has beside. */
export interface TableRoutes<K extends Kind> extends Routes<K> {
  readonly join: Operation<AtSession & { body: { name?: string; seat?: number; bot?: BotLevel } }, Seated<K>>;
  readonly leave: Operation<{ path: { session_id: string; seat: number } }, void>;
  readonly rematch: Operation<AtSession, Seated<K>>;
}
