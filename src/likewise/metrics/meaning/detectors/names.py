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
    names = names_of(a), names_of(b)
    if is_near(alignment):
        replaced = _in_places(a, b, alignment, *names)
        if replaced:
            return replaced
    ones = [i for i in names[0] if not _known(a.words[i].text, b)]
    others = [j for j in names[1] if not _known(b.words[j].text, a)]
    groups = [_groups(side) for side in (ones, others)]
    if len(groups[0]) != 1 or len(groups[1]) != 1 or a.lang != b.lang:
        return []
    one, other = groups[0][0], groups[1][0]
    if not is_near(alignment) and not (_stands_alone(a, one) and _stands_alone(b, other)):
        return []
    alike = a.lows[one[-1]][:3] == b.lows[other[-1]][:3]
    return [] if alike else [_change(a, b, one, other, 0.55)]


def _in_places(
    a: ReadText, b: ReadText, alignment: WordAlignment, ones: list[int], others: list[int]
) -> list[Change]:
    """Names in one stretch, neither of which the other text has."""
    changes = []
    for stretch in alignment.stretches:
        x = [i for i in ones if i in stretch.a and not _written(a.words[i].text, b)]
        y = [j for j in others if j in stretch.b and not _written(b.words[j].text, a)]
        if x and y and not _derived(a, x[-1], b, y[-1]):
            changes.append(_change(a, b, x, y, 0.9))
    return changes


def _written(name: str, read: ReadText) -> bool:
    low = _folded(name)
    return any(_folded(w.text) == low for w in read.words) or _is_short_for(name, read)


def _derived(a: ReadText, i: int, b: ReadText, j: int) -> bool:
    """Canada and Canadian, Rome and Romans; not Slovakia and Slovenia."""
    one, other = _folded(a.words[i].text), _folded(b.words[j].text)
    ends = ("n", "s", "ish", "ese", "i", "e", "a", "y")
    differ = a.tags[i] != b.tags[j] or one.startswith(other[:-1]) or other.startswith(one[:-1])
    return akin(one, other) and differ and one.endswith(ends)


def _stands_alone(read: ReadText, words: list[int]) -> bool:
    """Whether a name in a far text may be held against another: no origin, nobody's capital."""
    last = words[-1]
    after = read.lows[last + 1 : last + 3]
    if any(read.tags[i] != "PROPN" or not read.words[i].text[0].isupper() for i in words):
        return False
    return after != ("'s", "capital")


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
    return _is_short_for(name, read)


def _is_short_for(name: str, read: ReadText) -> bool:
    short = name.replace(".", "")
    initials = "".join(w.text[0] for w in read.words if w.text[0].isupper())
    if len(short) > 1 and short.isupper() and short in initials:
        return True
    letters = [w.text.replace(".", "") for w in read.words if w.text.replace(".", "").isupper()]
    return any(len(other) > 1 and name[0] in other for other in letters)


def _change(a: ReadText, b: ReadText, ones: list[int], others: list[int], confidence: float) -> Change:
    sentence = f"'{quoted(a, ones)}' became '{quoted(b, others)}'"
    return change_between("name", a, ones, b, others, confidence, sentence)
