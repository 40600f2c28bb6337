"""HMEANT: frames marked by people, aligned by people, and each role judged (Lo and Wu 2011a).

The judgements take the place of similarities: a role that is rendered correctly counts 1, partly `partial`,
else 0; two frames are aligned only where people take their predicates for the same. The f-score over them is
MEANT's own (Wu et al. 2014, section 3.1).
"""

from __future__ import annotations

from dataclasses import dataclass

from likewise.metrics.meant.frame_alignment import ArgumentLink, FrameLink
from likewise.metrics.meant.role_frame import RoleFrame
from likewise.metrics.meant.weighted_f_score import FrameScore, count_frames
from likewise.metrics.meant.weights import RoleWeights

__all__ = ["VERDICTS", "AnnotatedPair", "AnnotatedText", "JudgedFrames", "JudgedRole", "annotated_score"]

VERDICTS = ("incorrect", "partial", "correct")
"""What may be said of a role of the candidate, from worst to best."""


@dataclass(frozen=True, slots=True)
class AnnotatedText:
    """A text with the frames that somebody marked in it, in the order of the file."""

    text: str
    tokens: tuple[str, ...]
    frames: tuple[RoleFrame, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedRole:
    """A role of the candidate's frame beside one of the reference's, by place, and what was said of it."""

    candidate: int
    reference: int
    verdict: str


@dataclass(frozen=True, slots=True)
class JudgedFrames:
    """Two frames that somebody took for the same event, by place."""

    candidate: int
    reference: int
    roles: tuple[JudgedRole, ...] = ()


@dataclass(frozen=True, slots=True)
class AnnotatedPair:
    """What one annotator said of a candidate and a reference.

    `alignments` is None where frames were marked and not yet aligned; `line` is where it stands in its file.
    """

    id: str
    candidate: AnnotatedText
    reference: AnnotatedText
    alignments: tuple[JudgedFrames, ...] | None = None
    system: str | None = None
    annotator: str = ""
    line: int = 0

    @property
    def split_labels(self) -> int:
        """How many judged roles have labels of two groups on the two sides: they count for nothing."""
        return sum(not link.counts for one in self.links(1.0) for link in one.arguments)

    def links(self, partial: float) -> tuple[FrameLink, ...]:
        """The alignment with similarities: 1 of what is correct, `partial` of what is partly so."""
        values = {"correct": 1.0, "partial": partial, "incorrect": 0.0}
        made = []
        for one in self.alignments or ():
            first = self.candidate.frames[one.candidate].arguments
            second = self.reference.frames[one.reference].arguments
            roles = tuple(
                ArgumentLink(
                    role.candidate,
                    role.reference,
                    values[role.verdict],
                    first[role.candidate].group == second[role.reference].group,
                )
                for role in one.roles
            )
            made.append(FrameLink(one.candidate, one.reference, 1.0, roles))
        return tuple(made)


def annotated_score(
    pair: AnnotatedPair, weights: RoleWeights, *, partial: float = 0.5, unaligned: str = "count"
) -> FrameScore | None:
    """HMEANT of one annotation, 0 to 1.

    Where only one side has frames, nothing of them is on the other: 0. Where neither has, or nothing that was
    marked has any weight, there is nothing to score: None; so too before the frames are aligned.
    """
    first, second = pair.candidate.frames, pair.reference.frames
    if pair.alignments is None or not (first or second):
        return None
    if not (first and second) or (unaligned == "ignore" and not pair.alignments):
        return FrameScore(0.0, 0.0)
    sides = count_frames(first, second, pair.links(partial), unaligned=unaligned)
    precision, recall = (side.share(weights.array) for side in sides)
    if precision is None and recall is None:
        return None
    return FrameScore(precision or 0.0, recall or 0.0)
