"""From words back to a line: blanks or none, and the source's capital and stop."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from likewise.paraphrase.surface import dressed, join


@pytest.mark.parametrize(
    ("tokenizer", "line"),
    [
        ("words", "一 只 狗"),
        ("13a", "一 只 狗"),
        ("zh", "一只狗"),
        ("char", "一只狗"),
        ("ja-mecab", "一只狗"),
    ],
)
def test_join(tokenizer: str, line: str) -> None:
    assert join(["一", "只", "狗"], tokenizer) == line
    assert join([], tokenizer) == ""


@pytest.mark.parametrize(
    ("text", "like", "expected"),
    [
        ("a dog runs", "A dog is running.", "A dog runs."),
        ("a dog runs", "a dog is running", "a dog runs"),
        ("does it run", "Does the dog run?", "Does it run?"),
        ("a dog runs .", "A dog is running.", "A dog runs ."),
        ("a dog runs", "  A dog is running!\n", "A dog runs!"),
        ("a dog runs", "It is, he said: 'run'", "A dog runs"),
        ("狗在跑", "一只狗在奔跑。", "狗在跑。"),
        ("7 dogs", "Seven dogs.", "7 dogs."),
        ("", "A dog.", ""),
        ("a dog", "", "a dog"),
        ("a dog", " ", "a dog"),
        ("a", "B", "A"),
    ],
)
def test_dressed_by_hand(text: str, like: str, expected: str) -> None:
    assert dressed(text, like) == expected


line = st.text("ab ß.!?。A", max_size=6)


@given(line, line)
@settings(max_examples=60)
def test_dressing_twice_changes_nothing_and_no_word_is_lost(text: str, like: str) -> None:
    once = dressed(text, like)
    assert dressed(once, like) == once
    assert once.casefold().startswith(text.casefold())
    assert len(once.casefold()) <= len(text.casefold()) + 1
