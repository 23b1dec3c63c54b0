/** A turn: what is on the table when it is yours to act, and what you may do. */

import type { Kind, Playable, Played } from "./kind.js";
import { StaleVersion } from "./problems.js";
import type { Seat } from "./seat.js";
import type { Posting } from "./server.js";

export class Turn<K extends Kind> {
  readonly view: K["View"];
  /** The version of `view`. */
  readonly etag: string | undefined;
  readonly #seat: Seat<K>;

  constructor(seat: Seat<K>, view: K["View"], etag: string | undefined) {
    this.#seat = seat;
    this.view = view;
    this.etag = etag;
  }

  /** All that may be done but resigning; there is always something. */
  get legalActions(): [K["Action"], ...K["Action"][]] {
    return this.view.legal_actions as [K["Action"], ...K["Action"][]];
  }

  /**
   * Takes an action upon this very view. Undefined if the session has moved on meanwhile: nothing was done, and the
   * next turn shows what is. Throws Refused if the rules do not allow it.
   */
  async play(action: Playable, options: Posting = {}): Promise<Played<K> | undefined> {
    try {
      return await this.#seat.act(action, { ...options, ifMatch: this.etag });
    } catch (error) {
      if (error instanceof StaleVersion) return undefined;
      throw error;
    }
  }
}
