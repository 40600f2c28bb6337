"""Automatic evidence on a worker's sentences, for the review of Chen and Dolan (2011), section 3.1.

Plain numbers with a line of words each, in any script, from the campaign's own texts alone. They point
a reviewer to something to look at; none of them decides.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median
from typing import Any

from likewise.errors import InputError
from likewise.text import code_of, find_language, function_words, language_of_script, words

__all__ = ["SignalFlag", "evidence", "guess_language", "spam_flags", "units", "vocabulary_of"]

FAST_SECONDS = 5.0
FEWEST = 5
"""With fewer sentences a share says little: nothing is flagged, and an item gives no overlap."""

VOCABULARY = 1000
"""With fewer known words an unknown one says little, and is not counted."""

# Scripts that write no blanks between words: there a pair of characters does the work of a word.
_UNSPACED = frozenset(
    {"CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN", "BOPOMOFO"}
)
_SMALL = {
    "es": "el la los las un una de del en con por para que y se su es está están al lo como mientras",
    "fr": "le la les un une des de du en dans avec pour que et se son sa est sont au aux sur qui il elle",
    "de": "der die das ein eine einen einem einer und ist sind mit auf in im von zu den dem sich er sie wird",
    "it": "il lo la gli le un una di del della in con per che e si suo sua è sono al alla su sta stanno",
    "pt": "o a os as um uma de do da em no na com por para que e se seu sua é está estão ao à",
    "nl": "de het een en van in op met is zijn aan te dat die voor hij zij wordt naar uit",
    "ro": "un o și de la în cu pe se este sunt care lui ei din pentru fac face niște",
    "pl": "i w z na się do jest są to że nie po o od za przez który która",
    "sv": "en ett och i på med är av som den det för till han hon de sin",
    "tr": "bir ve bu ile için da de adam kadın çok olarak üzerinde yapıyor ediyor",
    "id": "yang dan di ke dari sebuah seorang dengan pada itu ini sedang untuk adalah",
    "fil": "ang ng sa mga na ay isang si ni at nag may niya kanyang",
    "hu": "a az egy és van nem hogy meg egyik két ki le fel csak mint",
    "hr": "i u na je se za od sa su što koji koja kako da iz jedan jedna",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SignalFlag:
    """Something a reviewer should look at: which number passed which limit, and that in words."""

    name: str
    value: float
    limit: float
    says: str


def units(text: str) -> list[str]:
    """The words of a text in any script; pairs of characters where no blanks part words."""
    pieces: list[str] = []
    for word in words(text, "und"):
        if any(_script(char) in _UNSPACED for char in word):
            pieces += [word[i : i + 2] for i in range(max(1, len(word) - 1))]
        else:
            pieces.append(word)
    return pieces


def vocabulary_of(texts: Iterable[str]) -> frozenset[str]:
    """The words of some texts: of a campaign's Tier-2 answers, for `evidence`."""
    return frozenset(unit for text in texts for unit in units(text))


def guess_language(texts: Iterable[str]) -> tuple[str | None, str | None]:
    """Language code and script of some texts, by script and small words; None where nothing tells."""
    scripts: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for text in texts:
        scripts.update(script for char in text if char.isalpha() and (script := _script(char)))
        seen.update(words(text, "und"))
    if not scripts:
        return None, None
    script = min(scripts, key=lambda name: (-scripts[name], name))
    if script in {"CJK", "HIRAGANA", "KATAKANA"}:
        # Japanese mixes Chinese characters with its own; Chinese has none of these.
        kana = scripts["HIRAGANA"] + scripts["KATAKANA"]
        return ("ja" if 10 * kana > scripts["CJK"] else "zh"), script.capitalize()
    if script != "LATIN":
        return language_of_script(script.capitalize()), script.capitalize()
    total = sum(seen.values())
    shares = {lang: sum(seen[word] for word in small) / total for lang, small in _small_words().items()}
    best = max(shares, key=lambda lang: shares[lang])
    return (best if shares[best] >= 0.2 else None), "Latin"


def evidence(
    sentences: Sequence[str],
    seconds: Sequence[float | None],
    langs: Sequence[str | None],
    *,
    items: Sequence[str],
    others: Mapping[str, Sequence[str]],
    vocabulary: Collection[str] | None = None,
) -> dict[str, Any]:
    """What can be said of one worker's sentences; one entry a sentence in each of the first four.

    `others` holds what other workers wrote of the items, `vocabulary` the words of the campaign's
    Tier-2 texts (`vocabulary_of`); without it, the words of `others` serve. A value is None where
    nothing can be said.
    `says` holds a line for each value, `flags` those lines that passed a limit (see `spam_flags`).
    """
    n = len(sentences)
    for name, column in (("seconds", seconds), ("langs", langs), ("items", items)):
        if len(column) != n:
            raise InputError(f"unequal numbers: {n} sentences, {len(column)} {name}")
    split = [tuple(units(sentence)) for sentence in sentences]
    known = vocabulary_of(t for ts in others.values() for t in ts) if vocabulary is None else vocabulary
    times = [float(value) for value in seconds if value is not None and value >= 0]
    language, script = guess_language(sentences)
    named = Counter(lang.strip() for lang in langs if lang and lang.strip())
    signs: dict[str, Any] = {
        "sentences": n,
        "mean_words": sum(map(len, split)) / n if n else None,
        "unknown_words": _unknown(split, known),
        "language": language,
        "script": script,
        "language_named": min(named, key=lambda lang: (-named[lang], lang)) if named else None,
        "duplicates": 1 - len(set(split)) / n if n else None,
        "copied_between_items": _copied(split, items),
        "median_seconds": median(times) if times else None,
        "under_5_seconds": sum(value < FAST_SECONDS for value in times) / len(times) if times else None,
        "overlap_with_others": _overlap(split, items, others),
    }
    signs["says"] = [line for name, value in signs.items() if (line := _line(name, value))]
    signs["flags"] = [flag.says for flag in spam_flags(signs)]
    return signs


# On MSVD no worker who was promoted comes near: at most 4 % unknown words, 7 % duplicates, 11 % copied;
# at least 5.3 words a sentence and an overlap of 60 %.
_LIMITS = {"unknown_words": 0.12, "duplicates": 0.15, "copied_between_items": 0.25, "under_5_seconds": 0.3}
_LEAST = {"mean_words": 3.0, "overlap_with_others": 0.4}


def spam_flags(signs: Mapping[str, Any]) -> list[SignalFlag]:
    """The clear cases among what `evidence` found; none with fewer than five sentences."""
    if signs.get("sentences", 0) < FEWEST:
        return []
    flags = []
    for limits, sign in ((_LIMITS, 1), (_LEAST, -1)):
        for name, limit in limits.items():
            value = signs.get(name)
            if value is not None and sign * (value - limit) > 0:
                bound = "above" if sign > 0 else "below"
                shown = f"{limit:.0%}" if name != "mean_words" else f"{limit:g}"
                flags.append(SignalFlag(name, value, limit, f"{_line(name, value)} ({bound} {shown})"))
    named, guess = code_of(str(signs.get("language_named") or "")), signs.get("language")
    if _can_be_guessed(named) and guess and named != guess:
        says = f"the language is named {signs['language_named']}, but the words look like '{guess}'"
        flags.append(SignalFlag("language", 1.0, 0.0, says))
    return flags


def _can_be_guessed(code: str) -> bool:
    """Whether `guess_language` tells a language; of those in one script other than Latin it tells one."""
    language = find_language(code)
    return code in _small_words() or (language is not None and language_of_script(language.script) == code)


def _unknown(split: Sequence[tuple[str, ...]], known: Collection[str]) -> float | None:
    total = sum(map(len, split))
    if not total or len(known) < VOCABULARY:
        return None
    small = function_words("en")
    return sum(unit not in known and unit not in small for row in split for unit in row) / total


def _copied(split: Sequence[tuple[str, ...]], items: Sequence[str]) -> float | None:
    """Share of the sentences that were given for another item as well."""
    if not split:
        return None
    places: dict[tuple[str, ...], set[str]] = {}
    for row, item in zip(split, items, strict=True):
        places.setdefault(row, set()).add(item)
    return sum(len(places[row]) > 1 for row in split) / len(split)


def _overlap(
    split: Sequence[tuple[str, ...]], items: Sequence[str], others: Mapping[str, Sequence[str]]
) -> float | None:
    """Mean share of a sentence's words, small words aside, that others used of the same item."""
    small = function_words("en")
    used: dict[str, frozenset[str]] = {}
    shares = []
    for row, item in zip(split, items, strict=True):
        content = {unit for unit in row if unit not in small}
        if len(others.get(item, ())) < FEWEST or not content:
            continue
        if item not in used:
            used[item] = vocabulary_of(others[item])
        shares.append(len(content & used[item]) / len(content))
    return sum(shares) / len(shares) if shares else None


_TOLD = {
    "mean_words": "{:.1f} words a sentence",
    "unknown_words": "{:.0%} of the words are not in the campaign's vocabulary",
    "language": "the words look like '{}'",
    "script": "written in {} script",
    "language_named": "the language is named {}",
    "duplicates": "{:.0%} of the sentences repeat an earlier one",
    "copied_between_items": "{:.0%} of the sentences were given for several items",
    "median_seconds": "{:.0f} seconds an answer (median)",
    "under_5_seconds": "{:.0%} of the answers took less than 5 seconds",
    "overlap_with_others": "others used {:.0%} of the content words for the same item",
}


def _line(name: str, value: Any) -> str:
    return _TOLD[name].format(value) if value is not None and name in _TOLD else ""


@lru_cache(maxsize=1)
def _small_words() -> dict[str, frozenset[str]]:
    return {"en": function_words("en"), **{lang: frozenset(row.split()) for lang, row in _SMALL.items()}}


@lru_cache(maxsize=8192)
def _script(char: str) -> str:
    """The script of a character, by the first word of its name: Python knows no more."""
    return unicodedata.name(char, "").split(" ")[0].split("-")[0]
