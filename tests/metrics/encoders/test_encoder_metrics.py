"""`cosine` and `greedy`: matching worked by hand, laws, languages that are not read, any order."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

import likewise as lw
from likewise.errors import InputError, MissingPartError
from likewise.metrics import Batch, Metric, get
from likewise.metrics.encoders import encoder_kinds, greedy_match, text_vectors
from likewise.metrics.encoders.encoder_kinds import kind_for
from likewise.metrics.encoders.greedy_matching import match_matrix, units_of
from likewise.metrics.encoders.kept_vectors import EncodedText
from likewise.metrics.encoders.text_vectors import EnglishVectors
from likewise.metrics.encoders.written_language import languages_of
from likewise.records import Segment
from likewise.text import small_encoder, small_encoder_file
from parts import needs_multilingual

CAT, FELINE, STOCKS = "The cat sleeps.", "A feline is asleep.", "Stocks fell on Monday."
SMALL = {"encoder": "small"}


def segment(candidate: str, *references: str, lang: str | None = None, source: str | None = None) -> Segment:
    return Segment("1", candidate, source, references, lang=lang)


def scores(metric: Metric, *segments: Segment) -> list[float]:
    statistics = metric.statistics(Batch(list(segments)))
    return metric.score_segments(statistics).tolist()


def one(metric: Metric, candidate: str, *references: str, lang: str | None = None) -> float:
    return scores(metric, segment(candidate, *references, lang=lang))[0]


def vectors(
    rows: list[list[float]], names: str, owners: list[int] | None = None, blank: str = ""
) -> EncodedText:
    """A stand-in for what an encoder gives."""
    words = tuple(names.split())
    table = np.array(rows, np.float32)
    unknown = np.array([word in blank.split() for word in words])
    return EncodedText(table[:1], table, words, np.array(owners or range(len(rows))), unknown)


class TestMatching:
    def test_worked_by_hand(self) -> None:
        # Rows of lengths 5, 1 and 2, 1: only directions count.
        candidate = vectors([[3, 4], [1, 0]], "a b")
        reference = vectors([[0, 2], [0.6, 0.8], [-1, 0]], "x y z")
        matrix = match_matrix(units_of(candidate, "pieces"), units_of(reference, "pieces"))
        assert matrix == pytest.approx(np.array([[0.8, 1.0, 0.0], [0.0, 0.6, 0.0]]), abs=1e-6)
        match = greedy_match(matrix)
        assert match.precision == pytest.approx((1.0 + 0.6) / 2)
        assert match.recall == pytest.approx((0.8 + 1.0 + 0.0) / 3)
        assert match.f == pytest.approx(2 * 0.8 * 0.6 / 1.4)
        assert [side.tolist() for side in match.taken] == [[1, 1], [0, 0, 0]]

    def test_weights_worked_by_hand(self) -> None:
        matrix = np.array([[0.8, 1.0, 0.0], [0.0, 0.6, 0.0]])
        match = greedy_match(matrix, np.array([1.0, 3.0]), np.array([2.0, 1.0, 1.0]))
        assert match.precision == pytest.approx((1.0 * 1 + 0.6 * 3) / 4)
        assert match.recall == pytest.approx((0.8 * 2 + 1.0) / 4)
        assert greedy_match(matrix, np.zeros(2), np.zeros(3))[:3] == greedy_match(matrix)[:3]

    def test_nothing_matches_nothing(self) -> None:
        assert greedy_match(np.zeros((0, 3)))[:3] == (0.0, 0.0, 0.0)
        assert greedy_match(np.zeros((2, 3)))[:3] == (0.0, 0.0, 0.0)

    def test_words_are_means_of_their_pieces(self) -> None:
        text = vectors([[1, 0], [0, 1], [0, 3]], "rain ##y day", owners=[0, 0, 1])
        units = units_of(text, "words")
        assert units.names == ("rainy", "day")
        assert units.rows == pytest.approx(np.array([[0.5**0.5, 0.5**0.5], [0, 1]]), abs=1e-6)

    def test_unknown_pieces_are_like_their_equals_alone(self) -> None:
        one = units_of(vectors([[1, 0], [1, 0]], "😀 a", blank="😀"), "pieces")
        other = units_of(vectors([[1, 0], [1, 0]], "😭 😀", blank="😭 😀"), "pieces")
        assert match_matrix(one, other).tolist() == [[0, 1], [0, 0]]


class TestLaws:
    @pytest.mark.parametrize("name", ["cosine", "greedy"])
    def test_a_text_and_itself_have_100(self, name: str) -> None:
        for text in (CAT, "x", "Zyxqwv 1,234.5 % — naïve", "😀", "猫が寝る", "a " * 900, "!?"):
            assert one(get(name, **SMALL), text, text) == pytest.approx(100.0, abs=1e-9)

    @pytest.mark.parametrize("name", ["cosine", "greedy"])
    def test_paraphrases_are_nearer_than_other_texts(self, name: str) -> None:
        metric = get(name, **SMALL)
        assert one(metric, FELINE, CAT) > one(metric, STOCKS, CAT) + 5

    @pytest.mark.parametrize("unit", ["pieces", "words"])
    def test_precision_and_recall_change_places_with_the_texts(self, unit: str) -> None:
        parts = {part: get("greedy", part=part, unit=unit, **SMALL) for part in ("precision", "recall", "f")}
        short = "The cat."
        assert one(parts["precision"], short, CAT) == pytest.approx(
            one(parts["recall"], CAT, short), abs=1e-9
        )
        assert one(parts["f"], short, CAT) == pytest.approx(one(parts["f"], CAT, short), abs=1e-9)
        assert one(parts["precision"], short, CAT) > one(parts["recall"], short, CAT)
        p, r = (one(parts[part], short, CAT) for part in ("precision", "recall"))
        assert one(parts["f"], short, CAT) == pytest.approx(2 * p * r / (p + r))

    @pytest.mark.parametrize("name", ["cosine", "greedy"])
    def test_several_references(self, name: str) -> None:
        metric, mean = get(name, **SMALL), get(name, several="mean", **SMALL)
        each = [one(metric, CAT, text) for text in (FELINE, STOCKS)]
        assert one(metric, CAT, FELINE, STOCKS) == pytest.approx(max(each))
        assert one(mean, CAT, FELINE, STOCKS) == pytest.approx(sum(each) / 2)

    @pytest.mark.parametrize("name", ["cosine", "greedy"])
    def test_the_source_in_place_of_references(self, name: str) -> None:
        metric = get(name, against="source", **SMALL)
        assert metric.needs() == ("source",)
        found = scores(metric, segment(CAT, "nothing", source=FELINE))
        assert found == pytest.approx([one(get(name, **SMALL), CAT, FELINE)])

    @pytest.mark.parametrize("name", ["cosine", "greedy"])
    def test_the_same_in_any_order_and_batch(self, name: str) -> None:
        rows = lw.data.outputs()[:40]
        metric = get(name, **SMALL)
        whole = scores(metric, *rows)
        turned = scores(metric, *rows[::-1])[::-1]
        text_vectors.vector_reader.cache_clear()
        alone = [scores(metric, row)[0] for row in rows]
        assert turned == pytest.approx(whole, abs=1e-9)
        assert alone == pytest.approx(whole, abs=1e-4)


def test_pieces_that_go_together_change_nothing() -> None:
    texts = [row.candidate for row in lw.data.outputs()[:60]]
    large, small = (EnglishVectors(small_encoder(), 2, rows=rows).read(texts) for rows in (2000, 1))
    for text in texts:
        one, other = (read[text].whole[2].astype(np.float64) for read in (large, small))
        assert one @ other / np.linalg.norm(one) / np.linalg.norm(other) == pytest.approx(1.0, abs=1e-6)
        assert large[text].names == small[text].names


def test_long_texts_are_read_to_their_end() -> None:
    reader = EnglishVectors(small_encoder(), 2)
    text = " ".join(f"word{n}" for n in range(700))
    read = reader.read([text])[text]
    assert len(read.names) == len(read.pieces) == len(read.owners)
    assert read.owners[-1] == 699
    metric = get("greedy", **SMALL)
    assert one(metric, text, text + " but the last clause is new") < 100.0 - 1e-3


class TestLanguages:
    def test_who_reads_what(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(encoder_kinds, "encoder_package", lambda: None)
        monkeypatch.setattr(encoder_kinds, "multilingual_folder", lambda: None)
        assert kind_for("auto", ["en"]) == "small"
        assert kind_for("auto", ["de"]) == "equal-words"
        assert kind_for("small", ["de"]) == "equal-words"
        monkeypatch.setattr(encoder_kinds, "encoder_package", lambda: "here")
        monkeypatch.setattr(encoder_kinds, "multilingual_folder", lambda: "here")
        assert kind_for("auto", ["en", "en"]) == "english"
        assert kind_for("auto", ["en", "zh"]) == "multilingual"
        assert kind_for("multilingual", ["en"]) == "multilingual"
        assert kind_for("auto", ["sw"]) == kind_for("multilingual", ["en", "und"]) == "equal-words"

    def test_what_the_script_says(self) -> None:
        assert languages_of(CAT, [CAT], None) == ("en", "en")
        assert languages_of(CAT, [CAT], "Deutsch") == ("de", "de")
        assert languages_of(CAT, [CAT], "pt-BR") == ("pt", "pt")
        assert languages_of("猫は寝る", ["猫が寝ている"], None) == ("ja", "ja")
        assert languages_of("猫は寝る", [CAT], "en") == ("und", "und")
        assert languages_of(CAT, ["猫は寝る"], "en", same=False) == ("en", "ja")
        assert languages_of("", ["猫は寝る"], "ja") == ("ja", "ja")

    @pytest.mark.parametrize("name", ["cosine", "greedy"])
    def test_what_is_not_read_is_told(self, name: str) -> None:
        rows = [segment(CAT, CAT), segment("Der Hund schläft", "Der Hund schlief", lang="de")]
        metric = get(name, **SMALL)
        found = lw.score(rows, [metric])[name]
        assert found.details == {"unread": 1, "empty": 0}
        # Two of three words are equal, on both sides; so is the cosine of the counts.
        assert found.segments == pytest.approx([100.0, 200 / 3])
        told, languages = lw.score(rows, [metric]).warnings
        assert languages.startswith("2 languages (none named: 1, de: 1 segments)")
        assert f"{name}: 1 segment in de: equal words alone count" in told
        assert [flag["kind"] for flag in metric.flags(rows[1])] == ["unread"]
        assert metric.flags(rows[0]) == []

    @pytest.mark.parametrize("name", ["cosine", "greedy"])
    def test_an_output_in_another_script_has_nothing_in_common(self, name: str) -> None:
        metric = get(name, **SMALL)
        assert one(metric, "猫は寝る", CAT) == 0.0
        assert one(metric, "😀 😀", "😭 😭") == 0.0
        assert [flag["kind"] for flag in metric.flags(segment("😀", "😭"))] == ["unread"]

    @pytest.mark.parametrize("name", ["cosine", "greedy"])
    def test_empty_sides_have_0_and_a_flag(self, name: str) -> None:
        metric = get(name, **SMALL)
        assert one(metric, " ", CAT) == one(metric, CAT, "") == one(metric, "", "") == 0.0
        assert metric.flags(segment("", CAT)) == [
            {"kind": "empty", "side": "candidate", "reason": "the candidate is empty"}
        ]
        assert metric.flags(segment(CAT, " "))[0]["side"] == "reference"
        assert lw.score([segment("", CAT)], [metric])[name].details == {"unread": 0, "empty": 1}

    @needs_multilingual
    @pytest.mark.parametrize("name", ["cosine", "greedy"])
    def test_languages_of_the_multilingual_encoder(self, name: str) -> None:
        metric = get(name, encoder="multilingual")
        near = one(metric, "Die Katze schläft.", "Der Kater schlummert.", lang="de")
        far = one(metric, "Die Katze schläft.", "Die Börse fiel am Montag.", lang="de")
        assert 100 > near > far
        assert one(metric, "猫は寝る", "猫は寝る", lang="ja") == pytest.approx(100.0, abs=1e-4)
        across = get(name, against="source")
        rows = [
            Segment("1", CAT, text, lang="en", source_lang="zh") for text in ("猫在睡觉。", "股市周一下跌。")
        ]
        kept, lost = scores(across, *rows)
        assert kept > lost
        assert across.flags(rows[0]) == []


class TestSettings:
    @pytest.mark.parametrize(
        ("settings", "told"),
        [
            ({"encoder": "large"}, "encoder=large is unknown, expected one of auto"),
            ({"encoder": "small", "layer": 5}, "layer=5: the encoder 'small' has the layers 0 to 4"),
            ({"encoder": "multilingual", "layer": 1}, "layer has no effect with encoder=multilingual"),
            ({"against": "source", "several": "mean"}, "several=mean has no effect with against=source"),
            ({"part": "g"}, "part=g is unknown"),
            ({"unit": "letters"}, "unit=letters is unknown"),
        ],
    )
    def test_what_is_refused(self, settings: dict[str, object], told: str) -> None:
        with pytest.raises(InputError, match=told):
            get("greedy", **settings)

    def test_layers_differ(self) -> None:
        for name in ("cosine", "greedy"):
            found = [one(get(name, layer=layer, **SMALL), FELINE, CAT) for layer in range(5)]
            assert len({round(value, 3) for value in found}) == 5
            assert one(get(name, **SMALL), FELINE, CAT) == found[2]

    def test_a_missing_extra_is_named_with_its_install_line(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(encoder_kinds, "encoder_package", lambda: None)
        encoder_kinds.weights_name.cache_clear()
        with pytest.raises(MissingPartError, match="encoder"):
            get("cosine", encoder="english").signature()
        encoder_kinds.weights_name.cache_clear()

    def test_the_signature_names_the_weights(self) -> None:
        digits = hashlib.sha256(small_encoder_file().read_bytes()).hexdigest()[:8]
        told = str(get("greedy", layer=3, **SMALL).signature())
        assert told.startswith(f"greedy|encoder:small-{digits};others-equal-words|layer:3|against:references")


def test_explain_names_the_pairs() -> None:
    found = lw.explain(segment(FELINE, STOCKS, CAT), [get("greedy", unit="words", **SMALL)])["metrics"][
        "greedy"
    ]
    assert found["reference"] == 1
    assert found["f"] == pytest.approx(found["score"])
    taken = {row["word"]: row["taken"] for row in found["candidate_words"]}
    assert taken["feline"] == "cat"
    assert taken["."] == "."
    plain = lw.explain(segment(FELINE, STOCKS, CAT), [get("cosine", **SMALL)])["metrics"]["cosine"]
    assert plain["scores"][1] == plain["score"] > plain["scores"][0]
    unread = lw.explain(segment("ja", "nein", lang="sw"), [get("greedy", **SMALL)])["metrics"]["greedy"]
    assert unread["read_by"] == "equal-words"


def test_texts_that_hardly_look_english_are_told_of() -> None:
    german = "Der Hund schläft in seinem Korb und die Katze jagt eine Maus durch den Garten"
    rows = [segment(f"{german} {n}", f"{german} am Tag {n}") for n in range(5)]
    (told,) = lw.score(rows, [get("cosine", **SMALL)]).warnings
    assert told == "cosine: these texts are read as English and hardly look it: name another language by lang"
    ours = [row for row in lw.data.outputs() if row.system == "free"][:20]
    assert lw.score(ours, [get("cosine", **SMALL)]).warnings == ()
