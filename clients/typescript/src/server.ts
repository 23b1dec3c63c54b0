/** The server that the games are on. */

import { type Client, createClient, createConfig } from "./generated/client/index.js";
import { Line } from "./line.js";
import type { Patience } from "./patience.js";
import { problemIn } from "./problems.js";
import { patient, sentFor } from "./transport.js";

/** What anything that waits may be given to stop it. */
export interface Waiting {
  /** Ends the wait; what waited rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** What may be said with a POST. */
export interface Posting extends Waiting {
  /** 16 to 255 characters; one is made up if left out. To repeat a request after a crash, keep its key. */
  idempotencyKey?: string | undefined;
}

export interface ServerOptions {
  /** In place of the global one. */
  fetch?: typeof globalThis.fetch | undefined;
  /** How often a request is sent at most. Default: 10, for about ten seconds: a restart. */
  tries?: number | undefined;
  /** Seconds that an answer may take, beside those it was asked to be held. Default: 30. */
  timeout?: number | undefined;
}

/** What every generated operation takes beside its own parameters. */
export interface Call {
  client: Client;
  auth?: string;
  headers?: Record<string, string>;
  signal: AbortSignal;
  throwOnError: true;
}

/** A generated operation, as the layer calls it. */
export type Operation<Parameters, Answer> = (options: Parameters & Call) => Promise<Answered<Answer>>;

export interface Answered<Answer> {
  data: Answer;
  response: Response;
}

/** Whoever asks, and what for. */
export interface Asking extends Posting {
  token?: string | undefined;
  headers?: Record<string, string>;
}

export class Server {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** For the generated operations: `getIndex({ client })`. It retries like everything else. */
  readonly client: Client;
  readonly patience: Patience;

  /** `baseUrl` may be relative in a page. `agent` names the program, where that may be said. */
  constructor(baseUrl: string, { fetch, tries = 10, timeout = 30 }: ServerOptions, agent: string) {
    this.baseUrl = addressOf(baseUrl).href.replace(/\/+$/, "");
    this.patience = { tries, timeout, silence: 30 };
    const headers = isPage() ? {} : { "User-Agent": agent };
    this.client = createClient(
      createConfig({
        baseUrl: this.baseUrl,
        headers,
        fetch: patient(fetch ?? globalThis.fetch, this.patience),
        // Operations hand their `client` on to Request, where Deno would take it for a client of its own.
        requestValidator: async (options) => delete (options as { client?: Client }).client,
      }),
    );
    this.client.interceptors.error.use((error, response: Response | undefined) =>
      response ? problemIn(response, error, sentFor(response)) : error,
    );
  }

  /** Calls an operation; problems are thrown. */
  async ask<Parameters, Answer>(
    operation: Operation<Parameters, Answer>,
    parameters: Parameters,
    { signal, ...asking }: Asking = {},
  ): Promise<Answered<Answer>> {
    const line = new Line(signal);
    try {
      const answered = await line.until(() => this.open(operation, parameters, line.signal, asking));
      const { data, response } = answered;
      if (response.status !== 204 && !isOf("application/json", response))
        throw problemIn(response, data, sentFor(response));
      return answered;
    } finally {
      line.close();
    }
  }

  /** Calls an operation whose answer goes on until `signal` ends it. */
  open<Parameters, Answer>(
    operation: Operation<Parameters, Answer>,
    parameters: Parameters,
    signal: AbortSignal,
    { token, headers, idempotencyKey }: Omit<Asking, "signal"> = {},
  ): Promise<Answered<Answer>> {
    return operation({
      ...parameters,
      client: this.client,
      ...(token !== undefined && { auth: token }),
      headers: { ...headers, ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }) },
      signal,
      throwOnError: true,
    });
  }
}

/** Whether an answer is of a type. If not, somebody before the server may have given it, whatever its status says. */
export function isOf(type: string, response: Response): boolean {
  return response.headers.get("Content-Type")?.startsWith(type) ?? false;
}

/** The URL of a server; TypeError if it can be none. What is wrong is not repeated, as it may have a password. */
function addressOf(baseUrl: string): URL {
  let url: URL | undefined;
  try {
    url = new URL(baseUrl, globalThis.location?.href);
  } catch {
    // Told below.
  }
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw new TypeError("The URL of a server looks like http://localhost:8000 or https://cards.example.org.");
  if (url.username !== "" || url.password !== "")
    throw new TypeError("The URL of a server has no user and no password: like https://cards.example.org.");
  return url;
}

/** Browsers name themselves, and let nobody else do so. */
function isPage(): boolean {
  return "document" in globalThis || "importScripts" in globalThis;
}
