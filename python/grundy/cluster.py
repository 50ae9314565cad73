"""Surveys on a cluster (the extra ``cluster``): units of a survey as tasks of Dask, results as files in a shared folder.

A unit is a pure function of the survey. Its rows are a file that appears whole, so that killing a worker, the client or the scheduler
at any moment loses at most what the units in progress did in the last half minute; the next run skips what is finished.
"""

from __future__ import annotations

import itertools
import os
import signal
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Unpack

from . import _core, limits
from .errors import GrundyError
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
