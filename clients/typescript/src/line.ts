/** A line to the server that is hung up when nothing is heard for too long, or when its caller has had enough. */

/** Nothing was heard. */
class Silence extends Error {
  override name = "Silence";
}

export class Line {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | null | undefined;
  readonly #hangUp = () => this.#controller.abort(this.#caller?.reason);

  /** `caller` ends the line at any time. */
  constructor(caller?: AbortSignal | null) {
    this.#caller = caller;
    if (caller?.aborted) this.#hangUp();
    caller?.addEventListener("abort", this.#hangUp, { once: true });
  }

  /** What to give to fetch. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * What is `said`, unless the line is hung up before. It does not rely on `said` to notice: a signal that was handed on
   * by a Request may be lost to the garbage collector (Node 20), and a fetch of somebody else's may know none.
   */
  async until<T>(said: () => Promise<T>): Promise<T> {
    const { signal } = this;
    let hungUp = () => {};
    const dead = new Promise<never>((_, reject) => (hungUp = () => reject(signal.reason)));
    if (signal.aborted) hungUp();
    signal.addEventListener("abort", hungUp, { once: true });
    try {
      return await Promise.race([said(), dead]);
    } finally {
      signal.removeEventListener("abort", hungUp);
    }
  }

  /** What is `said`, if it is said within so many seconds; otherwise the line is dead. */
  async hear<T>(seconds: number, said: () => Promise<T>): Promise<T> {
    const silence = () => this.#controller.abort(new Silence(`Nothing was heard for ${seconds} seconds.`));
    const timer = setTimeout(silence, seconds * 1000);
    try {
      return await this.until(said);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes the connection if it is still open. */
  close(): void {
    this.#caller?.removeEventListener("abort", this.#hangUp);
    this.#controller.abort();
  }
}
