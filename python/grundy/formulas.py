"""Formulas that were found, and claims that were proved or refuted."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypedDict, cast

from . import _core, display
from .errors import InputError


class _Formula(TypedDict):
    game: str
    family: str
    text: str | None
    of: Literal["value", "outcome"]
    status: Literal["proved", "observed"]
    proof: str | None
    tested_to: int
    domain: str | None


class _Rejected(TypedDict):
    text: str
    witness: str


class _Patterns(TypedDict):
    game: str
    formulas: list[_Formula]
    rejected: list[_Rejected]
    reasons: list[str]
    text: list[display.Span]


@dataclass(frozen=True)
class Formula:
    """A formula for all positions of a kind, or a bare automaton."""

    game: str
    """The kind of positions."""
    family: str
    """The family it belongs to."""
    text: str | None
    """The claim in the rule language; None for a bare automaton."""
    of: Literal["value", "outcome"]
    """What it speaks of."""
    status: Literal["proved", "observed"]
    """Whether it is proved, or only held on the positions that were compared."""
    proof: str | None
    """How it is proved."""
    tested_to: int
    """All positions up to this sum of arguments were compared with the plain definition."""
    domain: str | None
    """The positions that count; None for all."""
    certificates: tuple[str, ...]
    """The certificates of its proofs, one for each setting of the params."""


class Patterns:
    """What was found for a game, best first."""

    def __init__(self, answer: str, certificates: list[list[str]]) -> None:
        self._found = cast(_Patterns, json.loads(answer))
        self._certificates = certificates

    @property
    def formulas(self) -> list[Formula]:
        """The formulas; none is an answer, too."""
        return [
            Formula(
                one["game"],
                one["family"],
                one["text"],
                one["of"],
                one["status"],
                one["proof"],
                one["tested_to"],
                one["domain"],
                tuple(certificates),
            )
            for one, certificates in zip(self._found["formulas"], self._certificates, strict=True)
        ]

    @property
    def rejected(self) -> list[tuple[str, str]]:
        """Runner-ups, each with the position that refutes it."""
        return [(one["text"], one["witness"]) for one in self._found["rejected"]]

    @property
    def reasons(self) -> list[str]:
        """What stood in the way."""
        return self._found["reasons"]

    @property
    def facts(self) -> Mapping[str, object]:
        """What ``grundy pattern --json`` prints."""
        return self._found

    @property
    def text(self) -> display.Text:
        """The words of ``grundy pattern``."""
        return display.Text(self._found["text"])

    def __str__(self) -> str:
        return str(self.text)

    def __repr__(self) -> str:
        return f"<Patterns of {self._found['game']}: {len(self._found['formulas'])} formulas>"

    def _repr_html_(self) -> str:
        return self.text._repr_html_()


class _Proof(TypedDict):
    game: str
    claims: list[str]
    status: Literal["proved", "refuted", "unknown"]
    witness: str | None
    reason: str | None
    text: list[display.Span]


class Proof:
    """The answer to claims: proved, refuted or not known."""

    def __init__(self, answer: str, certificate: str | None) -> None:
        self._found = cast(_Proof, json.loads(answer))
        self._certificate = certificate

    @property
    def status(self) -> Literal["proved", "refuted", "unknown"]:
        """``"proved"``, ``"refuted"`` or ``"unknown"``: not decided within the limits."""
        return self._found["status"]

    @property
    def witness(self) -> str | None:
        """A position that refutes."""
        return self._found["witness"]

    @property
    def reason(self) -> str | None:
        """Why nothing was decided."""
        return self._found["reason"]

    @property
    def facts(self) -> Mapping[str, object]:
        """What ``grundy prove --json`` prints."""
        return self._found

    @property
    def text(self) -> display.Text:
        """The words of ``grundy prove``."""
        return display.Text(self._found["text"])

    def certificate(self, path: str | os.PathLike[str] | None = None) -> bytes:
        """The certificate of the proof, written to a file if one is named."""
        if self._certificate is None:
            raise InputError("no certificate: nothing was proved")
        found = self._certificate.encode()
        if path is not None:
            _core.write(os.fspath(path), found)
        return found

    def __str__(self) -> str:
        return str(self.text)

    def __repr__(self) -> str:
        return f"<Proof of {'; '.join(self._found['claims'])}: {self.status}>"

    def _repr_html_(self) -> str:
        return self.text._repr_html_()
