"""Context vectors: what is learnt from texts, what unknown words get, folders, and the command."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

import likewise as lw
from likewise.cli.main import run
from likewise.errors import InputError
from likewise.metrics.meant import ContextVectors, similarity
from likewise.records import Segment

TEXTS = [
    f"The {animal} {verb} in the {place} ."
    for animal in ("dog", "cat", "horse")
    for verb in ("slept", "played")
    for place in ("garden", "park")
] + [f"They {verb} {much} money for shares ." for verb in ("paid", "spent") for much in ("little", "more")]
SMALL = {"least": 1, "dimension": 10}


def cosine(vectors: ContextVectors, one: str, other: str) -> float:
    rows = vectors.words([one, other])
    both = rows @ rows.T
    return float((both.toarray() if hasattr(both, "toarray") else both)[0, 1])


@pytest.mark.parametrize("dimension", [10, 0])
def test_words_among_the_same_words_are_alike(dimension: int) -> None:
    vectors = ContextVectors.fit(TEXTS, least=1, dimension=dimension)
    assert cosine(vectors, "dog", "cat") > 0.9
    assert cosine(vectors, "dog", "money") < 0.3
    assert cosine(vectors, "dog", "zebra") == 0.0
    assert len(vectors) == len({word for text in TEXTS for word in text.lower().split()})


@pytest.mark.parametrize("dimension", [10, 0])
def test_they_are_the_same_once_saved_and_read_again(dimension: int, tmp_path: Path) -> None:
    before = ContextVectors.fit(TEXTS, least=1, dimension=dimension, window=3)
    before.save(tmp_path / "v")
    after = ContextVectors.load(tmp_path / "v")
    assert after.name == before.name
    assert f"context-en-window3-dimension{dimension}-least1-" in after.name
    assert cosine(after, "dog", "horse") == cosine(before, "dog", "horse")
    assert (
        after.rarities(["the", "money", "zebra"]).tolist()
        == before.rarities(["the", "money", "zebra"]).tolist()
    )


def test_rare_words_count_for_more() -> None:
    frequent, rare, unseen = ContextVectors.fit(TEXTS, **SMALL).rarities(["the", "garden", "zebra"])
    assert 0.0 < frequent < rare < unseen == 1.0


def test_the_similarity_is_one_for_equals_and_never_below_zero(tmp_path: Path) -> None:
    ContextVectors.fit(TEXTS, **SMALL).save(tmp_path / "v")
    own = similarity(f"context:{tmp_path / 'v'}")
    (matrix,) = own.matrices([(("Dog", "zebra", "money"), ("cat", "ZEBRA", "dog"))])
    assert matrix[0, 2] == matrix[1, 1] == 1.0
    assert matrix[0, 0] > 0.9
    assert matrix[1, [0, 2]].tolist() == [0.0, 0.0]
    assert matrix.min() == 0.0
    assert own.matrices([((), ("dog",))])[0].shape == (0, 1)


def test_vectors_that_are_learnt_anew_are_read_anew(tmp_path: Path) -> None:
    names = []
    for texts in (TEXTS, TEXTS[:8]):
        ContextVectors.fit(texts, **SMALL).save(tmp_path / "v")
        names.append(similarity(f"context:{tmp_path / 'v'}").signature)
    assert names[0] != names[1]


def test_other_languages_are_cut_as_the_metrics_cut_them() -> None:
    vectors = ContextVectors.fit(["Der Hund schläft im Garten."] * 2, lang="German", **SMALL)
    assert vectors.settings["lang"] == "de"
    assert np.linalg.norm(vectors.words(["Schläft"])) == pytest.approx(1.0, abs=1e-3)
    assert "犬" in ContextVectors.fit(["犬が猫を見た。"] * 2, lang="ja", **SMALL).vocabulary


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"window": 0}, "window"),
        ({"dimension": -1}, "dimension"),
        ({"least": 0}, "least"),
        ({}, "no two words"),
    ],
)
def test_what_makes_no_sense_is_refused(settings: dict[str, int], said: str) -> None:
    with pytest.raises(InputError, match=r"whole number from|no two words") as refused:
        ContextVectors.fit(["a b", "c d"], **settings)
    assert said in str(refused.value)


def test_the_metrics_compare_words_by_them(tmp_path: Path) -> None:
    ContextVectors.fit(TEXTS, **SMALL).save(tmp_path / "v")
    segments = [
        Segment("1", "The dog slept in the garden.", None, ("The cat slept in the garden.",)),
        Segment("2", "The money slept in the garden.", None, ("The cat slept in the garden.",)),
    ]
    for name in ("meant", "umeant", "imeant"):
        metric = lw.metrics.get(name, similarity=f"context:{tmp_path / 'v'}", parser="small")
        found = lw.score(segments, [metric])[name]
        assert found.segments is not None
        assert found.segments[0] > found.segments[1] + 3
        assert "similarity:context-en-window5-dimension10-least1-" in str(found.signature)
        assert "|words:rare|" in str(found.signature)
        assert "|backoff:words|" in str(found.signature)


def test_a_file_of_texts_will_do(tmp_path: Path) -> None:
    file = tmp_path / "texts.txt"
    file.write_text("\n".join(TEXTS), "utf-8")
    assert "-window5-dimension300-least5-" in similarity(f"context:{file}").signature
    file.write_text("one two\n", "utf-8")
    with pytest.raises(InputError, match="no two words stand 5 times"):
        similarity(f"context:{file}")
    with pytest.raises(InputError, match="no such folder"):
        similarity(f"context:{tmp_path / 'nowhere'}")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with gzip.open(tmp_path / "texts.gz", "wt", encoding="utf-8") as stream:
        stream.write("\n".join(TEXTS))
    (tmp_path / "more.txt").write_text("The mouse slept in the park .\n\n", "utf-8")
    files = [str(tmp_path / name) for name in ("texts.gz", "more.txt")]
    target = str(tmp_path / "v")
    settings = ["--out", target, "--least", "1", "--dimension", "10", "--window", "3"]
    assert run(["meant", "vectors", *files, *settings, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["texts"] == len(TEXTS) + 1
    assert (told["window"], told["dimension"], told["least"]) == (3, 10, 1)
    assert "mouse" in lw.load(target).vocabulary
    assert run(["meant", "vectors", *files, "--out", target]) == 0
    assert f"context:{target}" in capsys.readouterr().out
    assert run(["meant", "vectors", files[1], "--out", target]) == 2
    assert "no two words" in capsys.readouterr().err
