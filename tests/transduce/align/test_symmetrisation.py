"""Two directions made one: hand-worked cases, and a plain twin of the heuristics on random links."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.text.vocabulary import Tokenization
from likewise.transduce.align import HEURISTICS, Links, symmetrise
from likewise.transduce.bitext import Bitext

Pair = tuple[int, int]


def bitext_of(*shapes: Pair) -> Bitext:
    return Bitext.of([("s " * w, "t " * h) for w, h in shapes], Tokenization("words"))


def links_of(*pairs: list[int]) -> Links:
    return Links(
        np.array([i for pair in pairs for i in pair], np.int16),
        np.cumsum([0, *(len(p) for p in pairs)]).astype(np.int64),
    )


def one_pair(forward: list[int], backward: list[int], how: str) -> list[Pair]:
    bitext = bitext_of((len(backward), len(forward)))
    return symmetrise(links_of(forward), links_of(backward), bitext, how).pair(0)


# Forward links of target words 0-3 and backward links of source words 0-3. Both have 0-0; next to it 1-1 is
# backward's; from there 1-2 is forward's and reaches target word 2; 3-3 is forward's, touching nothing taken
# (2-2 is nobody's), and joins two words that are free.
FORWARD = [0, -1, 1, 3]
BACKWARD = [0, 1, -1, -1]


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("intersection", [(0, 0)]),
        ("union", [(0, 0), (1, 1), (1, 2), (3, 3)]),
        ("grow-diag", [(0, 0), (1, 1), (1, 2)]),
        ("grow-diag-final-and", [(0, 0), (1, 1), (1, 2), (3, 3)]),
    ],
)
def test_by_hand(how: str, expected: list[Pair]) -> None:
    assert one_pair(FORWARD, BACKWARD, how) == expected


def test_growing_stops_where_both_words_have_a_link() -> None:
    # Both have 0-0 and 2-2. Backward's 1-1 grows from 0-0; then both words of forward's 2-1 have a link.
    assert one_pair([0, 2, 2], [0, 1, 2], "grow-diag") == [(0, 0), (1, 1), (2, 2)]
    assert one_pair([0, 2, 2], [0, 1, 2], "union") == [(0, 0), (1, 1), (2, 1), (2, 2)]


def test_final_and_takes_forward_links_first() -> None:
    # Nothing in common: forward 0-1, backward 0-0. Only one may have source word 0.
    assert one_pair([-1, 0], [0], "grow-diag-final-and") == [(0, 1)]


def test_several_pairs_with_empty_sides() -> None:
    bitext = bitext_of((1, 1), (0, 2), (2, 0), (2, 2))
    forward, backward = links_of([0], [-1, -1], [], [1, 0]), links_of([0], [], [-1, -1], [1, 0])
    found = symmetrise(forward, backward, bitext)
    assert found.pharaoh() == ["0-0", "", "", "1-0 0-1"]
    assert found.source.dtype == found.target.dtype == np.int16


def plain(forward: list[int], backward: list[int], how: str) -> list[Pair]:
    one = {(i, j) for j, i in enumerate(forward) if i >= 0}
    other = {(i, j) for i, j in enumerate(backward) if j >= 0}
    if how == "union":
        return by_target(one | other)
    taken = one & other

    def free(link: Pair, sides: int) -> bool:
        return sum(all(t[side] != link[side] for t in taken) for side in (0, 1)) >= sides

    grown = how.startswith("grow-diag")
    while grown:
        grown = False
        for j in range(len(forward)):
            for i in range(len(backward)):
                if (i, j) not in taken:
                    continue
                for y, x in ((y, x) for y in (j - 1, j, j + 1) for x in (i - 1, i, i + 1)):
                    if (x, y) in (one | other) - taken and free((x, y), 1):
                        taken.add((x, y))
                        grown = True
    if how.endswith("final-and"):
        for side in (one, other):
            for link in by_target(side - other if side is one else side - one):
                if free(link, 2):
                    taken.add(link)
    return by_target(taken)


def by_target(links: set[Pair]) -> list[Pair]:
    return sorted(links, key=lambda link: (link[1], link[0]))


@settings(max_examples=60)
@given(st.data(), st.integers(1, 5), st.integers(1, 5), st.sampled_from(HEURISTICS))
def test_as_the_plain_twin(data: st.DataObject, width: int, height: int, how: str) -> None:
    forward = data.draw(st.lists(st.integers(-1, width - 1), min_size=height, max_size=height))
    backward = data.draw(st.lists(st.integers(-1, height - 1), min_size=width, max_size=width))
    assert one_pair(forward, backward, how) == plain(forward, backward, how)


def test_what_cannot_be_symmetrised() -> None:
    with pytest.raises(
        InputError, match="unknown way to symmetrise 'magic', expected one of: grow-diag-final-and"
    ):
        symmetrise(links_of([0]), links_of([0]), bitext_of((1, 1)), "magic")
    with pytest.raises(InputError, match="not those of the bitext"):
        symmetrise(links_of([0]), links_of([0]), bitext_of((1, 2)))
