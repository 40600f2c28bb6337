"""What the model looks at: words, their neighbours, and what lies between the words that matter.

Colours and numbers are alike as neighbours. Words that mostly have no leaf (the, which, from) are looked
through to the next ones that have, and remembered as the string between.
"""

from __future__ import annotations

from collections.abc import Sequence

from likewise.robot.robust_reader.word_forms import UNKNOWN, WordForm

__all__ = ["WordContext", "phrase_features", "place_features", "word_features"]

_ALIKE = {"color", "cardinal"}
_THROUGH = {"x", "inside"}
_LONGEST_GAP = 4


class WordContext:
    """The words of a command with what stands around each place."""

    def __init__(self, forms: Sequence[WordForm]) -> None:
        size = len(forms)
        self.forms = forms
        names = [f"<{one.kind}>" if one.kind in _ALIKE else one.key for one in forms]
        self._names = ["<s>", "<s>", *names, "</s>", "</s>"]
        self.after, self.gap_after = ["</s>"] * (size + 1), [""] * (size + 1)
        self.before, self.gap_before = ["<s>"] * (size + 1), [""] * (size + 1)
        for place in range(size - 1, -1, -1):
            if forms[place].kind in _THROUGH:
                self.after[place] = self.after[place + 1]
                self.gap_after[place] = _short(names[place], self.gap_after[place + 1])
            else:
                self.after[place] = names[place]
        for place in range(1, size + 1):
            if forms[place - 1].kind in _THROUGH:
                self.before[place] = self.before[place - 1]
                self.gap_before[place] = _short(names[place - 1], self.gap_before[place - 1])
            else:
                self.before[place] = names[place - 1]

    def name(self, place: int) -> str:
        """The word at a place, two of which are before the first and two after the last."""
        return self._names[place + 2]


def _short(name: str, gap: str) -> str:
    """A gap with one word more at its front."""
    return "_".join([name, *gap.split("_")[: _LONGEST_GAP - 1]]) if gap else name


def phrase_features(context: WordContext, begin: int, end: int, key: str) -> list[str]:
    """What speaks for a leaf on the words from one place to another."""
    left, right = context.name(begin - 1), context.name(end)
    before, after = context.before[begin], context.after[end]
    names = [
        f"w {key}", f"l {left}", f"ll {context.name(begin - 2)} {left}", f"r {right}",
        f"rr {right} {context.name(end + 1)}", f"b {before}", f"a {after}", f"gb {context.gap_before[begin]}",
        f"ga {context.gap_after[end]}", f"ba {before} {after}", f"wl {key} {left}", f"wr {key} {right}",
        f"wb {key} {before}", f"wa {key} {after}", f"wba {before} {key} {after}",
        f"wga {key} {context.gap_after[end]} {after}", f"wgb {key} {before} {context.gap_before[begin]}",
    ]  # fmt: skip
    if key == UNKNOWN:
        word = context.forms[begin].word
        names += [f"s2 {word[-2:]}", f"s3 {word[-3:]}"]
    return names


def word_features(context: WordContext, place: int) -> list[str]:
    """What speaks for a word without a leaf."""
    key, left, right = context.forms[place].key, context.name(place - 1), context.name(place + 1)
    names = [
        f"w {key}", f"l {left}", f"r {right}", f"wl {key} {left}", f"wr {key} {right}",
        f"b {context.before[place]}", f"a {context.after[place + 1]}", f"wa {key} {context.after[place + 1]}",
        f"wb {key} {context.before[place]}", f"wba {context.before[place]} {key} {context.after[place + 1]}",
    ]  # fmt: skip
    if key == UNKNOWN:
        word = context.forms[place].word
        names += [f"s2 {word[-2:]}", f"s3 {word[-3:]}"]
    return names


def place_features(context: WordContext, place: int) -> list[str]:
    """What speaks for a part that begins or ends at a place."""
    left, right = context.name(place - 1), context.name(place)
    before, after = context.before[place], context.after[place]
    return [
        f"l {left}", f"r {right}", f"lr {left} {right}", f"b {before}", f"a {after}", f"ba {before} {after}",
        f"ga {context.gap_after[place]}", f"gaa {context.gap_after[place]} {after}",
        f"bga {before} {context.gap_after[place]}",
    ]  # fmt: skip
