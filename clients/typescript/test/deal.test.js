import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Chance, commitment, firstDealer, shuffle, VerificationFailed } from "@leverstoke/client";
import { verify } from "../dist/verify.js";
import { view } from "./house.js";

const vectors = JSON.parse(readFileSync(new URL("deal.json", import.meta.url), "utf8"));
const ORDER = { "shooting-party": ["A2345JQK", ["JOKER"]], shooter: ["9TJQKA", []] };
const deck = (game) => [
  ...[..."CDHS"].flatMap((suit) => [...ORDER[game][0]].map((rank) => rank + suit)),
  ...ORDER[game][1],
];

test("words come from the seed and the label", async () => {
  for (const { seed, label, first_ten } of vectors.words) {
    const chance = new Chance(seed, label);
    for (const word of first_ten) assert.equal(await chance.word(), word);
  }
});

test("piles are shuffled as the worked examples have it", async () => {
  for (const { game, seed, k, from, result } of vectors.shuffles) {
    const cards = deck(game).filter((card) => from === "the whole deck" || from.includes(card));
    assert.deepEqual(await shuffle(seed, k, cards), result);
  }
});

test("dealers and commitments too", async () => {
  for (const { seed, players, dealer } of vectors.first_dealers) assert.equal(await firstDealer(seed, players), dealer);
  for (const { session_id, seed, commitment: promised } of vectors.commitments) {
    assert.equal(await commitment(session_id, seed), promised);
  }
});

const seed = "5".repeat(64);
async function finished() {
  const promised = await commitment("S", seed);
  return {
    view: view({ seed, seeded: false, commitment: promised }),
    replay: {
      seed,
      commitment: promised,
      shuffles: [await shuffle(seed, 1, deck("shooter")), await shuffle(seed, 2, ["9C", "AS"])],
    },
    dealer: await firstDealer(seed, 4),
  };
}
async function* dealt(dealer, ...then) {
  yield { seq: 1, type: "seated" };
  yield { seq: 2, type: "dealt", dealer, shuffle: 1 };
  yield* then;
}
const reshuffled = { seq: 3, type: "shuffled", shuffle: 2 };

test("a deal that fits is verified", async () => {
  const { view, replay, dealer } = await finished();
  assert.deepEqual(await verify(view, replay, deck("shooter"), replay.commitment, () => dealt(dealer, reshuffled)), {
    seed,
    commitment: replay.commitment,
    shuffles: 2,
    firstDealer: dealer,
  });
});

test("one that does not is told by its clause", async () => {
  const { view, replay, dealer } = await finished();
  const [first] = replay.shuffles;
  const fails = async (clause, now, then, by = dealer, promised = replay.commitment) =>
    assert.rejects(
      verify({ ...view, ...now }, { ...replay, ...then }, deck("shooter"), promised, () => dealt(by, reshuffled)),
      (error) => error instanceof VerificationFailed && error.clause === clause,
    );
  await fails("D-1", { seed: "another" }, {});
  await fails("D-1", {}, { commitment: "another" });
  await fails("D-1", { seeded: true }, {});
  await fails("D-1", { id: "another" }, {});
  await fails("D-4", {}, { shuffles: [first, first] });
  await fails("D-4", {}, { shuffles: [first, ["9C", "9C"]] });
  await fails("D-4", {}, { shuffles: [first, ["9C", "2S"]] });
  await fails("D-1", {}, {}, dealer, "what was told at first");
  await fails("D-5", {}, {}, (dealer + 1) % 4);
});

test("a deal is of the whole deck, whatever the seed makes of fewer cards", async () => {
  const { view, replay, dealer } = await finished();
  const [whole, second] = replay.shuffles;
  const few = await shuffle(seed, 1, deck("shooter").slice(1));
  const fails = async (shuffles, clause, message, ...then) =>
    assert.rejects(
      verify(view, { ...replay, shuffles }, deck("shooter"), replay.commitment, () => dealt(dealer, ...then)),
      (error) => error instanceof VerificationFailed && error.clause === clause && message.test(error.message),
    );
  await fails([few, second], "D-4", /Shuffle 1 .* whole deck/, reshuffled);
  await fails([whole, second], "D-4", /Shuffle 2 .* whole deck/, { ...reshuffled, type: "dealt" });
  await fails([whole, second], "D-5", /events/);
  await fails([whole], "D-5", /events/, reshuffled);
});
