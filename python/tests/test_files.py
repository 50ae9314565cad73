"""What the command writes as npy and parquet is what it writes as csv."""

from __future__ import annotations

import csv
import io
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

import grundy

COMMAND = os.environ.get("GRUNDY_COMMAND", "")
pytestmark = pytest.mark.skipif(not COMMAND, reason="GRUNDY_COMMAND names the command to test")

TABLES = {
    "heaps": ["0.77", "--to", "300"],
    "part": ["0.6", "--from", "100", "--to", "5000"],
    "wide": ["nim", "--to", "70000"],
    "grid": ["wythoff", "--to", "20,30"],
    "ordinals": ["pebbles", "--to", "3,3", "--set", "K=1"],
}


def run(*args: str) -> bytes:
    done = subprocess.run([COMMAND, *args], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def as_csv(*args: str) -> list[list[str]]:
    text = run(*args, "--format", "csv").decode()
    return list(csv.reader(line for line in io.StringIO(text) if not line.startswith("#")))


def cells(frame: object) -> list[list[str]]:
    rows = frame.rows()  # type: ignore[attr-defined]
    return [["" if cell is None else str(cell) for cell in row] for row in rows]


@pytest.mark.parametrize("args", TABLES.values(), ids=TABLES.keys())
def test_tables(args: list[str], tmp_path: Path) -> None:
    head, *expected = as_csv("table", *args)
    array = np.load(io.BytesIO(run("table", *args, "--format", "npy")))
    assert [str(value) for value in array.ravel()] == [row[-1] for row in expected]
    if array.dtype.kind == "u":
        widths = [width for width in (1, 2, 4, 8) if int(array.max()) < 1 << 8 * width]
        assert array.dtype.itemsize == widths[0]
    file = tmp_path / "table.parquet"
    file.write_bytes(run("table", *args, "--format", "parquet"))
    check_parquet(file, head, expected)


def check_parquet(file: Path, head: list[str], expected: list[list[str]]) -> None:
    polars = pytest.importorskip("polars")
    frame = polars.read_parquet(file)
    assert frame.columns == head and cells(frame) == expected
    duckdb = pytest.importorskip("duckdb")
    found = duckdb.sql(f"select * from '{file}'")
    assert found.columns == head
    assert [["" if cell is None else str(cell) for cell in row] for row in found.fetchall()] == expected
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(file)
    columns = [["" if cell is None else str(cell) for cell in column.to_pylist()] for column in table.columns]
    assert [list(row) for row in zip(*columns, strict=True)] == expected
    metadata = parquet.read_metadata(file).metadata
    assert {b"grundy.version", b"grundy.rules", b"grundy.bound", b"grundy.checksum"} <= set(metadata)
    assert metadata[b"grundy.version"].decode() == grundy.__version__


def test_surveys(tmp_path: Path) -> None:
    args = ["survey", "--digits", "2", "--to", "500", "0.6"]
    head, *expected = as_csv(*args)
    file = tmp_path / "survey.parquet"
    file.write_bytes(run(*args, "--format", "parquet"))
    check_parquet(file, head, expected)
    array = np.load(io.BytesIO(run(*args, "--format", "npy")))
    assert list(array.dtype.names) == head
    found = [["" if cell == -1 else str(cell) for cell in record.tolist()] for record in array]
    assert found == expected
    rows = grundy.survey(["0.6"], digits=2, to=500)
    assert [["" if cell is None else str(cell) for cell in row.values()] for row in rows] == expected


def test_wrong_wishes() -> None:
    for args in (["table", "0.77", "--format", "npy", "--zeros"], ["solve", "nim(3)", "--format", "parquet"]):
        done = subprocess.run([COMMAND, *args], capture_output=True, check=False)
        assert done.returncode == 2 and not done.stdout
    with open("/dev/full", "wb") as full:
        done = subprocess.run([COMMAND, "table", "0.77", "--format", "parquet"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2 and b"No space left" in done.stderr
