"""The public names of likewise.freestyle: what other rooms and users may use."""

from .disfluency import (
    FluentVerses as FluentVerses,
    corrected_line as corrected_line,
    disfluencies as disfluencies,
    fluent_verses as fluent_verses,
)
from .embedded_model import (
    SMALL as SMALL,
    embedded as embedded,
    embedded_verses as embedded_verses,
    kept_at as kept_at,
    open_freestyler as open_freestyler,
)
from .end_word_sounds import end_sounds as end_sounds, language_of as language_of
from .evaluation import (
    FreestyleEvaluation as FreestyleEvaluation,
    evaluate_freestyle as evaluate_freestyle,
    evaluate_responses as evaluate_responses,
    respond_all as respond_all,
)
from .model import Freestyler as Freestyler
from .response import (
    CopiedRun as CopiedRun,
    Response as Response,
    RhymeReason as RhymeReason,
    RuleUse as RuleUse,
)
from .rule_text import dump_rules as dump_rules
from .settings import PAPER as PAPER, FreestyleSettings as FreestyleSettings
from .verse import (
    Verse as Verse,
    end_word as end_word,
    line_words as line_words,
    read_challenges as read_challenges,
    read_verses as read_verses,
    verses_of_text as verses_of_text,
)
from .verse_writer import WrittenLine as WrittenLine, write_verse as write_verse
from .wishes import Wishes as Wishes
