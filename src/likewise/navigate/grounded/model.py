"""The follower that grounds words in what is seen: our stronger system beside the parser of the paper.

It learns from sentences and walks alone. No plan is ever shown to it: the words that speak for things are
found first (`grounding`), then a small network (`network`) learns how the words around them ask for a thing
in a role, for turns and for steps. Several networks from different seeds vote.
"""

from __future__ import annotations

import json
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.io import (
    LEARNER_SEED,
    ModelCard,
    ModelFiles,
    Progress,
    SavedModel,
    dumps_arrays,
    fingerprint,
    part_of,
)
from likewise.navigate.corpus import Corpus, Instruction
from likewise.navigate.followers import Following, starts
from likewise.navigate.grounded.explain import path_of, reason_for, told
from likewise.navigate.grounded.features import KINDS, Inventory, State, Terrain
from likewise.navigate.grounded.grounding import Grounding, near
from likewise.navigate.grounded.instruction_reading import InstructionReading
from likewise.navigate.grounded.sides import mirrored_words, side_words
from likewise.navigate.grounded.training import Lesson, learn
from likewise.navigate.grounded.ways import BEAM, Way, causes, retraced, ways
from likewise.navigate.word_splitters import words as words_of
from likewise.text import code_of
from likewise.worlds import Map, Pose

__all__ = ["NETS", "Grounded"]

Array = npt.NDArray[Any]
NETS = 4
LEAST = 2
"""A word must be said this often to be known."""
KEPT = 4096
SURE = 0.2
"""A best way that is less likely than this is told with that as its reason."""
_Route = list[tuple[State, int]]


class Grounded(SavedModel):
    """Follows instructions by what their words ask for; made by `fit` or `load`."""

    kind: ClassVar[str] = "grounded-follower"

    def __init__(
        self,
        inventory: Inventory,
        grounding: Grounding,
        vocabulary: Sequence[str],
        nets: Sequence[Mapping[str, Array]],
        *,
        lang: str = "en",
        sides: tuple[str, str] | None = None,
        settings: Mapping[str, Any] | None = None,
        data: str = "",
    ) -> None:
        self.inventory, self.grounding, self.lang, self.sides = inventory, grounding, lang, sides
        self.vocabulary, self.nets = tuple(vocabulary), tuple(nets)
        self.settings, self.data = dict(settings or {}), data
        self._numbers = {word: i for i, word in enumerate(self.vocabulary, 1)}
        self._kinds = _kinds(inventory)
        self._terrains: dict[int, Terrain] = {}
        self._known: dict[tuple[str, ...], tuple[InstructionReading, ...]] = {}

    @classmethod
    def fit(
        cls,
        corpus: Corpus,
        /,
        *,
        lang: str = "en",
        seed: int = LEARNER_SEED,
        epochs: int | None = None,
        nets: int = NETS,
        join: bool = True,
        progress: Progress | None = None,
    ) -> Grounded:
        """Learn from the sentences of a corpus and their walks; gold plans are not looked at.

        With `join`, two sentences that follow each other in a route are also learnt as one.
        """
        lang = code_of(lang)
        sentences = [s for s in corpus.sentences if words_of(s.text, lang)]
        if not sentences:
            raise InputError("no sentence to learn from")
        inventory = Inventory.of([corpus.maps[name] for name in sorted({s.map for s in sentences})])
        terrains = {name: Terrain(corpus.maps[name], inventory) for name in {s.map for s in sentences}}
        lessons = [*sentences, *_joined(sentences)] if join else sentences
        told = [words_of(s.text, lang) for s in lessons]
        routes = [_routes(terrains[s.map], s) for s in lessons]
        alone = list(zip(told, routes, strict=True))[: len(sentences)]
        grounding = Grounding.learn(
            [(said, near(inventory, its[0])) for said, its in alone], len(inventory.things)
        )
        counts = Counter(word for said, _ in alone for word in set(said))
        vocabulary = sorted(word for word, count in counts.items() if count >= LEAST)
        settings = {"lang": lang, "seed": seed, "epochs": epochs, "nets": nets}
        data = fingerprint([s.id, s.map, s.text, [list(p) for p in s.path]] for s in sentences)
        model = cls(inventory, grounding, vocabulary, [], lang=lang, settings=settings, data=data)
        model.sides = side_words([(said, _turns(its)) for said, its in zip(told, routes, strict=True)])
        taught = model._lessons(told, routes)
        learnt = []
        for net in range(nets):
            weights = learn(
                taught,
                len(vocabulary) + 1,
                inventory,
                model._kinds,
                seed=seed * 1000 + net,
                epochs=epochs,
                progress=part_of(progress, net / nets, (net + 1) / nets),
            )
            learnt.append({name: node.value for name, node in weights.items()})
        return cls(
            inventory,
            grounding,
            vocabulary,
            learnt,
            lang=lang,
            sides=model.sides,
            settings=settings,
            data=data,
        )

    def follow(self, world: Map, start: Pose, text: str, *, k: int = 1) -> list[Following]:
        """The k best ways to follow, best first; what could not be followed has its reason."""
        if start.place not in world.items:
            raise InputError(f"the start {start.place} is not on map '{world.name}'", field="start")
        said = words_of(text, self.lang)
        if not said:
            return [Following((), (start,), 0.0, "the instruction is empty")]
        readings = self._readings(said)
        numbers, things = self._numbered(said)
        strange = [word for word, number in zip(said, numbers, strict=True) if not number]
        if len(strange) == len(said) and not things.any():
            return [Following((), (start,), 0.0, f"none of its words is known: {' '.join(strange[:8])}")]
        # Where a thing is named the rest is often a slip of the pen; where none is, it may be what was meant.
        unknown = f"the word '{strange[0]}' is not known" if strange and not things.any() else None
        terrain = self._terrain(world)
        best = ways(readings, terrain, start, beam=max(BEAM, k))[:k]
        chance = float(np.exp(best[0].score))
        if chance < SURE and unknown is None:
            unknown = f"the words fit no way well: the best has a probability of {chance:.2f}"
        both = self.sides is not None and not things.any() and set(self.sides) <= set(said)
        if both and len(_turns([_route(best[0])]) & {1, 3}) == 1:
            unknown = unknown or f"it says both {' and '.join(self.sides or ())}, and one turn was made"
        return [self._following(terrain, readings, way, unknown) for way in best]

    def ends(self, world: Map, start: Pose, text: str, *, k: int = 1) -> list[Following]:
        """As `follow`, but without plans and reasons, and only the ends of paths: for following many."""
        said = words_of(text, self.lang)
        if not said:
            return [Following((), (start,))]
        best = ways(self._readings(said), self._terrain(world), start, beam=max(BEAM, k))[:k]
        return [Following((), (start, way.end), way.score) for way in best]

    def because(self, world: Map, text: str, way: Following) -> Following:
        """The same way with the words that truly caused each step: without them it would be less likely."""
        said = words_of(text, self.lang)
        if not way.plan or not said:
            return way
        terrain, readings = self._terrain(world), self._readings(said)
        again = retraced(readings, terrain, way.path)
        why = causes(readings, again, len(self.inventory.plain))
        return replace(way, words=told(self.inventory, readings, again, why)[1])

    def speaks_for(self, word: str) -> list[tuple[str, float]]:
        """The things that a word speaks for, strongest first."""
        row = self.grounding.of([word.lower()])[0]
        pairs = [(thing, float(v)) for thing, v in zip(self.inventory.things, row, strict=True) if v > 0]
        return sorted(pairs, key=lambda pair: -pair[1])

    @classmethod
    def train(cls, corpus: Corpus, **settings: Any) -> Grounded:
        """The old name of `fit`."""
        warnings.warn("Grounded.train is called Grounded.fit now", DeprecationWarning, stacklevel=2)
        return cls.fit(corpus, **settings)

    def saved_settings(self) -> Mapping[str, Any]:
        return self.settings

    def saved_files(self) -> Mapping[str, bytes]:
        names = {
            "things": dict(self.inventory.things),
            "roles": [list(role) for role in self.inventory.roles],
            "plain": [list(feature) for feature in self.inventory.plain],
            "vocabulary": list(self.vocabulary),
            "grounded": list(self.grounding.table),
            "sides": list(self.sides or ()),
        }
        rows = [self.grounding.table[word] for word in self.grounding.table]
        arrays = {"grounding": np.stack(rows) if rows else np.zeros((0, self.grounding.things), np.float32)}
        for i, net in enumerate(self.nets):
            arrays |= {f"{i}.{name}": value for name, value in net.items()}
        return {
            "names.json": json.dumps(names, ensure_ascii=False, indent=1).encode("utf-8"),
            "weights.npz": dumps_arrays(arrays),
        }

    @classmethod
    def restored(cls, card: ModelCard, files: ModelFiles) -> Grounded:
        names, arrays = files.json("names.json"), files.arrays("weights.npz")
        inventory = Inventory(
            dict(names["things"]),
            [(role, kind) for role, kind in names["roles"]],
            [(role, thing) for role, thing in names["plain"]],
        )
        table = dict(zip(names["grounded"], arrays["grounding"], strict=True))
        nets: dict[str, dict[str, Array]] = {}
        for key in (key for key in arrays if key != "grounding"):
            number, _, name = key.partition(".")
            nets.setdefault(number, {})[name] = arrays[key]
        return cls(
            inventory,
            Grounding(table, len(inventory.things)),
            names["vocabulary"],
            [nets[number] for number in sorted(nets, key=int)],
            lang=str(card.settings.get("lang", "en")),
            sides=tuple(names["sides"]) or None,
            settings=card.settings,
            data=card.data,
        )

    def _lessons(self, told: Sequence[Sequence[str]], routes: Sequence[Sequence[_Route]]) -> list[Lesson]:
        """Sentences and their walks in numbers, with their mirror images where left and right are known."""
        swap = mirrored_words(self.vocabulary, *self.sides) if self.sides else {}
        lessons = []
        for said, its in zip(told, routes, strict=True):
            mirror = None
            if swap:
                images = [[(state.mirrored(self.inventory), choice) for state, choice in r] for r in its]
                mirror = Lesson(*self._numbered([swap.get(word, word) for word in said]), routes=images)
            lessons.append(Lesson(*self._numbered(said), routes=its, mirror=mirror))
        return lessons

    def _numbered(self, said: Sequence[str]) -> tuple[Array, Array]:
        """Numbers of words (0: unknown) and what they speak for."""
        numbers = np.array([self._numbers.get(word, 0) for word in said], dtype=np.int64)
        return numbers, self.grounding.of(said)

    def _readings(self, said: tuple[str, ...]) -> tuple[InstructionReading, ...]:
        """The words as each network reads them; kept for a while, since a route asks from many poses."""
        if said not in self._known:
            if len(self._known) > KEPT:
                self._known.clear()
            numbers, things = self._numbered(said)
            self._known[said] = tuple(
                InstructionReading(net, numbers, things, self._kinds) for net in self.nets
            )
        return self._known[said]

    def _terrain(self, world: Map) -> Terrain:
        """The map in this model's numbers; kept, since every pose of it will be asked for again."""
        terrain = self._terrains.get(id(world))
        if terrain is None or terrain.world is not world:
            if len(self._terrains) > 32:
                self._terrains.clear()
            terrain = self._terrains[id(world)] = Terrain(world, self.inventory)
        return terrain

    def _following(
        self, terrain: Terrain, readings: Sequence[InstructionReading], way: Way, unknown: str | None
    ) -> Following:
        path = path_of(terrain, way)
        plan, words = told(self.inventory, readings, way)
        reason = reason_for(terrain, readings, way, path) or unknown
        return Following(plan, path, way.score, reason, words)


def _kinds(inventory: Inventory) -> Array:
    """Which kind each thing is of, as rows of a table."""
    return np.eye(len(KINDS), dtype=np.float32)[list(inventory.things.values())].reshape(-1, len(KINDS))


def _joined(sentences: Sequence[Instruction]) -> list[Instruction]:
    """Neighbouring sentences of a route as one, so that few sentences teach what "and then" does."""
    return [
        replace(one, id=f"{one.id}+{two.id}", text=f"{one.text} {two.text}", path=one.path + two.path[1:])
        for one, two in pairwise(sentences)
        if one.route == two.route and one.map == two.map and one.path[-1] == two.path[0]
    ]


def _routes(terrain: Terrain, sentence: Instruction) -> list[_Route]:
    return [terrain.route([start, *sentence.path[1:]]) for start in starts(sentence.path[0])]


def _turns(routes: Sequence[_Route]) -> frozenset[int]:
    """The turns of a walk in quarters to the right; none where its start could look anywhere."""
    return frozenset(state.choices[chosen].quarters for state, chosen in routes[0] if len(routes) == 1)


def _route(way: Way) -> _Route:
    return [(made.state, made.choice) for made in way.made]
