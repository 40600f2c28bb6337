"""One fold of the evaluation: learn on some maps, follow the instructions of another one.

Measured as in Chen and Mooney (2011): refined plans of the training sentences and parsed plans of the test
sentences against gold plans; single sentences (right place and heading) and whole routes (right place). An
unknown heading at the start counts as the mean over the four. Gold plans are taken out of the training data
before anything learns from it.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from likewise.errors import InputError
from likewise.io import LEARNER_SEED, Progress, part_of
from likewise.navigate.corpus import Corpus, Instruction, Route
from likewise.navigate.followers import Follower, Following, best_pose, follow_route, starts
from likewise.navigate.grounded import Grounded
from likewise.navigate.lexicon import LEARNERS
from likewise.navigate.partial_correctness import PlanPoints, partial_correctness
from likewise.navigate.planned_follower import GRAMMARS, Planned, checked, examples
from likewise.navigate.refinement import refine
from likewise.navigate.routes import WAYS
from likewise.navigate.word_splitters import sentences
from likewise.worlds import UNKNOWN, Map, Pose

__all__ = ["PARSERS", "Fold", "Setting", "complete", "learnt", "measured", "parsed", "single"]

PARSERS = ("best", "krisp")
Follow = Callable[[Pose, str], list[Following]]


@dataclass(frozen=True, slots=True)
class Setting:
    """What is evaluated: the lexicon learner, the parser, its grammar, the language and the seed."""

    method: str = "sgoll"
    parser: str = "best"
    grammar: str = "original"
    lang: str = "en"
    seed: int = LEARNER_SEED

    def check(self) -> None:
        """Refuse names that are not known."""
        checked(self.method, LEARNERS, "method")
        checked(self.parser, PARSERS, "parser")
        checked(self.grammar, GRAMMARS, "grammar")


@dataclass(frozen=True, slots=True)
class Fold:
    """What was measured with one map left out: points, sums of right answers, and seconds of each part."""

    map: str
    sentences: int
    routes: int
    single: float
    complete: float
    plans: PlanPoints | None
    parser: PlanPoints | None
    seconds: dict[str, float]


def measured(name: str, training: Corpus, test: Corpus, setting: Setting, tell: Progress) -> Fold:
    """Learn on the training maps, measure on the one left out; `tell` hears what is done, and the share."""
    seconds: dict[str, float] = {}
    gold = [s.plan for s in training.sentences]
    blind = replace(training, sentences=tuple(replace(s, plan=None) for s in training.sentences))
    tell("lexicon", 0.0)
    pairs = examples(blind, setting.lang)
    begun = time.perf_counter()
    lexicon = LEARNERS[setting.method].fit(pairs).lexicon()
    seconds["lexicon"] = time.perf_counter() - begun
    refined = [(said, refine(said, plan, lexicon)) for said, plan in pairs]
    known = [(plan, right) for (_, plan), right in zip(refined, gold, strict=True) if right is not None]
    begun = time.perf_counter()
    follower = _trained(blind, refined, setting, part_of(tell, 0.1, 0.7, "parser"))
    seconds["parser"] = time.perf_counter() - begun
    begun = time.perf_counter()
    world = test.maps[name]
    plans = parsed(follower, world, test.sentences)
    follow = _kept(follower, world)
    tell("single sentences", 0.75)
    one = sum(single(follow, sentence) for sentence in test.sentences)
    tell("whole routes", 0.85)
    whole = sum(complete(follow, route) for route in test.routes)
    seconds["following"] = time.perf_counter() - begun
    tell("done", 1.0)
    points = partial_correctness(known) if known else None
    return Fold(name, len(test.sentences), len(test.routes), one, whole, points, plans, seconds)


def parsed(follower: Follower, world: Map, test: tuple[Instruction, ...]) -> PlanPoints | None:
    """Points of the follower's plans against the gold plans; none where there are no gold plans."""
    pairs = [
        (follower.follow(world, starts(s.path[0])[0], s.text)[0].plan, s.plan)
        for s in test
        if s.plan is not None
    ]
    return partial_correctness(pairs) if pairs else None


def single(follow: Follow, sentence: Instruction) -> float:
    """The share of starts from which a sentence leads to the right place and heading."""
    begins = starts(sentence.path[0])
    end = sentence.path[-1]
    # A path that ends with an unknown heading is one on which nothing was done.
    right = [
        best_pose(follow(pose, sentence.text)) == (pose if end.heading == UNKNOWN else end) for pose in begins
    ]
    return sum(right) / len(begins)


def complete(follow: Follow, route: Route) -> float:
    """The share of starts from which a whole route leads to the place where its path ends."""
    texts = route.sentences or sentences(route.text, route.lang)
    begins = starts(route.path[0])
    return sum(follow_route(follow, pose, texts) == route.path[-1].place for pose in begins) / len(begins)


def learnt(corpus: Corpus, setting: Setting, progress: Progress | None) -> Grounded | Planned:
    """The follower of a setting, learnt from all of a corpus."""
    if setting.parser != "krisp":
        return _trained(corpus, [], setting, progress)
    return Planned.fit(
        corpus,
        lang=setting.lang,
        seed=setting.seed,
        method=setting.method,
        grammar=setting.grammar,
        progress=progress,
    )


def _trained(blind: Corpus, refined: Any, setting: Setting, progress: Progress | None) -> Grounded | Planned:
    if setting.parser == "krisp":
        return Planned.from_plans(
            refined,
            blind.maps,
            lang=setting.lang,
            seed=setting.seed,
            grammar=setting.grammar,
            progress=progress,
        )
    return Grounded.fit(blind, lang=setting.lang, seed=setting.seed, progress=progress)


def _kept(follower: Follower, world: Map) -> Follow:
    """The follower on one map; what it did once it need not do again. Plans are told only where asked for."""
    ends = getattr(follower, "ends", follower.follow)
    done: dict[tuple[Pose, str], list[Following]] = {}

    def follow(pose: Pose, text: str) -> list[Following]:
        if (pose, text) not in done:
            done[pose, text] = ends(world, pose, text, k=WAYS)
        return done[pose, text]

    return follow


def serve() -> None:
    """The other end of `evaluation`: measure the fold that comes in, send back progress and the result."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this one ends it
    # What a library prints must not get between the messages.
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)

        def send(*message: Any) -> None:
            pickle.dump(message, out)
            out.flush()

        name, training, test, setting = pickle.load(sys.stdin.buffer)
        try:
            tell = partial(send, "progress")
            send("fold", measured(name, training, test, setting, tell))
        except InputError as error:
            send("refused", error.message, error.field)
