"""Graphs to and from networkx (the extra ``graphs``)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable
from typing import TYPE_CHECKING, TypeAlias, TypedDict, Union, Unpack, cast

from . import limits, values
from .errors import InputError
from .function import FunctionPosition
from .position import Position
from .source import Source, literal

if TYPE_CHECKING:
    from networkx import DiGraph, Graph

AnyGraph: TypeAlias = "Union[Graph[Hashable], DiGraph[Hashable]]"


class _Node(TypedDict):
    position: str
    value: str | None
    outcome: str
    to: list[int]
    cut: bool


class _Positions(TypedDict):
    nodes: list[_Node]
    complete: bool


def reached(source: Source, text: str, most: int, keywords: limits.Limits) -> DiGraph[str]:
    """The positions that can be reached from a sum."""
    from networkx import DiGraph

    answer = source.rules.graph(text, source.given, most, limits.core(**keywords))
    found = cast(_Positions, json.loads(answer))
    graph: DiGraph[str] = DiGraph(complete=found["complete"])
    for node in found["nodes"]:
        graph.add_node(
            node["position"], value=values.parse_if(node["value"]), outcome=node["outcome"], cut=node["cut"]
        )
    for node in found["nodes"]:
        graph.add_edges_from((node["position"], found["nodes"][to]["position"]) for to in node["to"])
    return graph


def of_function(start: FunctionPosition, most: int) -> DiGraph[FunctionPosition]:
    """The positions that can be reached from one of a function."""
    from networkx import DiGraph

    graph: DiGraph[FunctionPosition] = DiGraph(complete=True)
    places, waiting = {start: None}, [start]
    while waiting:
        position = waiting.pop(0)
        graph.add_node(position, value=position.value, outcome=position.outcome, cut=False)
        for after in position.moves:
            if after not in places and len(places) >= most:
                graph.nodes[position]["cut"] = True
                graph.graph["complete"] = False
                continue
            if after not in places:
                places[after] = None
                waiting.append(after)
            graph.add_edge(position, after)
    return graph


def nodekayles(graph: AnyGraph) -> Position:
    """Node Kayles: a move takes a vertex and all its neighbours away."""
    return _on(graph, "nodekayles", False)


def arckayles(graph: AnyGraph) -> Position:
    """Arc Kayles: a move takes an edge and its two ends away."""
    return _on(graph, "arckayles", False)


def digraph(graph: AnyGraph, node: Hashable) -> Position:
    """A token on a node of a directed graph, moved along an edge. Play may go on for ever."""
    if node not in graph:
        raise InputError(f"no node {node!r}")
    return _on(graph, "digraph", True, str(node))


def digraph_values(graph: AnyGraph, **keywords: Unpack[limits.Limits]) -> dict[Hashable, values.Value]:
    """The value of every node of a directed graph."""
    name, text = _file(graph, "digraph", True)
    source = Source((), ((name, text),))
    found = source.rules.nodes(f"digraph({literal(name)})", source.given, limits.core(**keywords))
    by_name = dict(found or [])
    return {node: values.parse(by_name[str(node)]) for node in graph}


def _on(graph: AnyGraph, game: str, directed: bool, *args: str) -> Position:
    name, text = _file(graph, game, directed)
    inside = ", ".join(literal(argument) for argument in (name, *args))
    return Position(f"{game}({inside})", Source((), ((name, text),)))


def _file(graph: AnyGraph, game: str, directed: bool) -> tuple[str, str]:
    """The graph as a file of its own name."""
    if not hasattr(graph, "is_directed") or not hasattr(graph, "edges"):
        raise TypeError(f"expected a networkx graph, found {type(graph).__name__}")
    if graph.is_directed() != directed:
        raise InputError(f"{game} is played on {'directed' if directed else 'undirected'} graphs")
    names = [str(node) for node in graph]
    if len(set(names)) != len(names):
        raise InputError("two nodes have the same text")
    edges = [[str(a), str(b)] for a, b in graph.edges()]
    text = json.dumps({"directed": directed, "nodes": names, "edges": edges})
    return f"networkx-{hashlib.sha256(text.encode()).hexdigest()[:16]}.json", text
