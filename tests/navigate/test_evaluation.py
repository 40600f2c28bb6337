"""Leave one map out: figures against plain loops, folds in processes, and what is refused."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from likewise.errors import InputError
from likewise.navigate import evaluation, folds, word_splitters
from likewise.navigate.corpus import Corpus, Instruction, Route
from likewise.navigate.embedded_follower import embedded_corpus
from likewise.navigate.evaluation import evaluate
from likewise.navigate.followers import Following
from likewise.worlds import Corridor, Map, Plan, Pose, loads
from likewise.worlds.executor import Executor


class Oracle:
    """Follows by the gold plans."""

    lang = "en"

    def __init__(self, corpus: Corpus) -> None:
        self.plans: dict[str, Plan] = {s.text: s.plan or () for s in corpus.sentences}

    def follow(self, world: Map, start: Pose, text: str, *, k: int = 1) -> list[Following]:
        plan = self.plans[text]
        return [Following(plan, Executor(world).run(plan, start).path)]


def hall(name: str, length: int) -> Map:
    places = {(x, 0): "" for x in range(length)}
    return Map(name, places, {((x, 0), (x + 1, 0)): Corridor("brick") for x in range(length - 1)})


def tiny() -> Corpus:
    """Two halls; one says `go` and `back` from known and unknown starts."""
    maps = {"A": hall("A", 4), "B": hall("B", 3)}
    east = [Pose(x, 0, 90) for x in range(4)]
    rows = [("go", (east[0], east[1]), "Travel ( steps: 1 )"), ("turn left", (east[1], Pose(1, 0, 0)), None)]
    sentences = [
        Instruction(f"{name}{k}-{j}", name, text, path, loads(plan) if plan else None)
        for name in maps
        for k in range(6)
        for j, (text, path, plan) in enumerate(rows, 1)
    ]
    whole = (east[0], east[1], Pose(1, 0, 0))
    routes = [Route(f"{n}{k}", n, "go. turn left.", whole, (1, 0)) for n in maps for k in range(2)]
    return Corpus(maps, tuple(sentences), tuple(routes))


@pytest.fixture
def oracle(monkeypatch: pytest.MonkeyPatch) -> Corpus:
    whole = embedded_corpus()
    # Later routes use the same bare sentence for more than one plan.
    corpus = replace(
        whole,
        sentences=tuple(s for s in whole.sentences if int(s.route) <= 60),
        routes=tuple(r for r in whole.routes if int(r.id) <= 60),
    )
    monkeypatch.setattr(folds, "_trained", lambda *_: Oracle(corpus))
    return corpus


def test_figures_are_those_of_plain_loops(oracle: Corpus) -> None:
    result = evaluate(oracle, processes=0)
    headings = (0, 90, 180, 270)
    right = whole = 0.0
    for s in oracle.sentences:
        begins = [s.path[0]] if s.path[0].heading >= 0 else [s.path[0].facing(h) for h in headings]
        walker = Executor(oracle.maps[s.map])
        right += sum(walker.run(s.plan or (), p).path[-1] == s.path[-1] for p in begins) / len(begins)
    plans = {s.text: s.plan or () for s in oracle.sentences}
    for r in oracle.routes:
        walker, ends = Executor(oracle.maps[r.map]), [r.path[0].facing(h) for h in headings]
        for text in r.sentences:
            ends = [walker.run(plans[text], pose).path[-1] for pose in ends]
        whole += sum(pose.place == r.path[-1].place for pose in ends) / len(ends)
    assert result.single == pytest.approx(100 * right / len(oracle.sentences))
    assert result.complete == pytest.approx(100 * whole / len(oracle.routes))
    found = result.as_dict()
    assert list(found) == ["plans", "parser", "single", "complete", "seconds", "folds"]
    assert {k: found["parser"][k] for k in ("precision", "recall", "f1")} == {
        "precision": 100.0,
        "recall": 100.0,
        "f1": 100.0,
    }
    assert 40 < found["plans"]["f1"] < 100
    assert set(found["seconds"]) >= {"lexicon", "parser", "total"}
    assert list(found["folds"]) == sorted(oracle.maps)
    sizes = [(fold["sentences"], fold["single"]) for fold in found["folds"].values()]
    assert sum(n * share for n, share in sizes) / sum(n for n, _ in sizes) == pytest.approx(result.single)
    heads, rows = result.table()
    assert len(rows) == len(oracle.maps) + 1
    assert all(len(row) == len(heads) for row in rows)
    assert "<td>all</td>" in result._repr_html_()


def test_nothing_learns_from_gold_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Corpus] = []

    def trained(training: Corpus, refined: Any, *rest: Any) -> Oracle:
        seen.append(training)
        return Oracle(tiny())

    monkeypatch.setattr(folds, "_trained", trained)
    evaluate(replace(tiny(), routes=()), processes=0)
    assert [sorted(corpus.maps) for corpus in seen] == [["B"], ["A"]]
    assert all(s.plan is None for corpus in seen for s in corpus.sentences)


def test_without_gold_plans_and_routes(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = replace(tiny(), routes=(), sentences=tuple(replace(s, plan=None) for s in tiny().sentences))
    monkeypatch.setattr(folds, "_trained", lambda *_: Oracle(tiny()))
    found = evaluate(bare, processes=0).as_dict()
    assert (found["plans"], found["parser"], found["complete"]) == (None, None, None)
    assert found["folds"]["A"]["complete"] is None
    assert found["single"] == 50.0  # the oracle does not know how to turn left


def test_a_route_without_sentences_is_split() -> None:
    told: list[str] = []

    def follow(pose: Pose, text: str) -> list[Following]:
        told.append(text)
        return [Following((), (pose,))]

    assert folds.complete(follow, tiny().routes[0]) == 0.0
    assert told == ["go.", "turn left."]


def test_unknown_headings_are_averaged_over_four() -> None:
    start = Pose(1, 0, -1)

    def stay(pose: Pose, text: str) -> list[Following]:
        return [Following((), (pose,))]

    facing = Instruction("1-1", "A", "face east", (start, Pose(1, 0, 90)))
    assert folds.single(stay, facing) == 0.25
    # Nothing was done and nothing is known of the heading: to stay as one stands is right.
    assert folds.single(stay, Instruction("1-2", "A", "hello", (start,))) == 1.0


def test_ways_that_end_alike_count_together() -> None:
    end = Pose(1, 0, 90)

    def follow(pose: Pose, text: str) -> list[Following]:
        chances = [(pose, 0.4), (end, 0.3), (end, 0.3)]
        return [Following((), (pose, last), math.log(p)) for last, p in chances]

    assert folds.single(follow, Instruction("1-1", "A", "go", (Pose(0, 0, 90), end))) == 1.0


def test_processes_change_nothing_but_time() -> None:
    heard: list[float] = []
    here = evaluate(tiny(), parser="krisp", processes=0)
    there = evaluate(tiny(), parser="krisp", processes=2, progress=lambda _, share: heard.append(share))
    for fold, other in zip(here.folds, there.folds, strict=True):
        assert replace(fold, seconds={}) == replace(other, seconds={})
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


def test_a_fold_that_fails_ends_the_others() -> None:
    workers = evaluation._Workers(lambda *_: None)
    setting = folds.Setting(parser="krisp", lang="fr")
    good = (*tiny().folds()[0], setting)
    with pytest.raises(InputError, match="holds no instruction in 'fr', only in en"):
        workers.run([good, good, good], 1)
    assert len(workers._running) < 3
    assert all(worker.poll() is not None for worker in workers._running)


def test_a_process_that_dies_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "false")
    with pytest.raises(RuntimeError, match="the process of fold A ended early"):
        evaluate(tiny(), parser="krisp")


def test_a_language_registered_here_stays_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folds, "_trained", lambda *_: Oracle(tiny()))
    monkeypatch.setattr(word_splitters, "_registered", {})
    word_splitters.register("xx", lambda text: text.split("+"))
    corpus = replace(tiny(), sentences=tuple(replace(s, lang="xx") for s in tiny().sentences), routes=())
    assert evaluate(corpus, lang="xx").single == 50.0


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"method": "x"}, "unknown method 'x', expected sgoll, gill"),
        ({"parser": "x"}, "unknown parser 'x', expected best, krisp"),
        ({"grammar": "x"}, "unknown grammar 'x', expected original, expanded"),
        ({"lang": "zh"}, "holds no instruction in 'zh', only in en"),
    ],
)
def test_bad_settings(settings: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        evaluate(tiny(), **settings)  # type: ignore[arg-type]


def test_one_map_is_not_enough() -> None:
    with pytest.raises(InputError, match="at least two are needed, found only 'A'"):
        evaluate(tiny().on(["A"]))
