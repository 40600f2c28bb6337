"""Learning a paraphraser: what it counts, held-out lessons, the same bytes from the same seed, odd ones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.paraphrase import Paraphraser, train, trainer
from likewise.paraphrase.dial import Taste
from likewise.records import Cluster, Description

Learn = Callable[..., Paraphraser]
Rows = list[list[str]]

JOGGING = ["a man runs", "a guy is running", "a man is running fast", "someone jogs"]
BARKING = ["a dog barks", "the dog is barking", "a puppy barks"]
NOVELTIES = (None, 0.0, 0.6, 1.0)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_same_seed_same_bytes(learn: Learn, six: Rows, tmp_path: Path) -> None:
    for name, seed in (("one", 3), ("two", 3), ("other", 4)):
        learn(six, pairs=2, seed=seed).save(tmp_path / name)
    one, two, other = (files(tmp_path / name) for name in ("one", "two", "other"))
    assert set(one) == {"model.json", "phrases.npz", "language.lm", "support.npz"}
    assert one == two
    assert {name for name in one if one[name] != other[name]} == {"model.json", "phrases.npz", "support.npz"}


@pytest.mark.parametrize(("pairs", "number"), [(1, 36), ("5", 180), ("all", 180)])
def test_the_card_counts(learn: Learn, six: Rows, pairs: Any, number: int) -> None:
    card = learn(six, pairs=pairs, seed=7).card
    assert (card["sentences"], card["clusters"], card["training_pairs"]) == (36, 6, number)
    assert card["pairs"] == (pairs if pairs == "all" else int(pairs))
    assert (card["seed"], card["tokenize"], card["order"], card["candidates"]) == (7, "words", 4, 10)
    assert card["phrase_pairs"] > number


def test_the_data_has_a_name(learn: Learn, six: Rows) -> None:
    one, two, other = (learn(rows, held_out=0).data for rows in (six, six, six[::-1]))
    assert one == two != other


def test_progress_is_told(learn: Learn, six: Rows) -> None:
    told: list[tuple[str, float]] = []
    learn(six, progress=lambda what, share: told.append((what, share)))
    shares = [share for _, share in told]
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert all(a <= b for a, b in pairwise(shares))
    assert all(what for what, _ in told)


def test_lessons_come_from_models_that_have_not_seen_the_cluster(
    learn: Learn, six: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    lessons: list[Any] = []
    monkeypatch.setattr(trainer, "fit_network", lambda found, seed: lessons.extend(found))
    model = learn(six, held_out=24)
    assert model.network is None
    assert len(lessons) == 24
    texts = model.index.texts
    split = [tuple(texts.ids[a:b].tolist()) for a, b in pairwise(texts.bounds.tolist())]
    for lesson in lessons:
        source = tuple(lesson.pool.source.tolist())
        own = split.index(source) // 6
        others = {word for k, text in enumerate(split) if k // 6 != own for word in text}
        assert set(lesson.pool.words.tolist()) <= {*source, *others}
        # A label says whether another text of the cluster has the n-gram.
        cluster = [text for text in split[6 * own : 6 * own + 6] if text != source]
        written = {text[i : i + n] for text in cluster for n in range(1, 5) for i in range(len(text) - n + 1)}
        words, bounds = lesson.pool.words.tolist(), lesson.pool.bounds.tolist()
        for text, end in pairwise(bounds):
            for i in range(text, end):
                for n in range(min(4, end - i)):
                    label = lesson.labels[lesson.grams.occurrences[i, n]]
                    assert label == (tuple(words[i : i + n + 1]) in written)
        assert {len(values) for values in lesson.values(None)} == {len(lesson.pool)}


def test_taste_travels(learn: Learn, six: Rows, tmp_path: Path) -> None:
    taste = Taste(least=0.9, most=1.1)
    model = learn(six, taste=taste)
    model.save(tmp_path / "m")
    assert Paraphraser.load(tmp_path / "m").taste == model.taste == taste


def test_one_sentence_is_all_that_can_be_said(learn: Learn) -> None:
    model = learn([["A man runs."]])
    assert model.card["sentences"] == 1
    for novelty in NOVELTIES:
        found = model.paraphrase("A man runs.", novelty)
        assert (found.text, found.pinc) == ("A man runs.", 0.0)
        assert model.paraphrase("Dogs bark", novelty).text == "Dogs bark"


def test_nothing_parallel_means_copies(learn: Learn) -> None:
    model = learn([["a man runs"], ["a dog barks"], ["a cat sleeps"]])
    assert [model.paraphrase("a dog runs", novelty).pinc for novelty in NOVELTIES] == [0.0] * 4


def test_one_cluster_still_has_a_dial(learn: Learn) -> None:
    model = learn([JOGGING])
    assert model.network is None
    least, _, most = (model.paraphrase("a man runs", novelty).pinc for novelty in NOVELTIES[1:])
    assert least < most


@pytest.mark.parametrize(
    "rows",
    [
        [["a man runs"], BARKING],
        [["a man runs"] * 3, ["a dog barks"] * 3],
        [JOGGING, [], ["", " ", "?!"], BARKING],
        [[*JOGGING, "a man runs and " * 40], BARKING],
        [["a", "b"], ["c", "d"]],
        [["a man is running today", "a guy is jogging today"], ["a dog is very loud", "the dog barks a lot"]],
    ],
    ids=["alone", "repeated", "empty", "long", "letters", "of one length"],
)  # fmt: skip
def test_odd_corpora(learn: Learn, rows: Rows, tmp_path: Path) -> None:
    model = learn(rows)
    assert model.card["sentences"] == sum(any(map(str.isalpha, text)) for texts in rows for text in texts)
    model.save(tmp_path / "m")
    loaded = Paraphraser.load(tmp_path / "m")
    for novelty in NOVELTIES:
        found = model.paraphrase("a man runs", novelty)
        assert found == loaded.paraphrase("a man runs", novelty)
        assert found.text
        assert np.isfinite([found.score, found.pinc, *found.features.values()]).all()


@pytest.mark.parametrize("rows", [[], [[]], [["", "  "], ["?!", "..."]]], ids=str)
def test_nothing_to_learn_from(learn: Learn, rows: Rows) -> None:
    with pytest.raises(InputError, match="field 'texts': holds no text with words to learn from"):
        learn(rows)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"pairs": 0}, "field 'pairs': expected a whole number from 1 or 'all', found '0'"),
        ({"pairs": "many"}, "field 'pairs'"),
        ({"tokenize": "nonsense"}, "unknown tokeniser 'nonsense'"),
    ],
)
def test_bad_settings(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        train([Cluster("1", (Description("a"), Description("b")))], **settings)


@pytest.mark.parametrize("tokenize", ["zh", "char"])
def test_chinese(learn: Learn, tokenize: str) -> None:
    rows = [
        ["一个男人在切番茄。", "有个人正在切西红柿。", "男人切番茄。"],
        ["一只狗在跑。", "小狗正在奔跑。", "狗在草地上跑。"],
        ["女孩在弹钢琴。", "一个女孩正在弹琴。", "小女孩弹着钢琴。"],
    ]
    model = learn(rows, tokenize=tokenize)
    for novelty in NOVELTIES:
        found = model.paraphrase("一个女孩在跑。", novelty)
        assert found.text.endswith("。")
        assert " " not in found.text
        assert "".join(use.source for use in found.phrases).replace(" ", "") == "一个女孩在跑。"
    assert "鳄鱼" in model.paraphrase("鳄鱼在跑。", 0.5).text
    long = model.paraphrase("一只狗在跑。" * 20, 0.5)
    assert [k for use in long.phrases for k in range(use.start, use.end)] == list(range(120))
    assert " " not in long.text
