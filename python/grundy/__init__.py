"""The Sprague–Grundy toolkit: who wins an impartial game, by which move, and why.

>>> import grundy
>>> grundy.solve("kayles(12) + nim(5)").value
1
>>> grundy.heap("0.77").values(12).tolist()
[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]

docs/PYTHON.md describes it all. Every call that computes takes the limits ``max_positions``, ``max_memory``, ``timeout``, ``threads`` and
``progress`` as keyword arguments, releases the GIL, and ends with Ctrl-C.
"""

from __future__ import annotations

from ._core import Ordinal, __version__
from .catalogue import CatalogueGame, games, nimber
from .display import Picture, Text
from .errors import ContradictionError, CycleError, GrundyError, InputError, LimitError
from .formulas import Formula, Patterns, Proof
from .function import FunctionGame, FunctionPosition, game
from .graphs import arckayles, digraph, digraph_values, nodekayles
from .period import Period, Verified, verify
from .position import Component, Explanation, Move, Position, explain, solve
from .problem import Failure, Problem, Stress
from .rules import Difference, Game, heap
from .surveys import Row, survey
from .table import Table
from .values import Loopy, Value

__all__ = [
    "CatalogueGame",
    "Component",
    "ContradictionError",
    "CycleError",
    "Difference",
    "Explanation",
    "Failure",
    "Formula",
    "FunctionGame",
    "FunctionPosition",
    "Game",
    "GrundyError",
    "InputError",
    "LimitError",
    "Loopy",
    "Move",
    "Ordinal",
    "Patterns",
    "Period",
    "Picture",
    "Position",
    "Problem",
    "Proof",
    "Row",
    "Stress",
    "Table",
    "Text",
    "Value",
    "Verified",
    "__version__",
    "arckayles",
    "digraph",
    "digraph_values",
    "explain",
    "game",
    "games",
    "heap",
    "nimber",
    "nodekayles",
    "solve",
    "survey",
    "verify",
]
