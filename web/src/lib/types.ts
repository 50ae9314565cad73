// What the server answers: the types of crates/grundy-report as JSON (docs/API.md).

export type Outcome = "N" | "P" | "draw";
export type Verdict = "wins" | "loses" | "draws";

export interface Move {
  component: number;
  from: string;
  to: string[];
}

export interface MoveJudged {
  move: Move;
  after: string;
  value_after: string | null;
  verdict: Verdict;
}

export interface Touched {
  move: number;
  taken: string[];
  targets: string[];
  handles: string[];
}

export interface Moves {
  expr: string;
  value: string | null;
  outcome: Outcome;
  misere: boolean;
  moves: MoveJudged[];
  moves_complete: boolean;
  svg?: string;
  touched?: Touched[];
}

export interface Reply {
  expr: string;
  outcome: Outcome;
  move: Move | null;
  after: string | null;
  verdict: Verdict | null;
  resistance: "longest" | "little" | "unknown" | null;
  lasts: number | null;
  /** The turn after it. */
  next: Moves;
}

export interface Hint {
  outcome: Outcome;
  move: Move | null;
  verdict: Verdict | null;
  resistance: "longest" | "little" | "unknown" | null;
  who: string;
  part: string | null;
  why: string | null;
}

/** A move, judged by the server. */
export interface Told {
  move?: Move;
  after?: string;
  verdict?: Verdict;
}

/** The options of one part by their values. */
export interface OptionsByValue {
  position: string;
  complete: boolean;
  infinitely_many: boolean;
  by_value: { value: string; count: number; example: string }[];
  without_number: { count: number; example: string } | null;
  value: string;
}

/** The nim-sum of the parts; without columns where a value is no finite number. */
export interface Columns {
  rows: { term: string; value: string }[];
  total: string;
  bits: number | null;
  marked: number | null;
}

/** Why a position is won or lost. */
export interface Explanation {
  expr: string;
  value: string | null;
  outcome: Outcome;
  winning_moves: Move[];
  winning_moves_complete: boolean;
  strategy: string[];
  components: { position: string; count: string; value: string | null }[];
  options?: OptionsByValue[];
  xor?: Columns;
  keeps_draw?: Move;
  over: boolean | null;
}

export interface Formula {
  game: string;
  family: string;
  text: string | null;
  of: "value" | "outcome";
  status: "proved" | "observed";
  proof: "theorem" | "period" | "automaton" | null;
  theorem: string | null;
  tested_to: number;
  domain: string | null;
  if_play_ends?: boolean;
}

export interface Patterns {
  formulas: Formula[];
  rejected: { text: string; witness: string }[];
  reasons?: string[];
}

export interface Proved {
  status: "proved" | "refuted" | "unknown";
  witness: string | null;
  claimed: string | null;
  actual: string | null;
  witness_is_least: boolean | null;
  play_ends: "measure" | "promised" | "assumed" | null;
  measure: string | null;
  /** Where a theorem proves it: its name, and the positions it holds for in `domain`. */
  theorem?: string | null;
  domain?: string | null;
  /** Params without a value: it holds for all natural ones. */
  free_params?: string[];
  tested_below: number;
  reason: string | null;
}

export interface GameSummary {
  name: string;
  title: string;
  start: string | null;
}

export interface GameReport extends GameSummary {
  story: string;
  rules: string;
  text: string;
}

export interface Period {
  status: "proved" | "observed" | "none";
  code: string | null;
  period: number | null;
  preperiod: number | null;
  last_exception: number | null;
  saltus: number | null;
  computed_to: number | null;
  same_values_as?: { game: string; code: string; shift: number }[];
}

export interface Place {
  file: string;
  line: number | null;
  column: number | null;
  from: number | null;
  to: number | null;
  message: string;
  label: string;
  help: string | null;
  notes: string[];
}

export interface Checked {
  kinds: { name: string; strategy: string | null; compared: number }[];
  limits: string | null;
  samples: number;
  samples_wrong: number;
  ok: boolean;
}

export interface Case {
  case: string;
  answer: string;
  components: { position: string; count: string; value: string | null }[];
  left_out: number;
  value: string | null;
  outcome: Outcome | null;
}

export interface Judged {
  output: string;
  cases: number;
  explained: Case[];
}

export interface Diff {
  equal: boolean;
  first_difference?: number;
  value_a?: string;
  value_b?: string;
  proved?: boolean;
  compared_to?: number | null;
}

/** What every question may bring along. */
export interface Sent {
  rules?: string;
  misere?: boolean;
  files?: Record<string, string>;
  live?: boolean;
}
