"""Tables of values: arrays, frames, pictures."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from . import display
from .position import draw
from .source import Source
from .values import Value

if TYPE_CHECKING:
    import pandas
    import polars

_SHOWN = 400


@dataclass(frozen=True, eq=False)
class Table:
    """The values of a game for a range of its argument, or of two."""

    game: str
    """The game."""
    start: tuple[int, ...]
    """The first argument of each range."""
    to: tuple[int, ...]
    """The last argument, included."""
    values: NDArray[np.unsignedinteger] | list[Value]
    """An array of one or two dimensions; a flat list where some value is infinite or loopy."""
    _of: tuple[Source, str] = field(repr=False)

    def columns(self) -> dict[str, NDArray[np.unsignedinteger] | NDArray[np.uint64] | list[str]]:
        """The columns of a frame: the arguments, then the values; one row a position."""
        names = ["n"] if len(self.to) == 1 else ["x", "y"]
        axes = [np.arange(low, high + 1, dtype=np.uint64) for low, high in zip(self.start, self.to, strict=True)]
        grids = [grid.ravel() for grid in np.meshgrid(*axes, indexing="ij")]
        columns: dict[str, NDArray[np.unsignedinteger] | NDArray[np.uint64] | list[str]] = dict(
            zip(names, grids, strict=True)
        )
        found = self.values
        columns["value"] = found.ravel() if isinstance(found, np.ndarray) else [str(value) for value in found]
        return columns

    def to_polars(self) -> polars.DataFrame:
        """A polars frame."""
        import polars

        return polars.DataFrame(self.columns())

    def to_pandas(self) -> pandas.DataFrame:
        """A pandas frame."""
        import pandas

        return pandas.DataFrame(self.columns())

    def zeros(self) -> NDArray[np.intp]:
        """The arguments with value 0, where the player to move loses: one row each."""
        if not isinstance(self.values, np.ndarray):
            found = np.array([value == 0 for value in self.values])
            found = found.reshape([high - low + 1 for low, high in zip(self.start, self.to, strict=True)])
            return np.argwhere(found) + np.array(self.start, dtype=np.intp)
        return np.argwhere(self.values == 0) + np.array(self.start, dtype=np.intp)

    def __str__(self) -> str:
        found = self.values
        return str(found) if isinstance(found, np.ndarray) else ", ".join(str(value) for value in found)

    def _repr_html_(self) -> str:
        source, name = self._of
        cells = 1
        for low, high in zip(self.start, self.to, strict=True):
            cells *= high - low + 1
        if cells > 1 << 16 or not isinstance(self.values, np.ndarray):
            return display.Text([{"role": "plain", "text": str(self)}])._repr_html_()
        what = "plot" if len(self.to) == 1 else "table"
        return draw(source, {"of": name, "what": what, "from": self.start, "to": self.to}, {}).svg
