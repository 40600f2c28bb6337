"""Rhyme schemes of pasted verse, and whether two lines rhyme."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from likewise.studio.freestyle.model_shelf import EMBEDDED_LANGUAGES

if TYPE_CHECKING:
    from likewise.freestyle import Verse
    from likewise.freestyle.rhyme import BestDetector, PaperDetector

__all__ = ["detected", "rhyming"]

_SURE = 0.95
"""Two lines that stand alone are a couplet more often than not: a referee has to be surer than a detector."""


def detected(stanzas: Sequence[Sequence[str]], mode: str, lang: str) -> dict[str, Any]:
    """The scheme of a verse: the class of each line, where stanzas begin, and how sure that is.

    What blank lines part stays parted: no class goes on behind one. The parts are of one poem, so that they
    help each other.
    """
    from likewise.freestyle import Verse

    verses = [Verse(str(number), tuple(lines), "pasted") for number, lines in enumerate(stanzas)]
    labels: list[tuple[int, str]] = []
    cuts: list[int] = []
    confidence: list[float] = []
    for number, scheme in enumerate(_detector(verses, mode, lang).detect_all(verses)):
        begin = len(labels)
        cuts += [cut for cut in (begin, *(begin + cut for cut in scheme.cuts)) if cut]
        labels += [(number, label) for label in scheme.labels]
        confidence += scheme.confidence
    return {"labels": _letters(labels), "cuts": cuts, "confidence": confidence, "mode": mode}


def _letters(classes: Sequence[tuple[int, str]]) -> list[str]:
    """Letters that go on from stanza to stanza: A to Z, then A2 to Z2; a line without a class has none."""
    known = [one for one in dict.fromkeys(classes) if one[1]]
    names = {
        one: f"{chr(65 + place % 26)}{place // 26 + 1 if place > 25 else ''}"
        for place, one in enumerate(known)
    }
    return [names.get(one, "") for one in classes]


def rhyming(one: str, other: str, lang: str) -> bool:
    """Whether two lines rhyme; a line does not rhyme with one that ends in the same word."""
    from likewise.freestyle import end_word

    if not end_word(one) or end_word(one) == end_word(other):
        return False
    scheme = _referee(lang).detect([one, other])
    same = bool(scheme.labels[0]) and scheme.labels[0] == scheme.labels[1]
    return same and min(scheme.confidence) >= _SURE


def _detector(verses: Sequence[Verse], mode: str, lang: str) -> BestDetector | PaperDetector:
    """A detector that has seen the verse itself too; names are all that the paper's one knows of words."""
    from likewise.freestyle import embedded_verses
    from likewise.freestyle.rhyme import BestDetector, PaperDetector

    if mode == "best":
        return BestDetector.fit(verses, lang=lang or None)
    languages = [lang] if lang in EMBEDDED_LANGUAGES else EMBEDDED_LANGUAGES
    return PaperDetector.fit([*(verse for one in languages for verse in embedded_verses(one)), *verses])


@lru_cache(maxsize=8)
def _referee(lang: str) -> BestDetector:
    """What comes with the package is enough for two lines."""
    from likewise.freestyle.rhyme import BestDetector

    return BestDetector.fit((), lang=lang)
