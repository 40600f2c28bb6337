"""Models saved and loaded by `likewise.load`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import likewise as lw
from likewise.evaluate import FittedPincSigmoidBLEU
from likewise.io.models import ModelCard, fingerprint, write_model


def test_the_fitted_combination_is_saved_and_loaded(tmp_path: Path) -> None:
    rows = lw.data.outputs()
    judged = lw.judge(rows, "overall", settings={"lowercase": True}, bootstrap=0)
    metric = judged.fitted_metric()
    metric.save(tmp_path / "model")
    loaded = lw.load(tmp_path / "model")
    assert loaded == metric
    assert loaded.lowercase is True
    found = lw.judge(rows, "overall", [loaded], bootstrap=0)
    oracle = judged.fitted["pinc-sigmoid-bleu (oracle)"].pearson
    assert found.metrics["pinc-sigmoid-bleu"].pearson == pytest.approx(oracle)
    again = tmp_path / "again"
    metric.save(again)
    assert (again / "model.json").read_bytes() == (tmp_path / "model" / "model.json").read_bytes()


def test_the_combination_is_fitted_as_judging_fits_it() -> None:
    rows = lw.data.outputs()
    judged = lw.judge(rows, "overall", settings={"lowercase": True}, bootstrap=0).fitted_metric()
    steps: list[float] = []
    fitted = FittedPincSigmoidBLEU.fit(
        rows, human="overall", settings={"lowercase": True}, progress=lambda what, share: steps.append(share)
    )
    assert fitted == judged
    assert fitted.model_card() == judged.model_card()
    assert steps == sorted(steps)
    assert steps[-1] == 1.0


def test_a_model_is_replaced_but_nothing_else_is(tmp_path: Path) -> None:
    folder = tmp_path / "m"
    write_model(folder, ModelCard("pinc-sigmoid-bleu"), {"old.bin": b"1"})
    write_model(folder, ModelCard("pinc-sigmoid-bleu", {"center": 1.0}), {"new.bin": b"2"})
    assert sorted(p.name for p in folder.iterdir()) == ["model.json", "new.bin"]
    assert [p.name for p in tmp_path.iterdir()] == ["m"]
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "letter.txt").write_text("dear")
    with pytest.raises(lw.InputError, match="is no model, so it is not replaced"):
        write_model(precious, ModelCard("x"))
    assert (precious / "letter.txt").read_text() == "dear"
    with pytest.raises(lw.InputError, match="its folder does not exist"):
        write_model(tmp_path / "no" / "m", ModelCard("x"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not valid JSON"),
        ("[]", "expected a JSON object"),
        (json.dumps({"kind": "x"}), "field 'settings': missing or of a wrong type"),
        (json.dumps({"kind": "x", "settings": {}, "data": "", "version": "1"}), "unknown kind of model 'x'"),
        (
            json.dumps({"kind": "pinc-sigmoid-bleu", "settings": {"y": 1}, "data": "", "version": "1"}),
            "is no saved pinc-sigmoid-bleu",
        ),
    ],
)
def test_broken_models_are_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "model.json").write_text(text)
    with pytest.raises(lw.InputError, match=message):
        lw.load(tmp_path)


def test_no_model_at_all(tmp_path: Path) -> None:
    with pytest.raises(lw.InputError, match=r"is no model: it holds no readable model\.json"):
        lw.load(tmp_path)


def test_fingerprints_follow_the_data() -> None:
    assert fingerprint([{"a": 1, "b": 2}]) == fingerprint([{"b": 2, "a": 1}])
    assert fingerprint([1, 2]) != fingerprint([2, 1]) != fingerprint([])
