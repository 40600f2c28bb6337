"""The whole question as one sentence: phrases and a language model learnt from parallel text.

The rival of keyword translation that Mitamura et al. (2006) do not try: the question is translated first, and
its keywords are found in what comes out. The engine is that of `likewise.transduce` (Koehn et al. 2003).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from likewise.ask.translation.chinese_script import as_script
from likewise.ask.translation.parallel_text import cut_words, english_words
from likewise.errors import InputError
from likewise.io import SEED, ModelCard, ModelFiles, Progress, SavedModel, fingerprint, part_of, unheard
from likewise.text import Tokenization
from likewise.transduce import Bitext, Decoder, LanguageModel, PhraseTable, align_corpus
from likewise.transduce.lm import train

__all__ = ["PhraseRendering", "QuestionTranslator", "TranslatedSentence"]

_LATIN_MEETS_LATIN = re.compile(r"(?<=[A-Za-z0-9]) (?=[A-Za-z0-9])")
_CAPITAL = re.compile(r"[A-Z][\w'-]*")


@dataclass(frozen=True, slots=True)
class PhraseRendering:
    """Some words of the question with what they became, and where that stands in the sentence."""

    english: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TranslatedSentence:
    """A sentence in the language of the documents, with the phrases that it was put together from."""

    text: str
    phrases: tuple[PhraseRendering, ...]

    def english_of(self, start: int, end: int) -> tuple[str, ...]:
        """The English words that a stretch of the sentence is from."""
        own = (one for one in self.phrases if one.start < end and one.end > start)
        return tuple(word for one in own for word in one.english)


class QuestionTranslator(SavedModel):
    """Phrases with a language model: `fit` learns them from parallel text, `translate` puts them to work."""

    kind = "question-translator"

    def __init__(
        self, lang: str, table: PhraseTable, lm: LanguageModel, settings: Mapping[str, Any], data: str = ""
    ) -> None:
        self.lang, self.table, self.lm, self.settings, self.data = lang, table, lm, dict(settings), data

    @classmethod
    def fit(
        cls, examples: Iterable[tuple[str, str]], /, *, seed: int = SEED, progress: Progress | None = None,
        lang: str = "zh", order: int = 4, longest: int = 5,
    ) -> Self:  # fmt: skip
        """Learn from pairs of English and its translation. No chance is involved: the seed changes nothing.

        `lang` is zh (traditional characters are read as simplified ones) or ja.
        """
        if lang not in ("zh", "ja"):
            raise InputError(f"expected zh or ja, not '{lang}'", field="lang")
        tell = progress or unheard
        pairs = list(examples)
        tell("cutting words", 0.0)
        cut = list(cut_words((target for _, target in pairs), lang))
        lines = [
            (" ".join(english_words(english)), " ".join(words))
            for (english, _), words in zip(pairs, cut, strict=True)
        ]
        tell("cutting words", 0.3)
        plain = Tokenization("whitespace", False)
        bitext = Bitext.of(lines, plain, plain).usable()
        if not len(bitext):
            raise InputError(
                "no pair of these parallel texts can be aligned: all empty, too long or too unlike"
            )
        corpus = align_corpus(bitext, progress=part_of(progress, 0.3, 0.8))
        tell("extracting phrases", 0.8)
        table = corpus.phrase_table(longest=longest, options=10, least=0.005, seldom=2)
        tell("learning the language model", 0.9)
        model = train(bitext.target, order=order)
        tell("done", 1.0)
        settings = {"lang": lang, "order": order, "longest": longest, "pairs": len(bitext)}
        return cls(lang, table, model, settings, fingerprint(pairs))

    def translate(
        self, question: str, *, unknown: Callable[[str], str | None] | None = None
    ) -> TranslatedSentence:
        """The question in the language of the documents; `unknown` may know words that no phrase has.

        What nobody knows stays in English.
        """
        words = english_words(question)
        spelt = {word.lower(): word for word in _CAPITAL.findall(question)}
        search = self._decoder.nbest(words)
        pieces: list[tuple[tuple[str, ...], str]] = []
        for use in self._decoder.output(search, 0).phrases if len(search) else ():
            source = tuple(words[use.start : use.end])
            target = use.target
            if use.scores is None:
                name = " ".join(spelt.get(word, word) for word in source)
                target = (unknown(name) if unknown is not None else None) or name
            pieces.append((source, target))
        return _joined(pieces, self.lang)

    @cached_property
    def _decoder(self) -> Decoder:
        return Decoder(self.table, self.lm, limit=6)

    def saved_settings(self) -> Mapping[str, Any]:
        return self.settings

    def saved_files(self) -> Mapping[str, bytes]:
        return {"phrases.npz": self.table.dumps(), "language-model.bin": self.lm.dumps()}

    @classmethod
    def restored(cls, card: ModelCard, files: ModelFiles) -> Self:
        table = PhraseTable.loads(files.read("phrases.npz"), str(files.folder / "phrases.npz"))
        name = "language-model.bin"
        model = LanguageModel.loads(files.read(name), file=str(files.folder / name))
        return cls(str(card.settings["lang"]), table, model, card.settings, card.data)


def _joined(pieces: Sequence[tuple[tuple[str, ...], str]], lang: str) -> TranslatedSentence:
    """Phrases as a sentence: without blanks, but between words in Latin letters."""
    text, phrases = "", []
    for english, target in pieces:
        own = _LATIN_MEETS_LATIN.sub("\0", target).replace(" ", "").replace("\0", " ")
        own = own if lang == "ja" else as_script(own, "zh-Hans")
        if text and own and text[-1].isascii() and own[0].isascii() and text[-1].isalnum():
            text += " "
        phrases.append(PhraseRendering(english, len(text), len(text) + len(own)))
        text += own
    return TranslatedSentence(text, tuple(phrases))
