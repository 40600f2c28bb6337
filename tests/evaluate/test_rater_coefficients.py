"""How far raters agree: the figures, the sentence about base rates, the command."""

from __future__ import annotations

import json
from pathlib import Path

import krippendorff
import numpy as np
import pandas
import pytest

import likewise as lw
from likewise.cli.main import run
from likewise.data import copy_examples
from likewise.evaluate import rater_tables


@pytest.fixture(scope="module")
def ratings(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("examples")
    copy_examples(str(folder))
    return str(folder / "ratings.csv")


def labelled(rows: list[tuple[str, str]]) -> list[lw.Rating]:
    return [
        lw.Rating(str(item), rater, "fine", label)
        for item, labels in enumerate(rows)
        for rater, label in zip("ab", labels, strict=True)
    ]


def test_alphas_are_those_of_the_package(ratings: str) -> None:
    rows = list(lw.read_ratings(ratings))
    found = lw.rater_agreement(rows, "meaning", bootstrap=0).criteria["meaning"]
    table = rater_tables(rows, "meaning")["meaning"]
    assert table.raters == ("anna", "ben", "cleo", "model")
    assert table.values.shape == (4, 80)
    for level in ("nominal", "ordinal", "interval", "ratio"):
        peer = krippendorff.alpha(table.values, level_of_measurement=level)
        assert found.alphas[level].alpha == pytest.approx(peer)


def test_segments_with_raters_are_ratings() -> None:
    outputs = lw.data.outputs()
    found = lw.rater_agreement(outputs, bootstrap=0).criteria
    assert list(found) == ["meaning", "dissimilarity", "overall"]
    pair = found["meaning"].pairs[0]
    a, b = (np.array([o.human[f"meaning@{name}"] for o in outputs]) for name in "ab")
    assert (pair.a, pair.b, pair.n) == ("a", "b", 176)
    assert pair.same == pytest.approx((a == b).mean())
    assert pair.difference == pytest.approx((a - b).mean())


def test_skewed_base_rates_are_told_in_a_sentence() -> None:
    rows = labelled([("yes", "yes")] * 90 + [("yes", "no")] * 4 + [("no", "yes")] * 4 + [("no", "no")] * 2)
    found = lw.rater_agreement(rows).criteria["fine"]
    assert found.categories is not None
    assert found.weighted is None
    assert list(found.alphas) == ["nominal"]
    assert found.sentence.startswith(
        "94 % of ratings are yes, so two raters who guess at these base rates say"
    )
    assert "of 89 % of items, people do of 92 %" in found.sentence
    assert "kappa (0.29) is low although they seldom differ, where AC1 (0.91)" in found.sentence
    even = labelled([("yes", "yes")] * 5 + [("no", "no")] * 5 + [("no", "yes")])
    sentence = lw.rater_agreement(even).criteria["fine"].sentence
    assert sentence.startswith("the most frequent rating is no (50 %)")
    assert "low" not in sentence


def test_measurements_have_no_kappa() -> None:
    rng = np.random.default_rng(1)
    truth = rng.random(40)
    rows = [
        lw.Rating(str(item), rater, "score", float(value + rng.normal(0, 0.1)))
        for item, value in enumerate(truth)
        for rater in "abc"
    ]
    found = lw.rater_agreement(rows).criteria["score"]
    assert found.categories is None
    assert "120 different values: measurements" in found.sentence
    assert 0.7 < found.alphas["interval"].alpha < 1
    assert "nominal" not in found.alphas
    assert found.pairs[0].kappa is None


def test_refusals(ratings: str) -> None:
    rows = list(lw.read_ratings(ratings))
    for wanted, options in (
        (r"no rater rated 'x' \(criteria found: meaning, english\)", {"criterion": "x"}),
        (
            "labels without order, which allow no level 'interval'",
            {"criterion": "english", "level": "interval"},
        ),
        ("unknown level 'metric'", {"level": "metric"}),
        (r"no rater is called 'dora' \(found: anna, ben, cleo, model\)", {"raters": ["dora"]}),
        ("'meaning' was rated by anna alone", {"criterion": "meaning", "raters": ["anna"]}),
    ):
        with pytest.raises(lw.InputError, match=wanted):
            lw.rater_agreement(rows, bootstrap=0, **options)  # type: ignore[arg-type]
    with pytest.raises(lw.InputError, match="no rating names its rater"):
        lw.rater_agreement([lw.Segment("1", "a", human={"meaning": 1.0})])
    with pytest.raises(lw.InputError, match="rated '1' on 'c' twice"):
        lw.rater_agreement([lw.Rating("1", "a", "c", 1.0), lw.Rating("1", "a", "c", 2.0)])


def test_the_command(ratings: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    people = ["--rater", "anna", "--rater", "ben", "--rater", "cleo"]
    assert run(["raters", ratings, "--bootstrap", "50", "--json", *people]) == 0
    found = json.loads(capsys.readouterr().out)["criteria"]
    assert set(found) == {"meaning", "english"}
    assert found["meaning"]["raters"] == 3
    assert found["meaning"]["ratings"] == 240
    assert sum(rate["share"] for rate in found["meaning"]["base_rates"]) == pytest.approx(1)
    assert [rate["category"] for rate in found["english"]["base_rates"]] == ["no", "yes"]
    assert run(["raters", ratings, "--criterion", "english", "--bootstrap", "0"]) == 0
    shown = capsys.readouterr().out
    assert "Agreement of 4 raters on 'english'" in shown
    assert "% of ratings are yes, so" in shown
    alone = tmp_path / "alone.csv"
    alone.write_text("item,rater,value\n1,a,1\n2,a,2\n")
    assert run(["raters", str(alone)]) == 2
    assert "'rating' was rated by a alone, two raters are needed" in capsys.readouterr().err


def test_ratings_may_be_the_path_of_a_file(ratings: str) -> None:
    found = lw.rater_agreement(ratings, "meaning", bootstrap=50)
    assert (
        found.as_dict()
        == lw.rater_agreement(list(lw.read_ratings(ratings)), "meaning", bootstrap=50).as_dict()
    )
    frame = lw.rater_agreement(pandas.read_csv(ratings), "meaning", bootstrap=50)
    assert found.as_dict() == frame.as_dict()
    assert "ordinal" in found.criteria["meaning"].alphas


def test_raters_of_different_scales_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [lw.Rating(str(n), "anna", "q", float(1 + n % 5)) for n in range(12)]
    rows += [lw.Rating(str(n), "ben", "q", 20.0 * (1 + n % 5)) for n in range(12)]
    (told,) = lw.rater_agreement(rows, bootstrap=0).warnings
    assert "'q': raters use different scales (anna 1 to 5, ben 20 to 100)" in told
    # Who uses the upper end of a scale alone uses no other scale; nine ratings say nothing of a scale.
    kind = [lw.Rating(str(n), "cleo", "q", float(4 + n % 2)) for n in range(12)]
    assert lw.rater_agreement([*rows[:12], *kind], bootstrap=0).warnings == []
    assert lw.rater_agreement([*rows[:12], *rows[12:21]], bootstrap=0).warnings == []
    path = tmp_path / "gap.csv"
    path.write_text("item,rater,value\n1,a,1\n1,b,\n2,a,2\n2,b,2\n3,a,1\n3,b,1\n")
    assert run(["raters", str(path), "--bootstrap", "0"]) == 0
    assert f"{path}: 1 row has no value" in capsys.readouterr().err
    assert "1 row has no value" in lw.rater_agreement(str(path), bootstrap=0).warnings[0]


def test_of_a_crowd_twenty_pairs_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Eight raters, 28 pairs; the eighth says the opposite, so all of its pairs come first."""
    rng = np.random.default_rng(3)
    truth = rng.integers(1, 6, size=30)
    lines = ["item,rater,value"]
    for item, value in enumerate(truth):
        noisy = np.clip(value + rng.integers(-1, 2, size=7), 1, 5)
        lines += [f"{item},w{rater},{mark}" for rater, mark in enumerate([*noisy, 6 - value])]
    path = tmp_path / "crowd.csv"
    path.write_text("\n".join(lines) + "\n")
    assert run(["raters", str(path), "--bootstrap", "0"]) == 0
    shown = capsys.readouterr().out.split("Pairs of raters")[1].splitlines()
    assert shown[-1] == "the 20 pairs that agree least; 8 more are in --json"
    assert len(shown) == 1 + 2 + 20 + 1
    assert all("w7" in line for line in shown[3:10])
    assert not any("w7" in line for line in shown[10:])
    weighted = [float(line.split()[5]) for line in shown[3:-1]]
    assert weighted == sorted(weighted)
    assert run(["raters", str(path), "--bootstrap", "0", "--show", "tsv"]) == 0
    assert capsys.readouterr().out.split("mean difference")[1].count("\n") >= 28
    found = lw.rater_agreement(str(path), bootstrap=0)
    assert len(found.criteria["rating"].pairs) == len(found.tables()[-1].rows) == 28
