"""Words and pictures: HTML and SVG for notebooks, text elsewhere. Pictures come from the core, as on the page."""

from __future__ import annotations

import html
import itertools
import os
from collections.abc import Sequence
from typing import TypedDict

from . import _core

_numbers = itertools.count(1)


def new_id() -> str:
    """The prefix of the ids of one picture: unique in a notebook, also over several runs of it."""
    return f"g{os.getpid():x}-{next(_numbers)}-"


class Span(TypedDict):
    """A piece of text with its role: plain, strong, good, bad or quiet."""

    role: str
    text: str


_STYLE = {
    "strong": "font-weight:600",
    "good": "font-weight:600;color:#0a7d33",
    "bad": "font-weight:600;color:#b3261e",
    "quiet": "opacity:.65",
}


class Text(str):
    """Words for people, which a notebook shows with their roles."""

    spans: tuple[Span, ...]

    def __new__(cls, spans: Sequence[Span]) -> Text:
        text = super().__new__(cls, "".join(span["text"] for span in spans))
        text.spans = tuple(spans)
        return text

    def _repr_html_(self) -> str:
        parts = []
        for span in self.spans:
            words, style = html.escape(span["text"]), _STYLE.get(span["role"])
            parts.append(f'<span style="{style}">{words}</span>' if style else words)
        return f'<pre style="line-height:1.35;white-space:pre-wrap">{"".join(parts)}</pre>'

    def _repr_pretty_(self, printer: _Printer, cycle: bool) -> None:
        printer.text(str(self))

    def __reduce__(self) -> tuple[type[Text], tuple[tuple[Span, ...]]]:
        return Text, (self.spans,)


class _Printer:
    def text(self, text: str) -> None: ...


class Picture:
    """A picture as SVG: shown in a notebook, or saved."""

    def __init__(self, svg: str) -> None:
        self.svg = svg
        """The picture."""

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<grundy.Picture, {len(self.svg)} characters of SVG>"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture to a file."""
        _core.write(os.fspath(path), self.svg.encode())


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table as HTML."""
    def line(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    return f"<table><thead>{line(head, 'th')}</thead><tbody>{''.join(line(row, 'td') for row in rows)}</tbody></table>"
