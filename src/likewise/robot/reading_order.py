"""The paper's way to choose: readings in the order of their readers, the first that fits the board wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from likewise.robot.answers import Answer, JudgedReading
from likewise.robot.candidates import Candidate, all_candidates
from likewise.robot.command_tokens import Word, command_words
from likewise.robot.readings import Reader
from likewise.robot.reasons import not_possible
from likewise.worlds.blocks import Board, Verdict, describe_order

__all__ = ["answer_by", "answer_in_order", "judged_reading"]


def answer_in_order(
    text: str, words: tuple[Word, ...], candidates: Sequence[Candidate], planner: bool, mode: str = "best"
) -> Answer:
    """The first reading that fits and that the arm can do, the deep reader's before the robust one's.

    In mode `paper` nothing is asked but the planner, and the robust reader's first reading is taken where no
    deep one fits, whatever the planner says.
    """
    ordered = sorted(candidates, key=lambda one: (one.deep is None, one.deep or one.robust))
    paper = mode == "paper"
    fitting = [one for one in ordered if not planner or (one.verdict if paper else one.done)]
    if paper:
        deep = [one for one in fitting if one.deep is not None]
        fitting = deep or [one for one in ordered if one.robust is not None and one.robust[0] == 0]
    behind = [-float((one.deep or one.robust or (0, 0.0))[1]) for one in ordered]
    shares = np.exp(behind) / max(np.exp(behind).sum(), 1e-300)
    judged = {
        one.bare: judged_reading(one, float(p), paper=paper) for one, p in zip(ordered, shares, strict=True)
    }
    if not fitting:
        return Answer(text, words, tuple(judged.values()))
    chosen = judged[fitting[0].bare]
    return Answer(text, words, tuple(judged.values()), chosen, chosen.probability)


def answer_by(reader: Reader, *, planner: bool = True, most: int = 20) -> Callable[[str, Board], Answer]:
    """A function that answers by one reader alone."""

    def answer(text: str, board: Board) -> Answer:
        words = command_words(text)
        readings = reader.read(words, most=most) if words else []
        candidates = all_candidates([], readings, board if planner else None)
        given = answer_in_order(text, words, candidates, planner)
        if given.chosen is None and given.readings:
            return Answer(text, words, given.readings, reason=not_possible(given.readings[0]))
        return given

    return answer


def judged_reading(candidate: Candidate, probability: float, *, paper: bool = False) -> JudgedReading:
    """A candidate as it is shown: with its sentence in plain English.

    `paper`: with the planner's verdict as it is, whatever the arm can do.
    """
    verdict = candidate.verdict if paper else candidate.done
    shown = verdict if verdict is not None else Verdict(())
    return JudgedReading(candidate.reading, probability, shown, describe_order(candidate.bare))
