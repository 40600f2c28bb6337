"""Keywords out of a question that was translated as a whole, alone or beside those translated one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from likewise.ask.question import Keyword
from likewise.ask.translated import KeywordTranslation, QuestionTranslation, TranslationCandidate
from likewise.ask.translation.chinese_script import to_traditional
from likewise.ask.translation.parallel_text import english_words
from likewise.ask.translation.question_translator import TranslatedSentence

__all__ = ["SENTENCE", "keywords_of_sentence", "with_sentence"]

SENTENCE = "sentence"
_SHARE = 0.4
"""What a word of the sentence is worth beside the best candidate of its keyword."""


def keywords_of_sentence(
    translation: QuestionTranslation, sentence: TranslatedSentence, words: Sequence[Keyword]
) -> QuestionTranslation:
    """The `words` of the translated sentence as all there is; each under the English keyword it came from."""
    rows = []
    for word in words:
        owner = _owner(translation, sentence, word)
        keyword = owner.keyword if owner is not None else replace(word, start=0, end=0)
        rows.append(KeywordTranslation(keyword, _in_scripts(word.text, translation.lang, 1.0)))
    return QuestionTranslation(translation.lang, tuple(rows), sentence=sentence.text)


def with_sentence(
    translation: QuestionTranslation, sentence: TranslatedSentence, words: Sequence[Keyword]
) -> QuestionTranslation:
    """The keywords' own candidates and, after them, the words of the sentence that came from each."""
    owners = [(_owner(translation, sentence, word), word.text) for word in words]
    rows = []
    for one in translation.keywords:
        added = [text for owner, text in owners if owner is one]
        known = {candidate.text for candidate in one.used}
        best = max((candidate.score for candidate in one.used), default=1.0)
        fresh = [
            candidate
            for text in dict.fromkeys(added)
            for candidate in _in_scripts(text, translation.lang, _SHARE * best)
            if candidate.text not in known
        ]
        texts = {candidate.text for candidate in fresh}
        dropped = [row for row in one.candidates if row.pruned and row.text not in texts]
        rows.append(replace(one, candidates=(*one.used, *fresh, *dropped)))
    return replace(translation, keywords=tuple(rows), sentence=sentence.text)


def _owner(
    translation: QuestionTranslation, sentence: TranslatedSentence, word: Keyword
) -> KeywordTranslation | None:
    """The keyword of which a word stands in the phrases that this word is from."""
    english = set(sentence.english_of(word.start, word.end))
    for one in translation.keywords:
        if english.intersection(english_words(one.keyword.text)):
            return one
    return None


def _in_scripts(text: str, lang: str, score: float) -> tuple[TranslationCandidate, ...]:
    texts = dict.fromkeys((text, to_traditional(text)) if lang == "zh" else (text,))
    return tuple(TranslationCandidate(one, (SENTENCE,), score) for one in texts)
