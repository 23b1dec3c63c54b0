/** The deal, done again: everything random in a session comes from its seed (D-1 to D-5). */

const utf8 = new TextEncoder();

/** What the house publishes before the first card, to be bound by it (D-1). */
export async function commitment(id: string, seed: string): Promise<string> {
  const digest = await subtle().digest("SHA-256", utf8.encode(`leverstoke:${id}:${seed}`));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The numbers that a seed gives for one label (D-2, D-3). */
export class Chance {
  readonly #seed: string;
  readonly #label: string;
  #key: CryptoKey | undefined;
  #blocks = 0;
  #words: number[] = [];

  constructor(seed: string, label: string) {
    this.#seed = seed;
    this.#label = label;
  }

  /** The next word: 32 bits. */
  async word(): Promise<number> {
    if (this.#words.length === 0) {
      const hmac = { name: "HMAC", hash: "SHA-256" };
      this.#key ??= await subtle().importKey("raw", utf8.encode(this.#seed), hmac, false, ["sign"]);
      const block = await subtle().sign("HMAC", this.#key, utf8.encode(`${this.#label}:${this.#blocks}`));
      this.#blocks += 1;
      const words = new DataView(block);
      for (let at = 0; at < block.byteLength; at += 4) this.#words.push(words.getUint32(at));
    }
    return this.#words.shift()!;
  }

  /** A number from 0 to `n` - 1, every one as likely as the others. */
  async below(n: number): Promise<number> {
    let word;
    do word = await this.word();
    while (word >= 2 ** 32 - (2 ** 32 % n));
    return word % n;
  }
}

/** The `k`-th shuffle of a session, from 1, of these cards, which are given in the deck's order (D-4). */
export async function shuffle(seed: string, k: number, cards: readonly string[]): Promise<string[]> {
  const chance = new Chance(seed, `shuffle:${k}`);
  const pile = [...cards];
  for (let i = pile.length - 1; i > 0; i -= 1) {
    const j = await chance.below(i + 1);
    [pile[i], pile[j]] = [pile[j]!, pile[i]!];
  }
  return pile;
}

/** The seat that deals first, where it is drawn (D-5). */
export function firstDealer(seed: string, players: number): Promise<number> {
  return new Chance(seed, "dealer").below(players);
}

function subtle(): SubtleCrypto {
  const { subtle } = crypto as Partial<Crypto>;
  if (subtle === undefined) throw new Error("A page can verify a deal only if it came over HTTPS or from localhost.");
  return subtle;
}
