"""A question in English, answers out of Chinese, Japanese or English documents, every step kept.

The pipeline of Mitamura et al. (2006): question analysis, keyword translation, retrieval with relaxation,
extraction, answer generation; beside it search by sentence vectors and a learnt ranker of answers.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Self

from likewise.ask.analysis import analyze_native_question, analyze_question
from likewise.ask.answer import Answer, Answers
from likewise.ask.answers import answers_of, no_good_answer
from likewise.ask.documents import AnswerCandidate, Document, Hit
from likewise.ask.extraction import extract
from likewise.ask.index_hits import IndexHits
from likewise.ask.question import Keyword, Question
from likewise.ask.retrieval import (
    CollectionWords,
    DocumentIndex,
    QueryForm,
    SearchMethod,
    collection_words,
    open_index,
)
from likewise.ask.translated import KeywordTranslation, QuestionTranslation, TranslationCandidate
from likewise.ask.translation import (
    CandidateChoice,
    CandidateSource,
    DictionaryPages,
    Glossary,
    HitCounter,
    LearntPhrases,
    MinedPairs,
    NearestWords,
    QuestionTranslator,
    Selection,
    SoundedNames,
    Translator,
    cedict_index,
    edict_index,
    gold_translation,
    has_cedict,
    has_edict,
    keywords_of_sentence,
    oracle_translation,
    reading,
    render_english,
    standard_sources,
    with_sentence,
)
from likewise.errors import InputError
from likewise.io import Source
from likewise.text import looks_unsegmented, multilingual_folder

__all__ = ["CANDIDATES", "RETRIEVALS", "RUNS", "TRANSLATIONS", "AskSettings", "Asker"]

RUNS = ("auto", "human", "best", "gold")
"""Keywords as the machine, a person, or the best candidate there is has them, or of a gold question."""
TRANSLATIONS = ("keywords", "question", "both")
"""What is translated: each keyword, the whole question, or both."""
CANDIDATES: Mapping[str, tuple[CandidateChoice, QueryForm]] = {
    "any": ("syn", "best"),
    "best": ("best", "best"),
    "syn": ("syn", "syn"),
    "weighted": ("weighted", "weighted"),
}
"""What is asked for: of all candidates the one that says most of a document, or the best one alone, or all as
one word (#SYN), or all weighed by their shares."""
_MANY_WORDS = 20_000

RETRIEVALS: Mapping[str, SearchMethod] = {
    "relaxed": "relaxed", "lexical": "lexical", "dense": "dense", "fused": "fused", "ranks": "ranks",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class AskSettings:
    """How a question is answered."""

    run: str = "auto"
    candidates: str = "any"
    retrieval: str = "fused"
    extractors: tuple[str, ...] = ()
    """Which extractors; all where none is named."""
    merge: str = "noisy-or"
    """How equal answers are scored together; `off` leaves the ranking as it is."""
    documents: int = 20
    """So many documents are searched for."""
    read: int = 5
    """So many of them are read."""
    answers: int = 10
    translate: str = "keywords"
    """What is translated; the whole question needs a model of `likewise ask translator`."""

    def __post_init__(self) -> None:
        choices = {
            "run": RUNS, "candidates": CANDIDATES, "retrieval": RETRIEVALS, "translate": TRANSLATIONS,
        }  # fmt: skip
        for name, known in choices.items():
            value = getattr(self, name)
            if value not in known:
                raise InputError(f"expected one of {', '.join(known)}, found '{value}'", field=name)
        if self.translate != "keywords" and self.run != "auto":
            raise InputError(f"changes nothing where keywords are those of run {self.run}", field="translate")
        for name in ("documents", "read", "answers"):
            if getattr(self, name) < 1:
                raise InputError(f"expected 1 or more, found {getattr(self, name)}", field=name)


@dataclass
class _Watch:
    """Seconds by stage."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self.seconds[name] = round(time.perf_counter() - start, 4)


class Asker:
    """An index with all that is needed to ask it; `open` takes what is installed."""

    def __init__(
        self,
        index: DocumentIndex,
        translator: Translator | None,
        *,
        glossary: Glossary | None = None,
        question_translator: QuestionTranslator | None = None,
    ) -> None:
        self.index, self.translator, self.glossary = index, translator, glossary
        self.question_translator = question_translator

    @classmethod
    def open(
        cls,
        folder: Source,
        *,
        glossary: Source | None = None,
        phrases: Source | None = None,
        translator: Source | None = None,
        selection: Selection = "ranked",
        sources: Iterable[CandidateSource] = (),
        installed: bool = True,
    ) -> Self:
        """Open an index and the sources of translations for its language.

        `glossary` is a table of one's own translations, which beat all others; `phrases` one that was learnt
        from parallel text, and `translator` the folder of a model that translates whole questions.
        `installed=False` leaves out dictionaries and encoders that do not come with the package.
        """
        index = open_index(folder)
        if index.lang == "en":
            return cls(index, None)
        whole = QuestionTranslator.load(translator) if translator is not None else None
        if whole is not None and whole.lang != index.lang[:2]:
            wrong = f"translates into {whole.lang}, the documents are in {index.lang}"
            raise InputError(wrong, file=str(translator))
        own = Glossary(glossary)
        others = [MinedPairs.mined((one.title, one.text) for one in index.documents.values()), *sources]
        if phrases is not None:
            others.append(LearntPhrases.load(phrases))
        words = collection_words(index)
        others.append(SoundedNames(words.words, index.lang))
        if installed and multilingual_folder() is not None:
            others += _nearest_words(words)
        pages = IndexHits(index)
        keywords = Translator(
            index.lang,
            standard_sources(index.lang, glossary=own, others=others, installed=installed),
            _dictionary_pages(index.lang) if installed else pages,
            language=pages,
            collection=pages,
            selection=selection,
            use_encoder=installed,
        )
        return cls(index, keywords, glossary=own, question_translator=whole)

    def with_selection(self, selection: Selection) -> Asker:
        """The same with another way to choose translations: `channel`, the paper's, or `ranked`."""
        if self.translator is None:
            return self
        translator = copy(self.translator)
        translator.selection = selection
        return Asker(
            self.index, translator, glossary=self.glossary, question_translator=self.question_translator
        )

    def ask(
        self,
        text: str,
        settings: AskSettings | None = None,
        *,
        gold: str = "",
        corrections: Mapping[str, str] | None = None,
    ) -> Answers:
        """Answer a question in English, or in the language of the documents.

        `gold` is the question as a person translated it (runs `best` and `gold`), `corrections` are keywords
        with the translations that a person gave them (run `human`).
        """
        how, watch = settings or AskSettings(), _Watch()
        with watch.stage("analysis"):
            question = self.question(text)
        with watch.stage("translation"):
            translation = self.translation(question, how, gold=gold, corrections=corrections)
        with watch.stage("retrieval"):
            found = self.index.search(
                question,
                translation,
                method=RETRIEVALS[how.retrieval],
                limit=how.documents,
                query_form=CANDIDATES[how.candidates][1],
            )
        with watch.stage("extraction"):
            candidates = self.candidates(question, translation, found.hits, how)
        with watch.stage("answers"):
            texts = {hit.document.id: hit.document for hit in found.hits}
            answers = answers_of(question, candidates, texts, merge=how.merge, limit=how.answers)
            answers = tuple(self._told(one) for one in answers)
        reason = found.reason if not found.hits else no_good_answer(answers)
        return Answers(
            question, translation, answers, found.query, found.step, found.steps, found.hits,
            tuple(candidates), reason, watch.seconds,
        )  # fmt: skip

    def _told(self, answer: Answer) -> Answer:
        """With how an English reader may say it, and how it is read aloud."""
        if self.index.lang == "en":
            return answer
        english = render_english(answer.text, self.index.lang)
        return replace(answer, english=english, reading=reading(answer.text, self.index.lang))

    def question(self, text: str) -> Question:
        """What a question asks for; one in the language of the documents is taken as it is."""
        if looks_unsegmented([text]):
            if self.index.lang not in ("zh", "ja"):
                raise InputError(
                    "the documents are in English, and so must be the question", field="question"
                )
            return analyze_native_question(text, self.index.lang)
        return analyze_question(text, known_phrase=self.translator.knows if self.translator else None)

    def translation(
        self,
        question: Question,
        settings: AskSettings,
        *,
        gold: str = "",
        corrections: Mapping[str, str] | None = None,
    ) -> QuestionTranslation:
        """The keywords of a question in the language of the documents, as the run wants them."""
        if self.translator is None or looks_unsegmented([question.text]):
            return as_they_are(question, self.index.lang)
        if settings.run in ("best", "gold") and not gold:
            raise InputError(f"run {settings.run} needs the question as a person translated it", field="gold")
        if settings.run == "human" and not corrections:
            raise InputError("run human needs translations that a person gave", field="corrections")
        translated = self.translator.translate(question, choice=CANDIDATES[settings.candidates][0])
        if settings.run == "best":
            return oracle_translation(question, translated, gold)
        if settings.run == "gold":
            native = analyze_native_question(gold, self.index.lang)
            words = [one.text for one in native.keywords]
            return gold_translation(question, gold, words, self.index.lang, translation=translated)
        if settings.translate != "keywords":
            return self._of_sentence(question, translated, settings.translate)
        return corrected(translated, corrections or {})

    def _of_sentence(
        self, question: Question, translated: QuestionTranslation, translate: str
    ) -> QuestionTranslation:
        """With the question translated as a whole, and keywords found in what came out."""
        if self.question_translator is None or self.translator is None:
            raise InputError(
                "needs a model of `likewise ask translator`, named by --translator", field="translate"
            )
        translator = self.translator

        def known(name: str) -> str | None:
            found = translator.candidates(Keyword(name, "name", 0, len(name)))
            return next((one.text for one in found if not one.pruned), None)

        sentence = self.question_translator.translate(question.text, unknown=known)
        try:
            words = analyze_native_question(sentence.text, self.index.lang).keywords
        except InputError:
            words = ()
        joined = keywords_of_sentence if translate == "question" else with_sentence
        return joined(translated, sentence, words)

    def candidates(
        self, question: Question, translation: QuestionTranslation, hits: tuple[Hit, ...], how: AskSettings
    ) -> list[AnswerCandidate]:
        """The places in the documents that may answer."""
        settings: dict[str, Any] = {"extractors": how.extractors} if how.extractors else {}
        return extract(
            question,
            translation,
            hits,
            documents=how.read,
            sentence_vectors=self.index.sentence_vectors,
            **settings,
        )

    def document(self, id: str) -> Document:
        """A document by its id."""
        return self.index.documents[id]


def _nearest_words(words: CollectionWords) -> list[NearestWords]:
    """The words of the collection with their vectors; of a large one those that stand there twice."""
    if not words.words or not words.vectors.shape[1]:
        return []
    kept = words.counts >= (2 if len(words.words) > _MANY_WORDS else 1)
    chosen = [word for word, is_kept in zip(words.words, kept.tolist(), strict=True) if is_kept]
    return [NearestWords(chosen, words.vectors[kept])]


def _dictionary_pages(lang: str) -> HitCounter | None:
    """Entries of the installed dictionary as tiny pages, on which English and its translation meet."""
    if lang == "ja":
        return DictionaryPages(edict_index()) if has_edict() else None
    return DictionaryPages(cedict_index()) if has_cedict() else None


def as_they_are(question: Question, lang: str) -> QuestionTranslation:
    """Keywords that need no translation."""
    rows = (
        KeywordTranslation(one, (TranslationCandidate(one.text, ("copied",), 1.0),))
        for one in question.keywords
    )
    return QuestionTranslation(lang, tuple(rows))


def corrected(translation: QuestionTranslation, corrections: Mapping[str, str]) -> QuestionTranslation:
    """With the translations that a person gave to keywords; the others stay, but are not used."""
    if not corrections:
        return translation
    given = {english.strip().casefold(): target.strip() for english, target in corrections.items()}
    keywords = []
    for one in translation.keywords:
        target = given.get(one.keyword.text.casefold())
        if target:
            rest = tuple(
                replace(other, pruned=other.pruned or "a person gave another") for other in one.candidates
            )
            keywords.append(
                KeywordTranslation(one.keyword, (TranslationCandidate(target, ("corrected",), 1.0), *rest))
            )
        else:
            keywords.append(one)
    return replace(translation, keywords=tuple(keywords), combinations=(), window=0)
