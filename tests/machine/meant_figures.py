"""The sentences of Figures 1 to 4 of Wu et al. (2014), with their frames, as brackets."""

from __future__ import annotations

import re

from likewise.metrics.meant import FrameText, role_frames
from likewise.records import Frame, Role

# Figure 1, and Figure 3 for MT2: a text, and its frames as lines of brackets.
REF_1 = (
    "Until after their sales had ceased in mainland China for almost two months , sales of the complete "
    "range of SK - II products have now been resumed ."
)
REF_1_FRAMES = (
    "Until after [ARG0 their sales] had [V ceased] [ARGM-LOC in mainland China] "
    "[ARGM-TMP for almost two months]",
    "[ARGM-TMP Until after their sales had ceased in mainland China for almost two months] , "
    "[ARG1 sales of the complete range of SK - II products] have [ARGM-TMP now] been [V resumed] .",
)
MT_2 = (
    "So far , in the mainland of China to stop selling nearly two months of SK - 2 products sales resumed ."
)
MT_2_FRAMES = (
    "So far , in the mainland of China to [V stop] [ARG1 selling nearly two months of SK - 2 products sales]",
    "[ARGM-TMP So far] , in the mainland of China to stop selling nearly two months of "
    "[ARG1 SK - 2 products sales] [V resumed] .",
)
MT_3 = "So far , the sale in the mainland of China for nearly two months of SK - II line of products ."

# Figure 2
REF_2 = (
    "[ARG0 The reduction in hierarchy] helps [V raise] "
    "[ARG1 the efficiency of inspection and supervisory work] ."
)
MT_OF_2 = (
    "[ARG0 The level of reduction] is conducive to [V raising] "
    "[ARG1 the inspection and supervision work efficiency] ."
)

# Figure 4
REF_4 = (
    "[ARG0 Australian Prime Minister Howard] [V said] [ARG1 the government could cancel AWB 's monopoly in "
    "the wheat business next week] .",
    "Australian Prime Minister Howard said [ARG0 the government] [ARGM-MOD could] [V cancel] "
    "[ARG1 AWB 's monopoly in the wheat business] [ARGM-TMP next week] .",
)
MT_OF_4 = (
    "[ARG0 Australian Prime Minister John Howard] [V said] [ARG1 that the Government might cancel the AWB "
    "company wheat monopoly next week] .",
    "Australian Prime Minister John Howard said that [ARG0 the Government] [ARGM-MOD might] [V cancel] "
    "[ARG1 the AWB company wheat monopoly] [ARGM-TMP next week] .",
)

_PART = re.compile(r"\[(\S+) ([^\]]*)\]|(\S+)")


def framed(*lines: str, text: str | None = None) -> FrameText:
    """A text with the frames of bracketed lines: `[ARG0 The dog] [V bit] [ARG1 the man] .`"""
    frames, tokens = list[Frame](), list[str]()
    for line in lines:
        tokens, roles, predicate = [], list[Role](), (0, 0)
        for label, inner, word in _PART.findall(line):
            start = len(tokens)
            tokens += inner.split() if label else [word]
            if label == "V":
                predicate = (start, len(tokens))
            elif label:
                roles.append(Role(label, (start, len(tokens))))
        frames.append(Frame(predicate, tuple(roles)))
    words = tuple(text.split()) if text is not None else tuple(tokens)
    found = role_frames(frames, len(words))
    return FrameText(words, found, "" if found else "frameless")


def part(text: FrameText, label: str, frame: int = 0) -> list[int]:
    """The places of the argument with a label, of a frame."""
    return list(next(one.tokens for one in text.frames[frame].arguments if one.label == label))
