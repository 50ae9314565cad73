// A game in progress: positions, whose turn it is, what the computer answers, hints.
import { ask, words } from "./api";
import type { Hint, Moves, MoveJudged, Outcome, Reply, Sent, Told, Verdict } from "./types";

export const LEVELS = ["perfect", "teaching", "careless", "random", "two"] as const;
export type Level = (typeof LEVELS)[number];

export interface Setup {
  expr: string;
  rules: string;
  files: Record<string, string>;
  misere: boolean;
  level: Level;
  /** Whether the computer (or the second person) begins. */
  second: boolean;
  seed: number;
}

/** A position of the game and how it came about. */
export interface Ply {
  /** The position as the move left it. */
  after: string;
  /** The same without parts that have no move. */
  expr: string;
  value: string | null;
  outcome: Outcome | null;
  by: "you" | "other" | null;
  verdict: Verdict | null;
}

export class Match {
  plies = $state.raw<Ply[]>([]);
  /** The ply that is shown; those behind it can be redone. */
  at = $state(0);
  facts = $state.raw<Moves | null>(null);
  thinking = $state(false);
  error = $state("");
  /** What could not be restored from the address. */
  lost = $state("");
  hint = $state.raw<Hint | null>(null);
  step = $state(0);
  /** The person's move that gave a win away. */
  slip = $state(false);
  /** Whether values are asked for, too. */
  values = false;
  setup: Setup;
  #running: AbortController | null = null;

  constructor(setup: Setup) {
    this.setup = setup;
  }

  get sent(): Sent {
    const { rules, files, misere } = this.setup;
    return {
      ...(rules ? { rules } : {}),
      ...(Object.keys(files).length ? { files } : {}),
      ...(misere ? { misere } : {}),
      live: true,
    };
  }

  get current(): Ply | undefined {
    return this.plies[this.at];
  }

  /** Whose turn it is at a ply. */
  turn(at = this.at): "you" | "other" {
    return at % 2 === (this.setup.second ? 1 : 0) ? "you" : "other";
  }

  get over(): boolean {
    return this.facts !== null && this.facts.moves.length === 0 && this.facts.moves_complete;
  }

  /** Who has won, once it is over: who cannot move loses, under misère play wins. */
  get winner(): "you" | "other" | null {
    if (!this.over || !this.facts) return null;
    const stuckWins = this.facts.outcome === "N";
    const stuck = this.turn();
    return stuckWins ? stuck : stuck === "you" ? "other" : "you";
  }

  get yourTurn(): boolean {
    return !this.over && this.facts !== null && (this.setup.level === "two" || this.turn() === "you");
  }

  stop() {
    this.#running?.abort();
    this.#running = null;
    this.thinking = false;
  }

  /** Begins, with the moves that an address tells. */
  async begin(past: string[] = []) {
    await this.#do(async (signal) => {
      this.lost = "";
      this.plies = [{ after: this.setup.expr, expr: this.setup.expr, value: null, outcome: null, by: null, verdict: null }];
      this.at = 0;
      for (const after of past) {
        const from = this.plies[this.plies.length - 1]!.expr;
        try {
          const told = await ask<Told>("explain", { expr: from, move: after, ...this.sent }, signal);
          this.#push(told.after ?? after, told.verdict ?? null);
        } catch (error) {
          signal.throwIfAborted();
          this.lost = words(error);
          break;
        }
      }
      await this.#look(signal);
      await this.#answer(signal);
    });
  }

  async play(chosen: MoveJudged) {
    if (!this.yourTurn || this.thinking) return;
    await this.#do(async (signal) => {
      this.slip = this.facts?.outcome === "N" && chosen.verdict !== "wins";
      this.#push(chosen.after, chosen.verdict);
      await this.#look(signal);
      await this.#answer(signal);
    });
  }

  /** A move that is typed. */
  async type(text: string) {
    const expr = this.current?.expr;
    if (!expr || !this.yourTurn) return;
    await this.#do(async (signal) => {
      const told = await ask<Told>("explain", { expr, move: text.replace("→", "->"), ...this.sent }, signal);
      if (!told.after) return;
      this.slip = this.facts?.outcome === "N" && told.verdict !== "wins";
      this.#push(told.after, told.verdict ?? null);
      await this.#look(signal);
      await this.#answer(signal);
    });
  }

  /** Asks for the values of the position shown, where that was not done. */
  async tell() {
    this.values = true;
    if (!this.facts || this.thinking || this.facts.misere || this.facts.value !== null) return;
    await this.#do((signal) => this.#look(signal));
  }

  /** Goes to a ply of the history. */
  async show(at: number) {
    if (at < 0 || at >= this.plies.length) return;
    await this.#do(async (signal) => {
      this.at = at;
      await this.#look(signal);
    });
  }

  get canUndo() {
    return this.#back() >= 0;
  }

  get canRedo() {
    return this.at < this.plies.length - 1;
  }

  undo = () => this.show(this.#back());
  redo = () => this.show(this.#forth());

  /** Lets the computer move where it is its turn, as after going back in the history. */
  async go() {
    await this.#do((signal) => this.#answer(signal));
  }

  async more() {
    const expr = this.current?.expr;
    if (!expr || !this.yourTurn) return;
    if (this.hint) {
      this.step = Math.min(this.step + 1, 4);
      return;
    }
    await this.#do(async (signal) => {
      const hint = await ask<Hint>("hint", { expr, ...this.sent }, signal);
      this.hint = hint;
      this.step = 1;
    });
  }

  /** The last position before this one where it was the person's turn. */
  #back(): number {
    let at = this.at - 1;
    while (this.setup.level !== "two" && at > 0 && this.turn(at) !== "you") at--;
    return at;
  }

  #forth(): number {
    const last = this.plies.length - 1;
    let at = Math.min(this.at + 1, last);
    while (this.setup.level !== "two" && at < last && this.turn(at) !== "you") at++;
    return at;
  }

  async #do(work: (signal: AbortSignal) => Promise<void>) {
    this.stop();
    const running = new AbortController();
    this.#running = running;
    this.thinking = true;
    this.error = "";
    try {
      await work(running.signal);
    } catch (error) {
      if (!running.signal.aborted) this.error = words(error);
    }
    if (this.#running === running) {
      this.thinking = false;
      this.#running = null;
    }
  }

  #push(after: string, verdict: Verdict | null) {
    const by = this.turn();
    this.plies = [...this.plies.slice(0, this.at + 1), { after, expr: after, value: null, outcome: null, by, verdict }];
    this.at = this.plies.length - 1;
    this.hint = null;
    this.step = 0;
  }

  /** Asks for the moves and the picture of the position shown. */
  async #look(signal: AbortSignal) {
    const { expr } = this.current!;
    this.hint = null;
    this.step = 0;
    let facts: Moves;
    try {
      facts = await ask<Moves>("moves", { expr, picture: true, values: this.values, ...this.sent }, signal);
    } catch (error) {
      // The old position's moves are no longer true.
      this.facts = null;
      throw error;
    }
    this.facts = facts;
    const at = this.at;
    this.plies = this.plies.map((ply, index) =>
      index === at ? { ...ply, expr: facts.expr, value: facts.value, outcome: facts.outcome } : ply,
    );
  }

  async #answer(signal: AbortSignal) {
    const { level, seed } = this.setup;
    if (level === "two" || this.over || this.turn() !== "other") return;
    const { expr } = this.current!;
    const reply = await ask<Reply>("reply", { expr, level, seed, ...this.sent }, signal);
    if (reply.after === null) return;
    this.#push(reply.after, reply.verdict);
    await this.#look(signal);
  }
}
