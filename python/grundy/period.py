"""Periods of values, and their certificates."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Literal, TypedDict, Unpack, cast

from . import _core, display, limits
from .errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping


class _Period(TypedDict):
    game: str
    code: str | None
    status: Literal["proved", "observed", "none"]
    period: int | None
    preperiod: int | None
    last_exception: int | None
    saltus: int | None
    computed_to: int | None
    text: list[display.Span]


class Period:
    """What the values of a game show: proved for all heaps, observed on the computed ones, or none."""

    def __init__(self, computed: _core.Computed) -> None:
        self._computed = computed
        self._found = cast(_Period, json.loads(computed.json))

    @property
    def status(self) -> Literal["proved", "observed", "none"]:
        """``"proved"``, ``"observed"`` or ``"none"``."""
        return self._found["status"]

    @property
    def period(self) -> int | None:
        """The period."""
        return self._found["period"]

    @property
    def preperiod(self) -> int | None:
        """The least n from which on it holds."""
        return self._found["preperiod"]

    @property
    def last_exception(self) -> int | None:
        """The last n that breaks it."""
        return self._found["last_exception"]

    @property
    def saltus(self) -> int | None:
        """What a period adds."""
        return self._found["saltus"]

    @property
    def computed_to(self) -> int | None:
        """The last heap or argument that was looked at."""
        return self._found["computed_to"]

    @property
    def facts(self) -> Mapping[str, object]:
        """What ``grundy period --json`` prints."""
        return self._found

    @property
    def text(self) -> display.Text:
        """The words of ``grundy period``."""
        return display.Text(self._found["text"])

    def certificate(self, path: str | os.PathLike[str] | None = None, **keywords: Unpack[limits.Limits]) -> bytes:
        """The certificate of a proved period, written to a file if one is named. Only what is proved has one."""
        found = self._computed.certificate(limits.core(**keywords))
        if found is None:
            raise InputError("no certificate: no period was proved")
        if path is not None:
            _core.write(os.fspath(path), found)
        return found

    def __repr__(self) -> str:
        found = self._found
        return f"<Period of {found['game']}: {found['status']}, period {found['period']}, preperiod {found['preperiod']}>"

    def __str__(self) -> str:
        return str(self.text)

    def _repr_html_(self) -> str:
        return self.text._repr_html_()


class _Verified(TypedDict):
    accepted: bool
    reason: str | None
    text: list[display.Span]


class Verified:
    """What the independent checker says of a certificate; true if it is accepted."""

    def __init__(self, answer: str) -> None:
        self._found = cast(_Verified, json.loads(answer))

    @property
    def accepted(self) -> bool:
        """Whether it is accepted."""
        return self._found["accepted"]

    @property
    def reason(self) -> str | None:
        """Why not."""
        return self._found["reason"]

    @property
    def facts(self) -> Mapping[str, object]:
        """What ``grundy verify --json`` prints."""
        return self._found

    def __bool__(self) -> bool:
        return self.accepted

    def __str__(self) -> str:
        return str(display.Text(self._found["text"]))

    def __repr__(self) -> str:
        return f"<Verified: {str(self).strip()}>"


def verify(certificate: str | os.PathLike[str] | bytes, **keywords: Unpack[limits.Limits]) -> Verified:
    """Checks a certificate, a file or its bytes, with the independent checker."""
    if not isinstance(certificate, bytes):
        with open(certificate, "rb") as file:
            certificate = file.read()
    return Verified(_core.verify(certificate, limits.core(**keywords)))
