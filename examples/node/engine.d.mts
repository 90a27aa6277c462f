// Types of engine.mjs. `runepay schema --engine` describes what stands here as Json as well.

export type Json = Record<string, unknown>;
export type Status = "payable" | "not payable" | "undetermined" | "unknown";
export type Proof = "optimal" | "feasible" | "infeasible";

export interface Option {
  name: string;
  default: unknown;
  meaning: string;
  values?: string[];
}

export interface Welcome {
  type: "hello";
  id?: number;
  name: string;
  protocol: number;
  versions: Record<string, string | number>;
  asks: string[];
  goals: string[];
  options: Option[];
}

export interface Ok {
  type: "ok";
  id?: number;
  position?: string;
}

export interface Bye {
  type: "bye";
  id?: number;
}

export interface Criterion {
  criterion: string;
  value: number;
  proof: Proof;
}

/** A payment; the referee has passed it. */
export interface Paid {
  notation: string;
  owed: Json;
  elected?: Record<string, boolean | number>;
  steps?: Json[];
  goal?: Criterion[];
  before?: Json[];
}

/** A card of the hand, and whether it can be paid. */
export interface Playable {
  card: string;
  status: Status;
  payable?: boolean;
  notation?: string;
}

export interface Answer {
  type: "answer";
  id?: number;
  what?: string;
  status?: Status;
  payable?: boolean;
  proof?: Proof;
  stopped?: "time" | "stop";
  payment?: Paid;
  payments?: Paid[];
  number?: number;
  complete?: boolean;
  playable?: Playable[];
  owed?: Json;
  reasons?: Json[];
  open?: Json[];
  answer?: Json;
  plan?: Json;
}

/** A request that got no answer; the engine lives on. */
export interface Failed {
  type: "error";
  id?: number;
  code?: "unreadable" | "invalid" | "unknown position" | "not legal" | "ambiguous" | "stopped" | "internal";
  message?: string;
  path?: string;
  found?: unknown;
  hint?: string;
  place?: number;
  violations?: Json[];
  candidates?: string[];
}

export interface AskFields {
  position?: string;
  goal?: string | string[];
  milliseconds?: number;
  at_most?: number;
  pareto?: boolean;
  steps?: boolean;
  full?: boolean;
}

/** The promise of an answer; `id` is the request's id, for `stop`. */
export type Asked<T> = Promise<T> & { id: number };

/** The engine refused a request, or ended; `reply` is its answer if there is one. */
export class EngineError extends Error {
  constructor(message: string, reply?: Failed | null);
  reply: Failed | null;
}

/** One engine, in a process of its own. */
export class Engine {
  constructor(command?: string[]);
  send(type: string, fields?: Json): Asked<Welcome | Ok | Answer | Bye>;
  write(line: string): void;
  hello(): Asked<Welcome>;
  setOption(name: string, value: unknown): Asked<Ok>;
  position(state: Json, fields?: Json): Asked<Ok>;
  follow(from: string, play: Json, payment: string, name?: string, resolved?: boolean): Asked<Ok>;
  ask(what: string, play?: Json, fields?: AskFields): Asked<Answer>;
  canPay(play?: Json, fields?: AskFields): Promise<boolean | undefined>;
  best(play?: Json, fields?: AskFields): Asked<Answer>;
  payments(play?: Json, fields?: AskFields): Asked<Answer>;
  count(play?: Json, fields?: AskFields): Asked<Answer>;
  plan(plan?: Json, fields?: AskFields): Asked<Answer>;
  playable(fields?: AskFields): Promise<Playable[]>;
  stop(question?: Asked<Answer>): Asked<Ok>;
  close(): Promise<number | null>;
}
