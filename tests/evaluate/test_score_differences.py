"""What a difference of scores means: fitted, saved, asked, on segments and on systems."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import likewise as lw
from likewise.cli.main import run
from likewise.evaluate import ScoreDifferences


@pytest.fixture(scope="module")
def outputs() -> list[lw.Segment]:
    return lw.data.outputs()


@pytest.fixture(scope="module")
def fitted(outputs: list[lw.Segment]) -> ScoreDifferences:
    return lw.fit_differences(outputs, "chrf,ter", human="meaning", samples=50, about="clips")


def test_pairs_are_of_one_segment(outputs: list[lw.Segment], fitted: ScoreDifferences) -> None:
    curve = fitted.curve("chrf", "segment")
    scores = lw.score(outputs, "chrf")["chrf"].segments
    assert scores is not None
    marks = [(o.human["meaning@a"] + o.human["meaning@b"]) / 2 for o in outputs]
    sizes, ties = [], []
    for a, one in enumerate(outputs):
        for b in range(a + 1, len(outputs)):
            if one.id == outputs[b].id and scores[a] != scores[b]:
                sizes.append(abs(scores[a] - scores[b]))
                ties.append(marks[a] == marks[b])
    assert (curve.curve.pairs, curve.curve.clusters) == (len(sizes), 44)
    assert curve.curve.ties == pytest.approx(np.mean(ties))
    assert curve.curve.widest == pytest.approx(sorted(sizes)[-3], abs=1e-6)
    assert (curve.languages, curve.systems, curve.human) == (("en",), None, "meaning")
    assert any("found 4 rated systems" in text for text in fitted.warnings)


def test_lower_is_better_is_turned(fitted: ScoreDifferences) -> None:
    """In these outputs people prefer what has fewer edits; a curve of the wrong sign would fall."""
    close, far = (fitted.tell("ter", size, "segment").chance for size in (5, 50))
    assert close is not None
    assert far is not None
    assert 0.5 < close < far


def many_systems(seed: int = 0) -> list[lw.Segment]:
    """Eight systems that drop more and more words, rated by how many are left, with noise."""
    rng = np.random.default_rng(seed)
    words = [f"w{n}" for n in range(12)]
    return [
        lw.Segment(
            str(i), " ".join(words[: 12 - s - int(rng.integers(2))]), references=(" ".join(words),),
            system=f"s{s}", human={"good": -s + float(rng.normal())} if i < 20 else {}, lang="de",
        )
        for s in range(8)
        for i in range(30)
    ]  # fmt: skip


def test_systems_are_paired_where_they_answered_the_same() -> None:
    segments = many_systems()
    model = lw.fit_differences(segments, "chrf", human="good", level="system", samples=50)
    (one,) = model.curves
    assert (one.curve.pairs, one.systems, one.segments, one.curve.clusters) == (28, 8, 30, 8)
    assert one.languages == ("de",)
    chance = model.tell("chrf", one.curve.widest).chance
    assert chance is not None
    assert chance > 0.8
    shorter = [s for s in segments if s.system != "s0" or s.id != "7"]
    (other,) = lw.fit_differences(shorter, "chrf", human="good", level="system", samples=50).curves
    assert (other.systems, other.curve.pairs) == (7, 21)
    with pytest.raises(lw.InputError, match="found 4 rated systems that answered the same segments"):
        lw.fit_differences(segments[:120], "chrf", level="system")
    nameless = [replace(segments[0], system=None), *segments[1:]]
    with pytest.raises(lw.InputError, match="segment '0' names no system"):
        lw.fit_differences(nameless, "chrf", level="system")


def test_no_number_beyond_what_was_seen(fitted: ScoreDifferences) -> None:
    widest = fitted.curve("chrf", "segment").curve.widest
    inside, beyond = (fitted.tell("chrf", size, "segment") for size in (widest, -widest - 1))
    assert inside.chance is not None
    assert (beyond.chance, beyond.ci, beyond.difference) == (None, None, widest + 1)
    assert f"no difference above {widest:.3g} was seen" in str(beyond)
    assert beyond.as_dict()["chance"] is None
    with pytest.raises(lw.InputError, match="difference is nan, expected a finite number"):
        fitted.tell("chrf", float("nan"), "segment")


def test_what_was_not_fitted_is_refused(fitted: ScoreDifferences) -> None:
    with pytest.raises(lw.InputError, match=r"not fitted for bleu \(segment\), but for chrf.*fit-diff"):
        fitted.tell("bleu", 1, "segment")
    with pytest.raises(lw.InputError, match=r"not fitted for chrf with word_order:2; fit it on ratings"):
        fitted.tell(lw.metrics.get("chrf", word_order=2), 1, "segment")
    with pytest.raises(lw.InputError, match="there is no level 'corpus', expected one of system, segment"):
        lw.difference("chrf", 1, level="corpus", model=fitted)


def test_the_tokeniser_of_the_language_is_part_of_the_fit() -> None:
    chinese = [replace(s, lang="zh") for s in many_systems()]
    model = lw.fit_differences(chinese, "bleu", level="system", samples=20)
    assert "|tokenize:zh|" in model.curves[0].settings
    assert model.tell("bleu", 0.1).chance is not None
    assert lw.compare(chinese, "bleu", samples=100, differences=model).pairs[0].people is not None
    with pytest.raises(lw.InputError, match="not fitted for bleu with tokenize:13a"):
        lw.compare(many_systems(), "bleu", samples=100, differences=model)
    with pytest.raises(lw.InputError, match="not fitted for bleu with tokenize:char"):
        model.tell(lw.metrics.get("bleu", tokenize="char"), 0.1)


def test_languages_are_alike_where_they_may_be() -> None:
    curve = lw.difference("bleu", 1.0, model="news").answers[0].fitted
    assert curve.foreign(["en", "de-en", "fr-en", "de", "en-de"]) == ["fr-en", "de", "en-de"]


def test_a_criterion_is_named_where_there_are_several(outputs: list[lw.Segment]) -> None:
    with pytest.raises(lw.InputError, match=r"criteria found: meaning, dissimilarity, overall"):
        lw.fit_differences(outputs, "chrf")


def test_saved_and_loaded(fitted: ScoreDifferences, tmp_path: Path) -> None:
    fitted.save(tmp_path / "seen")
    loaded = lw.load(tmp_path / "seen")
    assert loaded.curves == fitted.curves
    assert loaded.data == fitted.data
    asked = lw.difference("chrf", 10, level="segment", model=tmp_path / "seen")
    assert asked.as_dict()["answers"] == [fitted.tell("chrf", 10, "segment").as_dict()]


def test_the_curves_that_come_along() -> None:
    """Between the close systems of the talks BLEU says nothing; between those of the news it does."""
    both = lw.difference("bleu", 1.3)
    news, talks = both.answers
    assert news.source()["languages"] == ["de-en", "zh-en"]
    assert talks.source()["languages"] == ["zh-en"]
    assert [(one.source()["pairs"], one.source()["systems"]) for one in both.answers] == [(175, 27), (78, 13)]
    assert news.chance is not None
    assert news.ci is not None
    assert talks.chance is not None
    assert talks.ci is not None
    assert 0.55 < news.ci[0] < news.chance < news.ci[1] < 0.8
    assert talks.ci[0] < talks.chance < 0.5
    assert both.sentence().count("not for other languages or kinds of text") == 2
    for metric in ("chrf", "ter", "wer", lw.metrics.get("chrf", word_order=2)):
        for level in ("system", "segment"):
            chances = [
                lw.difference(metric, size, level=level, model="news").answers[0].chance for size in (0.5, 5)
            ]
            assert 0.5 < (chances[0] or 0) < (chances[1] or 0) < 0.99
    with pytest.raises(lw.InputError, match="not fitted for pinc"):
        lw.difference("pinc", 1)


def test_compare_tells_what_people_see() -> None:
    segments = many_systems()
    model = lw.fit_differences(segments, "chrf", human="good", level="system", samples=50, about="drops")
    compared = lw.compare(segments, "chrf,ter", samples=100, differences=model)
    for one in compared.pairs:
        if one.metric == "ter":
            assert one.people is None
        else:
            assert one.people is not None
            assert one.people.as_dict() == model.tell("chrf", one.delta).as_dict()
    assert [text.split(";")[0] for text in compared.warnings] == [
        "no chance that people see a difference: not fitted for ter (system), but for chrf (system)"
    ]
    row = compared.as_dict()
    assert row["people"]["chrf"]["about"] == "drops"
    assert set(row["pairs"][0]["people"]) == {"chance", "ci", "confidence", "why"}
    assert row["pairs"][-1]["people"] is None
    assert "people see it %" in compared.tables()[0].columns
    assert "from 28 pairs of 8 systems" in compared.tables()[0].caption
    assert "people" not in lw.compare(segments, "chrf", samples=100).as_dict()["pairs"][0]


def test_compare_with_what_was_fitted_on_others() -> None:
    segments = [s for s in many_systems() if s.system in ("s0", "s1")]
    compared = lw.compare(segments, "chrf", samples=100, differences="news")
    (one,) = compared.pairs
    assert one.people is not None
    assert one.people.chance is None
    assert one.people.why == "fitted on de-en, zh-en, not on de"
    assert "no chance that people see a difference: fitted on de-en, zh-en, not on de" in compared.warnings
    english = [replace(s, lang="en") for s in segments]
    told = lw.compare(english, "chrf", samples=100, differences="news")
    assert any("for 2,001 segments a system and more: on 30 " in text for text in told.warnings)
    assert told.pairs[0].people is not None
    with pytest.raises(lw.InputError, match="not fitted for pinc"):
        lw.compare([replace(s, source="w1") for s in english], "pinc", samples=100, differences="news")


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lw.data.copy_examples(tmp_path)
    rated, folder = str(tmp_path / "outputs.jsonl"), str(tmp_path / "seen")
    fit = ["fit-differences", rated, "--human", "meaning", "--metrics", "chrf", "--samples", "50"]
    assert run([*fit, "--out", folder, "--about", "clips"]) == 0
    said = capsys.readouterr()
    assert "no curve for systems: found 4 rated systems" in said.err
    assert "segment: meaning, clips" in said.out
    assert run(["difference", "chrf", "10", "--level", "segment", "--model", folder]) == 0
    assert "10 chrf between outputs for one segment: people would prefer" in capsys.readouterr().out
    assert run(["difference", "chrf", "10", "--level", "segment", "--model", folder, "--json"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert row == lw.difference("chrf", 10, level="segment", model=folder).as_dict()
    assert run(["difference", "chrf", "10", "--model", folder]) == 2
    assert "not fitted for chrf (system)" in capsys.readouterr().err
    page = tmp_path / "page.html"
    assert run(["compare", rated, "-m", "bleu", "--differences", "news", "--report", str(page)]) == 0
    said = capsys.readouterr()
    assert "people see it %" in said.out
    assert "on 44 differences come by luck too" in said.err
    assert "people see it, %" in page.read_text(encoding="utf-8")
    assert run(["difference", "bleu,chrf", "10"]) == 2
    assert "bleu,chrf: expected one metric" in capsys.readouterr().err
    assert run([*fit, "--out", rated]) == 2
    assert "is no model, so it is not replaced" in capsys.readouterr().err
