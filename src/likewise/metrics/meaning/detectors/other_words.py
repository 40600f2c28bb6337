"""Another word in the place of one, where no list says what they are to each other.

Vectors cannot tell a synonym from a word for something else, so what is found here is never sure: it is told
only where other evidence says that the texts differ.
"""

from __future__ import annotations

from likewise.metrics.meaning.change import Change
from likewise.metrics.meaning.detectors.stretch_view import change_between, content
from likewise.metrics.meaning.opposite_words import are_converse
from likewise.metrics.meaning.read_text import ReadText
from likewise.metrics.meaning.word_alignment import WordAlignment

__all__ = ["other_word_changes"]

CLOSE = 0.6
_KIND = {"VERB": "predicate", "ADJ": "predicate", "ADV": "predicate", "NOUN": "name", "PROPN": "name"}


def other_word_changes(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[Change]:
    """A content word that another stands for, in texts that are the same around it."""
    if a.sentence is None or b.sentence is None or alignment.closeness < CLOSE:
        return []
    changes = []
    for stretch in alignment.stretches:
        ones, others = content(a, stretch.a), content(b, stretch.b)
        if not ones or not others or len(ones) > 2 or len(others) > 2:
            continue
        i, j = ones[-1], others[-1]
        if i in alignment.exact or alignment.to_a[j] in alignment.exact:
            continue
        kind = _KIND.get(a.tags[i])
        if kind is None or are_converse(a.lows[i], b.lows[j]) or _KIND.get(b.tags[j]) != kind:
            continue
        far = 1.0 - float(alignment.cosines[i, j])
        confidence = 0.25 + 0.2 * min(1.0, far / 0.6)
        said = a.words[i].text, b.words[j].text
        sentence = f"'{said[0]}' became '{said[1]}'"
        changes.append(change_between(kind, a, [i], b, [j], confidence, sentence))
    return changes
