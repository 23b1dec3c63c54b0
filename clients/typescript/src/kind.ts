/** What every game has, whatever its rules: the least that the layer must know of a view, an event, an action. */

/** An action with its body, as views list them, ready to be posted. */
export interface Playable {
  action: string;
  body: object;
}

export interface AnyView {
  id: string;
  version: number;
  status: string;
  /** Yours; null for a spectator. */
  seat: number | null;
  to_act: number[];
  legal_actions: Playable[];
  options: object;
  seeded: boolean;
  commitment: string | null;
  seed: string | null;
}

export interface AnyEvent {
  seq: number;
  type: string;
}

/**
 * An event of a type that this version of the package does not know. It comes like any other, so a `switch` over types
 * needs a `default`; there it may be read `as UnknownEvent`.
 */
export interface UnknownEvent extends AnyEvent {
  at: string;
  [member: string]: unknown;
}

export interface AnyReplay {
  seed: string;
  commitment: string | null;
  shuffles: string[][];
}

/** The types of one game. */
export interface Kind {
  View: AnyView;
  Event: AnyEvent;
  Action: Playable;
  Replay: AnyReplay;
  Create: object;
  Row: object;
  /** What the lobby may be narrowed by. */
  Filter: object;
}

export interface Seated<K extends Kind> {
  token: string | null;
  seat: number;
  session: K["View"];
  events: K["Event"][];
}

/** What an action has led to: the session after it, and the events since. */
export interface Played<K extends Kind> {
  session: K["View"];
  events: K["Event"][];
}
