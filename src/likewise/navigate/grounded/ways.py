"""From any pose, the ways to follow an instruction, best first; and the words behind each choice of a way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.navigate.grounded.features import State, Terrain
from likewise.navigate.grounded.instruction_reading import InstructionReading, Wish
from likewise.worlds import Pose

__all__ = ["BEAM", "Made", "Way", "causes", "retraced", "ways"]

Array = npt.NDArray[Any]
BEAM = 6
LONGEST = 12
FELT, HARDLY = 0.7, 0.2
"""A word is a cause where the choice's log-odds fall so far without it; the strongest word, if so far."""


@dataclass(frozen=True, slots=True)
class Made:
    """A choice made on the way: where, which, and what each reading asked for there."""

    pose: Pose
    state: State
    choice: int
    wishes: tuple[Wish, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """A row of choices, where it ends, and its log-probability."""

    made: tuple[Made, ...]
    end: Pose
    score: float


@dataclass(frozen=True, slots=True)
class _Open:
    """A way that has not ended, with each reading's state of mind."""

    way: Way
    before: int
    minds: tuple[Array, ...]


def ways(
    readings: Sequence[InstructionReading], terrain: Terrain, start: Pose, *, beam: int = BEAM
) -> list[Way]:
    """The best ways to follow from a pose; several networks vote by the mean of their probabilities."""
    open_ways = [_Open(Way((), start, 0.0), 0, tuple(reading.first for reading in readings))]
    done: list[Way] = []
    while open_ways:
        grown = [more for one in open_ways for more in _grown(readings, terrain, one, beam)]
        grown.sort(key=lambda pair: -pair[0].score)
        open_ways = []
        for way, mind in grown[:beam]:
            last = way.made[-1]
            choice = last.state.choices[last.choice]
            if choice.steps <= 0 or len(way.made) >= LONGEST:
                done.append(way)
            else:
                plain = last.state.plain_of(last.choice, len(terrain.inventory.plain))
                minds = tuple(
                    reading.after(m, wish, plain)
                    for reading, m, wish in zip(readings, mind, last.wishes, strict=True)
                )
                open_ways.append(_Open(way, 1, minds))
        done = sorted(done, key=lambda way: -way.score)[:beam]
        if len(done) == beam and open_ways and done[-1].score > open_ways[0].way.score:
            break
    return done


def _grown(
    readings: Sequence[InstructionReading], terrain: Terrain, one: _Open, beam: int
) -> list[tuple[Way, tuple[Array, ...]]]:
    state = terrain.at(one.way.end, one.before)
    asked = tuple(reading.wish(mind) for reading, mind in zip(readings, one.minds, strict=True))
    logs = _logs(state, asked)
    longer = []
    for choice in np.argsort(-logs, kind="stable")[:beam]:
        made = (*one.way.made, Made(one.way.end, state, int(choice), asked))
        end = state.choices[choice].end
        longer.append((Way(made, end, one.way.score + float(logs[choice])), one.minds))
    return longer


def _logs(state: State, asked: Sequence[Wish]) -> Array:
    """Log-probabilities of the choices in a state, the mean over readings."""
    chance = np.zeros(len(state.choices))
    for wish in asked:
        score = np.bincount(state.owner, wish.weights[state.features], len(state.choices))
        raised = np.exp(score - score.max())
        chance += raised / raised.sum() / len(asked)
    logs: Array = np.log(chance + 1e-12)
    return logs


def causes(readings: Sequence[InstructionReading], way: Way, plain: int) -> list[tuple[int, ...]]:
    """For each choice of a way, the words without which it would have been less likely.

    Each word is made unknown in turn and the same choices are scored again: the log-odds that the choice then
    loses are that word's doing. `plain` is how many plain features there are.
    """
    whole = _forced(readings, way, plain)
    losses = np.array(
        [
            whole - _forced([reading.without(word) for reading in readings], way, plain)
            for word in range(len(readings[0].numbers))
        ]
    )
    words = []
    for column in losses.T:
        felt = np.flatnonzero(column > FELT)
        best = int(column.argmax())
        words.append(tuple(map(int, felt)) if len(felt) else (best,) if column[best] > HARDLY else ())
    return words


def _forced(readings: Sequence[InstructionReading], way: Way, plain: int) -> Array:
    """The log-odds of each choice of a way under these readings."""
    odds = []
    for made in _remade(readings, [(m.pose, m.state, m.choice) for m in way.made], plain):
        chance = np.clip(np.exp(_logs(made.state, made.wishes)[made.choice]), 1e-9, 1 - 1e-9)
        odds.append(np.log(chance / (1 - chance)))
    return np.array(odds)


def retraced(readings: Sequence[InstructionReading], terrain: Terrain, path: Sequence[Pose]) -> Way:
    """The way along a path, with what these readings asked for in each of its states."""
    route = terrain.route(path)
    poses = [path[0], *(state.choices[choice].end for state, choice in route)]
    taken = [(pose, *step) for pose, step in zip(poses, route, strict=False)]
    if len(taken) > 1 and taken[-2][1].choices[taken[-2][2]].steps == 0:
        taken.pop()  # a turn alone has ended the way
    made = _remade(readings, taken, len(terrain.inventory.plain))
    return Way(tuple(made), path[-1], float(sum(_logs(m.state, m.wishes)[m.choice] for m in made)))


def _remade(
    readings: Sequence[InstructionReading], taken: Sequence[tuple[Pose, State, int]], plain: int
) -> list[Made]:
    """Choices that are given, with what is asked for before each."""
    minds = [reading.first for reading in readings]
    choices = []
    for pose, state, choice in taken:
        asked = tuple(reading.wish(mind) for reading, mind in zip(readings, minds, strict=True))
        choices.append(Made(pose, state, choice, asked))
        features = state.plain_of(choice, plain)
        minds = [
            reading.after(mind, wish, features)
            for reading, mind, wish in zip(readings, minds, asked, strict=True)
        ]
    return choices
