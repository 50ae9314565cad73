"""The rule language for Pygments: highlighting of rule files and positions."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

LINES = "param data let misere finite input play answer sample gives draw".split()
WORDS = "for in if then else with and or not xor repeat until text value win draw case true false".split()


class GrundyLexer(RegexLexer):
    """Rules and positions."""

    name = "grundy rules"
    aliases: ClassVar[list[str]] = ["grundy", "grundy-wrong"]
    filenames: ClassVar[list[str]] = ["*.game"]
    tokens: ClassVar[dict[str, list[object]]] = {
        "root": [
            (r"#.*$", Comment.Single),
            (r"\s+", Whitespace),
            (r'"(\\.|[^"\\\n])*"', String),
            (words(LINES, prefix=r"(?m)^", suffix=r"\b"), Keyword.Declaration),
            (words(WORDS, suffix=r"\b"), Keyword),
            (r"\d+(\.\d+)?", Number),
            (r"->|\.\.|\+\+|==|!=|<=|>=|\+=|-=|[-+*/%^|<>=]", Operator),
            (r"[^\W\d]\w*(?=\()", Name.Function),
            (r"[^\W\d]\w*", Name),
            (r"[()\[\]{},:;]", Punctuation),
            (r".", Text),
        ]
    }


class PlainLexer(RegexLexer):
    """Tables and answers in the documentation: words as they are."""

    name = "grundy output"
    aliases: ClassVar[list[str]] = ["answers", "values", "error"]
    tokens: ClassVar[dict[str, list[object]]] = {"root": [(r"(?s).+", Text)]}


def setup(app: object) -> dict[str, bool]:
    """Called by Sphinx."""
    for lexer in (GrundyLexer, PlainLexer):
        for alias in lexer.aliases:
            app.add_lexer(alias, lexer)  # type: ignore[attr-defined]
    return {"parallel_read_safe": True}
