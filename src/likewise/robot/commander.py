"""The robot's understanding of commands: both readers, the planner as a filter, and how sure it is.

After Packard (2014): a deep reader first, a robust one as the fall-back, both filtered by the spatial planner
(mode `paper`). By default both lists are joined and ordered by what was learnt from readings of commands that
the robust reader had not seen, and nothing is done without a warning where it is not sure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.io import SEED, ModelCard, ModelFiles, Progress, SavedModel, fingerprint, part_of
from likewise.robot.answers import Answer, JudgedReading
from likewise.robot.candidates import Candidate, all_candidates, feature_matrix
from likewise.robot.combination import Choice, Combination
from likewise.robot.command_tokens import Word, command_words
from likewise.robot.corpus import Command
from likewise.robot.deep_reader import TWO_ORDERS, DeepReader, why_not
from likewise.robot.doubts import Doubt, doubt
from likewise.robot.heard_words import HeardWords
from likewise.robot.practice import practice_copies
from likewise.robot.reading_order import answer_in_order, judged_reading
from likewise.robot.readings import Reading
from likewise.robot.reasons import EMPTY, TOO_LONG, not_known, not_possible, not_sure
from likewise.robot.robust_reader import RobustReader
from likewise.robot.vocabulary import RobotVocabulary, robot_vocabulary
from likewise.robot.word_alignment import WordAlignment
from likewise.worlds.blocks import Board, Layouts, dumps_rcl

__all__ = ["READERS", "Commander", "check_reader"]

Floats = npt.NDArray[np.float64]
READERS = ("combined", "deep", "robust")
MOST_WORDS = 60
"""Longer commands are refused; the longest of the treebank has under fifty words."""
SURE = 0.5
"""From this chance on the robot acts by itself."""
_FOLDS = 3
_ENOUGH = 1500
"""So many readings of commands that were held back say how to weigh readings; more take time alone."""
_ASKED = 3


@dataclass(frozen=True)
class Commander(SavedModel):
    """What `fit` learns; `answer` reads a command on a board."""

    kind: ClassVar[str] = "robot-reader"

    robust: RobustReader
    alignment: WordAlignment
    with_board: Combination
    without_board: Combination
    lang: str = "en"
    data: str = ""
    deep: DeepReader | None = None

    @classmethod
    def fit(
        cls,
        commands: Sequence[Command],
        /,
        *,
        layouts: Layouts | None = None,
        lang: str = "en",
        vocabulary: RobotVocabulary | None = None,
        seed: int = SEED,
        progress: Progress | None = None,
    ) -> Self:
        """Learn from commands with their trees, on the boards of their scenes.

        Without `layouts` nothing is learnt of how much a board says about what is meant. The deep reader's
        grammar is English; in other languages the robust reader is alone.
        """
        known = [one for one in commands if one.rcl is not None]
        if len(known) < 2 * _FOLDS:
            raise InputError(f"expected at least {2 * _FOLDS} commands with trees, found {len(known)}")
        boards = {one.scene: layouts.scene(one.scene).before for one in known} if layouts else {}
        deep = DeepReader(vocabulary=vocabulary) if lang == "en" else None
        settings: dict[str, Any] = {"seed": seed, "vocabulary": vocabulary}
        robust = RobustReader.fit(known, progress=part_of(progress, 0.0, 0.3), **settings)
        tasks: list[_Task] = []
        order = np.random.default_rng(seed).permutation(len(known))
        for k in range(_FOLDS):
            if len(tasks) >= _ENOUGH:
                break
            done, step = 0.3 + 0.7 * k / _FOLDS, 0.7 / _FOLDS
            tell = part_of(progress, done, done + step, "reading what was held back")
            held = set(order[k::_FOLDS].tolist())
            rest = [one for at, one in enumerate(known) if at not in held]
            asked = [known[at] for at in sorted(held)]
            asked += practice_copies(asked, seed)
            part = RobustReader.fit(rest, progress=None, **settings)
            seen = WordAlignment.of(rest)
            for number, one in enumerate(asked, 1):
                words = command_words(one.text)
                deep_readings = deep.read(words) if deep else []
                tasks.append(_Task(one, deep_readings, part.read(words), part.heard(words), seen))
                tell("", number / len(asked))
        part_of(progress, 1.0, 1.0, "weighing readings")("", 1.0)
        with_board = Combination.fit([_choice(one, boards.get(one.command.scene)) for one in tasks])
        without_board = Combination.fit([_choice(one, None) for one in tasks])
        rows = ([one.id, one.scene, one.text, dumps_rcl(one.rcl)] for one in known if one.rcl)
        seen = WordAlignment.of(known)
        return cls(robust, seen, with_board, without_board, lang, fingerprint(rows), deep)

    def answer(
        self,
        text: str,
        board: Board,
        *,
        reader: str = "combined",
        planner: bool = True,
        mode: str = "best",
        most: int = 20,
    ) -> Answer:
        """What a command means on a board, and whether the robot dares to act.

        `reader`: one of `READERS`. `planner=False` looks at the words alone. `mode="paper"`: the deep reader
        first, the robust one where it is silent, which then always answers.
        """
        check_reader(reader, mode)
        words = command_words(text)
        if not words or len(words) > MOST_WORDS:
            reason = TOO_LONG.format(count=len(words), most=MOST_WORDS) if words else EMPTY
            return Answer(text, words, (), reason=reason)
        deep = self.deep.read(words, most=most) if self.deep and reader != "robust" else []
        robust = self.robust.read(words, most=most) if reader != "deep" else []
        candidates = all_candidates(deep, robust, board if planner else None)
        if reader != "combined" or mode == "paper":
            answer = answer_in_order(text, words, candidates, planner, mode)
            if answer.chosen is None:
                return replace(answer, reason=self._reason(words, answer.readings))
            return answer if mode == "paper" else self._doubted(answer)
        return self._weighed(text, words, candidates, board if planner else None)

    def _weighed(
        self, text: str, words: tuple[Word, ...], candidates: Sequence[Candidate], board: Board | None
    ) -> Answer:
        """The likeliest reading that fits, if it is likely enough."""
        combination = self.without_board if board is None else self.with_board
        fitting = [one for one in candidates if board is None or one.done]
        others = [one for one in candidates if one not in fitting]
        choice = self._choice(fitting, words)
        shares = combination.probabilities(choice.features)
        order = np.argsort(-shares, kind="stable")
        behind = np.argsort(-combination.scores(self._choice(others, words).features), kind="stable")
        readings = tuple(judged_reading(fitting[k], float(shares[k])) for k in order)
        readings += tuple(judged_reading(others[k], 0.0) for k in behind)
        if not fitting:
            return Answer(text, words, readings, reason=self._reason(words, readings))
        sure = combination.sure(choice)
        if sure >= SURE:
            return self._doubted(Answer(text, words, readings, readings[0], sure))
        found = self._doubt(readings[0], words)
        if found is not None and not found.perhaps:
            return Answer(text, words, readings, None, sure, found.reason)
        unknown = self.alignment.unknown(words)
        if len(unknown) > max(1, len(words) // 2):
            return Answer(text, words, readings, None, sure, not_known(unknown))
        suggestions = _distinct(readings[: len(fitting)])
        return Answer(text, words, readings, None, sure, not_sure(suggestions), suggestions)

    def _doubted(self, answer: Answer) -> Answer:
        """The answer, without what was chosen where there is a reason not to act."""
        chosen = answer.chosen
        found = self._doubt(chosen, answer.words) if chosen else None
        if not chosen or not found:
            return answer
        suggestions = (chosen,) if found.perhaps else ()
        return replace(answer, chosen=None, reason=found.reason, suggestions=suggestions)

    def _doubt(self, judged: JudgedReading, words: tuple[Word, ...]) -> Doubt | None:
        return doubt(judged, words, self._vocabulary, self.alignment.counts)

    @cached_property
    def _vocabulary(self) -> RobotVocabulary:
        """What words mean besides what was learnt: those of the package in English, and one's own."""
        known = robot_vocabulary() if self.lang == "en" else RobotVocabulary()
        return known if self.robust.vocabulary is None else known | self.robust.vocabulary

    def _choice(self, candidates: Sequence[Candidate], words: tuple[Word, ...]) -> Choice:
        heard = self.robust.heard(words)
        return _in_numbers(feature_matrix(candidates, heard.words, self.alignment), -1, heard, self.alignment)

    def _reason(self, words: tuple[Word, ...], readings: Sequence[JudgedReading]) -> str:
        """Why no reading fits: what the likeliest one assumes, or why it cannot be done."""
        unknown = self.alignment.unknown(words)
        told = why_not(words) if self.lang == "en" else ""
        if told == TWO_ORDERS:
            return told
        if readings and len(unknown) <= len(words) // 2:
            found = self._doubt(readings[0], words)
            guessed = found is not None and not found.perhaps
            return found.reason if found and guessed else not_possible(readings[0])
        return told or not_known(unknown or [one.text for one in words])

    def saved_settings(self) -> Mapping[str, Any]:
        """Language and the weights of the combination."""
        return {
            "lang": self.lang,
            "with_board": self.with_board.as_dict(),
            "without_board": self.without_board.as_dict(),
        }

    def saved_files(self) -> Mapping[str, bytes]:
        """The robust reader, and how often words mean something."""
        import json

        counts = json.dumps(self.alignment.counts, ensure_ascii=False, sort_keys=True)
        return {**self.robust.saved_files(), "words.json": counts.encode()}

    @classmethod
    def restored(cls, card: ModelCard, files: ModelFiles) -> Self:
        """From the folder that was written."""
        settings = card.settings
        robust = RobustReader.restored(files)
        return cls(
            robust,
            WordAlignment(files.json("words.json")),
            Combination.of(settings["with_board"]),
            Combination.of(settings["without_board"]),
            str(settings["lang"]),
            card.data,
            DeepReader(vocabulary=robust.vocabulary) if settings["lang"] == "en" else None,
        )


def check_reader(reader: str, mode: str) -> None:
    """Refuse readers and modes that there are not."""
    if reader not in READERS:
        raise InputError(f"expected one of {', '.join(READERS)}, found '{reader}'", field="reader")
    if mode not in ("best", "paper"):
        raise InputError(f"expected best or paper, found '{mode}'", field="mode")


class _Task(NamedTuple):
    """A command whose tree is known, and what readers that have not seen it make of it."""

    command: Command
    deep: Sequence[Reading]
    robust: Sequence[Reading]
    heard: HeardWords
    alignment: WordAlignment


def _choice(task: _Task, board: Board | None) -> Choice:
    """What there is to choose from for a command whose tree is known."""
    candidates = [one for one in all_candidates(task.deep, task.robust, board) if board is None or one.done]
    gold = task.command.rcl.bare() if task.command.rcl else None
    right = next((k for k, one in enumerate(candidates) if one.bare == gold), -1)
    features = feature_matrix(candidates, task.heard.words, task.alignment)
    return _in_numbers(features, right, task.heard, task.alignment)


def _in_numbers(features: Floats, right: int, heard: HeardWords, alignment: WordAlignment) -> Choice:
    """Candidates with what their command says of how sure one can be."""
    size = max(len(heard.words), 1)
    unknown = len(alignment.unknown(heard.words)) / size
    return Choice(features, right, unknown, heard.unsure, heard.mended / size)


def _distinct(readings: Sequence[JudgedReading]) -> tuple[JudgedReading, ...]:
    """The likeliest readings that ask for different things."""
    kept: list[JudgedReading] = []
    for one in readings:
        if all(one.verdict.moves != other.verdict.moves or not one.verdict.moves for other in kept):
            kept.append(one)
    return tuple(kept[:_ASKED])
