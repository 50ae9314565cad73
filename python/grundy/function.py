"""Games as Python functions, solved by the core: deep chains, cycles named, exceptions passed through.

Rules as text are much faster: the core compiles them, while a function is called for every position.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal, TypeAlias, Unpack

from . import _core, limits
from .errors import InputError

if TYPE_CHECKING:
    from networkx import DiGraph

Arguments: TypeAlias = tuple[object, ...]


class FunctionPosition:
    """A sum of positions of one game given by a function."""

    __slots__ = ("_game", "_parts")

    def __init__(self, game: FunctionGame, parts: tuple[Arguments, ...]) -> None:
        self._game, self._parts = game, parts

    @property
    def parts(self) -> tuple[Arguments, ...]:
        """The components, each the tuple of its arguments."""
        return self._parts

    @property
    def value(self) -> int:
        """The Grundy value."""
        return self.solve()

    def solve(self, **keywords: Unpack[limits.Limits]) -> int:
        """The value, computed with limits."""
        total = 0
        for part in self._parts:
            total ^= self._game._solver.value(part, limits.core(**keywords))
        return total

    @property
    def outcome(self) -> Literal["N", "P"]:
        """Who wins: "N" the player to move, "P" the other."""
        return "N" if self.value else "P"

    @property
    def moves(self) -> list[FunctionPosition]:
        """The positions after each move, each once."""
        found: dict[FunctionPosition, None] = {}
        for index, part in enumerate(self._parts):
            rest = self._parts[:index], self._parts[index + 1 :]
            for left in self._game._left(part):
                found[FunctionPosition(self._game, rest[0] + left + rest[1])] = None
        return list(found)

    @property
    def winning_moves(self) -> list[FunctionPosition]:
        """The positions that a winning move leaves."""
        return [position for position in self.moves if position.value == 0]

    def graph(self, most: int = 200) -> DiGraph[FunctionPosition]:
        """The positions that can be reached, as a networkx graph."""
        from . import graphs

        return graphs.of_function(self, limits.natural("most", most))

    def __add__(self, other: FunctionPosition) -> FunctionPosition:
        if not isinstance(other, FunctionPosition):
            return NotImplemented
        if other._game is not self._game:
            raise InputError("positions of different functions do not add: write one function for both, or rules as text")
        return FunctionPosition(self._game, self._parts + other._parts)

    def __mul__(self, copies: int) -> FunctionPosition:
        if isinstance(copies, bool) or not isinstance(copies, int):
            return NotImplemented
        if copies < 0:
            raise InputError(f"{copies} copies: expected a natural number")
        # Equal parts cancel, so that two copies stand for any even number of them.
        return FunctionPosition(self._game, self._parts * (copies if copies < 3 else 2 - copies % 2))

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FunctionPosition):
            return NotImplemented
        return self._game is other._game and Counter(self._parts) == Counter(other._parts)

    def __hash__(self) -> int:
        return hash((id(self._game), frozenset(Counter(self._parts).items())))

    def __bool__(self) -> bool:
        raise TypeError("a position has no truth value: ask for its value or outcome")

    def __repr__(self) -> str:
        shown = (f"{self._game.__name__}({', '.join(map(repr, part))})" for part in self._parts)
        return " + ".join(shown) or "0"


Option: TypeAlias = Arguments | int | FunctionPosition
"""What a function yields: the arguments of a position, the one argument of a position, or a sum of positions."""


class FunctionGame:
    """A game given by a function that yields the options of a position."""

    def __init__(self, function: Callable[..., Iterable[Option]]) -> None:
        if not callable(function):
            raise TypeError(f"expected a function that yields the options of a position, found {type(function).__name__}")
        functools.update_wrapper(self, function)
        self.__name__: str = getattr(function, "__name__", "game")
        self._function = function
        self._solver = _core.FunctionSolver(function, self._parts_of)

    def _parts_of(self, option: object) -> tuple[Arguments, ...]:
        if isinstance(option, FunctionPosition) and option._game is self:
            return option._parts
        kind = type(option).__name__
        raise TypeError(f"{self.__name__} yields a {kind}: an option is a tuple of arguments, an integer, or {self.__name__}(…) + …")

    def _left(self, position: Arguments) -> Iterable[tuple[Arguments, ...]]:
        for option in self._function(*position):
            if isinstance(option, tuple):
                yield (option,)
            elif isinstance(option, int):
                yield ((option,),)
            else:
                yield self._parts_of(option)

    def __call__(self, *position: object) -> FunctionPosition:
        """A position."""
        return FunctionPosition(self, (position,))

    def graph(self, position: Option, most: int = 200) -> DiGraph[FunctionPosition]:
        """The positions that can be reached from one, as a networkx graph."""
        if isinstance(position, FunctionPosition):
            return position.graph(most)
        return self(*(position if isinstance(position, tuple) else (position,))).graph(most)

    @property
    def positions(self) -> int:
        """How many positions have been met so far."""
        return self._solver.positions

    def __repr__(self) -> str:
        return f"<game {self.__name__}>"


def game(function: Callable[..., Iterable[Option]]) -> FunctionGame:
    """Makes a game of a function that yields the options of a position::

        @grundy.game
        def wythoff(x, y):
            for k in range(1, max(x, y) + 1):
                if k <= x: yield x - k, y
                if k <= y: yield x, y - k
                if k <= min(x, y): yield x - k, y - k

        wythoff(5, 7).value

    A tuple is one position, an integer too where there is one argument, and ``wythoff(a, b) + wythoff(c, d)`` a sum.
    """
    return FunctionGame(function)
