"""Gold plans through the walker: how often it ends where people did, and what each behaviour is worth.

    uv run python benchmarks/navigate_executor.py
    uv run python benchmarks/navigate_executor.py --choose

Single sentence: final place and heading right. Complete instruction: final place right, each sentence from
where the last one ended. An unknown heading at the start is the mean over the four. Then each behaviour is
switched off in turn. `--choose` asks whether prices carry over to a map that they were not chosen on: from a
first guess each price is halved or doubled where that helps on two maps, and the third map judges.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from dataclasses import fields, replace
from pathlib import Path

from likewise.navigate.corpus import Corpus, read_corpus
from likewise.worlds import Plan, Pose
from likewise.worlds.executor import Behaviour, Costs, Executor
from likewise.worlds.poses import HEADINGS

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "sail"
FIRST_GUESS = Costs(unmet=60, far_wall=8, far_item=1, longer=10, short=25, straight_on=0)
Scores = dict[str, tuple[float, float]]


def starts(pose: Pose) -> list[Pose]:
    return [pose] if pose.heading in HEADINGS else [pose.facing(heading) for heading in HEADINGS]


class Study:
    """Scores walkers on the gold plans of a corpus."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.plans: dict[str, list[Plan]] = {}
        for sentence in corpus.sentences:
            self.plans.setdefault(sentence.route, []).append(sentence.plan or ())

    def scores(self, behaviour: Behaviour, costs: Costs, maps: Iterable[str]) -> Scores:
        """Right single sentences and right complete instructions of each map, in per cent."""
        return {name: self._on(name, Executor(self.corpus.maps[name], behaviour, costs)) for name in maps}

    def _on(self, name: str, walker: Executor) -> tuple[float, float]:
        single, complete = [], []
        for sentence in self.corpus.sentences:
            if sentence.map == name:
                ends = [walker.run(sentence.plan or (), pose).path[-1] for pose in starts(sentence.path[0])]
                single.append(sum(end == sentence.path[-1] for end in ends) / len(ends))
        for route in self.corpus.routes:
            if route.map == name:
                ends = starts(route.path[0])
                for plan in self.plans.get(route.id, []):
                    ends = [walker.run(plan, pose).path[-1] for pose in ends]
                complete.append(sum(end.place == route.path[-1].place for end in ends) / len(ends))
        return 100 * sum(single) / len(single), 100 * sum(complete) / len(complete)

    def mean(self, scores: Scores) -> tuple[float, float]:
        """Over all sentences and over all routes."""
        sentences = {name: sum(s.map == name for s in self.corpus.sentences) for name in scores}
        routes = {name: sum(r.map == name for r in self.corpus.routes) for name in scores}
        single = sum(scores[name][0] * count for name, count in sentences.items()) / sum(sentences.values())
        return single, sum(scores[name][1] * count for name, count in routes.items()) / sum(routes.values())

    def line(self, name: str, scores: Scores) -> str:
        single, complete = self.mean(scores)
        maps = "  ".join(f"{key} {one:.1f}/{whole:.1f}" for key, (one, whole) in scores.items())
        return f"{name:<22} {single:6.2f} {complete:6.2f}   {maps}"

    def chosen(self, maps: list[str]) -> Costs:
        """Each price halved or doubled, one after the other, where that helps on these maps."""

        def worth(costs: Costs) -> float:
            single, complete = self.mean(self.scores(Behaviour(), costs, maps))
            return single + complete / 2

        costs, best = FIRST_GUESS, worth(FIRST_GUESS)
        for field in fields(Costs):
            price = getattr(costs, field.name)
            for other in (price // 2, price * 2) if price > 1 else (3, 5):
                tried = replace(costs, **{field.name: other})
                if (found := worth(tried)) > best + 0.05:
                    costs, best = tried, found
        return costs


def speed(corpus: Corpus) -> tuple[float, float]:
    """Plans a second of CPU time, with nothing seen before and with everything."""
    seconds, count = [0.0, 0.0], 0
    for name, world in corpus.maps.items():
        walker = Executor(world)
        jobs = [(s.plan, starts(s.path[0])[0]) for s in corpus.sentences if s.map == name and s.plan]
        count += len(jobs)
        for turn in range(2):
            before = time.process_time()
            for plan, start in jobs:
                walker.run(plan, start)
            seconds[turn] += time.process_time() - before
    return count / seconds[0], count / seconds[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--choose", action="store_true", help="choose prices on two maps, judge on the third")
    arguments = parser.parse_args()
    corpus = read_corpus(arguments.data)
    study, maps = Study(corpus), sorted(corpus.maps)
    print(f"{'':<22} single complete   each map")
    if arguments.choose:
        print(study.line("first guess", study.scores(Behaviour(), FIRST_GUESS, maps)), flush=True)
        held_out: Scores = {}
        for name in maps:
            costs = study.chosen([other for other in maps if other != name])
            held_out |= study.scores(Behaviour(), costs, [name])
        print(study.line("chosen on the others", held_out))
    print(study.line("walker", study.scores(Behaviour(), Costs(), maps)), flush=True)
    if not arguments.choose:
        for field in fields(Behaviour):
            off = replace(Behaviour(), **{field.name: False})
            print(study.line(f"- {field.name}", study.scores(off, Costs(), maps)), flush=True)
        off = Behaviour(**{field.name: False for field in fields(Behaviour)})
        print(study.line("none of them", study.scores(off, Costs(), maps)))
        print("plans a second: {:,.0f} at first, {:,.0f} again".format(*speed(corpus)))


if __name__ == "__main__":
    main()
