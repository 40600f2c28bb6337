"""Every kind of model in `loading.KINDS` has the one shape: fit, save, load, one check, one progress."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import likewise as lw
from likewise.deep import Analysis, Item
from likewise.io.models import LEARNER_SEED, SEED, ModelCard, SavedModel, write_model
from likewise.loading import KINDS
from likewise.records import Cluster
from likewise.robot import embedded_commands, embedded_layouts
from likewise.text.languages import code_of

WORDS = '(the_1 0 1 ("the")) (owl_n1 1 2 ("owl"))'
TREES = (
    f'(root (sb-hd_mc_c 0 3 (sp-hd_n_c 0 2 {WORDS}) (runs_v1 2 3 ("runs"))))',
    f'(root (sb_c 0 3 {WORDS} (runs_v1 2 3 ("runs"))))',
)


def routes() -> Any:
    from likewise.navigate.embedded_follower import embedded_corpus

    museum = embedded_corpus("en").on(["Museum"])
    return replace(museum, sentences=museum.sentences[:40], routes=())


def words_and_plans() -> Any:
    from likewise.navigate.planned_follower import examples

    return examples(routes())


def denials() -> Any:
    from likewise.negation.samples import embedded_sentences

    return [s for s in embedded_sentences() if s.negations][:12]


def parses() -> Any:
    analyses = tuple(Analysis("The owl runs.", derivation=tree) for tree in TREES)
    return [(Item(str(n), "The owl runs.", analyses), analyses[0]) for n in range(3)]


def descriptions() -> Any:
    from likewise.collect.sentence_filter import WorkerSentence

    clusters: list[Cluster] = lw.data.clusters()[:12]
    return [
        WorkerSentence(text.text, f"w{number % 5}", cluster.id, trusted=number % 6 != 0)
        for cluster in clusters
        for number, text in enumerate(cluster.texts)
    ]


def rhymes() -> Any:
    from likewise.freestyle import Verse

    lines = (
        "the cat sat on the mat",
        "he wore a tall black hat",
        "the dog slept on the log",
        "lost in the fog",
    )
    return [Verse(str(n), lines) for n in range(3)]


def orders() -> Any:
    return embedded_commands()[:40]


def plain_texts() -> Any:
    return [text.text for cluster in lw.data.clusters()[:6] for text in cluster.texts]


def translations() -> Any:
    return [("das haus", "la maison"), ("das buch", "le livre"), ("ein haus", "une maison")] * 3


def parallel_questions() -> Any:
    return [("who is he ?", "彼は誰ですか。"), ("where is the book ?", "本はどこですか。")] * 3


EXAMPLES: dict[str, tuple[Callable[[], Any], dict[str, Any]]] = {
    "context-vectors": (plain_texts, {"dimension": 20, "least": 2}),
    "freestyle": (rhymes, {"model": "phrase"}),
    "grounded-follower": (routes, {"nets": 1, "epochs": 1}),
    "navigation-entries": (words_and_plans, {}),
    "navigation-lexicon": (words_and_plans, {"min_support": 2}),
    "negation-resolver": (denials, {}),
    "parse-selector": (parses, {"features": "pcfg"}),
    "paraphraser": (lambda: lw.data.clusters()[:6], {"pairs": 1, "held_out": 4, "candidates": 10}),
    "pinc-sigmoid-bleu": (lambda: lw.data.outputs()[:40], {}),
    "planned-follower": (routes, {}),
    "question-translator": (parallel_questions, {"lang": "ja"}),
    "robot-reader": (orders, {"layouts": embedded_layouts()}),
    "score-differences": (lw.data.outputs, {"human": "meaning", "metrics": "bleu", "samples": 20}),
    "sentence-filter": (descriptions, {}),
    "translation-table": (translations, {"source_lang": "de", "target_lang": "fr"}),
}
"""For each kind what a small one is learnt from, and the settings that keep it small."""


def class_of(kind: str) -> type[SavedModel]:
    module, _, name = KINDS[kind].partition(":")
    made: type[SavedModel] = getattr(import_module(module), name)
    return made


def learnt(kind: str, **more: Any) -> Any:
    examples, settings = EXAMPLES[kind]
    return class_of(kind).fit(examples(), **settings, **more)


@cache
def small(kind: str) -> Any:
    return learnt(kind)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_there_are_examples_of_every_kind() -> None:
    assert EXAMPLES.keys() == KINDS.keys()


@pytest.mark.parametrize("kind", KINDS)
def test_the_shape(kind: str) -> None:
    model = class_of(kind)
    assert issubclass(model, SavedModel)
    assert model.kind == kind
    for name in ("save", "load"):  # nobody writes or checks in a way of their own
        assert getattr(model, name).__qualname__ == f"SavedModel.{name}"
    parameters = inspect.signature(model.fit).parameters
    assert parameters["seed"].default in (SEED, LEARNER_SEED)
    assert parameters["progress"].default is None
    assert parameters["seed"].kind is parameters["progress"].kind is inspect.Parameter.KEYWORD_ONLY
    assert next(iter(parameters.values())).kind is inspect.Parameter.POSITIONAL_ONLY


@pytest.mark.parametrize("kind", KINDS)
def test_saved_it_is_whole_and_comes_back(kind: str, tmp_path: Path) -> None:
    model = small(kind)
    for name in ("once", "twice"):
        model.save(tmp_path / name)
    assert contents(tmp_path / "once") == contents(tmp_path / "twice")
    card = json.loads((tmp_path / "once" / "model.json").read_text(encoding="utf-8"))
    assert card["kind"] == kind
    assert card["version"] == lw.__version__
    assert card["data"] == model.data
    assert len(model.data) == 16
    loaded = lw.load(tmp_path / "once")
    assert type(loaded) is type(model)
    assert loaded.model_card().fingerprint == model.model_card().fingerprint
    loaded.save(tmp_path / "again")
    assert contents(tmp_path / "again") == contents(tmp_path / "once")


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_bytes_and_progress_ends_at_one(kind: str, tmp_path: Path) -> None:
    told: list[tuple[str, float]] = []
    learnt(kind, progress=lambda what, share: told.append((what, share))).save(tmp_path / "again")
    small(kind).save(tmp_path / "once")
    assert contents(tmp_path / "again") == contents(tmp_path / "once")
    shares = [share for _, share in told]
    assert shares == sorted(shares)
    assert all(what and isinstance(what, str) for what, _ in told)
    assert shares[-1:] == [1.0]


@pytest.mark.parametrize("kind", KINDS)
def test_another_kind_is_refused_with_one_message(kind: str, tmp_path: Path) -> None:
    other = next(name for name in KINDS if name != kind)
    write_model(tmp_path / "other", ModelCard(other))
    with pytest.raises(lw.InputError) as refused:
        class_of(kind).load(tmp_path / "other")
    assert refused.value.message == f"is a model of kind '{other}', expected '{kind}'"
    with pytest.raises(lw.InputError, match="no such folder"):
        class_of(kind).load(tmp_path / "nowhere")


@pytest.mark.parametrize("kind", KINDS)
def test_a_broken_one_is_refused_in_one_line(kind: str, tmp_path: Path) -> None:
    small(kind).save(tmp_path / "m")
    for name in contents(tmp_path / "m"):
        small(kind).save(tmp_path / "m")
        if name == "model.json":
            write_model(tmp_path / "m", ModelCard(kind, {"no": "such setting"}))
        else:
            (tmp_path / "m" / name).write_bytes(b"\0")
        with pytest.raises(lw.InputError) as refused:
            lw.load(tmp_path / "m")
        assert "\n" not in str(refused.value)


def test_the_language_of_a_follower_is_its_code() -> None:
    assert small("grounded-follower").lang == small("planned-follower").lang == code_of("English")
