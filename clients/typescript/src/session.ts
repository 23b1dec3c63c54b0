/** A session as somebody sees it who has no seat, or any seat: what is on the table, and what happens. */

import { follow } from "./follow.js";
import type { Kind } from "./kind.js";
import { etagOf, LeverstokeError, Problem, problemIn } from "./problems.js";
import type { Routes } from "./routes.js";
import { type Answered, type Asking, isOf, type Operation, type Server, type Waiting } from "./server.js";
import { sentFor } from "./transport.js";
import { type Verified, verify } from "./verify.js";

/** What is known of a session to begin with. */
export interface Known<K extends Kind> {
  id: string;
  token?: string;
  view?: K["View"];
  etag?: string | undefined;
}

export class Session<K extends Kind> {
  readonly id: string;
  protected readonly server: Server;
  protected readonly routes: Routes<K>;
  declare protected readonly token: string | undefined;
  #view: K["View"] | undefined;
  #etag: string | undefined;
  /** The commitment of the first view: what the house is held to at the end. */
  #promised: string | null | undefined;

  /** Made by a game; asks for nothing yet. */
  constructor(server: Server, routes: Routes<K>, { id, token, view, etag }: Known<K>) {
    this.server = server;
    this.routes = routes;
    this.id = id;
    // Not to be seen where a seat is printed.
    Object.defineProperty(this, "token", { value: token });
    this.#view = view;
    this.#etag = etag;
    this.#promised = view?.commitment;
  }

  /** Where the session is. Whoever knows it may watch. */
  get url(): string {
    return `${this.server.baseUrl}${this.routes.path}/${encodeURIComponent(this.id)}`;
  }

  /** The latest view known. There is none in a session that was resumed or is watched before its first `look`. */
  get view(): K["View"] {
    if (this.#view === undefined) throw new Error("Nobody has looked at this session yet: await look().");
    return this.#view;
  }

  /** The version of `view`, for `If-Match`. */
  get etag(): string | undefined {
    return this.#etag;
  }

  /** The view as it is now. With `wait`, 1 to 30 seconds, held for so long until it is another than the one known. */
  async look({ wait = 0, signal }: Waiting & { wait?: number | undefined } = {}): Promise<K["View"]> {
    const known = this.#etag;
    try {
      const answered = await this.ask(
        this.routes.look,
        { ...this.at, query: wait > 0 && known !== undefined ? { wait } : {} },
        { signal, headers: known === undefined ? {} : { "If-None-Match": known } },
      );
      if (!this.isOvertaken(answered.data, known)) this.learn(answered.data, etagOf(answered.response));
    } catch (error) {
      // The generated client takes 304 for an error.
      if (!(error instanceof Problem && error.status === 304)) throw error;
    }
    return this.view;
  }

  /**
   * What happens, from event `since` + 1 to the end: each event once and in order, over any number of connections. A
   * session that nobody ends is followed for ever; leave the loop or abort `signal` to stop.
   */
  events({ since = 0, signal }: Waiting & { since?: number | undefined } = {}): AsyncGenerator<K["Event"], void, void> {
    return follow<K["Event"]>(
      async (since, lastEventId, signal) => {
        const { data, response } = await this.server.open(
          this.routes.events,
          // Both, for where the header gets lost on the way.
          { ...this.at, query: { since }, parseAs: "stream" },
          signal,
          {
            token: this.token,
            headers: {
              Accept: "text/event-stream",
              ...(lastEventId !== undefined && { "Last-Event-ID": lastEventId }),
            },
          },
        );
        if (response.status === 204) return undefined;
        const stream = data as unknown as ReadableStream<Uint8Array>;
        if (!isOf("text/event-stream", response))
          throw problemIn(response, await new Response(stream).text(), sentFor(response));
        return stream;
      },
      since,
      this.server.patience,
      signal,
    );
  }

  /** After the end: the seed, every shuffle and every action. */
  async replay(options: Waiting = {}): Promise<K["Replay"]> {
    return (await this.ask(this.routes.replay, this.at, options)).data;
  }

  /** After the end: whether the cards were dealt as the first view promised (D-1 to D-5). Throws VerificationFailed. */
  async verify(options: Waiting = {}): Promise<Verified> {
    const replay = await this.replay(options);
    const view = await this.look(options);
    return verify(view, replay, this.routes.deck, this.#promised, () => this.events(options));
  }

  protected get at(): { path: { session_id: string } } {
    return { path: { session_id: this.id } };
  }

  protected ask<Parameters, Answer>(
    operation: Operation<Parameters, Answer>,
    parameters: Parameters,
    options: Asking = {},
  ): Promise<Answered<Answer>> {
    return this.server.ask(operation, parameters, { ...options, token: this.token });
  }

  /** Takes a view that came with an answer, and its version. */
  protected learn(view: K["View"], etag: string | undefined): void {
    if (etag === undefined) throw new LeverstokeError("The ETag of an answer was lost on the way.");
    if (this.#view === undefined) this.#promised = view.commitment;
    this.#view = view;
    this.#etag = etag;
  }

  /**
   * Whether what was learned since `known` was, while an answer was on its way, is newer than the answer's view. If
   * nothing was, an older view is how it is: the server has lost the rest.
   */
  protected isOvertaken(view: K["View"], known: string | undefined): boolean {
    return this.#etag !== known && view.version < this.view.version;
  }

  /** Takes a view that may come from an old answer, given again to a key that was used before: never turns back. */
  protected learnIfNew(view: K["View"], etag: string | undefined): void {
    if (this.#view === undefined || view.version >= this.#view.version) this.learn(view, etag);
  }
}
