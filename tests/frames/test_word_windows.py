"""Windows over the pieces of long sentences."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from hypothesis import given, strategies as st

from likewise.frames.word_windows import LONGEST_WORD, windows_of

ENCODER: Any = SimpleNamespace(
    pieces=SimpleNamespace(first=1, last=2, of=lambda word: tuple(range(10, 10 + len(word))))
)


@given(st.lists(st.integers(1, 9), max_size=60), st.integers(LONGEST_WORD, 90))
def test_every_word_is_the_own_of_one_window(sizes: list[int], largest: int) -> None:
    words = ["x" * size for size in sizes]
    windows = windows_of(ENCODER, 0, words, largest)
    own = [word for window in windows for word in range(window.own_start, window.own_end)]
    assert own == list(range(len(words)))
    for window in windows:
        assert window.start <= window.own_start <= window.own_end <= window.end
        assert len(window.ids) <= largest + 2
        assert len(window.firsts) == window.end - window.start
        assert all(window.ids[first] == 10 for first in window.firsts)


def test_what_fits_is_one_window_and_endless_words_are_cut() -> None:
    (window,) = windows_of(ENCODER, 3, ["ab", "c"])
    assert (window.sentence, window.ids, window.firsts) == (3, [1, 10, 11, 10, 2], [1, 3])
    (window,) = windows_of(ENCODER, 0, ["." * 5000])
    assert len(window.ids) == LONGEST_WORD + 2
