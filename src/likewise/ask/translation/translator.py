"""All keywords of a question in the language of the documents (Mitamura et al. 2006, section 3.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from likewise.ask.question import Keyword, Question
from likewise.ask.translated import KeywordTranslation, QuestionTranslation, TranslationCandidate
from likewise.ask.translation.candidate_ranking import CandidateRanker
from likewise.ask.translation.candidate_source import CandidateSource, merged_candidates
from likewise.ask.translation.chinese_script import as_script, to_simplified, to_traditional
from likewise.ask.translation.early_pruning import prune_rare
from likewise.ask.translation.hit_counter import HitCounter, HitTable, PageCounter
from likewise.ask.translation.name_parts import composed_candidates, parts_of
from likewise.ask.translation.noisy_channel import weigh_combinations
from likewise.errors import InputError
from likewise.text import multilingual_encoder, multilingual_folder

__all__ = ["CHOICES", "SELECTIONS", "CandidateChoice", "Selection", "Translator"]

CandidateChoice = Literal["best", "syn", "weighted"]
CHOICES: tuple[CandidateChoice, ...] = ("best", "syn", "weighted")
Selection = Literal["ranked", "channel", "both"]
SELECTIONS: tuple[Selection, ...] = ("ranked", "channel", "both")
_WEAK = frozenset(("copied", "kana", "neighbours", "phrases", "sounds"))
"""Sources that have something for nearly every keyword: a phrase that only they know is composed as well."""


class Translator:
    """Candidates of all sources for each keyword, put in order, pruned and weighed together.

    `counter` counts pages for the translation model, `language` those for the language model: give it the
    collection that is searched for lexical choice after its own usage. `selection` says what decides in the
    end: `ranked`, the shares of the fitted ranking; `channel`, the paper's noisy channel with page counts for
    both of its models; `both`, the channel with those shares as its translation model. On a sample of the
    development questions, to which the ranking was fitted too, they choose what stands in the gold question
    for .66, .48 and .62 of the Japanese keywords and .62, .55 and .61 of the Chinese.
    """

    def __init__(
        self,
        lang: str,
        sources: Sequence[CandidateSource],
        counter: HitCounter | None = None,
        *,
        language: HitCounter | None = None,
        collection: PageCounter | None = None,
        selection: Selection = "ranked",
        weights: Mapping[str, float] | None = None,
        use_encoder: bool = True,
        most: int = 8,
        kept: int = 50,
        threshold: int = 1,
        least_frequency: float = 1.5,
    ) -> None:
        if lang not in ("zh", "zh-Hans", "zh-Hant", "ja"):
            raise InputError(f"expected zh, zh-Hans, zh-Hant or ja, not '{lang}'", field="lang")
        if selection not in SELECTIONS:
            raise InputError(f"expected one of {', '.join(SELECTIONS)}, not '{selection}'", field="selection")
        for field, number in (("most", most), ("kept", kept)):
            if number < 1:
                raise InputError(f"expected 1 or more, not {number}", field=field)
        self.lang, self.sources, self.selection = lang, tuple(sources), selection
        self.counter: HitCounter = counter if counter is not None else HitTable()
        self.language = language if language is not None else collection or self.counter
        self.collection = collection
        self.most, self.kept, self.threshold, self.least_frequency = most, kept, threshold, least_frequency
        encoder = multilingual_encoder() if use_encoder and multilingual_folder() is not None else None
        self.ranker = CandidateRanker(lang, counter, collection, encoder=encoder, weights=weights)

    def translate(self, question: Question, *, choice: CandidateChoice = "best") -> QuestionTranslation:
        """The question's keywords with their candidates, the chosen ones first.

        `best` uses one candidate of each keyword, `syn` and `weighted` all that were kept; scores are shares
        in any case, and it is for the query to weigh by them.
        """
        if choice not in CHOICES:
            raise InputError(f"expected one of {', '.join(CHOICES)}, not '{choice}'", field="candidates")
        words = [self._words(keyword) for keyword in question.keywords]
        every = [*question.keywords, *(word for own in words for word in own)]
        all_found = self._chosen(every, question.text)
        found, rest = all_found[: len(words)], iter(all_found[len(words) :])
        used = [[one for one in candidates if not one.pruned] for candidates in found]
        known = [n for n, candidates in enumerate(used) if candidates]
        result = weigh_combinations(
            [question.keywords[n].text for n in known],
            [[one.text for one in used[n]] for n in known],
            self.counter,
            language=self.language,
            shares=[[one.score for one in used[n]] for n in known] if self.selection != "channel" else None,
            kept=self.kept,
            threshold=self.threshold,
        )
        combinations = result.combinations
        if self.selection == "ranked":
            ordered = sorted(combinations, key=lambda one: -one.translation)
            combinations = tuple(replace(one, overall=one.translation) for one in ordered)
        chosen = dict(zip(known, combinations[0].texts, strict=True)) if combinations else {}
        keywords = tuple(
            KeywordTranslation(
                keyword,
                tuple(self._shown(candidates, chosen.get(n), choice)),
                tuple(
                    KeywordTranslation(word, tuple(self._shown(one, one[0].text if one else None, choice)))
                    for word, one in zip(words[n], rest, strict=False)
                ),
            )
            for n, (keyword, candidates) in enumerate(zip(question.keywords, found, strict=True))
        )
        return QuestionTranslation(self.lang, keywords, combinations, result.window)

    def candidates(self, keyword: Keyword) -> list[TranslationCandidate]:
        """All candidates of a keyword by itself, the likeliest first; those that are not used say why."""
        return self._chosen([keyword], keyword.text)[0]

    def _chosen(self, keywords: Sequence[Keyword], question: str) -> list[list[TranslationCandidate]]:
        ranked = self.ranker.ranked(keywords, [self.found(keyword) for keyword in keywords], question)
        return [self._pruned(own) for own in ranked]

    def _pruned(self, ranked: Sequence[TranslationCandidate]) -> list[TranslationCandidate]:
        own = [one for one in ranked if "glossary" in one.sources]
        if own:
            others = [one for one in ranked if "glossary" not in one.sources]
            return _shared(own) + [replace(one, pruned="the glossary has another") for one in others]
        pruned = prune_rare(ranked, self.lang, least=self.least_frequency, collection=self.collection)
        kept = [one for one in pruned if not one.pruned]
        late = [replace(one, pruned=f"after the best {self.most}") for one in kept[self.most :]]
        return _shared(kept[: self.most]) + late + [one for one in pruned if one.pruned]

    def found(self, keyword: Keyword) -> list[TranslationCandidate]:
        """What the sources have for a keyword, each text once, as they scored it; of parts where need be."""
        found = self._gathered(keyword)
        if all(_WEAK.issuperset(one.sources) for one in found):
            composed = composed_candidates(keyword, self._known, self.lang)
            found = merged_candidates([found, self._merged(composed)])
        return found

    def _words(self, keyword: Keyword) -> list[Keyword]:
        """The words of a name or a phrase of which no sure translation stands in the collection."""
        if keyword.kind not in ("name", "phrase") or self.collection is None:
            return []
        words = parts_of(keyword)
        sure = (one for one in self._gathered(keyword) if not _WEAK.issuperset(one.sources))
        if len(words) < 2 or any(self.collection.pages(one.text) for one in sure):
            return []
        return words

    def knows(self, phrase: str) -> bool:
        """Whether a source that does not guess has this phrase as a whole."""
        keyword = Keyword(phrase, "phrase", 0, len(phrase))
        return any(not _WEAK.issuperset(one.sources) for one in self._gathered(keyword))

    def _gathered(self, keyword: Keyword) -> list[TranslationCandidate]:
        return self._merged([one for source in self.sources for one in source.candidates(keyword)])

    def _merged(self, candidates: Sequence[TranslationCandidate]) -> list[TranslationCandidate]:
        """Each text once, in one script: that of the language, or the simplified one where both are meant."""
        script = "zh-Hans" if self.lang == "zh" else self.lang
        return merged_candidates(
            [replace(one, text=as_script(one.text, script))] for one in candidates if one.text.strip()
        )

    def _known(self, keyword: Keyword) -> list[TranslationCandidate]:
        """Candidates of a part of a phrase, without guesses unless there is nothing else."""
        ranked = self.ranker.ranked([keyword], [self._gathered(keyword)], keyword.text)[0]
        sure = [one for one in ranked if not _WEAK.issuperset(one.sources)]
        return sure or [one for one in ranked if "neighbours" not in one.sources]

    def _shown(
        self, candidates: Sequence[TranslationCandidate], chosen: str | None, choice: CandidateChoice
    ) -> list[TranslationCandidate]:
        """The chosen one first; with `zh`, each in its other script right after it."""
        order = sorted(candidates, key=lambda one: (bool(one.pruned), one.text != chosen))
        if choice == "best":
            order = [
                one if one.pruned or one.text == chosen else replace(one, pruned="another one was chosen")
                for one in order
            ]
        if self.lang != "zh":
            return order
        shown: dict[str, TranslationCandidate] = {}
        for one in order:
            shown.setdefault(one.text, one)
            if not one.pruned:
                other = to_traditional(one.text)
                shown.setdefault(other, replace(one, text=other))
                if to_simplified(other) != one.text:
                    shown.setdefault(to_simplified(other), replace(one, text=to_simplified(other)))
        return list(shown.values())


def _shared(candidates: Sequence[TranslationCandidate]) -> list[TranslationCandidate]:
    """Scores as shares of those that are kept."""
    total = sum(one.score for one in candidates)
    even = 1.0 / max(len(candidates), 1)
    return [replace(one, score=one.score / total if total else even) for one in candidates]
