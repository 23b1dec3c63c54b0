/** Play the card games of a Leverstoke server: `new Leverstoke(url).shooter.create({ bots: 3 })`. */

export type * from "./generated/types.gen.js";
export { Chance, commitment, firstDealer, shuffle } from "./deal.js";
export { Game, TableGame } from "./game.js";
export * from "./games.js";
export type { AnyEvent, AnyReplay, AnyView, Kind, Playable, Played, Seated, UnknownEvent } from "./kind.js";
export {
  ConnectionLost,
  HistoryLost,
  InvalidRequest,
  LeverstokeError,
  NotFound,
  Problem,
  Refused,
  StaleVersion,
  TooManyRequests,
  Unauthorized,
  Unavailable,
} from "./problems.js";
export { type Acting, Seat, TableSeat } from "./seat.js";
export { type Posting, Server, type ServerOptions, type Waiting } from "./server.js";
export { Session } from "./session.js";
export { Turn } from "./turn.js";
export { type Verified, VerificationFailed } from "./verify.js";
