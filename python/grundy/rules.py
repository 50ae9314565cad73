"""Games: given by rules as text, by a code, or by their name in the catalogue."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Required, TypeAlias, TypedDict, cast

import numpy as np
from numpy.typing import NDArray

from . import _core, display, limits, source, values
from .errors import InputError
from .formulas import Patterns, Proof
from .period import Period
from .position import Position, draw
from .source import Source
from .table import Table
from .values import Value

if TYPE_CHECKING:
    from .source import Data

Bound: TypeAlias = int | tuple[int, int]
"""One number, or two for a game of two arguments."""

_ROW, _GRID = 30, 12


class Game:
    """A game by its rules: ``Game("nim3(n) -> nim3(n-1) | nim3(n-2) | nim3(n-3)")``.

    Calling it gives a position: ``game(20)``. Params and data of the rules are keyword arguments, ``game(20, L=2, R=5)``, beside the
    limits (``max_positions``, ``max_memory``, ``timeout``, ``threads``, ``progress``).
    """

    def __init__(self, text: str, *, kind: str | None = None) -> None:
        self._source = source.own(text)
        self._start(text, self._source.texts[0][0], kind)

    def _start(self, text: str | None, name: str, kind: str | None) -> None:
        self._text = text
        kinds = dict(self._source.rules.kinds(name)) if text is not None else {}
        if kind is not None and kind not in kinds:
            raise InputError(f"no kind `{kind}`: there is {', '.join(kinds)}")
        self._kind = kind if kind is not None else next(iter(kinds), None)
        self._name = name if self._kind is None else f"{name}:{self._kind}"
        self._shown = self._kind or name

    @classmethod
    def read(cls, path: str | os.PathLike[str], *, kind: str | None = None) -> Game:
        """The game of a rule file."""
        name, text = source.read(path)
        game = cls.__new__(cls)
        game._source = source.own(text, name)
        game._start(text, name, kind)
        return game

    @classmethod
    def named(cls, name: str) -> Game:
        """A game of the catalogue, or a code such as 0.77."""
        if not isinstance(name, str):
            raise TypeError(f"expected the name or code of a game, found {type(name).__name__}")
        game = cls.__new__(cls)
        game._source = Source()
        game._start(None, name, None)
        # A name that is none is an error here, not at the first question; a board is given by more than numbers.
        if _core.games(name) is None:
            game._source.rules.arity(name, ([], ""), limits.core())
        return game

    @property
    def name(self) -> str:
        """The kind of its positions, its code or its name."""
        return self._shown

    @property
    def rules(self) -> str | None:
        """The text of the rules, if it is given by rules."""
        return self._text

    @property
    def kinds(self) -> dict[str, list[str]]:
        """The kinds of positions of the rules, with their arguments."""
        return dict(self._source.rules.kinds(self._name.rsplit(":", 1)[0]))

    def __call__(self, *args: object, **params: object) -> Position:
        """A position."""
        given, keywords = source.split(params)
        settings = ", ".join(f"{name}={source.literal(value)}" for name, value in given.items())
        inside = ", ".join(source.literal(value) for value in args) + (f"; {settings}" if settings else "")
        head = self._shown if self._text is not None else self._name
        return Position(f"{head}({inside})", self._source, **keywords)

    def _asked(self, params: Mapping[str, object]) -> tuple[Source, limits.Limits]:
        given, keywords = source.split(params)
        numbers = {name: cast(int, value) for name, value in given.items() if _is_integer(value)}
        data = {name: cast("Data", value) for name, value in given.items() if name not in numbers}
        found = source.named((), numbers, data)
        return Source(self._source.texts, self._source.files, found.params, found.data), keywords

    def values(self, to: Bound | None = None, *, start: Bound = 0, **params: object) -> NDArray[np.unsignedinteger]:
        """The values of 0 to ``to``, both included, as an array of the narrowest width; two dimensions for two arguments."""
        found = self.table(to, start=start, **params)
        if not isinstance(found.values, np.ndarray):
            raise InputError(f"{self._shown}: a value is infinite or loopy; table() lists them")
        return found.values

    def table(self, to: Bound | None = None, *, start: Bound = 0, **params: object) -> Table:
        """The values of 0 to ``to``, both included; two arguments: ``table((20, 30))``."""
        asked, keywords = self._asked(params)
        core = limits.core(**keywords)
        arity = asked.rules.arity(self._name, asked.given, core)
        ends = _numbers("to", to if to is not None else (_GRID if arity == 2 else _ROW), arity)
        starts = _numbers("start", start, arity)
        for low, high in zip(starts, ends, strict=True):
            if low > high:
                raise InputError(f"start {low} is larger than to {high}")
        found = asked.rules.values(self._name, asked.given, list(zip(starts, ends, strict=True)), core)
        cells: NDArray[np.unsignedinteger] | list[Value]
        cells = found if isinstance(found, np.ndarray) else [values.parse(text) for text in found]
        return Table(self._shown, tuple(starts), tuple(ends), cells, (asked, self._name))

    def period(self, limit: int | None = None, **params: object) -> Period:
        """Period, pre-period and saltus of the values: proved, observed or none."""
        asked, keywords = self._asked(params)
        most = limits.natural_if("limit", limit)
        return Period(asked.rules.period(self._name, self._shown, asked.given, most, limits.core(**keywords)))

    def pattern(self, to: int | None = None, **params: object) -> Patterns:
        """Formulas for the values or the lost positions, proved where possible. A param may be a ``range``: they hold for all."""
        given, keywords = source.split(params)
        names = list(given)
        ranges = [list(value) if isinstance(value, range) else [value] for value in given.values()]
        settings = [source.named((), dict(zip(names, map(_whole, choice), strict=True)), {}).params for choice in itertools.product(*ranges)]
        return Patterns(
            *_core.pattern(
                self._shown,
                self._text,
                self._kind,
                [list(setting) for setting in settings],
                limits.natural_if("to", to),
                limits.core(**keywords),
            )
        )

    def prove(self, *claims: str, where: str | None = None, **params: object) -> Proof:
        """Proves or refutes claims: ``"take(n) = n % (L+R) / L"``, ``"nim(n) lost if n == 0"``."""
        asked, keywords = self._asked(params)
        answer = _core.prove(
            self._shown, self._text, list(claims), where, list(asked.params), limits.core(**keywords)
        )
        return Proof(*answer)

    def strategy(self, **params: object) -> list[str]:
        """The methods that answer for its positions, in the order in which they are asked."""
        asked, keywords = self._asked(params)
        return asked.rules.strategies(self._name, asked.given, limits.core(**keywords))

    def check(self, **params: object) -> display.Text:
        """What ``grundy check`` says of the rules: strategies, samples, shortcuts against the definition."""
        asked, keywords = self._asked(params)
        if self._text is None:
            raise InputError(f"{self._shown} has no rules of its own to check")
        answer = asked.rules.check(self._name.rsplit(":", 1)[0], asked.given, limits.core(**keywords))
        return display.Text(cast(_Told, json.loads(answer))["text"])

    def diff(self, other: Game, to: int = 10_000, **params: object) -> Difference:
        """The first heap or argument where the values of two games differ."""
        asked, keywords = self._asked(params)
        asked = asked.joined(other._source)
        last = limits.natural("to", to)
        answer = asked.rules.diff(self._name, other._name, asked.given, last, limits.core(**keywords))
        found = cast(_Difference, json.loads(answer))
        return Difference(
            found["equal"], found.get("proved", False), found.get("first_difference"), display.Text(found["text"])
        )

    def plot(self, to: int = 200, *, start: int = 0, **params: object) -> display.Picture:
        """The values as points."""
        return self._picture("plot", [start], [to], None, params)

    def rows(self, to: int | None = None, *, length: int | None = None, **params: object) -> display.Picture:
        """The values in rows of one length, that of the period unless told otherwise."""
        return self._picture("rows", [], [] if to is None else [to], length, params)

    def heat(self, to: tuple[int, int] = (16, 16), **params: object) -> display.Picture:
        """The values of two arguments as a heat map."""
        return self._picture("table", [], list(to), None, params)

    def _picture(
        self, what: str, start: Sequence[int], to: Sequence[int], length: int | None, params: Mapping[str, object]
    ) -> display.Picture:
        asked, keywords = self._asked(params)
        request = {
            "of": self._name,
            "what": what,
            "from": [limits.natural("start", number) for number in start],
            "to": [limits.natural("to", number) for number in to],
            "period": limits.natural_if("length", length),
        }
        return draw(asked, request, keywords)

    def __repr__(self) -> str:
        return f"<Game {self._shown}>"

    def _repr_html_(self) -> str:
        return display.Text([{"role": "plain", "text": self._text or self._shown}])._repr_html_()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self._name, self._source) == (other._name, other._source)

    def __hash__(self) -> int:
        return hash((self._name, self._source))


class _Told(TypedDict):
    text: list[display.Span]


class _Difference(TypedDict, total=False):
    equal: Required[bool]
    proved: bool
    first_difference: int
    text: Required[list[display.Span]]


@dataclass(frozen=True)
class Difference:
    """Where two games differ."""

    equal: bool
    """Whether no difference was found."""
    proved: bool
    """Whether there is none at all."""
    first: int | None
    """The first heap or argument where they differ."""
    text: display.Text
    """The words of ``grundy diff``."""


def heap(code: str) -> Game:
    """A take-and-break game by its code: ``heap("0.77")``, ``heap("take{1,3,4}")``, ``heap("take[2..5]")``."""
    return Game.named(code)


def _numbers(name: str, bound: object, arity: int) -> list[int]:
    numbers = list(bound) if isinstance(bound, (tuple, list)) else [bound] * arity
    if len(numbers) != arity:
        raise InputError(f"{name}: {len(numbers)} numbers for a game of {arity} arguments")
    return [limits.natural(name, number) for number in numbers]


def _is_integer(value: object) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool)


def _whole(value: object) -> int:
    if not _is_integer(value):
        raise TypeError(f"a param is an integer or a range of them, found {type(value).__name__}")
    return cast(int, value)
