"""Whether it happened: the same verb told of the past and of the future, or almost done."""

from __future__ import annotations

from likewise.metrics.meaning.change import Change
from likewise.metrics.meaning.detectors.stretch_view import change_between, is_near
from likewise.metrics.meaning.read_text import ReadText
from likewise.metrics.meaning.word_alignment import WordAlignment
from likewise.metrics.meaning.word_forms import plain_form

__all__ = ["tense_changes"]

_FUTURE = frozenset(["will", "'ll", "shall", "wo"])
_PAST = frozenset(["was", "were", "did", "had"])
_ALMOST = frozenset(["almost", "nearly"])


def tense_changes(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[Change]:
    """In near texts, verbs of which one text says that they happened and the other does not."""
    if a.sentence is None or b.sentence is None or not is_near(alignment):
        return []
    changes = []
    for i in sorted(alignment.ordered):
        j = alignment.to_b[i]
        if a.tags[i] != "VERB" or b.tags[j] != "VERB":
            continue
        one, other = _time(a, i), _time(b, j)
        if one and other and one[0] != other[0]:
            sentence = f"'{a.words[i].text}' is told of the {one[0]}, '{b.words[j].text}' of the {other[0]}"
            ones, others = sorted([i, one[1]]), sorted([j, other[1]])
            changes.append(change_between("tense", a, ones, b, others, 0.7, sentence))
        almost = _almost(a, i), _almost(b, j)
        if (almost[0] is None) != (almost[1] is None):
            sides = [x for x in almost[:1] if x is not None], [x for x in almost[1:] if x is not None]
            sentence = f"whether '{a.words[i].text}' happened changes: almost"
            changes.append(change_between("tense", a, sides[0], b, sides[1], 0.75, sentence))
    return changes


def _time(read: ReadText, verb: int) -> tuple[str, int] | None:
    """Past or future, and the word that tells; None where the verb has neither."""
    helpers = [c for c in read.children[verb] if read.relations[c].startswith("aux")]
    for c in helpers:
        if read.lows[c] in _FUTURE:
            return "future", c
    for c in helpers:
        if read.lows[c] in _PAST or read.lows[c] in {"has", "have", "'ve"}:
            return "past", c
    low = read.lows[verb]
    if not helpers and (low.endswith("ed") or (plain_form(low) != low and not low.endswith("s"))):
        return "past", verb
    return None


def _almost(read: ReadText, verb: int) -> int | None:
    near = [c for c in read.children[verb] if read.relations[c] == "advmod" and c in {verb - 1, verb - 2}]
    return next((c for c in near if read.lows[c] in _ALMOST), None)
