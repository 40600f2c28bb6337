"""The filter of Tier-1 sentences on a small made-up campaign."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st

import likewise as lw
from likewise.collect.sentence_filter import SentenceFilter, WorkerSentence, examples_of
from likewise.collect.sentence_filter.sentence_features import (
    FEATURES,
    Surroundings,
    Usage,
    damaged,
    features,
    parts_of,
)
from likewise.errors import InputError
from likewise.records import Cluster, Description
from likewise.text.content import words

WHO = ["man", "woman", "boy", "girl", "chef", "person"]
DOES = [
    ("slicing", "slices", "tomato"),
    ("riding", "rides", "horse"),
    ("playing", "plays", "guitar"),
    ("washing", "washes", "car"),
    ("cooking", "cooks", "meal"),
    ("throwing", "throws", "ball"),
    ("reading", "reads", "book"),
    ("painting", "paints", "house"),
]


def campaign(seed: int = 1) -> list[Cluster]:
    """48 items of eight Tier-2 workers each, and a Tier-1 worker who copies one sentence."""
    rng = np.random.default_rng(seed)
    clusters = []
    for number in range(48):
        who, (ing, does, what) = WHO[number % 6], DOES[number // 6]
        texts = []
        for worker in range(8):
            start = f"{rng.choice(['A', 'The'])} {who}"
            verb = rng.choice([f"is {ing}", does])
            texts.append(
                Description(
                    f"{start} {verb} a {rng.choice(['', 'big ', 'small '])}{what}.", f"w{worker}", "2"
                )
            )
        texts.append(Description("nice vidio i like", "spam", "1"))
        texts.append(Description(f"A {who} {does} a {what}.", "w1", "1"))
        clusters.append(Cluster(f"item{number}", tuple(texts)))
    return clusters


@pytest.fixture(scope="module")
def model() -> SentenceFilter:
    return SentenceFilter.fit(examples_of(campaign()))


AROUND = [
    "A man is slicing a tomato.",
    "The man slices a big tomato.",
    "A man slices a small tomato.",
    "The man is slicing a small tomato.",
    "A man is slicing a big tomato.",
    "The man slices a tomato.",
    "A man slices a tomato.",
]


def test_examples_leave_out_what_promoted_workers_wrote_in_tier_1() -> None:
    rows = list(examples_of(campaign()))
    assert {row.worker for row in rows if not row.trusted} == {"spam"}
    assert sum(row.trusted for row in rows) == 48 * 8
    assert rows[0].item == "item0"
    with pytest.raises(InputError, match="names no worker or no tier"):
        list(examples_of([Cluster("c", (Description("A dog.", None, "2"),))]))


def test_good_sentences_are_kept_and_others_dropped(model: SentenceFilter) -> None:
    for good in ("The man is slicing a small tomato.", "a man slices a tomato"):
        assert model.keeps(good, AROUND), good
    for bad in (
        "A woman is reading a book.",
        "nice vidio i like",
        "man slicing tomato a",
        "A man is slicng a tomatto.",
        "",
        "?!",
    ):
        assert not model.keeps(bad, AROUND), bad
    assert model.probability("", AROUND) == 0


def test_capitals_and_the_full_stop_do_not_count(model: SentenceFilter) -> None:
    plain = model.probability("A man is slicing a tomato.", AROUND)
    for other in ("a man is slicing a tomato", "A MAN IS SLICING A TOMATO", "A man is slicing a tomato"):
        assert model.probability(other, AROUND) == pytest.approx(plain)


def test_a_sentence_can_be_judged_without_a_cluster(model: SentenceFilter) -> None:
    assert model.probability("A man is slicing a tomato.") > model.probability("tomato man a slicing is")


def test_several_at_once_are_as_one_by_one(model: SentenceFilter) -> None:
    texts = ["A man is slicing a tomato.", "A dog.", ""]
    assert model.probabilities(texts, AROUND) == [model.probability(text, AROUND) for text in texts]


def test_reasons(model: SentenceFilter) -> None:
    names = [name for name, _ in model.reasons("A woman is reading a book.", AROUND)]
    assert "words not in the cluster" in names
    assert all(share < 0 for _, share in model.reasons("man slicng", AROUND))
    assert model.reasons("...")[0][0] == "no words"


def test_same_seed_same_bytes_and_back(model: SentenceFilter, tmp_path: Path) -> None:
    again = SentenceFilter.fit(examples_of(campaign()))
    model.save(tmp_path / "a")
    again.save(tmp_path / "b")
    for name in ("model.json", "usage.json.gz"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    loaded = lw.load(tmp_path / "a")
    assert loaded == model
    assert loaded.probability("The man rides a tomato.", AROUND) == model.probability(
        "The man rides a tomato.", AROUND
    )
    assert SentenceFilter.fit(examples_of(campaign()), seed=2) != model
    assert SentenceFilter.fit(examples_of(campaign(2))).data != model.data


def test_broken_models_are_refused(model: SentenceFilter, tmp_path: Path) -> None:
    folder = tmp_path / "m"
    model.save(folder)
    card = json.loads((folder / "model.json").read_text())
    for change in ({"threshold": None}, {"coefficients": {}}, {"coefficients": 3}, {"usual": []}):
        broken = {**card, "settings": {**card["settings"], **change}}
        (folder / "model.json").write_text(json.dumps(broken))
        with pytest.raises(InputError, match="is no saved sentence-filter"):
            SentenceFilter.load(folder)
    (folder / "model.json").write_text(json.dumps(card))
    (folder / "usage.json.gz").write_bytes(b"\x1f\x8bnonsense")
    with pytest.raises(InputError, match="is no saved sentence-filter"):
        SentenceFilter.load(folder)
    (folder / "usage.json.gz").unlink()
    with pytest.raises(InputError, match=r"lacks its file usage\.json\.gz"):
        SentenceFilter.load(folder)


def test_the_share_kept_is_the_share_asked_for() -> None:
    strict, loose = (SentenceFilter.fit(examples_of(campaign()), keep=keep) for keep in (0.5, 0.95))
    assert strict.threshold > loose.threshold
    assert strict.coefficients == loose.coefficients


def test_too_little_to_learn_from() -> None:
    rows = [WorkerSentence("A dog runs.", "w", str(i), True) for i in range(100)]
    with pytest.raises(InputError, match="100 trusted sentences with words of 1 workers"):
        SentenceFilter.fit(rows)
    with pytest.raises(InputError, match="0 trusted sentences"):
        SentenceFilter.fit([])
    with pytest.raises(InputError, match="keep is 1"):
        SentenceFilter.fit(rows, keep=1.0)
    with pytest.raises(InputError, match="penalty is 0"):
        SentenceFilter.fit(rows, penalty=0.0)


def test_what_a_writer_added_does_not_count_for_him() -> None:
    parts = parts_of("A zebra sings.")
    usage = Usage(parts_of("A zebra sings.").grams() + parts_of("A dog runs.").grams())
    place = FEATURES.index("unknown words")
    nowhere = Surroundings.of([])
    assert features("A zebra sings.", parts, nowhere, usage)[place] == 0
    assert features("A zebra sings.", parts, nowhere, usage, parts.grams())[place] == pytest.approx(2 / 3)


def test_slips_in_common_words_are_seen() -> None:
    usage = Usage({"slicing": 9, "tomato": 9, "slice": 9})
    assert usage.misspelled("slicng")
    assert usage.misspelled("tomatto")
    assert not usage.misspelled("sliced")  # another form
    assert not usage.misspelled("elephant")
    assert not usage.misspelled("x" * 100_000)


@given(st.text(max_size=60), st.integers(0, 1000))
def test_any_text_can_be_judged_and_damaged(model: SentenceFilter, text: str, seed: int) -> None:
    assert 0 <= model.probability(text, [text, "A man."]) <= 1
    worse = damaged(text, np.random.default_rng(seed))
    assert worse is None or isinstance(worse, str)
    assert (
        len(features(text, parts_of(text), Surroundings.of([]), model.usage)) == len(FEATURES)
        if words(text)
        else True
    )


def test_damage_is_one_slip() -> None:
    text = "A man is slicing a tomato with a knife."
    seen = {damaged(text, np.random.default_rng(seed)) for seed in range(200)}
    assert "A man are slicing a tomato with a knife." in seen
    assert "A man slicing a tomato with a knife." in seen
    assert "A man is slic a tomato with a knife." in seen
    assert len(seen) > 30
