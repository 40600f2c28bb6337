"""Metrics in the manner of `evaluate`: numbers and parts are sacrebleu's, batches add up."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
import sacrebleu

import likewise as lw
from likewise.errors import InputError
from likewise.metrics import BLEU

ROWS = lw.data.outputs()
TEXTS = [segment.candidate for segment in ROWS]
SOURCES = [segment.source for segment in ROWS]
REFERENCES = [list(segment.references) for segment in ROWS]
MOST = max(map(len, REFERENCES))
STREAMS: list[Any] = [[refs[i] if i < len(refs) else None for refs in REFERENCES] for i in range(MOST)]


@pytest.mark.parametrize("smooth", ["exp", "floor", "add-k", "none"])
@pytest.mark.parametrize("rows", [1, 2, 44])
def test_bleu_gives_what_the_sacrebleu_of_evaluate_gives(smooth: str, rows: int) -> None:
    found = lw.evaluate_metric("bleu").compute(
        predictions=TEXTS[:rows], references=REFERENCES[:rows], smooth=smooth
    )
    wanted = sacrebleu.corpus_bleu(TEXTS[:rows], [refs[:rows] for refs in STREAMS], smooth_method=smooth)
    assert found.pop("signature").startswith("bleu|")
    names = ("score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len")
    assert [*found] == [*names]
    if smooth == "add-k":  # sacrebleu tells the counts with what smoothing adds, from the second order on
        for name in ("counts", "totals"):
            found[name] = [found[name][0], *(count + 1 for count in found[name][1:])]
    for name in names:
        assert found[name] == pytest.approx(getattr(wanted, name), abs=1e-9)


@pytest.mark.parametrize("texts", [["x y", "z"], ["", ""], ["a", "b c"]])
def test_parts_of_a_bleu_of_nothing_are_sacrebleus(texts: list[str]) -> None:
    references = ["a b c d e", "f g"]
    with pytest.warns(UserWarning, match="empty" if not texts[0] else "no candidate has 4 words"):
        found = lw.evaluate_metric("bleu").compute(predictions=texts, references=references)
    wanted = sacrebleu.corpus_bleu(texts, [references])
    assert [found["bp"], *found["precisions"]] == pytest.approx([wanted.bp, *wanted.precisions])


def test_chrf_and_ter_give_what_theirs_give() -> None:
    chrf = lw.evaluate_metric("chrf").compute(predictions=TEXTS, references=REFERENCES, word_order=2)
    wanted = sacrebleu.corpus_chrf(TEXTS, STREAMS, word_order=2)
    assert chrf["score"] == pytest.approx(wanted.score, abs=1e-9)
    assert [chrf[key] for key in ("char_order", "word_order", "beta")] == [6, 2, 2]
    ter = lw.evaluate_metric("ter").compute(predictions=TEXTS, references=REFERENCES)
    whole = sacrebleu.metrics.TER().corpus_score(TEXTS, STREAMS)
    assert [ter[key] for key in ("score", "num_edits", "ref_length")] == pytest.approx(
        [whole.score, whole.num_edits, whole.ref_length], abs=1e-9
    )


def test_batches_and_single_ones_add_up_and_a_new_run_starts_anew() -> None:
    metric = lw.evaluate_metric("bleu")
    whole = metric.compute(predictions=TEXTS, references=REFERENCES)
    for place in range(0, len(TEXTS), 10):
        metric.add_batch(
            predictions=iter(TEXTS[place : place + 10]), references=REFERENCES[place : place + 10]
        )
    assert metric.compute() == whole
    for text, references in zip(TEXTS, REFERENCES, strict=True):
        metric.add(prediction=text, reference=references)
    assert repr(metric).endswith(f"{len(TEXTS)} added>")
    assert metric.compute() == whole
    metric.add_batch(predictions=TEXTS[:1], references=REFERENCES[:1])
    assert metric.compute(predictions=TEXTS[1:], references=REFERENCES[1:]) == whole
    with pytest.raises(InputError, match="nothing to compute"):
        metric.compute()
    assert json.loads(json.dumps(whole)) == whole


def test_one_reference_each_may_be_a_text() -> None:
    metric = lw.evaluate_metric(BLEU(lowercase=True))
    first = [refs[0] for refs in REFERENCES]
    listed = metric.compute(predictions=TEXTS, references=[[text] for text in first])
    assert metric.compute(predictions=np.array(TEXTS), references=first) == listed
    assert metric.name == "bleu"
    assert metric.description.startswith("BLEU of the candidate")


def test_combined_metrics_name_what_they_share() -> None:
    both = lw.combine_metrics(["bleu", "chrf"])
    found = both.compute(predictions=TEXTS, references=REFERENCES)
    assert [*found] == [
        "bleu_score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len", "bleu_signature",
        "chrf_score", "char_order", "word_order", "beta", "chrf_signature",
    ]  # fmt: skip
    alone = lw.evaluate_metric("chrf").compute(predictions=TEXTS, references=REFERENCES)
    assert found["chrf_score"] == alone["score"]
    prefixed = lw.combine_metrics("bleu,chrf", force_prefix=True)
    prefixed.add_batch(predictions=TEXTS, references=REFERENCES)
    assert prefixed.compute(lowercase=True).keys() >= {"bleu_bp", "chrf_beta"}


def test_combined_metrics_may_have_names_of_their_own() -> None:
    cased = {"cased": "bleu", "uncased": lw.evaluate_metric("bleu", settings={"lowercase": True})}
    found = lw.combine_metrics(cased).compute(
        predictions=["THE DOG BARKS NOW"], references=["the dog barks now"]
    )
    assert (found["cased_score"], found["uncased_score"]) == (0, pytest.approx(100))
    with pytest.raises(InputError, match="named twice"):
        lw.combine_metrics(["bleu", "bleu"])
    with pytest.raises(InputError, match="no metric named here has the setting 'smoth'"):
        lw.combine_metrics(["bleu", "chrf"]).compute(predictions=["a"], references=["a"], smoth="none")


def test_metrics_of_sources_take_sources() -> None:
    metric = lw.combine_metrics(["pinc", "ibleu"])
    found = metric.compute(predictions=TEXTS, references=REFERENCES, sources=SOURCES)
    assert found["pinc_score"] == lw.score(ROWS, "pinc")["pinc"].score
    with pytest.raises(InputError, match="source"):
        metric.compute(predictions=TEXTS, references=REFERENCES)
    assert "0 added" in repr(metric)


def test_bad_input_is_named_and_not_added() -> None:
    metric = lw.evaluate_metric("bleu")
    with pytest.raises(InputError, match="references holds 1 items, candidates 2"):
        metric.add_batch(predictions=["a", "b"], references=["a"])
    with pytest.raises(InputError, match="row 1 "):
        metric.add_batch(predictions=["a", 3], references=["a", "b"])
    with pytest.raises(InputError, match="references"):
        metric.add(prediction="a")
    with pytest.raises(InputError, match="no metric named here has the setting 'smooth_method'"):
        metric.compute(predictions=["a"], references=["a"], smooth_method="exp")
    with pytest.raises(TypeError):
        metric.compute(["a"], ["a"])  # type: ignore[misc]


class Words:
    """A tokenizer of five words; the first two are special."""

    WORDS = ("<pad>", "</s>", "the", "dog", "barks")

    def batch_decode(self, rows: list[list[int]], skip_special_tokens: bool) -> list[str]:
        assert skip_special_tokens
        return [" ".join(self.WORDS[one] for one in row if one > 1) for row in rows]


class Predicted(tuple[Any, Any]):
    """What a Trainer hands over: predictions and labels, the inputs beside them where asked for."""

    inputs: Any = None


def test_trainer_has_its_ids_turned_into_texts() -> None:
    ids, labels = np.array([[0, 2, 3, 4, 1], [2, 3, 1, 0, 0]]), np.array([[2, 3, 4, 1], [2, 3, 1, -100]])
    metric = lw.combine_metrics(["bleu", "wer"])
    compute_metrics = metric.for_trainer(Words())
    with pytest.warns(UserWarning, match="no candidate has 4 words"):
        assert compute_metrics((ids, labels)) == {"bleu": 0.0, "wer": 0.0}
    assert compute_metrics((ids[:1], labels[:1]), compute_result=False) == {}
    with pytest.warns(UserWarning, match="no candidate has 4 words"):
        assert compute_metrics(((ids[1:], "logits"), labels[1:]), compute_result=True)["wer"] == 0.0
    logits = np.zeros((2, 4, 5))
    with pytest.raises(InputError, match="predict_with_generate=True"):
        compute_metrics((logits, labels))
    texts = lw.evaluate_metric("wer").for_trainer()
    assert texts((["the dog"], [["the cat", "a dog"]])) == {"wer": 50.0}


def test_trainer_must_hand_over_inputs_to_metrics_of_sources() -> None:
    ids = np.array([[2, 3, 4, 1]])
    handed = Predicted((ids, ids))
    compute_metrics = lw.evaluate_metric("pinc").for_trainer(Words())
    with pytest.raises(InputError, match="include_for_metrics"):
        compute_metrics(handed)
    handed.inputs = ids
    assert compute_metrics(handed) == {"pinc": 0.0}
