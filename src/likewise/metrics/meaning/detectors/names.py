"""Names: another one in the place of the first."""

from __future__ import annotations

import unicodedata

from likewise.metrics.meaning.change import Change
from likewise.metrics.meaning.detectors.stretch_view import change_between, is_near, quoted
from likewise.metrics.meaning.read_text import ReadText
from likewise.metrics.meaning.word_alignment import WordAlignment
from likewise.metrics.meaning.word_forms import akin

__all__ = ["name_changes", "names_of"]

_TITLES = frozenset(["mr", "mrs", "ms", "dr", "st", "prof", "sir", "i"])


def names_of(read: ReadText) -> list[int]:
    """Words that are names: told by the parse, or by a capital that no beginning of a sentence explains."""
    taken = {i for m in read.moments for i in range(m.first, m.last)}
    found = []
    for i, word in enumerate(read.words):
        if i in taken or word.is_mark or word.low.rstrip(".") in _TITLES or not word.text[0].isalpha():
            continue
        if not word.text.isascii() and read.lang in {"zh", "ja"}:
            continue
        begins = i == 0 or read.words[i - 1].text in '.!?:"“”«»¿¡'
        capital = word.text[0].isupper() and not begins
        if (
            read.tags[i] == "PROPN"
            or (capital and word.is_content and read.lang != "de" and _cased(read))
            or (capital and read.lang in {"de", "zh", "ja"} and word.text.isascii())
        ):
            found.append(i)
    return found


def _cased(read: ReadText) -> bool:
    """Whether capitals say something: not in headlines and shouts."""
    letters = [w.text for w in read.words if w.text[0].isalpha()]
    return sum(w[0].isupper() for w in letters) <= 0.6 * len(letters)


def name_changes(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[Change]:
    """Names of A that B does not have, and B has another in their place."""
    ones = [i for i in names_of(a) if not _known(a.words[i].text, b)]
    others = [j for j in names_of(b) if not _known(b.words[j].text, a)]
    if is_near(alignment):
        return _replaced(a, b, alignment, ones, others)
    groups = [_groups(side) for side in (ones, others)]
    if len(groups[0]) == len(groups[1]) == 1 and a.lang == b.lang:
        return [_change(a, b, groups[0][0], groups[1][0], 0.5)]
    return []


def _replaced(
    a: ReadText, b: ReadText, alignment: WordAlignment, ones: list[int], others: list[int]
) -> list[Change]:
    changes = []
    for stretch in alignment.stretches:
        x, y = ([i for i in side if i in part] for side, part in ((ones, stretch.a), (others, stretch.b)))
        if x and y:
            changes.append(_change(a, b, x, y, 0.9))
    if not changes and len(_groups(ones)) == len(_groups(others)) == 1:
        changes.append(_change(a, b, ones, others, 0.6))
    return changes


def _groups(words: list[int]) -> list[list[int]]:
    """Names of several words as one."""
    groups: list[list[int]] = []
    for i in words:
        if groups and i == groups[-1][-1] + 1:
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups


def _folded(word: str) -> str:
    plain = unicodedata.normalize("NFKD", word.lower().replace("ß", "ss"))
    return "".join(c for c in plain if not unicodedata.combining(c))


def _known(name: str, read: ReadText) -> bool:
    """Whether a name is in the other text, in one of its forms: Canada, Canadian; UN, United Nations."""
    low = _folded(name)
    if any(_folded(w.text) == low or (len(low) > 3 and akin(low, _folded(w.text))) for w in read.words):
        return True
    short = name.replace(".", "")
    initials = "".join(w.text[0] for w in read.words if w.text[0].isupper())
    if len(short) > 1 and short.isupper() and short in initials:
        return True
    letters = [w.text.replace(".", "") for w in read.words if w.text.replace(".", "").isupper()]
    return any(len(other) > 1 and name[0] in other for other in letters)


def _change(a: ReadText, b: ReadText, ones: list[int], others: list[int], confidence: float) -> Change:
    sentence = f"'{quoted(a, ones)}' became '{quoted(b, others)}'"
    return change_between("name", a, ones, b, others, confidence, sentence)
