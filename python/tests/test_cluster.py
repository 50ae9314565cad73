"""Surveys over several processes: whoever is killed, the rows are those of one process."""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import grundy

if TYPE_CHECKING:
    from grundy.cluster import TableSummary

distributed = pytest.importorskip("distributed")
cluster = pytest.importorskip("grundy.cluster")

# All codes 0.xyz: 511 of them, in five units.
CODES = [f"0.{n:03o}".rstrip("0") for n in range(1, 512)]
TO = 12_000


@pytest.fixture(scope="module")
def expected() -> list[str]:
    return sorted(json.dumps(row) for row in grundy.survey(CODES, to=TO, threads=1))


def test_a_killed_worker_loses_nothing(expected: list[str], tmp_path: Path) -> None:
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local, local.get_client() as client:
        pids = list(client.run(os.getpid).values())
        script = f"import os, signal, time, pathlib\nfolder = pathlib.Path({str(tmp_path / 'out')!r})\n" \
            "while len(list(folder.glob('*.rows'))) < 1: time.sleep(0.01)\n" \
            f"os.kill({pids[0]}, signal.SIGKILL)\n"
        killer = subprocess.Popen([sys.executable, "-c", script])
        found = list(cluster.survey(CODES, to=TO, out=tmp_path / "out", client=client))
        assert killer.wait() == 0
    assert len(found) == 511
    assert sorted(json.dumps(row) for row in found) == expected


RUN = """
import sys
from grundy.cluster import survey
if __name__ == "__main__":
    print(len(list(survey(sys.argv[2:], to=int(sys.argv[1].split(":")[0]), out=sys.argv[1].split(":", 1)[1]))))
"""


def test_a_killed_client_and_scheduler_lose_nothing(expected: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "out"
    script = tmp_path / "run.py"
    script.write_text(RUN)
    command = [sys.executable, str(script), f"{TO}:{folder}", *CODES]
    # The client and the scheduler of its LocalCluster are one process; the workers end with it.
    child = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while child.poll() is None and len(list(folder.glob("*.rows"))) < 1:
        time.sleep(0.01)
    os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    finished = {path.name: path.stat().st_mtime_ns for path in folder.glob("*.rows")}
    assert finished
    found = list(cluster.survey(CODES, to=TO, out=folder))
    assert sorted(json.dumps(row) for row in found) == expected
    for name, written in finished.items():
        assert (folder / name).stat().st_mtime_ns == written, f"{name} was computed twice"


def test_wrong_folders_and_clients(tmp_path: Path) -> None:
    list(grundy.survey(["0.77"], to=100, out=tmp_path / "one"))
    for games, to in ((["0.07"], 100), (["0.77"], 101)):
        with pytest.raises(grundy.InputError, match="belongs to another survey"):
            cluster.survey(games, to=to, out=tmp_path / "one")
    head = tmp_path / "one" / "survey"
    head.write_text(head.read_text().replace(grundy.__version__, "0.0.1"))
    with pytest.raises(grundy.InputError, match="0.0.1"):
        grundy.survey(["0.77"], to=100, out=tmp_path / "one")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("of great value")
    with pytest.raises(grundy.InputError, match="thesis.txt"):
        grundy.survey(["0.77"], to=100, out=tmp_path / "mine")
    assert os.listdir(tmp_path / "mine") == ["thesis.txt"]
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError):
        grundy.survey(["0.77"], to=100, out=tmp_path / "file")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as local:
        client = local.get_client()
        client.close()
        with pytest.raises(cluster.ClusterError, match="closed"):
            cluster.survey(["0.77"], to=100, out=tmp_path / "closed", client=client)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full")
def test_a_full_disk_is_an_error(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    grundy.survey(["0.77"], to=100, out=folder)
    for path in folder.glob("*.rows"):
        path.unlink()
    folder.chmod(0o500)
    try:
        if os.access(folder, os.W_OK):
            # Root writes everywhere: a folder where the file should stand cannot be replaced by a rename either.
            (folder / "unit-000000.part").mkdir()
            with pytest.raises(OSError):
                grundy.survey(["0.77"], to=100, out=folder)
        else:
            with pytest.raises(PermissionError):
                grundy.survey(["0.77"], to=100, out=folder)
    finally:
        folder.chmod(0o700)
    assert not list(folder.glob("*.rows"))


# Files of few bytes, as on a disk that is nearly full: the system refuses the rest of a write.
FULL = """
import resource, sys, grundy
for most, act in (
    (2048, lambda: list(grundy.survey(digits=2, to=200, out=sys.argv[1] + "/survey"))),
    (2048, lambda: grundy.Game.named("wythoff").heat((20, 20)).save(sys.argv[1] + "/picture.svg")),
    (16, lambda: grundy.heap("0.77").period().certificate(sys.argv[1] + "/period.cert")),
):
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
    try:
        act()
    except OSError as error:
        print(error.errno)
    else:
        print("written")
"""


def test_nothing_is_half_written_where_no_space_is_left(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-P", "-c", FULL, str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.stdout.split() == [str(errno.EFBIG)] * 3, done.stdout + done.stderr
    assert not list(tmp_path.rglob("*.rows"))
    assert not (tmp_path / "picture.svg").exists() and not (tmp_path / "period.cert").exists()


def test_a_failed_game_is_a_row() -> None:
    good, bad = grundy.survey(["0.77", "0.6"], to=5000, max_positions=1000)
    assert good["status"] == "proved"
    assert bad["status"].startswith("failed: limit reached: 1000 positions") and bad["period"] is None


HEAPS = "heaps(x, y, z) -> (heaps(x-k, y, z) | heaps(x, y-k, z) | heaps(x, y, z-k)) for k in 1..6"
ENDS = (199, 199, 199)


def by_one_process(folder: Path, text: str = HEAPS, ends: tuple[int, ...] = ENDS) -> TableSummary:
    """The table, block by block in this process."""
    from grundy import _core, limits, source

    own = source.own(text)
    core = limits.core(threads=1, progress=False)
    plan = _core.TablePlan(own.rules, own.texts[0][0], "g", own.given, list(ends), core)
    assert plan.start(str(folder), core) == ([], [])
    for block in range(plan.blocks):
        assert plan.make(block, str(folder), core)
    found: TableSummary = json.loads(plan.end(str(folder), core))
    return found


def blocks(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("block-*")}


# Kills a worker that is at work on a block, after some others.
KILLER = """
import json, os, pathlib, signal, sys, time
log, pid = pathlib.Path(sys.argv[1]), int(sys.argv[2])
while True:
    lines = [json.loads(line) for line in log.read_text().splitlines(True) if line.endswith(chr(10))] if log.exists() else []
    own = [line["event"] for line in lines if line["pid"] == pid]
    if len(own) > 5 and own[-1] == "begin":
        break
    if len(own) > 5 and time.time() - lines[-1]["time"] > 60:
        sys.exit("nothing happens any more")
    time.sleep(0.001)
os.kill(pid, signal.SIGKILL)
"""


def test_a_table_by_two_workers_of_which_one_is_killed(tmp_path: Path) -> None:
    wanted = by_one_process(tmp_path / "one")
    out = tmp_path / "out"
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local, local.get_client() as client:
        pids = list(client.run(os.getpid).values())
        killer = subprocess.Popen([sys.executable, "-c", KILLER, str(out / "log"), str(pids[0])])
        found = cluster.table(grundy.Game(HEAPS), ENDS, out=out, client=client)
        assert killer.wait() == 0
    assert found["checksum"] == wanted["checksum"]
    assert blocks(out) == blocks(tmp_path / "one")
    # Only what the killed worker had begun and not ended was computed again. A block that it had ended, but not told, was found there.
    log = [json.loads(line) for line in (out / "log").read_text().splitlines()]
    begun, made, there = ([(line["pid"], line["block"]) for line in log if line["event"] == event] for event in ("begin", "end", "there"))
    in_flight = set(begun) - set(made) - set(there)
    assert {pid for pid, _ in in_flight} <= {pids[0]} and len(in_flight) <= 1
    assert len(begun) - len(there) == wanted["blocks"] + len([one for one in in_flight if one[1] in {block for _, block in made}])
    assert len(made) == len({block for _, block in made})
    assert wanted["blocks"] > 20


def test_no_worker_holds_a_quarter_of_the_table(tmp_path: Path) -> None:
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local, local.get_client() as client:
        cluster.table(grundy.Game(HEAPS), (20, 20, 20), out=tmp_path / "first", client=client)
        before = client.run(resource.getrusage, resource.RUSAGE_SELF)
        found = cluster.table(grundy.Game(HEAPS), (399, 399, 399), out=tmp_path / "out", client=client)
        after = client.run(resource.getrusage, resource.RUSAGE_SELF)
    assert found["positions"] == found["bytes"] == 64_000_000
    for worker in before:
        assert (after[worker].ru_maxrss - before[worker].ru_maxrss) * 1024 < found["bytes"] // 4


TABLE = """
import sys
import grundy
from grundy.cluster import table
if __name__ == "__main__":
    print(table(grundy.Game(sys.argv[2]), (199, 199, 199), out=sys.argv[1])["checksum"])
"""


def test_a_table_whose_client_and_scheduler_are_killed(tmp_path: Path) -> None:
    wanted = by_one_process(tmp_path / "one")
    out, script = tmp_path / "out", tmp_path / "run.py"
    script.write_text(TABLE)
    command = [sys.executable, str(script), str(out), HEAPS]
    child = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while child.poll() is None and len(list(out.glob("block-*[0-9]"))) < 3:
        time.sleep(0.001)
    os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    finished = {path.name: path.stat().st_mtime_ns for path in out.glob("block-*[0-9]")}
    assert finished
    assert cluster.table(grundy.Game(HEAPS), ENDS, out=out)["checksum"] == wanted["checksum"]
    for name, written in finished.items():
        assert (out / name).stat().st_mtime_ns == written, f"{name} was computed twice"


def test_a_table_is_read_and_others_are_refused(tmp_path: Path) -> None:
    text = "w(x, y) -> (w(x-k, y) | w(x, y-k) | w(x-k, y-k)) for k in 1..max(x, y)"
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as local:
        found = cluster.table(grundy.Game(text), (99, 99), out=tmp_path / "w", client=local.get_client())
    assert (found["positions"], found["method"]) == (10_000, "rays")
    reader = grundy._core.TableReader(str(tmp_path / "w"))
    # OEIS A004484 and A004485: rows 3 and 4 of Wythoff's game.
    assert [reader.value([3, y]) for y in range(8)] == [3, 4, 5, 6, 2, 0, 1, 9]
    assert [reader.value([y, 4]) for y in range(8)] == [4, 5, 3, 2, 7, 6, 9, 0]
    assert reader.value([100, 0]) is None
    # A damaged block is named and made anew.
    path = tmp_path / "w" / "block-000000"
    sound = path.read_bytes()
    path.write_bytes(sound[:-1] + bytes([sound[-1] ^ 1]))
    with pytest.warns(RuntimeWarning, match="block-000000: the block is damaged: it is made anew"):
        again = cluster.table(grundy.Game(text), (99, 99), out=tmp_path / "w")
    assert path.read_bytes() == sound and again == found
    with pytest.raises(grundy.InputError, match="not to"):
        cluster.table(grundy.Game(text), (99, 98), out=tmp_path / "w")
    with pytest.raises(grundy.InputError, match="another game"):
        cluster.table(grundy.Game(text.replace("max", "min")), (99, 99), out=tmp_path / "w")
    with pytest.raises(grundy.LimitError, match="on the disk"):
        cluster.table(grundy.Game(HEAPS), (90_000, 90_000, 90_000), out=tmp_path / "huge")
    assert not (tmp_path / "huge").exists()
