"""Learning to freestyle: verse in, pairs selected, grammar or phrases and language model learnt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.freestyle.disfluency import fluent_verses
from likewise.freestyle.drafts import DraftSearch
from likewise.freestyle.line_corpus import LineCorpus
from likewise.freestyle.pair_selection import (
    adjacent_pairs,
    both_ways,
    drawn_pairs,
    rhyming_lines,
    shared_pairs,
    short_pairs,
)
from likewise.freestyle.phrase_search import PhraseSearch
from likewise.freestyle.rhyme.paper_detector import PaperDetector
from likewise.freestyle.rhyme_partners import RhymePartners
from likewise.freestyle.settings import FreestyleSettings
from likewise.freestyle.verse import Verse, line_words
from likewise.io import Progress, fingerprint, part_of, unheard
from likewise.text import Ints
from likewise.transduce import Bitext, LanguageModel, align_corpus, lm

__all__ = ["LearntParts", "learn_to_freestyle"]


@dataclass(frozen=True)
class LearntParts:
    """What a freestyle model consists of, with its sizes and the fingerprint of the verse."""

    search: DraftSearch
    lm: LanguageModel
    corpus: LineCorpus
    partners: RhymePartners
    sizes: dict[str, Any]
    data: str


def learn_to_freestyle(
    verses: Iterable[Verse], settings: FreestyleSettings, *, progress: Progress | None = None
) -> LearntParts:
    """Learn all parts; the settings are those of `Freestyler.fit`."""
    tell = progress or unheard
    tell("reading", 0.0)
    given = list(verses)
    data = fingerprint([verse.song, list(verse.lines)] for verse in given)
    fluent = fluent_verses(given, settings.disfluency)
    kept = _with_words(fluent.verses)
    words = [line_words(line) for verse in kept for line in verse.lines]
    lengths = np.fromiter((len(line) for line in words), np.int64, len(words))
    sizes = [len(verse.lines) for verse in kept]
    tell("finding rhyme schemes", 0.02)
    rhyming, partners = _rhymes(kept, sizes, settings, part_of(progress, 0.02, 0.3))
    by_rhyme, by_place = (
        short_pairs(lengths, pairs, settings.longest) for pairs in (rhyming, adjacent_pairs(sizes))
    )
    if not len(by_place):
        raise InputError(f"holds no two lines of at most {settings.longest} words side by side to learn from")
    # In one verse or two no words are seen to rhyme: then neighbours have to do.
    select = settings.select if len(by_rhyme) else "adjacent"
    chosen, others = (by_rhyme, by_place) if select == "rhyme" else (by_place, by_rhyme)
    pairs = drawn_pairs(chosen, settings.pairs, settings.seed)
    overlap = shared_pairs(pairs, drawn_pairs(others, len(pairs), settings.seed))
    corpus = LineCorpus.of(words, both_ways(pairs))
    tell("learning the language model", 0.3)
    language = lm.train(corpus.lines, order=4)
    search = _learnt_search(corpus, sizes, language, partners, settings, part_of(progress, 0.35, 1.0))
    tell("done", 1.0)
    counts = {
        "lines": len(words),
        "pairs": len(corpus.pairs),
        "rules": len(search),
        "disfluent": round(fluent.share, 6),
        "overlap": round(overlap, 6),
        "select": select,
    }
    return LearntParts(search, language, corpus, partners, counts, data)


def _with_words(verses: Iterable[Verse]) -> list[Verse]:
    """The verses without lines that have no word; those that are left empty go."""
    kept = []
    for verse in verses:
        lines = tuple(line for line in verse.lines if line_words(line))
        if lines:
            kept.append(Verse(verse.id, lines, verse.song))
    if not kept:
        raise InputError("holds no line with a word to learn from")
    return kept


def _rhymes(
    verses: Sequence[Verse], sizes: Sequence[int], settings: FreestyleSettings, progress: Progress
) -> tuple[Ints, RhymePartners]:
    """Lines that rhyme by their schemes, and the partners of each end word."""
    detector = PaperDetector.fit(verses, seed=settings.seed, progress=part_of(progress, 0.0, 0.7))
    schemes = detector.detect_all(verses, progress=part_of(progress, 0.7, 0.9))
    ends = Counter(line_words(line)[-1] for verse in verses for line in verse.lines)
    partners = RhymePartners.of((word for word, _ in ends.most_common()), detector.partners)
    pairs = rhyming_lines(sizes, schemes, settings.rhyming)
    last = np.array([line_words(line)[-1] for verse in verses for line in verse.lines])
    # A word does not rhyme with itself, and a line that is sung again teaches to say it again.
    return pairs[last[pairs[:, 0]] != last[pairs[:, 1]]], partners


def _learnt_search(
    corpus: LineCorpus,
    sizes: Sequence[int],
    language: LanguageModel,
    partners: RhymePartners,
    settings: FreestyleSettings,
    progress: Progress,
) -> DraftSearch:
    if settings.model == "phrase":
        bitext = Bitext.drawn(corpus.lines, corpus.pairs[:, 0], corpus.pairs[:, 1])
        table = align_corpus(bitext, progress=progress).phrase_table(longest=7)
        return PhraseSearch(table, language, settings.limit)
    from likewise.freestyle.grammar_learner import learn_grammar
    from likewise.freestyle.grammar_search import GrammarSearch

    return GrammarSearch(learn_grammar(corpus, sizes, settings, progress), language, partners, settings)
