"""The exceptions of grundy. Ctrl-C raises KeyboardInterrupt as everywhere, files that cannot be read or written OSError."""

from __future__ import annotations


class GrundyError(Exception):
    """Why there is no answer."""


class InputError(GrundyError, ValueError):
    """The rules, a position or an argument is wrong; the message says where."""


class LimitError(GrundyError):
    """A limit was reached: max_positions, max_memory or timeout."""


class CycleError(GrundyError):
    """Play in a game given by a function can go round for ever."""

    def __init__(self, cycle: list[tuple[object, ...]]) -> None:
        shown = [_position(position) for position in cycle[:8]]
        if len(cycle) > 8:
            shown.append(f"({len(cycle) - 8} more)")
        super().__init__("play can come back to the same position: " + " -> ".join([*shown, *shown[:1]]))
        self.cycle = cycle
        """The positions, each an option of the one before, and the first one of the last."""


class ContradictionError(GrundyError):
    """Two methods disagree: a bug of grundy, never an answer."""


def _position(position: tuple[object, ...]) -> str:
    return repr(position[0]) if len(position) == 1 else repr(position)
