"""The resolver of the package, on a story of CD-SCO and on encyclopedia text: the figures of the docs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from likewise.negation import Sentence, conll, embedded, score
from parts import real_data, require_data, require_encoder

ROOT = Path(__file__).resolve().parents[2]
DATA = real_data()
FILE = DATA / "cd-sco" / "dev.conll"


@pytest.fixture(scope="module")
def story() -> list[Sentence]:
    require_data("cd-sco")
    return conll.load(FILE)


@pytest.mark.parametrize(
    ("raw", "gold_cues", "encoder", "scopes", "tokens"),
    [
        (False, True, True, 88, 92),
        (True, True, True, 88, 92),
        (True, False, True, 83, 89.5),
        (False, True, False, 83.5, 89),
        (True, True, False, 81.5, 87.5),
    ],
)
def test_scopes(
    story: list[Sentence], raw: bool, gold_cues: bool, encoder: bool, scopes: float, tokens: float
) -> None:
    if encoder:
        require_encoder()
    resolver = embedded(encoder)
    answers = [
        resolver.resolve(s, raw=raw, cues=[one.cue for one in s.negations] if gold_cues else None)
        for s in story
    ]
    found = score(story, answers)
    assert found["cues"].f1 > 94
    assert found["scopes"].f1 > scopes
    assert found["tokens"].f1 > tokens


def test_an_encyclopedia_that_nothing_learnt_from(tmp_path: Path) -> None:
    require_encoder()
    treebank, web = DATA / "erg-treebank", DATA / "ud-up" / "en_ewt-ud-pb-train.conllup.gz"
    require_data("erg-treebank", "ud-up")
    script = ROOT / "training" / "further_negation.py"
    asked = ["--treebank", str(treebank), "--web", str(web), "--out", str(tmp_path)]
    subprocess.run([sys.executable, str(script), *asked], check=True, capture_output=True)
    parts = {name: conll.load(tmp_path / f"{name}.conll.gz") for name in ("encyclopedia", "web", "check")}
    assert not {s.words for s in parts["check"]} & {s.words for s in parts["encyclopedia"]}
    found = score(parts["check"], [embedded(True).resolve(s) for s in parts["check"]])
    assert found["cues"].f1 > 97
    assert found["scopes"].f1 > 85
    assert found["tokens"].f1 > 91
