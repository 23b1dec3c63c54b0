// Plays Shooter against the house, to the end: node bot.mjs [http://localhost:8000], beside an installed client
import { Leverstoke } from "@leverstoke/client";

const [baseUrl = "http://localhost:8000"] = process.argv.slice(2);
const table = await new Leverstoke(baseUrl).shooter.create({ players: 4, bots: 3, name: "Bot" });
console.log(`Playing at ${table.url}`);

for await (const turn of table.turns()) {
  const action = choose(turn.view, turn.legalActions);
  const scores = turn.view.players.map(({ score }) => score).join(" ");
  console.log(`hand ${turn.view.hand_number}, scores ${scores}: ${action.action} ${Object.values(action.body)}`);
  await turn.play(action);
}

const { winners, scores } = table.view.result;
console.log(
  `Scores ${scores.join(" ")}. ${winners.includes(table.number) ? "We have won." : `Seat ${winners} has won.`}`,
);
await table.verify();
console.log("The cards were dealt as promised.");

// The first that is legal. Here is where a better bot begins: `await table.hint()` says what the house would do.
function choose(view, legalActions) {
  return legalActions[0];
}
