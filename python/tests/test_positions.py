"""Positions, games, values: what the command line says. Expected values are published or follow from theorems."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import grundy

# Conway, Berlekamp, Guy, Winning Ways, chapter 4.
KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]


def test_the_first_example() -> None:
    assert grundy.solve("kayles(12) + nim(5)").value == 4 ^ 5


def test_values_are_narrow_arrays() -> None:
    kayles = grundy.heap("0.77")
    found = kayles.values(12)
    assert found.tolist() == KAYLES
    assert found.dtype == np.uint8
    nim = grundy.Game.named("nim").values(300)
    assert nim.dtype == np.uint16 and nim.tolist() == list(range(301))
    assert kayles.values(20, start=10).tolist() == kayles.values(20).tolist()[10:]


def test_a_long_row_follows_from_a_proved_period() -> None:
    found = grundy.heap("take{1,2,3}").values(1_000_000)
    assert np.array_equal(found, np.arange(1_000_001) % 4)


def test_two_arguments_are_a_grid() -> None:
    wythoff = grundy.Game.named("wythoff")
    found = wythoff.values((12, 20))
    assert found.shape == (13, 21)
    assert found[5, 7] == 1
    # Wythoff 1907: the lost positions are (⌊kφ⌋, ⌊kφ²⌋).
    lost = {tuple(sorted(pair)) for pair in wythoff.table((20, 20)).zeros().tolist()}
    phi = (1 + 5**0.5) / 2
    assert lost == {(int(k * phi), int(k * phi) + k) for k in range(9)}


def test_winning_moves_leave_value_zero() -> None:
    position = grundy.solve("nim(3) + nim(5) + nim(7)")
    assert (position.value, position.outcome) == (1, "N")
    assert position.winning_moves_complete
    assert {str(move) for move in position.winning_moves} == {
        "nim(3) -> nim(2)",
        "nim(5) -> nim(4)",
        "nim(7) -> nim(6)",
    }
    assert all(move.after.value == 0 and move.after.outcome == "P" for move in position.winning_moves)


def test_moves_are_judged() -> None:
    position = grundy.solve("2*nim(1) + nim(2)")
    verdicts = {str(move): move.verdict for move in position.moves}
    assert verdicts == {"nim(1) -> nim(0)": "loses", "nim(2) -> nim(0)": "wins", "nim(2) -> nim(1)": "loses"}
    after = {str(move): move.after for move in position.moves}
    assert after["nim(1) -> nim(0)"] == grundy.solve("nim(1) + nim(0) + nim(2)")


def test_sums_copies_equality() -> None:
    a, b = grundy.solve("kayles(5)"), grundy.solve("nim(3)")
    assert a + b == b + a and hash(a + b) == hash(b + a)
    assert 3 * b == b + b + b and (2 * b).value == 0
    assert a != b and a + b != a
    assert len({a + b, b + a, 2 * a}) == 2
    assert (0 * a).value == 0 and str(0 * a) == "0"
    assert pickle.loads(pickle.dumps(a + b)) == a + b


def test_games_of_ones_own_add_up() -> None:
    take = grundy.Game("param L, R\ntake(n) -> take(n-k) for k in L..R")
    nim3 = grundy.Game("nim3(n) -> nim3(n-1) | nim3(n-2) | nim3(n-3)")
    assert take(20, L=2, R=5).value == 20 % 7 // 2
    assert [int(value) for value in take.values(20, L=2, R=5)] == [n % 7 // 2 for n in range(21)]
    assert nim3.table(16).values.tolist() == [n % 4 for n in range(17)]  # type: ignore[union-attr]
    total = take(20, L=2, R=5) + nim3(10) + grundy.solve("nim(7)")
    assert total.value == 3 ^ 2 ^ 7


def test_games_of_one_name_do_not_mix() -> None:
    one, two = grundy.Game("g(n) -> g(n-1)"), grundy.Game("g(n) -> g(n-2)")
    assert one(4) != two(4) and one(4) == grundy.Game("g(n) -> g(n-1)")(4)
    with pytest.raises(grundy.InputError, match="kind `g`"):
        one(1) + two(4)
    # Rules that are called as a game of the catalogue are others.
    nim = grundy.Game("nim(n) -> nim(n-1)")
    assert nim(4).value == 0 and nim(4) != grundy.solve("nim(4)")
    for left, right in ((nim(4), grundy.solve("nim(4)")), (grundy.solve("nim(4)"), nim(4))):
        with pytest.raises(grundy.InputError, match="kind `nim`"):
            left + right
    assert (nim(3) + grundy.solve("kayles(5)")).value == 1 ^ 4


def test_rules_with_data_and_lists() -> None:
    free = grundy.Game(
        "data intervals\nfree(lo, hi) -> free(lo, a) + free(b, hi) for (a, b) in intervals if lo <= a and b <= hi"
    )
    assert free(0, 3, intervals=[(0, 1), (1, 2), (2, 3)]).value == 1
    row = grundy.Game("row(a) -> row(a[1:]) if len(a) > 0")
    assert row([1, 2, 3]).value == 1 and row(np.array([1, 2])).value == 0


def test_a_file_and_its_kinds(tmp_path: Path) -> None:
    path = tmp_path / "two.game"
    path.write_text("a(n) -> b(n-1)\nb(n) -> b(n-1) | b(n-2)\n")
    game = grundy.Game.read(path)
    assert game.kinds == {"a": ["n"], "b": ["n"]}
    assert grundy.Game.read(path, kind="b").values(5).tolist() == [0, 1, 2, 0, 1, 2]
    assert grundy.solve("b(4)", rules=path).value == 1
    with pytest.raises(grundy.InputError, match="no kind `c`"):
        grundy.Game.read(path, kind="c")


def test_ordinals() -> None:
    position = grundy.solve("pebbles(2, 1; K=1)")
    assert isinstance(position.value, (int, grundy.Ordinal))
    omega = grundy.Ordinal("w")
    assert omega + 1 > omega and 1 + omega == omega
    assert str(omega * 2 + 3) == "w*2+3"
    assert omega ^ omega == 0 and hash(grundy.Ordinal(7)) == hash(7)
    assert grundy.nimber("w^2 * w") == 2 and grundy.nimber("7 * 12") == 8 ^ grundy.nimber("7 * 12 + 8")
    assert pickle.loads(pickle.dumps(omega)) == omega
    with pytest.raises(ValueError):
        grundy.Ordinal("w+")


def test_misere_has_no_value() -> None:
    position = grundy.solve("miserenim(1) + miserenim(1)")
    assert position.value is None and position.is_misere
    assert position.outcome == "N"
    assert all(move.after.is_misere for move in position.moves)


def test_loopy_values(tmp_path: Path) -> None:
    # Play may go round between a and b for ever; from c it may go there, or end at d. From e one loses, at f one wins (Smith 1966).
    file = tmp_path / "loop.txt"
    file.write_text("a b\nb a\nc a\nc d\ne f\nf e\nf d\n")
    found = {node: grundy.solve(f'digraph("{file}", "{node}")') for node in "abcdef"}
    assert found["a"].value == found["b"].value == grundy.Loopy(frozenset())
    assert found["c"].value == grundy.Loopy(frozenset({0})) and str(found["c"].value) == "inf(0)"
    assert [found[node].value for node in "def"] == [0, 0, 1]
    assert [found[node].outcome for node in "abcdef"] == ["draw", "draw", "N", "P", "P", "N"]
    # By rules, too.
    assert grundy.Game("g(n) -> g(1-n)")(0).value == grundy.Loopy(frozenset())


def test_explanations() -> None:
    why = grundy.explain("nim(3) + nim(5)")
    assert "the player to move wins" in str(why)
    assert "The move wins" in str(grundy.explain("nim(3) + nim(5)", "nim(5) -> nim(3)"))
    assert len(grundy.solve("nim(3) + nim(5)").hint()) == 4


def test_periods_and_certificates(tmp_path: Path) -> None:
    # Guy and Smith 1956: Kayles has period 12 from 71 on.
    period = grundy.heap("0.77").period()
    assert (period.status, period.period, period.preperiod, period.last_exception) == ("proved", 12, 71, 70)
    path = tmp_path / "kayles.cert"
    bytes_ = period.certificate(path)
    assert path.read_bytes() == bytes_
    checked = grundy.verify(path)
    assert checked and checked.accepted and checked.facts["period"] == 12
    damaged = bytearray(bytes_)
    damaged[len(damaged) // 2] ^= 1
    refused = grundy.verify(bytes(damaged))
    assert not refused and refused.reason
    none = grundy.heap("0.6").period(1000)
    assert none.status == "none"
    with pytest.raises(grundy.InputError, match="no period was proved"):
        none.certificate()


def test_patterns_and_proofs(tmp_path: Path) -> None:
    take = grundy.Game("param L, R\ntake(n) -> take(n-k) for k in L..R")
    found = take.pattern(L=range(1, 3), R=range(3, 5))
    assert found.formulas and found.formulas[0].status == "proved"
    proof = take.prove("take(n) = n % (L+R) / L", L=2, R=5)
    assert proof.status == "proved"
    proof.certificate(tmp_path / "take.cert")
    assert grundy.verify(tmp_path / "take.cert").accepted
    refuted = take.prove("take(n) = n % (L+R+1) / L", L=2, R=5)
    assert refuted.status == "refuted" and refuted.witness
    with pytest.raises(grundy.InputError):
        refuted.certificate()


def test_games_that_are_the_same() -> None:
    assert grundy.heap("0.77").diff(grundy.Game.named("kayles")).equal
    different = grundy.heap("0.77").diff(grundy.heap("0.07"))
    assert not different.equal and different.first == 1


def test_the_catalogue() -> None:
    names = {game["name"] for game in grundy.games()}
    assert {"nim", "kayles", "wythoff", "grundy"} <= names


def test_frames() -> None:
    pl, pd = pytest.importorskip("polars"), pytest.importorskip("pandas")
    table = grundy.heap("0.77").table(12)
    assert table.to_polars()["value"].to_list() == KAYLES
    assert table.to_pandas()["value"].tolist() == KAYLES
    grid = grundy.Game.named("nim").table(3)
    assert grid.to_polars().columns == ["n", "value"]
    frame = pl.DataFrame(grundy.survey(digits=1, to=200))
    assert frame.height == 15 and set(frame["status"]) <= {"proved", "observed", "none"}
    assert isinstance(pd.DataFrame(grundy.survey(["0.77"], to=200)), pd.DataFrame)


def test_graphs() -> None:
    nx = pytest.importorskip("networkx")
    graph = grundy.solve("nim(3)").graph()
    assert set(graph.nodes) == {"nim(3)", "nim(2)", "nim(1)", "0"} and graph.graph["complete"]
    assert graph.nodes["nim(2)"]["value"] == 2
    # Node Kayles on a path is Dawson's Kayles 0.137, on one vertex 1.
    for n in range(1, 9):
        dawson = grundy.heap("0.137").values(n)[n]
        assert grundy.nodekayles(nx.path_graph(n)).value == dawson
    line = nx.DiGraph([(0, 1), (1, 2), (0, 2)])
    assert grundy.digraph_values(line) == {0: 2, 1: 1, 2: 0}
    assert grundy.digraph(line, 0).value == 2
    with pytest.raises(grundy.InputError, match="undirected"):
        grundy.nodekayles(line)


def test_pictures_have_ids_of_their_own() -> None:
    import re

    position = grundy.solve("nim(3) + kayles(7)")
    ids: list[set[str]] = []
    for svg in (position._repr_svg_(), position._repr_svg_(), position.draw("xor").svg, position.draw("graph").svg):
        found = re.findall(r'\bid="([^"]+)"', svg)
        assert len(found) == len(set(found))
        assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(found)
        ids.append(set(found))
    assert all(not a & b for i, a in enumerate(ids) for b in ids[:i])
    assert "<svg" in position._repr_html_()
    assert "<svg" in position.explain()._repr_html_()
    assert "<svg" in grundy.heap("0.77").table(50)._repr_html_()
    assert "<svg" in grundy.heap("0.77").plot(100).svg and "<svg" in grundy.heap("0.07").rows(340).svg
    assert "<svg" in grundy.Game.named("wythoff").heat((10, 10)).svg


def test_a_picture_is_saved_whole(tmp_path: Path) -> None:
    path = tmp_path / "kayles.svg"
    grundy.solve("kayles(7)").draw().save(path)
    assert path.read_text().startswith("<svg")
    with pytest.raises(FileNotFoundError):
        grundy.solve("kayles(7)").draw().save(tmp_path / "no" / "folder.svg")
    assert list(tmp_path.iterdir()) == [path]
