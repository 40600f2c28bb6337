"""The study of Wu et al. (2013), rerun: ten systems, the same challenges, and the paper's tables beside ours.

The paper's judgements were people's. What a machine can measure is measured here; for the rest the study
writes the responses as items of a rating campaign, and reads the ratings back in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.evaluate import response_levels
from likewise.freestyle import (
    PAPER,
    FreestyleEvaluation,
    Freestyler,
    end_sounds,
    evaluate_responses,
    line_words,
    read_verses,
    respond_all,
)
from likewise.io import SEED, Progress, Source, fingerprint, part_of, read_segments, unheard
from likewise.judging import LevelShares
from likewise.study.freestyle.printed import CHALLENGES, OURS, PRINTED, System
from likewise.study.freestyle.song_split import SongSplit, split_songs
from likewise.study.kept_parts import open_parts
from likewise.transduce import LanguageModel, lm

__all__ = ["FreestyleStudy", "FreestyleStudySettings", "StudiedSystem", "freestyle_study"]

RESULT = "systems"
"""The key of `study.json` by which such a study is known."""


@dataclass(frozen=True)
class FreestyleStudySettings:
    """How the study is made; the paper had 200,000 pairs and 85 challenges."""

    systems: tuple[System, ...] = (*PRINTED, OURS)
    challenges: int = CHALLENGES
    pairs: int = 50_000
    segmental_pairs: int = 20_000
    lang: str = "en"
    seed: int = SEED


@dataclass(frozen=True)
class StudiedSystem:
    """A system: its response to each challenge (empty: none), what it learnt from, and what was measured."""

    system: System
    responses: tuple[str, ...]
    sizes: Mapping[str, Any]
    figures: FreestyleEvaluation
    people: Mapping[str, LevelShares] | None = None
    """By criterion, where ratings were given."""


@dataclass(frozen=True)
class FreestyleStudy:
    """All systems and the challenges that they answered; `lines` are those that were learnt from."""

    settings: FreestyleStudySettings
    challenges: tuple[str, ...]
    systems: tuple[StudiedSystem, ...]
    lines: int


def freestyle_study(
    lyrics: Sequence[Source],
    folder: Source,
    settings: FreestyleStudySettings | None = None,
    *,
    ratings: Source | None = None,
    dictionary: Source | None = None,
    progress: Progress | None = None,
) -> FreestyleStudy:
    """Train each system, let it respond, measure; what each said is kept in the folder as it is ready.

    `ratings` are the segments that a campaign with the study's items gave; `dictionary` is a pronunciation
    dictionary, without which sounds are guessed from spelling.
    """
    how = settings or FreestyleStudySettings()
    parts = open_parts(folder, RESULT)
    people = {} if ratings is None else _people(ratings, how)
    (progress or unheard)("reading", 0.0)
    verses = [verse for path in lyrics for verse in read_verses(path)]
    split = split_songs(verses, how.challenges, seed=how.seed)
    mark = fingerprint([verse.song, list(verse.lines)] for verse in verses)
    asked = {name: value for name, value in asdict(how).items() if name != "systems"}
    trial = _Trial(split, how, dictionary)
    studied = []
    for number, system in enumerate(how.systems):
        share = part_of(progress, number / len(how.systems), (number + 1) / len(how.systems), system.name)
        kept = parts.made(
            lambda system=system, share=share: trial.made(system, share),  # type: ignore[misc]
            system.folder, mark, asked, str(dictionary or ""),
        )  # fmt: skip
        studied.append(_studied(system, kept, people.get(system.name)))
    lines = sum(len(verse.lines) for verse in split.training)
    return FreestyleStudy(how, split.challenges, tuple(studied), lines)


class _Trial:
    """What all systems share: verse, challenges, sounds, and a language model that none of them knows."""

    def __init__(self, split: SongSplit, how: FreestyleStudySettings, dictionary: Source | None) -> None:
        self.split, self.how = split, how
        self.endings, self.pronunciations = end_sounds(how.lang, dictionary)
        lines = [line_words(line) for verse in split.other for line in verse.lines]
        self.judge: LanguageModel = lm.train([words for words in lines if words], order=4)

    def made(self, system: System, progress: Progress) -> dict[str, Any]:
        """What a system said and how it did, as arrays that can be kept."""
        how = self.how
        model = Freestyler.fit(
            self.split.training, model=system.model, select=system.select, disfluency=system.disfluency,
            lang=how.lang, seed=how.seed, pairs=how.pairs, segmental_pairs=how.segmental_pairs,
            progress=progress, **({} if system.beyond else PAPER),
        )  # fmt: skip
        responses, speed = respond_all(model, self.split.challenges)
        said = ["" if one is None else one.text for one in responses]
        pairs = [pair for pair in zip(self.split.challenges, said, strict=True) if pair[1]]
        figures = evaluate_responses(
            pairs, model, endings=self.endings, pronunciations=self.pronunciations, lm=self.judge,
            seed=how.seed, unanswered=said.count(""), per_second=speed,
        )  # fmt: skip
        about = {"sizes": dict(model.sizes), "figures": figures.as_dict()}
        return {"responses": np.array(said), "about": np.array([json.dumps(about)])}


def _studied(
    system: System, kept: Mapping[str, Any], people: Mapping[str, LevelShares] | None
) -> StudiedSystem:
    about = json.loads(str(kept["about"][0]))
    said = tuple(map(str, kept["responses"].tolist()))
    return StudiedSystem(system, said, about["sizes"], FreestyleEvaluation(**about["figures"]), people)


def _people(ratings: Source, how: FreestyleStudySettings) -> dict[str, dict[str, LevelShares]]:
    """The shares by system; ratings of systems that are not studied are refused."""
    levels = response_levels(read_segments(ratings), seed=how.seed)
    known = [system.name for system in how.systems]
    for name in levels:
        if name not in known:
            wrong = f"rates a system '{name}', expected one of {'; '.join(known)}"
            raise InputError(wrong, file=str(ratings), field="system")
    return levels
