// The catalogue, asked for once.
import { ask } from "./api";
import type { GameSummary } from "./types";

class Catalogue {
  games = $state.raw<GameSummary[]>([]);
  #asked: Promise<void> | null = null;

  load(): Promise<void> {
    this.#asked ??= ask<{ games: GameSummary[] }>("games", {}).then(({ games }) => {
      this.games = games;
    });
    return this.#asked;
  }
}

export const catalogue = new Catalogue();
