"""The training lines: the longest run of a response in them, and pairs that end in given words."""

from __future__ import annotations

import numpy as np
from hypothesis import given, strategies as st

from likewise.freestyle.copy_check import longest_common_run
from likewise.freestyle.line_corpus import LineCorpus

LINES = [line.split() for line in ("a b c d e", "b c d", "x y", "c d e a b", "z")]
CORPUS = LineCorpus.of(LINES, np.array([[0, 3], [3, 0], [1, 0]]))


def test_runs_stay_within_their_line() -> None:
    assert CORPUS.longest_run(["q", "b", "c", "d", "e", "a"]) == (1, 4, 0)
    assert CORPUS.longest_run(["d", "b", "c", "d"]) == (1, 3, 0)
    assert CORPUS.longest_run(["e", "b", "c"]) == (0, 0, -1)  # e ends the first line, b begins the second
    assert CORPUS.longest_run(["x", "y"]) == (0, 0, -1)  # runs of two are not looked for
    assert CORPUS.text(3) == "c d e a b"


def test_pairs_by_their_end_words() -> None:
    assert CORPUS.pairs_ending("e", "b", 3) == (("a b c d e", "c d e a b"),)
    assert CORPUS.pairs_ending("d", "e", 3) == (("b c d", "a b c d e"),)
    assert CORPUS.pairs_ending("nowhere", "b", 3) == ()


words = st.lists(st.sampled_from("abc"), min_size=1, max_size=7)


@given(st.lists(words, min_size=1, max_size=6), words)
def test_it_is_the_longest_run_with_any_line(lines: list[list[str]], response: list[str]) -> None:
    corpus = LineCorpus.of(lines, np.zeros((0, 2)))
    longest = max(longest_common_run(response, line)[1] for line in lines)
    begin, length, row = corpus.longest_run(response)
    assert length == (longest if longest >= 3 else 0)
    if length:
        assert longest_common_run(response[begin : begin + length], lines[row])[1] == length


def test_runs_that_no_line_has_are_counted() -> None:
    assert CORPUS.unheard(["a", "b", "c"], 2) == CORPUS.unheard(["a", "b", "c"], 3) == 0
    assert CORPUS.unheard(["e", "b", "c", "d"], 2) == 1  # the end of a line and the beginning of the next
    assert CORPUS.unheard(["e", "b", "c", "d"], 3) == 1
    assert CORPUS.unheard(["a", "new", "x"], 2) == 2
    assert CORPUS.unheard(["a"], 2) == 0


@given(st.lists(words, min_size=1, max_size=6), words, st.sampled_from((2, 3)))
def test_they_are_counted_as_one_would_by_hand(
    lines: list[list[str]], response: list[str], size: int
) -> None:
    def runs(line: list[str]) -> list[tuple[str, ...]]:
        return [tuple(line[i : i + size]) for i in range(len(line) - size + 1)]

    heard = {run for line in lines for run in runs(line)}
    corpus = LineCorpus.of(lines, np.zeros((0, 2)))
    assert corpus.unheard(response, size) == sum(run not in heard for run in runs(response))
