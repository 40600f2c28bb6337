"""A parser of plans and the walker who carries them out: a follower (Chen and Mooney 2011; Chen 2012).

Learning goes as in the papers: a lexicon from landmarks plans, refined plans by the lexicon, the parser from
refined plans. Deviation: of several plans of a sentence, one that the walker must take liberties with is held
to be less likely.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from likewise.errors import InputError
from likewise.io import LEARNER_SEED, ModelCard, ModelFiles, Progress, SavedModel, dumps_arrays, fingerprint
from likewise.navigate.corpus import Corpus
from likewise.navigate.followers import Following
from likewise.navigate.grammar import NUMBERS, Grammar, expand, grammar_for, things_in, things_on
from likewise.navigate.krisp import Cover, Krisp, Settings
from likewise.navigate.landmarks_plan import landmarks
from likewise.navigate.lexicon import LEARNERS
from likewise.navigate.refinement import refine
from likewise.navigate.word_splitters import words
from likewise.text import code_of, same_language
from likewise.worlds import Map, Plan, Pose, Travel
from likewise.worlds.executor import Executor

__all__ = ["GRAMMARS", "Planned", "checked", "covered", "data_name", "examples", "plan_grammar"]

WEIGHT = 0.08
"""What a unit of the walker's cost takes off a log-probability; chosen on training maps."""
GRAMMARS = ("original", "expanded")
_ARRAYS = "parser.npz"
_ACTIONS = ("Turn", "Travel", "Verify")
Pairs = list[tuple[tuple[str, ...], Plan]]
Causes = tuple[tuple[int, ...], ...]


class Planned(SavedModel):
    """Reads an instruction as plans and carries them out; for one thread at a time."""

    kind: ClassVar[str] = "planned-follower"

    def __init__(
        self,
        parser: Krisp,
        *,
        lang: str = "en",
        grammar: str = "original",
        data: str = "",
        weight: float = WEIGHT,
    ) -> None:
        self.parser, self.grammar, self.data, self.weight = parser, grammar, data, weight
        self.lang = code_of(lang)
        self._known = frozenset(name for name in parser.features.names if " " not in name)
        self._walkers: dict[Map, Executor] = {}
        # What a sentence says does not depend on where it is said.
        self._read = lru_cache(4096)(self._readings)

    @classmethod
    def fit(
        cls,
        corpus: Corpus,
        /,
        *,
        lang: str = "en",
        seed: int = LEARNER_SEED,
        method: str = "sgoll",
        grammar: str = "original",
        progress: Progress | None = None,
    ) -> Planned:
        """Learn from instructions and the paths walked for them; plans written by people are not read."""
        pairs = examples(corpus, lang)
        lexicon = LEARNERS[checked(method, LEARNERS, "method")].fit(pairs).lexicon()
        refined = [(text, refine(text, plan, lexicon)) for text, plan in pairs]
        return cls.from_plans(
            refined,
            corpus.maps,
            lang=lang,
            seed=seed,
            grammar=grammar,
            data=data_name(corpus),
            progress=progress,
        )

    @classmethod
    def train(cls, corpus: Corpus, **settings: Any) -> Planned:
        """The old name of `fit`."""
        warnings.warn("Planned.train is called Planned.fit now", DeprecationWarning, stacklevel=2)
        return cls.fit(corpus, **settings)

    @classmethod
    def from_plans(
        cls,
        pairs: Pairs,
        maps: Mapping[str, Map],
        *,
        lang: str = "en",
        seed: int = LEARNER_SEED,
        grammar: str = "original",
        data: str = "",
        progress: Progress | None = None,
    ) -> Planned:
        """Learn from words and their refined plans."""
        passes = Settings().passes

        def tell(done: int, _: float) -> None:
            if progress is not None:
                progress("learning", done / passes)

        parser = Krisp.train(
            pairs, plan_grammar([p for _, p in pairs], maps, grammar), seed=seed, progress=tell
        )
        return cls(parser, lang=lang, grammar=grammar, data=data)

    def follow(self, world: Map, start: Pose, text: str, *, k: int = 1) -> list[Following]:
        """The k best ways, best first. With one there is no choice, so only the plan itself is scored."""
        said = words(text, self.lang)
        walker = self._walkers.get(world) or self._walkers.setdefault(world, Executor(world))
        unknown = _unknown(said, self._known)
        ways: list[Following] = []
        wished = unknown
        for plan, score, causes in self._read(said, k):
            walk = walker.run(plan, start)
            cost = self.weight * walk.cost if k > 1 else 0.0
            # What the likeliest plan asks for and is not there is told, even if another plan can be followed.
            wished = wished or (walk.reason if not ways else None)
            ways.append(Following(plan, walk.path, score - cost, wished or walk.reason, causes))
        return sorted(ways, key=lambda way: -way.score)

    def _readings(self, said: tuple[str, ...], k: int) -> list[tuple[Plan, float, Causes]]:
        best, covers = self.parser.explain(said)
        return [
            (plan, score, covered(covers) if plan == best else ())
            for plan, score in self.parser.parse(said, k)
        ]

    def saved_settings(self) -> Mapping[str, Any]:
        return {"lang": self.lang, "grammar": self.grammar, "weight": self.weight}

    def saved_files(self) -> Mapping[str, bytes]:
        return {_ARRAYS: dumps_arrays(self.parser.to_arrays())}

    @classmethod
    def restored(cls, card: ModelCard, files: ModelFiles) -> Planned:
        settings = _checked_settings(card.settings)
        return cls(Krisp.from_arrays(files.arrays(_ARRAYS)), data=card.data, **settings)


def examples(corpus: Corpus, lang: str = "en") -> Pairs:
    """Words and landmarks plan of every sentence in a language."""
    lang = code_of(lang)
    spoken = [s for s in corpus.sentences if same_language(s.lang, lang)]
    if not spoken:
        there = ", ".join(sorted({s.lang for s in corpus.sentences}))
        raise InputError(f"holds no instruction in '{lang}', only in {there or 'no language'}", field="lang")
    return [(words(s.text, lang), landmarks(corpus.maps[s.map], s.path)) for s in spoken]


def plan_grammar(plans: Sequence[Plan], maps: Mapping[str, Map], name: str) -> Grammar:
    """The grammar of all plans on the maps, original or expanded."""
    checked(name, GRAMMARS, "grammar")
    steps = (step.steps for plan in plans for step in plan if isinstance(step, Travel))
    numbers = {*NUMBERS, *(number for number in steps if number is not None)}
    made = grammar_for({*things_on(maps.values()), *things_in(plans)}, numbers)
    return expand(made) if name == "expanded" else made


def covered(covers: Sequence[Cover]) -> Causes:
    """The words of each step of the plan behind a derivation; those of a step's conditions are its own."""
    return tuple(tuple(sorted(words)) for words in _steps(iter(covers))) if covers else ()


def checked(name: str, known: Sequence[str] | Mapping[str, Any], field: str) -> str:
    """A name out of a list; another is refused."""
    if name not in known:
        raise InputError(f"unknown {field} '{name}', expected {', '.join(known)}", field=field)
    return name


def data_name(corpus: Corpus) -> str:
    """The fingerprint of the instructions and paths of a corpus."""
    return fingerprint([s.id, s.map, s.text, list(s.path), s.lang] for s in corpus.sentences)


def _steps(covers: Iterator[Cover]) -> list[set[int]]:
    """The words of the steps below the next rule: a step has those of its rule that no later step has."""
    cover = next(covers)
    below = [step for _ in cover.rule.symbols for step in _steps(covers)]
    if not any(part in _ACTIONS for part in cover.rule.becomes):
        return below
    return [set(range(cover.start, cover.end)).difference(*below), *below]


def _unknown(said: Sequence[str], known: frozenset[str]) -> str | None:
    if not said:
        return "there are no words to follow"
    return None if any(word in known for word in said) else f"no word of '{' '.join(said)}' is known"


def _checked_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    lang, grammar, weight = settings["lang"], settings["grammar"], settings["weight"]
    if not isinstance(lang, str) or grammar not in GRAMMARS or not isinstance(weight, int | float):
        raise ValueError("its settings are of no such follower")
    return {"lang": lang, "grammar": grammar, "weight": float(weight)}
