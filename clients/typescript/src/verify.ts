/** Whether a finished session was dealt as promised. */

import { commitment, firstDealer, shuffle } from "./deal.js";
import type { AnyEvent, AnyReplay, AnyView } from "./kind.js";
import { LeverstokeError } from "./problems.js";

/** What was checked and fits. */
export interface Verified {
  seed: string;
  /** Null where a player chose the seed: nobody was bound by it. */
  commitment: string | null;
  /** How many shuffles came out as the seed has it. */
  shuffles: number;
  /** The seat that dealt first, where the seed decided it. */
  firstDealer: number | null;
}

/** Something does not fit what was promised. */
export class VerificationFailed extends LeverstokeError {
  override name = "VerificationFailed";
  /** The promise that is broken, like `D-4`. */
  readonly clause: string;

  constructor(clause: string, detail: string) {
    super(`${detail} (${clause})`);
    this.clause = clause;
  }
}

/** `promised` is the commitment told before the cards. */
export async function verify(
  view: AnyView,
  replay: AnyReplay,
  deck: readonly string[],
  promised: string | null | undefined,
  events: () => AsyncIterable<AnyEvent>,
): Promise<Verified> {
  const { seed } = replay;
  if (view.seed !== seed) throw new VerificationFailed("D-1", "The view and the replay tell different seeds.");
  if (view.commitment !== replay.commitment || view.commitment !== promised) {
    throw new VerificationFailed("D-1", "The commitment is not the same everywhere, and at all times.");
  }
  if (view.seeded !== (view.commitment === null)) {
    throw new VerificationFailed("D-1", "A commitment is what a fresh deal has, and a seeded one has not.");
  }
  if (view.commitment !== null && !/^[0-9a-f]{64}$/.test(seed)) {
    throw new VerificationFailed("D-1", "The seed is not one that was drawn.");
  }
  if (view.commitment !== null && view.commitment !== (await commitment(view.id, seed))) {
    throw new VerificationFailed("D-1", "The seed is not the one that the house was bound to.");
  }
  const told = await shufflesIn(events());
  if (told.length !== replay.shuffles.length || told.some((event, index) => event.shuffle !== index + 1)) {
    throw new VerificationFailed("D-5", "The events and the replay tell of different shuffles.");
  }
  for (const [index, pile] of replay.shuffles.entries()) {
    const k = index + 1;
    const cards = deck.filter((card) => pile.includes(card));
    if (cards.length !== pile.length)
      throw new VerificationFailed("D-4", `Shuffle ${k} is not of the deck's cards, each once.`);
    // The first deals, and so does every other that is told of in the same way.
    if (told[index]!.type === told[0]!.type && cards.length !== deck.length)
      throw new VerificationFailed("D-4", `Shuffle ${k} is not of the whole deck.`);
    const again = await shuffle(seed, k, cards);
    if (again.some((card, at) => card !== pile[at])) {
      throw new VerificationFailed("D-4", `Shuffle ${k} does not come from the seed.`);
    }
  }
  // Only where it was for the seed to decide.
  const dealer = (table(view).first_dealer === null ? told[0]?.dealer : undefined) ?? null;
  if (dealer !== null && dealer !== (await firstDealer(seed, table(view).players))) {
    throw new VerificationFailed("D-5", "The first dealer does not come from the seed.");
  }
  return { seed, commitment: view.commitment, shuffles: replay.shuffles.length, firstDealer: dealer };
}

/** An event that tells of a shuffle, and of who deals, in a game that has dealers. */
interface Shuffled extends AnyEvent {
  shuffle: number;
  dealer?: number;
}

async function shufflesIn(events: AsyncIterable<AnyEvent>): Promise<Shuffled[]> {
  const told: Shuffled[] = [];
  for await (const event of events) if ("shuffle" in event) told.push(event as Shuffled);
  return told;
}

/** The options that a deal depends on, in a game that has them. */
function table({ options }: AnyView): { players: number; first_dealer?: number | null } {
  return options as ReturnType<typeof table>;
}
