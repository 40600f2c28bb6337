"""What a dictionary's English explanation says, without its remarks: keys by which a word is found."""

from __future__ import annotations

import re
from collections.abc import Iterable

from likewise.ask.translation.english_forms import english_key
from likewise.ask.translation.gloss_index import Gloss

__all__ = ["cleaned_glosses"]

_ROUND = re.compile(r"\s*[(\[{][^()\[\]{}]*[)\]}]")
_WHOLE = re.compile(r"^\s*[(\[{]([^()\[\]{}]*)[)\]}]\s*$")
_REMARK = re.compile(
    r"^(?:(?:old |erroneous |Japanese |archaic )?variant of|see(?: also)? |also (?:written|called|pr)|CL:|"
    r"used in |"
    r"abbr\. |abbreviation |equivalent of|Taiwan (?:pr|equivalent)|same as|to be confused|not to be confused|"
    r"pr\. |onom\.|Kangxi radical)",
    re.IGNORECASE,
)
_SURNAME = re.compile(r"^surname (\w+)$", re.IGNORECASE)
_ETC = re.compile(r",? (?:etc|i\.e|e\.g|esp|lit|fig)\b.*$")
_PERSON = re.compile(r"^[A-Z][\w.'-]+(?: [A-Z][\w.'-]*| (?:de|von|van|der|da|bin|al))* ([A-Z][\w'-]+)$")


def cleaned_glosses(texts: Iterable[str], *, common: bool = False) -> tuple[Gloss, ...]:
    """The glosses of an entry with their weights: earlier and plainer ones weigh more, `common` words too.

    Remarks about the word itself (variants, pronunciation, measure words) have no key. Of "Warsaw, capital of
    Poland" the part before the comma is a key, of a person's full name the family name.
    """
    glosses: dict[str, Gloss] = {}

    def add(words: str, text: str, weight: float) -> None:
        key = english_key(words)
        if key and len(key) <= 80 and (key not in glosses or glosses[key].weight < weight):
            glosses[key] = Gloss(key, text, min(1.0, weight * (1.0 if common else 0.9)))

    for place, gloss in enumerate(texts):
        text = gloss.strip()
        if not text or _REMARK.match(_ROUND.sub("", text).strip() or text):
            continue
        faith = 1.0 - 0.05 * min(place, 10)
        surname = _SURNAME.match(text)
        if surname:
            add(surname.group(1), text, 0.3)
            continue
        whole = _WHOLE.match(text)
        bare = _ETC.sub("", _ROUND.sub("", text)).strip()
        if whole and not bare:
            add(whole.group(1), text, 0.4 * faith)
            continue
        for part in bare.split(";"):
            exact = faith if part.strip() == text else 0.9 * faith
            add(part, text, exact)
            first, comma, rest = part.strip().partition(",")
            if comma:
                add(first, text, (0.9 if first[:1].isupper() else 0.8) * exact)
                if not first[:1].isupper() and len(rest.split()) == 1:
                    add(rest, text, 0.7 * exact)
            person = _PERSON.match(first)
            if person and len(first.split()) <= 4:
                add(person.group(1), text, 0.5 * exact)
    return tuple(glosses.values())
