"""Positions: sums of positions of any games, as objects."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict, Unpack, cast

from . import display, limits, source, values
from .errors import InputError, LimitError
from .source import Data, Source
from .values import Value

if TYPE_CHECKING:
    from networkx import DiGraph

Outcome: TypeAlias = Literal["N", "P", "draw"]
"""Who wins: N the next player, who moves now; P the previous one; draw nobody."""

What: TypeAlias = Literal["position", "xor", "mex", "graph"]

MOVES = 1000
"""Moves that ``Position.moves`` lists at most."""


_MoveFrom = TypedDict("_MoveFrom", {"component": int, "from": str, "to": list[str]})


class _Component(TypedDict):
    position: str
    count: str
    value: str | None


class _Report(TypedDict):
    expr: str
    value: str | None
    outcome: Outcome
    winning_moves: list[_MoveFrom]
    winning_moves_complete: bool
    strategy: list[str]
    components: list[_Component]
    text: list[display.Span]


@dataclass(frozen=True)
class Component:
    """One term of a sum."""

    position: str
    """The position."""
    count: int
    """How many copies."""
    value: Value | None
    """The value of one of them; None under misère play."""
    strategy: str
    """The method that answered."""


@dataclass(frozen=True)
class Move:
    """A move in a sum."""

    component: int
    """The term that it is made in, counted from 0."""
    start: str
    """The position that it starts from."""
    left: tuple[str, ...]
    """What it leaves of that."""
    after: Position
    """The whole sum after it."""
    verdict: Literal["wins", "loses", "draws"]
    """What it leads to."""

    def __str__(self) -> str:
        return f"{self.start} -> {' + '.join(self.left) or '0'}"


class Position:
    """A sum of positions: ``solve("kayles(12) + nim(5)")``, ``Game(...)(7)``, ``p + q``, ``3 * p``.

    Two are equal if they have the same components. Everything is computed when it is asked for, and kept.
    """

    __slots__ = ("_key", "_misere", "_report", "_source", "_text")

    def __init__(self, text: str, source: Source, **keywords: Unpack[limits.Limits]) -> None:
        if not isinstance(text, str):
            raise TypeError(f"expected a text such as 'nim(3) + nim(5)', found {type(text).__name__}")
        understood = source.rules.read(text, source.given, limits.core(**keywords))
        self._text, self._key, self._misere = understood[0], tuple(understood[1]), understood[2]
        self._source = source.narrowed(position for position, _ in self._key)
        self._report: _Report | None = None

    def solve(self, *, moves: int = 100, **keywords: Unpack[limits.Limits]) -> Position:
        """Solves it now, with limits, and lists up to so many winning moves."""
        most = limits.natural("moves", moves)
        answer = self._source.rules.solve(self._text, self._source.given, most, limits.core(**keywords))
        self._report = cast(_Report, json.loads(answer))
        return self

    def _solved(self) -> _Report:
        if self._report is None:
            self.solve()
        assert self._report is not None
        return self._report

    @property
    def text(self) -> str:
        """The sum as it is written."""
        return self._text

    @property
    def value(self) -> Value | None:
        """An int, an Ordinal, a Loopy value; None under misère play."""
        return values.parse_if(self._solved()["value"])

    @property
    def outcome(self) -> Outcome:
        """Who wins: "N" the player to move, "P" the other, or "draw"."""
        return self._solved()["outcome"]

    @property
    def is_misere(self) -> bool:
        """Whether who cannot move wins."""
        return self._misere

    @property
    def components(self) -> list[Component]:
        """The terms with their values."""
        report = self._solved()
        pairs = zip(report["components"], report["strategy"], strict=True)
        return [
            Component(term["position"], int(term["count"]), values.parse_if(term["value"]), strategy)
            for term, strategy in pairs
        ]

    @property
    def winning_moves(self) -> list[Move]:
        """Moves that win, 100 at most, in a fixed order; ``solve(moves=N)`` lists more."""
        return [self._move(move, "wins") for move in self._solved()["winning_moves"]]

    @property
    def winning_moves_complete(self) -> bool:
        """Whether these are all."""
        return self._solved()["winning_moves_complete"]

    @property
    def moves(self) -> list[Move]:
        """All moves, each judged. More than a thousand are an error: ``list_moves`` gives the first ones."""
        found, complete = self._moves(MOVES, {})
        if not complete:
            raise LimitError(f"{self._text} has more than {MOVES} moves, or endlessly many; list_moves(N) lists the first N")
        return found

    def list_moves(self, most: int = MOVES, **keywords: Unpack[limits.Limits]) -> list[Move]:
        """The first moves, each judged."""
        return self._moves(limits.natural("most", most), keywords)[0]

    def _moves(self, most: int, keywords: limits.Limits) -> tuple[list[Move], bool]:
        answer = self._source.rules.moves(self._text, self._source.given, most, limits.core(**keywords))
        report = cast("_Moves", json.loads(answer))
        return [self._move(one["move"], one["verdict"]) for one in report["moves"]], report["moves_complete"]

    def _move(self, move: _MoveFrom, verdict: Literal["wins", "loses", "draws"]) -> Move:
        counts = [int(term["count"]) for term in self._solved()["components"]]
        place = move["component"]
        counts[place] -= 1
        pairs = zip(counts, self._solved()["components"], strict=True)
        terms = [f"{count}*{term['position']}" if count else "" for count, term in pairs]
        # What is left stands behind the other copies of the component.
        parts = [part for part in (*terms[: place + 1], *move["to"], *terms[place + 1 :]) if part]
        after = Position(" + ".join(parts) or "0", self._source)
        after._misere = self._misere
        return Move(move["component"], move["from"], tuple(move["to"]), after, verdict)

    def explain(self, move: Move | str | None = None, **keywords: Unpack[limits.Limits]) -> Explanation:
        """Why it is won or lost; or why a move, ``"FROM -> TO"`` or the position it leaves, wins or loses."""
        play = None if move is None else str(move)
        answer = self._source.rules.explain(self._text, self._source.given, play, limits.core(**keywords))
        return Explanation(self, cast("_Told", json.loads(answer)))

    def hint(self, **keywords: Unpack[limits.Limits]) -> list[str]:
        """Hints, each telling a little more than the one before."""
        answer = self._source.rules.hint(self._text, self._source.given, limits.core(**keywords))
        hint = cast("_Hint", json.loads(answer))
        move = hint["move"]
        play = None if move is None else f"{move['from']} -> {' + '.join(move['to']) or '0'}"
        return [step for step in (hint["who"], hint["part"], play, hint["why"]) if step is not None]

    def draw(self, what: What = "position", **keywords: Unpack[limits.Limits]) -> display.Picture:
        """A picture: the position, its values in binary (xor), the ladder of its options (mex), all positions (graph)."""
        return draw(self._source, {"of": self._text, "what": what}, keywords)

    def graph(self, most: int = 200, **keywords: Unpack[limits.Limits]) -> DiGraph[str]:
        """The positions that can be reached as a networkx graph; nodes have ``value``, ``outcome`` and ``cut``."""
        from . import graphs

        return graphs.reached(self._source, self._text, limits.natural("most", most), keywords)

    def __add__(self, other: Position) -> Position:
        if not isinstance(other, Position):
            return NotImplemented
        for one, two in ((self, other), (other, self)):
            kind = one._source.shadows(two._source, (position for position, _ in two._key))
            if kind is not None:
                raise InputError(f"two games have a kind `{kind}`: call one of them otherwise to add their positions")
        return Position(f"{self._text} + {other._text}", self._source.joined(other._source))

    def __mul__(self, copies: int) -> Position:
        if isinstance(copies, bool) or not isinstance(copies, int):
            return NotImplemented
        if copies < 0:
            raise InputError(f"{copies} copies: expected a natural number")
        return Position(" + ".join(f"{count * copies}*{term}" for term, count in self._key) or "0", self._source)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        same = self._key == other._key and self._misere == other._misere
        return same and self._source == other._source

    def __hash__(self) -> int:
        return hash((self._key, self._misere))

    def __bool__(self) -> bool:
        raise TypeError("a position has no truth value: ask for its value or outcome")

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<Position {self._text}>"

    def __reduce__(self) -> tuple[type[Position], tuple[str, Source]]:
        return Position, (self._text, self._source)

    def _repr_svg_(self) -> str:
        return self.draw().svg

    def _repr_html_(self) -> str:
        words = display.Text(self._solved()["text"])._repr_html_()
        return f"<div>{self.draw().svg}{words}</div>"


class _Judged(TypedDict):
    move: _MoveFrom
    verdict: Literal["wins", "loses", "draws"]


class _Moves(TypedDict):
    moves: list[_Judged]
    moves_complete: bool


class _Told(TypedDict):
    text: list[display.Span]


class _Hint(TypedDict):
    who: str
    part: str | None
    move: _MoveFrom | None
    why: str | None


class Explanation:
    """Why: in words, and in a notebook with the pictures of the values."""

    def __init__(self, position: Position, told: _Told) -> None:
        self.position = position
        """What is explained."""
        self.text = display.Text(told["text"])
        """The words."""
        self.facts: Mapping[str, object] = told
        """What ``grundy explain --json`` prints."""

    def __str__(self) -> str:
        return str(self.text)

    def __repr__(self) -> str:
        return f"<Explanation of {self.position}>\n{self.text}"

    def _repr_html_(self) -> str:
        picture = ""
        if "xor" in self.facts:
            picture = self.position.draw("xor").svg
        elif len(self.position.components) == 1 and self.position.value is not None:
            picture = self.position.draw("mex").svg
        return f"<div>{picture}{self.text._repr_html_()}</div>"


def solve(
    expr: str,
    *,
    moves: int = 100,
    rules: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
    params: Mapping[str, int] | None = None,
    data: Mapping[str, Data] | None = None,
    **keywords: Unpack[limits.Limits],
) -> Position:
    """Solves a sum of positions: value, outcome and winning moves.

    ``rules`` are paths of rule files whose games are added to the catalogue, ``params`` and ``data`` their settings.
    """
    found = source.named(rules, params or {}, data or {})
    return Position(expr, found, **keywords).solve(moves=moves, **keywords)


def explain(
    expr: str,
    move: str | None = None,
    *,
    rules: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
    params: Mapping[str, int] | None = None,
    data: Mapping[str, Data] | None = None,
    **keywords: Unpack[limits.Limits],
) -> Explanation:
    """Why a sum is won or lost; or why a move of it wins or loses."""
    return Position(expr, source.named(rules, params or {}, data or {}), **keywords).explain(move, **keywords)


class _Drawing(TypedDict):
    svg: str


def draw(found: Source, request: Mapping[str, object], keywords: limits.Limits) -> display.Picture:
    """A picture of the core, with ids of its own."""
    asked = {**request, "style": {"id": display.new_id(), "theme": "auto", "standalone": True}}
    answer = found.rules.draw(json.dumps(asked), found.given, limits.core(**keywords))
    return display.Picture(cast(_Drawing, json.loads(answer))["svg"])
