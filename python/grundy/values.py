"""Values of positions: natural numbers, ordinals, and loopy values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ._core import Ordinal


@dataclass(frozen=True)
class Loopy:
    """Smith's ∞(K): play may go on for ever, and K is the set of the values that are not loopy and can be moved to."""

    exits: frozenset[int | Ordinal]

    def __str__(self) -> str:
        finite = sorted((exit for exit in self.exits if isinstance(exit, int)))
        infinite = sorted((str(exit) for exit in self.exits if not isinstance(exit, int)))
        return f"inf({','.join([*map(str, finite), *infinite])})"


Value: TypeAlias = int | Ordinal | Loopy


def parse(text: str) -> Value:
    """The value that a text of the core means."""
    if text.isdigit():
        return int(text)
    if text.startswith("inf("):
        return Loopy(frozenset(_exit(part) for part in text[4:-1].split(",") if part))
    return Ordinal(text)


def _exit(text: str) -> int | Ordinal:
    return int(text) if text.isdigit() else Ordinal(text)


def parse_if(text: str | None) -> Value | None:
    """The same; None stays None."""
    return None if text is None else parse(text)
