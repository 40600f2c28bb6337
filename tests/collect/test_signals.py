"""Evidence on workers: each number by hand, in several scripts, and what is flagged."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from likewise.collect.signals import evidence, guess_language, spam_flags, units, vocabulary_of
from likewise.errors import InputError

GOOD = [
    "A man is slicing a tomato.",
    "A dog runs across the yard.",
    "Two women are dancing on a stage.",
    "A boy plays the piano.",
    "The chef stirs the soup.",
    "A cat sleeps on the sofa.",
]
ITEMS = ["t", "d", "w", "b", "c", "k"]
OTHERS = {
    "t": ["A man slices a tomato."] * 5,
    "d": ["A dog is running."] * 5,
    "w": ["Women dance on a stage."] * 5,
    "b": ["A boy is playing piano."] * 5,
    "c": ["A chef stirs soup."] * 5,
    "k": ["A cat is sleeping on a sofa."] * 4,
}
WORDS = vocabulary_of(GOOD) | {f"word{i}" for i in range(1000)}


def look(sentences: list[str], **given: Any) -> dict[str, Any]:
    n = len(sentences)
    defaults: dict[str, Any] = {"items": ITEMS[:n], "others": OTHERS, "vocabulary": WORDS}
    return evidence(
        sentences,
        given.pop("seconds", [20.0] * n),
        given.pop("langs", ["English"] * n),
        **{**defaults, **given},
    )


def test_a_good_worker() -> None:
    found = look(GOOD, seconds=[20, 30, None, 40, 4, 50])
    assert found["sentences"] == 6
    assert found["mean_words"] == pytest.approx((6 + 6 + 7 + 5 + 5 + 6) / 6)
    assert found["unknown_words"] == 0
    assert (found["language"], found["script"], found["language_named"]) == ("en", "Latin", "English")
    assert (found["duplicates"], found["copied_between_items"]) == (0, 0)
    assert (found["median_seconds"], found["under_5_seconds"]) == (30, 0.2)
    # Man and tomato of man, slicing, tomato; dog of dog, runs, yard; .. The last item has too few others.
    assert found["overlap_with_others"] == pytest.approx((2 / 3 + 1 / 3 + 2 / 4 + 2 / 3 + 3 / 3) / 5)
    assert found["flags"] == []
    assert "20% of the answers took less than 5 seconds" in found["says"]
    json.dumps(found)


def test_a_spammer() -> None:
    found = look(["Nise vidio", "nise vidio!", "nise vidio", "Nise vidio.", "gud"], seconds=[1, 2, 3, 2, 90])
    names = {flag.name for flag in spam_flags(found)}
    assert names == {
        "unknown_words", "duplicates", "copied_between_items", "under_5_seconds", "mean_words",
        "overlap_with_others",
    }  # fmt: skip
    assert found["duplicates"] == pytest.approx(0.6)
    assert found["copied_between_items"] == pytest.approx(0.8)
    assert found["unknown_words"] == 1
    assert "80% of the sentences were given for several items (above 25%)" in found["flags"]
    for flag in spam_flags(found):
        assert flag.says in found["flags"]


def test_the_same_sentence_twice_for_one_item_is_a_duplicate_but_no_copy() -> None:
    found = look(["A dog runs.", "a dog runs"], items=["d", "d"])
    assert (found["duplicates"], found["copied_between_items"]) == (0.5, 0)


def test_little_says_little() -> None:
    assert look(["x"] * 4)["flags"] == []
    found = look(GOOD, vocabulary=None, others={}, seconds=[None] * 6, langs=[None] * 6)
    assert [name for name, value in found.items() if value is None] == [
        "unknown_words", "language_named", "median_seconds", "under_5_seconds", "overlap_with_others"
    ]  # fmt: skip
    nothing = evidence([], [], [], items=[], others={})
    assert nothing["sentences"] == 0
    assert nothing["says"] == nothing["flags"] == []
    assert look(["!!!", "", "  "])["language"] is None


@pytest.mark.parametrize(
    ("text", "lang", "script"),
    [
        ("A man is slicing a tomato on the board.", "en", "Latin"),
        ("Un hombre está cortando un tomate con el cuchillo.", "es", "Latin"),
        ("Ein Mann schneidet eine Tomate auf dem Brett und ist froh.", "de", "Latin"),
        ("Un homme coupe une tomate avec le couteau et il chante.", "fr", "Latin"),
        ("एक आदमी टमाटर काट रहा है।", "hi", "Devanagari"),
        ("رجل يقطع الطماطم", "ar", "Arabic"),
        ("一个男人在切西红柿。", "zh", "Cjk"),
        ("男の人がトマトを切っている。", "ja", "Hiragana"),
        ("남자가 토마토를 썰고 있다.", "ko", "Hangul"),
        ("Мужчина режет помидор.", "ru", "Cyrillic"),
        ("zxcv qwer tyui", None, "Latin"),
    ],
)
def test_languages(text: str, lang: str | None, script: str) -> None:
    assert guess_language([text]) == (lang, script)


def test_another_language_than_named() -> None:
    found = look(["Un hombre está cortando un tomate con el cuchillo."] * 6, langs=["English"] * 6)
    assert "language" in {flag.name for flag in spam_flags(found)}
    assert any("named English" in line for line in found["flags"])
    klingon = look(["Un hombre está cortando un tomate con el cuchillo."] * 6, langs=["Klingon"] * 6)
    assert "language" not in {flag.name for flag in spam_flags(klingon)}


def test_scripts_without_blanks_have_words_too() -> None:
    assert units("男人切") == ["男人", "人切"]
    assert units("猫") == ["猫"]
    found = look(
        ["男人在切西红柿"] * 5,
        items=["t"] * 5,
        others={"t": ["一个男人切西红柿"] * 5},
        langs=["Chinese"] * 5,
    )
    assert found["overlap_with_others"] == pytest.approx(4 / 6)
    assert "language" not in {flag.name for flag in spam_flags(found)}


def test_columns_must_match() -> None:
    with pytest.raises(InputError, match="1 sentences, 2 seconds"):
        evidence(["a"], [1, 2], [None], items=["x"], others={})


@given(st.lists(st.tuples(st.text(max_size=30), st.sampled_from("abc")), max_size=12))
def test_shares_are_shares_whatever_the_text(rows: list[tuple[str, str]]) -> None:
    texts, items = [text for text, _ in rows], [item for _, item in rows]
    found = evidence(texts, [1.0] * len(rows), [None] * len(rows), items=items, others={"a": texts})
    for name in ("duplicates", "copied_between_items", "under_5_seconds", "overlap_with_others"):
        assert found[name] is None or 0 <= found[name] <= 1
    json.dumps(found)
