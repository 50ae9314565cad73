// The rule language, as far as colours need it. The server is the judge of everything else.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const LINES = new Set(["param", "data", "let", "misere", "finite", "draw", "input", "play", "answer", "sample", "gives", "repeat", "until", "text"]);
const WORDS = new Set(["for", "in", "if", "then", "else", "and", "or", "not", "xor", "with", "true", "false"]);

const language = StreamLanguage.define<null>({
  name: "grundy",
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/#.*/)) return "comment";
    if (stream.match(/"(\\.|[^"\\])*"?/)) return "string";
    if (stream.match(/\d+/)) return "number";
    if (stream.match(/->|\.\.|[-+*/%^|<>=!:;]=?/)) return "operator";
    const word = stream.match(/[\p{L}_][\p{L}\p{N}_]*/u) as RegExpMatchArray | null;
    if (word) {
      if (LINES.has(word[0])) return "keyword";
      if (WORDS.has(word[0])) return "keyword";
      return stream.match(/\s*\(/, false) ? "typeName" : "variableName";
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" } },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "600" },
  { tag: tags.typeName, color: "var(--good)" },
  { tag: [tags.string, tags.number], color: "var(--bad)" },
]);

export const rules = () => [language, syntaxHighlighting(colours)];
