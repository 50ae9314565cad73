"""Surveys and huge tables on a cluster (the extra ``cluster``): units as tasks of Dask, results as files in a shared folder.

A unit of a survey is a pure function of the survey. Its rows are a file that appears whole, so that killing a worker, the client or the scheduler
at any moment loses at most what the units in progress did in the last half minute; the next run skips what is finished.

A huge table is cut into blocks, and blocks of one tier do not need each other. A task makes one block from those before it, which it reads
from the folder: values go from hand to hand as files, never moves. Killing anything loses the blocks in flight, nothing else.
"""

from __future__ import annotations

import functools
import heapq
import itertools
import json
import os
import signal
import socket
import time
import uuid
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict, Unpack, cast

from . import _core, limits
from .errors import GrundyError
from .rules import Game
from .source import Source
from .surveys import Row, plan, rows

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

_AHEAD = 4
"""Tasks a worker thread that are handed out ahead: finished ones are released at once, so that no kill makes them run again."""


class ClusterError(GrundyError):
    """The cluster failed, not a game; what is finished is in the folder."""


def _unit(
    games: list[str],
    digits: int | None,
    to: int,
    params: dict[str, int | range],
    folder: str,
    unit: int,
    keywords: limits.Limits,
) -> int:
    """One task: computes a unit if it is not finished. Its result is the file."""
    plan(games, digits, to, params, keywords).run(unit, folder, False, limits.core(**keywords))
    return unit


def survey(
    games: Sequence[str] = (),
    *,
    digits: int | None = None,
    to: int = 1 << 16,
    params: Mapping[str, int | range] | None = None,
    out: str | os.PathLike[str],
    client: Client | None = None,
    **keywords: Unpack[limits.Limits],
) -> Iterator[Row]:
    """A survey by the workers of a Dask cluster: an iterable of rows, in the order of the games.

    ``out`` is a folder that all workers see. Without a client a ``LocalCluster`` with a process a core is started and ended. Each worker
    computes with one thread a task, so ``threads`` is 1 unless told otherwise.
    """
    keywords.setdefault("threads", 1)
    keywords["progress"] = keywords.get("progress", False)
    found = plan(games, digits, to, params or {}, keywords)
    folder = os.path.abspath(os.fspath(out))
    done = set(found.finished(folder, limits.core(**keywords)))
    missing = [unit for unit in range(found.units) if unit not in done]
    if missing:
        task = (list(games), digits, to, dict(params or {}), folder)
        if client is None:
            from distributed import LocalCluster

            with LocalCluster(threads_per_worker=1, dashboard_address=None) as cluster, cluster.get_client() as own:
                try:
                    _compute(own, task, missing, keywords)
                except BaseException:
                    _end(cluster)
                    raise
        else:
            _compute(client, task, missing, keywords)
    return _collect(found, folder, keywords)


def _end(cluster: LocalCluster) -> None:
    """Ends the workers at once: asked to close, they would go on with their units for seconds."""
    for nanny in cluster.workers.values():
        nanny.auto_restart = False
        if nanny.pid is not None:
            os.kill(nanny.pid, getattr(signal, "SIGKILL", signal.SIGTERM))


def _collect(found: _core.Plan, folder: str, keywords: limits.Limits) -> Iterator[Row]:
    for unit in range(found.units):
        yield from rows(found.run(unit, folder, False, limits.core(**keywords)))


def _compute(
    client: Client,
    task: tuple[list[str], int | None, int, dict[str, int | range], str],
    missing: list[int],
    keywords: limits.Limits,
) -> None:
    """Hands the units out, a few ahead for as many workers as there are by then, and waits for all."""
    from distributed import as_completed

    if client.status != "running":
        raise ClusterError(f"the client is {client.status}")
    # Keys are of this call alone: the scheduler may still know those of another survey.
    name, waiting, futures = uuid.uuid4().hex, iter(missing), as_completed()

    def hand_out(running: int) -> int:
        ahead = max(1, sum(client.nthreads().values())) * _AHEAD
        for unit in itertools.islice(waiting, max(0, ahead - running)):
            futures.add(client.submit(_unit, *task, unit, keywords, key=f"grundy-{name}-{unit}", pure=False))
            running += 1
        return running

    try:
        running = hand_out(0)
        for future in futures:
            if future.status != "finished":
                raise future.exception() or ClusterError(f"a task is {future.status}")
            future.release()
            running = hand_out(running - 1)
    except GrundyError:
        raise
    except (KeyboardInterrupt, OSError):
        client.cancel(list(futures.futures), force=True)
        raise
    except Exception as error:
        raise ClusterError(f"{type(error).__name__}: {error}; what is finished is in {task[4]}") from error


class TableSummary(TypedDict):
    """What is said of a table; ``checksum`` is that of all values, however they were made."""

    game: str
    to: list[int]
    positions: int
    zeros: int
    largest: int
    bytes: int
    blocks: int
    checksum: str
    method: str
    order_proved: bool
    folder: str


@functools.lru_cache(maxsize=4)
def _table_plan(source: Source, name: str, shown: str, to: tuple[int, ...], memory: int | None) -> _core.TablePlan:
    """The plan of a table, once a process: it also keeps the lines between blocks."""
    given = limits.core(max_memory=memory) if memory is not None else limits.core()
    return _core.TablePlan(source.rules, name, shown, source.given, list(to), given)


_Table = tuple[Source, str, str, tuple[int, ...], "int | None"]


def _log(folder: str, event: str, block: int, tier: int) -> None:
    """A line in the folder's log: who began and who ended a block. One short write, so that lines of many processes do not mix."""
    line = {"event": event, "block": block, "tier": tier, "host": socket.gethostname(), "pid": os.getpid(), "time": time.time()}
    handle = os.open(os.path.join(folder, "log"), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        os.write(handle, (json.dumps(line) + "\n").encode())
    finally:
        os.close(handle)


def _block(asked: _Table, folder: str, block: int, keywords: limits.Limits) -> int:
    """One task: makes a block if it is not there. Its result is the file."""
    found = _table_plan(*asked)
    tier = found.tier(block)
    _log(folder, "begin", block, tier)
    made = found.make(block, folder, limits.core(**keywords))
    _log(folder, "end" if made else "there", block, tier)
    return block


def table(
    game: str | Game,
    to: Sequence[int],
    *,
    out: str | os.PathLike[str],
    client: Client | None = None,
    **params: object,
) -> TableSummary:
    """A huge table by the workers of a Dask cluster: the positions up to ``to`` in the folder ``out``, which all workers see.

    ``game`` is a :class:`Game` or a name of the catalogue; params, data and limits are keyword arguments. Without a client a
    ``LocalCluster`` with a process a core is started and ended. ``grundy table --folder`` and ``grundy solve --folder`` read the folder.
    """
    asked_game = game if isinstance(game, Game) else Game.named(game)
    source, keywords = asked_game._asked(params)
    keywords.setdefault("threads", 1)
    keywords["progress"] = keywords.get("progress", False)
    ends = tuple(limits.natural("to", end) for end in to)
    asked: _Table = (source, asked_game._name, asked_game.name, ends, keywords.get("max_memory"))
    found = _table_plan(*asked)
    folder = os.path.abspath(os.fspath(out))
    done, damaged = found.start(folder, limits.core(**keywords))
    for text in damaged:
        warnings.warn(f"{text}: it is made anew", RuntimeWarning, stacklevel=2)
    if len(done) < found.blocks:
        if client is None:
            from distributed import LocalCluster

            with LocalCluster(threads_per_worker=1, dashboard_address=None) as cluster, cluster.get_client() as own:
                try:
                    _compute_blocks(own, asked, found, folder, set(done), keywords)
                except BaseException:
                    _end(cluster)
                    raise
        else:
            _compute_blocks(client, asked, found, folder, set(done), keywords)
    return cast(TableSummary, json.loads(found.end(folder, limits.core(**keywords))))


class _Tiers:
    """Which blocks may be made: those that are not there while all before them are, the lowest tier first."""

    def __init__(self, found: _core.TablePlan, done: set[int]) -> None:
        self.done = done
        self.before = [found.before(block) for block in range(found.blocks)]
        self.behind: list[list[int]] = [[] for _ in self.before]
        for block, blocks in enumerate(self.before):
            for other in blocks:
                self.behind[other].append(block)
        self.tier = [found.tier(block) for block in range(found.blocks)]
        self.closed: set[int] = set()
        self.queued: set[int] = set()
        self.ready: list[tuple[int, int]] = []
        # What is before a block has a smaller number.
        for block in range(found.blocks):
            self._look(block)

    def _look(self, block: int) -> bool:
        if block in self.closed or any(other not in self.closed for other in self.before[block]):
            return False
        if block in self.done:
            self.closed.add(block)
            return True
        if block not in self.queued:
            self.queued.add(block)
            heapq.heappush(self.ready, (self.tier[block], block))
        return False

    def finish(self, block: int) -> None:
        """A block is there."""
        self.done.add(block)
        stack = [block]
        while stack:
            block = stack.pop()
            if self._look(block):
                stack.extend(self.behind[block])


def _compute_blocks(
    client: Client, asked: _Table, found: _core.TablePlan, folder: str, done: set[int], keywords: limits.Limits
) -> None:
    """Hands blocks out as they may be made, and waits for all."""
    from distributed import as_completed

    if client.status != "running":
        raise ClusterError(f"the client is {client.status}")
    tiers, name, futures = _Tiers(found, done), uuid.uuid4().hex, as_completed()

    def hand_out(running: int) -> int:
        ahead = max(1, sum(client.nthreads().values())) * 2
        while tiers.ready and running < ahead:
            _, block = heapq.heappop(tiers.ready)
            futures.add(client.submit(_block, asked, folder, block, keywords, key=f"grundy-table-{name}-{block}", pure=False))
            running += 1
        return running

    try:
        running = hand_out(0)
        for future in futures:
            if future.status != "finished":
                raise future.exception() or ClusterError(f"a task is {future.status}")
            tiers.finish(future.result())
            future.release()
            running = hand_out(running - 1)
    except GrundyError:
        raise
    except (KeyboardInterrupt, OSError):
        client.cancel(list(futures.futures), force=True)
        raise
    except Exception as error:
        raise ClusterError(f"{type(error).__name__}: {error}; what is finished is in {folder}") from error
