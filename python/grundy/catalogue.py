"""The catalogue of games, and the calculator."""

from __future__ import annotations

import json
from typing import TypedDict, Unpack, cast

from . import _core, limits, values
from ._core import Ordinal
from .values import Loopy


class CatalogueGame(TypedDict):
    """A game of the catalogue."""

    name: str
    title: str


class _Games(TypedDict):
    games: list[CatalogueGame]


def games() -> list[CatalogueGame]:
    """The games of the catalogue; ``Game.named`` makes one of them."""
    answer = _core.games()
    assert answer is not None
    return cast(_Games, json.loads(answer))["games"]


def nimber(expr: str, **keywords: Unpack[limits.Limits]) -> int | Ordinal:
    """The calculator: ``nimber("7 * 12")``, ``nimber("w^2 * w")``; ``+ * / ^`` are nim operations, w is the ordinal omega."""
    if not isinstance(expr, str):
        raise TypeError(f"expected a text such as '7 * 12', found {type(expr).__name__}")
    value = values.parse(_core.nimber(expr, limits.core(**keywords)))
    assert not isinstance(value, Loopy)
    return value
