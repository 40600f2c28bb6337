"""The ways to read words: as they are, misspelt, two as one, one as two."""

from __future__ import annotations

import pytest

from likewise.robot import SpellingCorrector
from likewise.robot.deep_reader.word_lattice import WordLattice, word_lattice

KNOWN = ("the", "red", "yellow", "cube", "on", "to", "onto", "put", "it", "low")


def lattice(text: str) -> WordLattice:
    return word_lattice(text.split(), KNOWN.__contains__, SpellingCorrector(KNOWN))


def arcs(text: str) -> list[list[tuple[int, str]]]:
    return [[(arc.end, arc.word) for arc in row] for row in lattice(text).arcs]


def test_known_words_stand_for_themselves() -> None:
    assert arcs("put it") == [[(1, "put")], [(2, "it")], []]
    assert all(arc.cost == 0 and not arc.note for row in lattice("put it").arcs for arc in row)


def test_a_misspelt_word() -> None:
    (arc,) = lattice("yelow").arcs[0]
    assert (arc.word, arc.note) == ("yellow", "'yelow' read as 'yellow'")
    assert arc.cost > 0


@pytest.mark.parametrize(
    ("typed", "first", "second"),
    [("redcube", "red", "cube"), ("theyelow", "the", "yellow"), ("putit", "put", "it")],
)
def test_two_words_written_as_one(typed: str, first: str, second: str) -> None:
    found = arcs(f"{typed} on")
    assert (1, first) in found[0]
    assert found[1] == [(2, second)]
    assert found[2] == [(3, "on")]


@pytest.mark.parametrize("typed", ["yel low", "yello w", "ye low"])
def test_one_word_written_as_two(typed: str) -> None:
    assert (2, "yellow") in arcs(typed)[0]


def test_two_known_words_can_be_one_for_a_price() -> None:
    costs = {arc.word: arc.cost for arc in lattice("on to").arcs[0]}
    assert costs["on"] == 0 < costs["onto"]


def test_nodes_are_told_as_typed_words() -> None:
    found = lattice("put theyelow cube")
    assert found.nodes == (0, 1, 3, 4)
    assert [found.typed(a, b) for a, b in ((0, 1), (1, 2), (2, 3), (1, 3), (2, 4), (0, 4))] == [
        (0, 1), (1, 2), (1, 2), (1, 2), (1, 3), (0, 3),
    ]  # fmt: skip


@pytest.mark.parametrize("typed", ["17", "§§ 4", "zorgle", ". ."])
def test_what_cannot_be_read_has_no_arcs(typed: str) -> None:
    assert not any(arcs(typed))
