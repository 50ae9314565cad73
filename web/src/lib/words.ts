// The page's own words in both languages.
import { prefs } from "./prefs.svelte";
import { en, type Words } from "./words-en";
import { zh } from "./words-zh";

export type Word = keyof Words;

const all = { en, "zh-Hant": zh };

/** A word, with its places filled. */
export function t(word: Word, ...parts: (string | number)[]): string {
  return all[prefs.language][word].replace(/\{(\d)\}/g, (_, place) => String(parts[Number(place)] ?? ""));
}
