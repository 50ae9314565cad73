// A game in progress: positions, whose turn it is, what the computer answers, hints.
import { ask, words } from "./api";
import { pictureStyle } from "./style";
import type { Hint, Move, Moves, MoveJudged, Outcome, Reply, Sent, Told, Verdict } from "./types";

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
  move: Move | null;
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
  /** How the opponent answered last. */
  reply = $state.raw<Reply | null>(null);
  /** The person's move that is on its way to the server. */
  going = $state<number | null>(null);
  /** Whether values are asked for, too. */
  values = false;
  setup: Setup;
  /** What the ids in its pictures begin with. */
  #id: string;
  #running: AbortController | null = null;
  #filling: AbortController | null = null;

  constructor(setup: Setup, id = "board") {
    this.setup = setup;
    this.#id = id;
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
    this.#filling?.abort();
    this.#running = null;
    this.thinking = false;
    this.going = null;
  }

  /** Begins, with the moves that an address tells. */
  async begin(past: string[] = []) {
    await this.#do(async (signal) => {
      this.lost = "";
      this.plies = [
        { after: this.setup.expr, expr: this.setup.expr, value: null, outcome: null, by: null, move: null, verdict: null },
      ];
      this.at = 0;
      for (const after of past) {
        const from = this.plies[this.plies.length - 1]!.expr;
        try {
          const told = await ask<Told>("explain", { expr: from, move: after, ...this.sent }, signal);
          this.#push(told.after ?? after, told.move ?? null, told.verdict ?? null);
        } catch (error) {
          signal.throwIfAborted();
          this.lost = words(error);
          break;
        }
      }
      await this.#turn(signal);
    });
  }

  async play(chosen: MoveJudged) {
    if (!this.yourTurn || this.thinking) return;
    await this.#do(async (signal) => {
      this.slip = this.facts?.outcome === "N" && chosen.verdict !== "wins";
      const index = this.facts?.moves.indexOf(chosen) ?? -1;
      this.going = index < 0 ? null : index;
      this.#push(chosen.after, chosen.move, chosen.verdict);
      await this.#turn(signal);
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
      this.#push(told.after, told.move ?? null, told.verdict ?? null);
      await this.#turn(signal);
    });
  }

  /** Asks for the values of the position shown and of the history, where that was not done. */
  async tell() {
    this.values = true;
    if (!this.facts || this.thinking || this.facts.misere) return;
    if (this.facts.value === null) await this.refresh();
    else void this.#fill();
  }

  /** Asks again for what is shown, as when the language has changed. */
  async refresh() {
    if (this.facts && !this.thinking) await this.#do((signal) => this.#look(signal));
  }

  /** The values of positions of the history that were passed without one. */
  async #fill() {
    this.#filling?.abort();
    const { signal } = (this.#filling = new AbortController());
    const unknown = new Set(this.plies.filter((ply) => ply.value === null).map((ply) => ply.expr));
    for (const expr of unknown) {
      try {
        const { value } = await ask<{ value: string | null }>("solve", { expr, moves: 0, ...this.sent }, signal);
        this.plies = this.plies.map((ply) => (ply.expr === expr ? { ...ply, value } : ply));
      } catch {
        // A position without a value is shown without one.
        if (signal.aborted) return;
      }
    }
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
    await this.#do((signal) => this.#turn(signal));
  }

  async more() {
    const expr = this.current?.expr;
    if (!expr || !this.yourTurn) return;
    this.step = Math.min(this.step + 1, 4);
    // Who asks again while the hint is on its way gets another step of it.
    if (this.step > 1) return;
    await this.#do(async (signal) => {
      this.hint = await ask<Hint>("hint", { expr, ...this.sent }, signal);
    });
    if (!this.hint) this.step = 0;
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
      this.going = null;
      this.#running = null;
      if (this.values && this.facts && !this.facts.misere) void this.#fill();
    }
  }

  #push(after: string, move: Move | null, verdict: Verdict | null) {
    const by = this.turn();
    const ply: Ply = { after, expr: after, value: null, outcome: null, by, move, verdict };
    this.plies = [...this.plies.slice(0, this.at + 1), ply];
    this.at = this.plies.length - 1;
    this.hint = null;
    this.step = 0;
  }

  /** What is known of the position shown. */
  #note(known: { expr: string; outcome: Outcome; value?: string | null }) {
    const at = this.at;
    this.plies = this.plies.map((ply, index) => (index === at ? { ...ply, ...known } : ply));
  }

  #show(facts: Moves) {
    this.facts = facts;
    this.going = null;
    this.#note({ expr: facts.expr, outcome: facts.outcome, value: facts.value });
  }

  /** A question about the position shown. If there is no answer, the old position's moves are no longer true. */
  async #asked<T>(question: string, body: object, signal: AbortSignal): Promise<T> {
    const { expr } = this.current!;
    try {
      return await ask<T>(question, { expr, values: this.values, style: pictureStyle(this.#id), ...body, ...this.sent }, signal);
    } catch (error) {
      if (!signal.aborted) this.facts = null;
      throw error;
    }
  }

  /** Asks for the moves and the picture of the position shown. */
  async #look(signal: AbortSignal) {
    this.hint = null;
    this.step = 0;
    this.#show(await this.#asked<Moves>("moves", { picture: true }, signal));
  }

  /** Shows the position; where it is the opponent's turn, the answer and the next position, in one question. */
  async #turn(signal: AbortSignal) {
    const { level, seed } = this.setup;
    this.reply = null;
    if (level === "two" || this.turn() !== "other") return this.#look(signal);
    const reply = await this.#asked<Reply>("reply", { level, seed, next: true }, signal);
    this.#note({ expr: reply.expr, outcome: reply.outcome });
    if (reply.after !== null) {
      this.#push(reply.after, reply.move, reply.verdict);
      this.reply = reply;
    }
    this.#show(reply.next);
  }
}
