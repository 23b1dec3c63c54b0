/** Server-sent events: from bytes, cut anywhere, to frames. */

/** What stands before an empty line. A comment makes a frame without `data`. */
export interface Frame {
  id?: string;
  data?: string;
  /** Milliseconds to wait before coming back. */
  retry?: number;
}

export class FrameReader {
  readonly #decoder = new TextDecoder();
  #text = "";
  #frame: Frame = {};

  /** The frames that are complete with these bytes. */
  *read(bytes: Uint8Array): Generator<Frame> {
    this.#text += this.#decoder.decode(bytes, { stream: true });
    // A carriage return at the end may be the first half of a line's end.
    for (let line; (line = /^(.*?)(?:\r\n|\n|\r(?!$))/s.exec(this.#text));) {
      this.#text = this.#text.slice(line[0].length);
      if (line[1] !== "") this.#take(line[1]!);
      else {
        yield this.#frame;
        this.#frame = {};
      }
    }
  }

  #take(line: string): void {
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
    if (field === "id") this.#frame.id = value;
    else if (field === "data")
      this.#frame.data = this.#frame.data === undefined ? value : `${this.#frame.data}\n${value}`;
    else if (field === "retry" && /^\d+$/.test(value)) this.#frame.retry = Number(value);
  }
}
