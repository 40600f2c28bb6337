"""The public names of likewise.ask.translation: what other rooms and users may use."""

from .candidate_ranking import (
    FITTED_WEIGHTS as FITTED_WEIGHTS,
    CandidateRanker as CandidateRanker,
    word_frequency as word_frequency,
)
from .candidate_source import (
    SOURCE_ORDER as SOURCE_ORDER,
    CandidateSource as CandidateSource,
    merged_candidates as merged_candidates,
)
from .chinese_dictionary import (
    ChineseDictionary as ChineseDictionary,
    cedict_index as cedict_index,
    has_cedict as has_cedict,
)
from .chinese_script import (
    as_script as as_script,
    script_of as script_of,
    to_simplified as to_simplified,
    to_traditional as to_traditional,
)
from .copied_text import CopiedText as CopiedText
from .embedded_dictionary import EmbeddedDictionary as EmbeddedDictionary
from .english_number import english_of_number as english_of_number, number_of as number_of
from .english_rendering import render_english as render_english
from .glossary import Glossary as Glossary, read_glossary as read_glossary
from .hit_counter import (
    DictionaryPages as DictionaryPages,
    HitCounter as HitCounter,
    HitTable as HitTable,
    PageCounter as PageCounter,
    PageIndex as PageIndex,
    SummedHits as SummedHits,
)
from .japanese_dictionary import (
    JapaneseDictionary as JapaneseDictionary,
    JapaneseNames as JapaneseNames,
    edict_index as edict_index,
    has_edict as has_edict,
    has_enamdict as has_enamdict,
)
from .kana import (
    Kana as Kana,
    hiragana as hiragana,
    kana_of_romaji as kana_of_romaji,
    katakana as katakana,
    katakana_of_english as katakana_of_english,
    romaji_of_kana as romaji_of_kana,
)
from .learnt_phrases import LearntPhrase as LearntPhrase, LearntPhrases as LearntPhrases
from .mined_pairs import MinedPairs as MinedPairs, mine_pairs as mine_pairs
from .name_sounds import (
    SoundedNames as SoundedNames,
    english_sounds as english_sounds,
    name_distance as name_distance,
    word_sounds as word_sounds,
)
from .nearest_words import (
    NearestWords as NearestWords,
    collection_words as collection_words,
    word_vectors as word_vectors,
)
from .noisy_channel import (
    ChannelResult as ChannelResult,
    language_score as language_score,
    translation_shares as translation_shares,
    weigh_combinations as weigh_combinations,
)
from .numerals import Numerals as Numerals, number_forms as number_forms, numeral as numeral
from .parallel_text import (
    cut_words as cut_words,
    english_words as english_words,
    read_parallel_text as read_parallel_text,
)
from .question_translator import (
    PhraseRendering as PhraseRendering,
    QuestionTranslator as QuestionTranslator,
    TranslatedSentence as TranslatedSentence,
)
from .regional_variants import RegionalVariants as RegionalVariants, regional_pairs as regional_pairs
from .sentence_keywords import (
    keywords_of_sentence as keywords_of_sentence,
    with_sentence as with_sentence,
)
from .source_list import standard_sources as standard_sources
from .translation_runs import (
    gold_translation as gold_translation,
    oracle_translation as oracle_translation,
    stands_in as stands_in,
    translation_accuracy as translation_accuracy,
)
from .translator import (
    CHOICES as CHOICES,
    SELECTIONS as SELECTIONS,
    CandidateChoice as CandidateChoice,
    Selection as Selection,
    Translator as Translator,
)
from .word_gloss import GlossedWord as GlossedWord, gloss as gloss, reading as reading
