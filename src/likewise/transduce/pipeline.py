"""From pairs of texts to what a decoder needs: corpus, alignment, tables, language model.

The steps of phrase-based translation (Koehn, Och & Marcu 2003), each of use by itself: `align_corpus` gives
word links and the lexicons of both directions, `learn_phrases` goes on to phrase table and language model.
Source and target may be one language or two, with a vocabulary each or one for both (see `Bitext`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from likewise.io import Progress, part_of, unheard
from likewise.text import Ints
from likewise.transduce import lm
from likewise.transduce.align import Alignment, Lexicon, fit_both, symmetrise
from likewise.transduce.bitext import Bitext
from likewise.transduce.decode import Decoder
from likewise.transduce.lm.model import LanguageModel, Texts
from likewise.transduce.phrases import PhraseTable, extract_phrases

__all__ = ["AlignedCorpus", "PhraseSystem", "align_corpus", "learn_phrases"]

_LEARNING = 5 / 7
"""The share of aligning that goes into learning how."""
_ROUNDS = 8
"""Rounds of learning, as progress counts them."""


@dataclass(frozen=True)
class AlignedCorpus:
    """A bitext, the links of its words, and what was learnt with them: t(target | source) and the reverse."""

    bitext: Bitext
    alignment: Alignment
    forward: Lexicon
    backward: Lexicon

    def __len__(self) -> int:
        return len(self.bitext)

    def select(self, pairs: Ints) -> AlignedCorpus:
        """Some of the pairs, as they were aligned among all."""
        return replace(self, bitext=self.bitext.select(pairs), alignment=self.alignment.select(pairs))

    def phrase_table(self, **settings: Any) -> PhraseTable:
        """The phrase table of the pairs; `settings` are those of `extract_phrases`."""
        return extract_phrases(self.bitext, self.alignment, self.forward, self.backward, **settings)


@dataclass(frozen=True)
class PhraseSystem:
    """A phrase table and a language model, with the aligned corpus that they came from."""

    corpus: AlignedCorpus
    table: PhraseTable
    lm: LanguageModel

    def decoder(self, **settings: Any) -> Decoder:
        """The search over them; `settings` are those of `Decoder`."""
        return Decoder(self.table, self.lm, **settings)


def align_corpus(
    bitext: Bitext,
    *,
    model: str = "hmm",
    agree: bool = True,
    heuristic: str = "grow-diag-final-and",
    progress: Progress | None = None,
) -> AlignedCorpus:
    """Align a bitext in both directions (`fit_both`) and make one alignment of the two (`symmetrise`)."""
    tell = progress or unheard
    done = count(1)
    tell("aligning words", 0.0)
    forward, backward = fit_both(
        bitext,
        model=model,
        agree=agree,
        progress=lambda pairs: tell("aligning words", _LEARNING * min(1.0, next(done) / _ROUNDS)),
    )
    tell("putting alignments together", _LEARNING)
    links = symmetrise(forward.align(bitext), backward.align(bitext.swapped()), bitext, heuristic)
    return AlignedCorpus(bitext, links, forward.lexicon, backward.lexicon)


def learn_phrases(
    bitext: Bitext,
    texts: Texts | None = None,
    *,
    order: int = 4,
    longest: int = 7,
    model: str = "hmm",
    agree: bool = True,
    heuristic: str = "grow-diag-final-and",
    progress: Progress | None = None,
) -> PhraseSystem:
    """All steps, from a bitext to a table of phrases of up to `longest` words and a language model.

    The language model is learnt from `texts` (all that there is in the target language, say), or from the
    bitext's target side where none are given.
    """
    tell = progress or unheard
    steps = part_of(progress, 0.0, 0.7)
    corpus = align_corpus(bitext, model=model, agree=agree, heuristic=heuristic, progress=steps)
    tell("extracting phrases", 0.7)
    table = corpus.phrase_table(longest=longest)
    tell("learning the language model", 0.9)
    language = lm.train(bitext.target if texts is None else texts, order=order)
    tell("done", 1.0)
    return PhraseSystem(corpus, table, language)
