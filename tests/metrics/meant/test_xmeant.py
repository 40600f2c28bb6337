"""Candidates against sources in another language: tables, copies, the metric, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import likewise as lw
from likewise.errors import InputError
from likewise.metrics.meant import TranslationTable, read_dictionary, read_parallel
from likewise.metrics.meant.cross_lingual import CrossLingualSimilarity
from likewise.metrics.meant.phrase_form import FLOOR
from likewise.metrics.meant.translation_table import load_table
from likewise.metrics.meant.word_lookup import table_word
from likewise.records import Segment
from parts import needs_multilingual

PAIRS = [
    ("das haus", "la maison"),
    ("das buch", "le livre"),
    ("ein buch", "un livre"),
    ("ein haus", "une maison"),
]
TABLE = {"similarity": "table", "parser": "small"}


def toy() -> TranslationTable:
    return TranslationTable.fit(PAIRS * 3, source_lang="de", target_lang="fr", aligner="ibm1")


def segment(candidate: str, source: str, source_lang: str | None = None) -> Segment:
    return Segment(candidate[:20] or "empty", candidate, source, (), None, {}, "en", source_lang)


def scored(*segments: Segment, metric: str = "xmeant", **settings: object) -> list[float]:
    found = lw.score(list(segments), [lw.metrics.get(metric, **{**TABLE, **settings})])[metric].segments
    assert found is not None
    return [float(value) for value in found]


def test_words_that_are_seen_together_translate_each_other() -> None:
    found = toy().probabilities(["haus", "buch"], ["maison", "livre"])
    assert found[0, 0] > 2 * found[0, 1]
    assert found[1, 1] > 2 * found[1, 0]
    assert toy().probabilities(["xyz"], ["maison"]).tolist() == [[0.0]]
    assert (toy().alone(["maison", "xyz"], source=False) >= FLOOR * 0.99).all()


def test_a_table_is_the_same_once_saved_and_read_again(tmp_path: Path) -> None:
    before = toy()
    before.save(tmp_path / "table")
    after = TranslationTable.load(tmp_path / "table")
    words = ["das", "haus", "buch", "ein"], ["la", "le", "maison", "livre", "un"]
    assert np.array_equal(before.probabilities(*words), after.probabilities(*words))
    assert after.languages == ("de", "fr")


def test_traditional_characters_are_looked_up_as_simplified_ones() -> None:
    assert table_word("傳統") == "传统"
    table = load_table("default")
    assert table.probabilities(["學校"], ["school"])[0, 0] == 0.0
    assert table.probabilities([table_word("學校")], ["school"])[0, 0] > 0.3


def test_numbers_and_latin_strings_are_copied() -> None:
    similarity = CrossLingualSimilarity(toy(), None)
    (matrix,) = similarity.matrices([(("1,000", "NATO", "la"), ("nato", "1000", "北约"))])
    assert matrix.tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize("metric", ["xmeant", "xmeant-bitg"])
def test_a_translation_is_above_another_sentence(metric: str) -> None:
    source = "学生们昨天在学校读书。"
    good, bad, empty = scored(
        segment("The students read books at school yesterday.", source),
        segment("My father bought an expensive car.", source),
        segment("", source), metric=metric,
    )  # fmt: skip
    assert 100 >= good > bad >= 0.0
    assert empty == 0.0


def test_a_text_without_frames_is_flagged() -> None:
    metric = lw.metrics.get("xmeant", **TABLE)
    flags = metric.flags(segment("Books.", "学生们在学校读书。"))
    assert [(flag["side"], flag["why"]) for flag in flags] == [("candidate", "frameless")]
    found = metric.explain(segment("The students read books.", "学生们读书。"))
    assert found["alignment"]["source"]
    assert found["backed_off"] in {True, False}


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"similarity": "table", "backoff": "cosine"}, "backoff=cosine needs"),
        ({"similarity": "table", "base": 0.1}, "base is for the encoder"),
        ({"similarity": "encoder", "table": "somewhere"}, "uses no table"),
        ({"similarity": "table", "several": "mean"}, "several is for references"),
        ({"similarity": "table", "null": 0.1, "phrase": "bitg"}, "null has no effect"),
        ({"similarity": "exact"}, "similarity"),
    ],
)
def test_what_would_do_nothing_is_refused(settings: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        lw.metrics.get("xmeant", **settings)


def test_a_source_in_another_script_is_flagged_as_unread() -> None:
    flags = lw.metrics.get("xmeant", **TABLE).flags(segment("The dog sleeps.", "Der Hund schläft."))
    assert [(flag["side"], flag["why"]) for flag in flags] == [("source", "unread")]


def test_languages_without_a_table_are_refused() -> None:
    with pytest.raises(InputError, match="no translation table from de to en"):
        scored(segment("The dog sleeps.", "Der Hund schläft.", "de"))


@needs_multilingual
def test_other_languages_by_the_encoder_alone_are_flagged_as_unread() -> None:
    metric = lw.metrics.get("xmeant", similarity="encoder", parser="small")
    good, bad = (
        segment("The dog sleeps.", "Der Hund schläft.", "de"),
        segment("Prices rose.", "Der Hund schläft.", "de"),
    )
    values = lw.score([good, bad], [metric])["xmeant"].segments
    assert values is not None
    assert values[0] > values[1]
    assert [flag["why"] for flag in metric.flags(good)] == ["unread"]


def test_files_of_parallel_texts_and_dictionaries(tmp_path: Path) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_text("学校\tschool\n\n书\tbook\n", "utf-8")
    assert list(read_parallel(file)) == [("学校", "school"), ("书", "book")]
    file.write_text("学校 school\n", "utf-8")
    with pytest.raises(InputError, match="expected a source, a tab and a target"):
        list(read_parallel(file))
    file.write_text(
        "# CC-CEDICT\n傳統 传统 [chuan2 tong3] /tradition/traditional (of old)/\n书\tbook\n", "utf-8"
    )
    assert list(read_dictionary(file)) == [("传统", "tradition"), ("传统", "traditional"), ("书", "book")]
    file.write_text("nothing of the kind\n", "utf-8")
    with pytest.raises(InputError, match="neither an entry"):
        list(read_dictionary(file))
