// A hint in four steps: who wins, which part, which move, why.
import type { Match } from "./match.svelte";
import { short, written } from "./text";
import { t } from "./words";

/** The steps that were asked for. */
export function hints(match: Match): string[] {
  const hint = match.hint;
  if (!hint) return [];
  const steps = [t(hint.outcome === "N" ? "hint_win" : hint.outcome === "P" ? "hint_loss" : "hint_draw")];
  if (hint.move) steps.push(t("hint_part", short(hint.move.from)), t("hint_move", short(written(hint.move), 90)), why(match));
  return steps.slice(0, match.step);
}

function why({ hint, facts }: Match): string {
  if (hint?.outcome === "N") return t(facts?.misere ? "hint_why_misere" : "hint_why_win");
  return hint?.outcome === "draw" ? t("hint_why_draw") : t(`hint_why_${hint?.resistance ?? "unknown"}`);
}
