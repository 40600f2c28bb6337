"""The small dictionary that comes with the package: columns English, target, reading, kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from likewise.ask.question import Keyword
from likewise.ask.translated import TranslationCandidate
from likewise.ask.translation.candidate_source import found_candidates
from likewise.ask.translation.chinese_script import as_script
from likewise.ask.translation.english_forms import english_key, lookup_forms
from likewise.ask.translation.gloss_index import DictionaryEntry, Gloss, GlossIndex
from likewise.data import path as data_path
from likewise.errors import InputError
from likewise.io import Source, name_of, read_lines

__all__ = ["EmbeddedDictionary", "embedded_index", "read_dictionary"]


def read_dictionary(file: Source) -> Iterator[DictionaryEntry]:
    """Entries of a TSV with the columns English, target, reading, kind; the last two may be missing.

    Of lines with the same English the first is the most usual translation.
    """
    before: Counter[str] = Counter()
    for number, line in read_lines(file):
        cells = [cell.strip() for cell in line.split("\t")]
        if not line.strip() or line.startswith("#") or (number == 1 and cells[0].lower() == "english"):
            continue
        if len(cells) < 2 or not cells[0] or not cells[1]:
            raise InputError(
                "expected English, a tab and the word in the other language",
                file=name_of(file),
                line=number,
            )
        english, target, reading, kind = (*cells, "", "")[:4]
        texts = [text.strip() for text in english.split(";") if text.strip()]
        keys = [english_key(text) for text in texts]
        glosses = tuple(
            Gloss(key, text, max(0.3, 1.0 - 0.1 * before[key])) for key, text in zip(keys, texts, strict=True)
        )
        before.update(keys)
        yield DictionaryEntry(target, reading, kind or "word", glosses)


@cache
def embedded_index(lang: str) -> GlossIndex:
    """The embedded dictionary of `zh` or `ja`, in memory; an empty one of any other language."""
    file = Path(data_path(f"ask/dictionary-{lang}.tsv"))
    return GlossIndex.of(read_dictionary(file) if file.is_file() else ())


class EmbeddedDictionary:
    """English words in the embedded dictionary, in the script of `lang`."""

    name = "dictionary"

    def __init__(self, lang: str, index: GlossIndex | None = None) -> None:
        self.lang = lang
        self.index = index if index is not None else embedded_index(lang[:2])

    def candidates(self, keyword: Keyword) -> list[TranslationCandidate]:
        """Words that the keyword is."""
        found = [
            (as_script(match.target, self.lang), sure * match.weight, match.reading)
            for key, sure in lookup_forms(keyword)
            for match in self.index.words_of(key)
        ]
        return found_candidates(found, self.name)
