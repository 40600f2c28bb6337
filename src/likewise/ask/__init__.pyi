"""The public names of likewise.ask: what other rooms and users may use."""

from .analysis import (
    analyze_native_question as analyze_native_question,
    analyze_question as analyze_question,
)
from .answer import Answer as Answer, Answers as Answers, Evidence as Evidence
from .answer_rows import answer_row as answer_row, answers_row as answers_row, trace_row as trace_row
from .asker import (
    CANDIDATES as CANDIDATES,
    RETRIEVALS as RETRIEVALS,
    RUNS as RUNS,
    Asker as Asker,
    AskSettings as AskSettings,
)
from .documents import AnswerCandidate as AnswerCandidate, Document as Document, Hit as Hit
from .embedded_asker import (
    embedded_index as embedded_index,
    embedded_questions as embedded_questions,
    open_embedded_asker as open_embedded_asker,
)
from .error_stages import STAGES as STAGES
from .evaluation import (
    AskedQuestion as AskedQuestion,
    AskScores as AskScores,
    evaluate_asker as evaluate_asker,
)
from .gold_questions import GoldQuestion as GoldQuestion, load_gold_questions as load_gold_questions
from .question import (
    ANSWER_TYPES as ANSWER_TYPES,
    AnswerType as AnswerType,
    Keyword as Keyword,
    KeywordKind as KeywordKind,
    Question as Question,
)
from .retrieval import (
    DocumentIndex as DocumentIndex,
    build_index as build_index,
    dumps_query as dumps_query,
    loads_query as loads_query,
    open_index as open_index,
)
from .translated import (
    Combination as Combination,
    KeywordTranslation as KeywordTranslation,
    QuestionTranslation as QuestionTranslation,
    TranslationCandidate as TranslationCandidate,
)
from .translation import Glossary as Glossary, Translator as Translator
