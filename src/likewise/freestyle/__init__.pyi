"""The public names of likewise.freestyle: what other rooms and users may use."""

from .model import Freestyler as Freestyler
from .response import (
    CopiedRun as CopiedRun,
    Response as Response,
    RhymeReason as RhymeReason,
    RuleUse as RuleUse,
)
from .settings import PAPER as PAPER, FreestyleSettings as FreestyleSettings
from .verse import (
    Verse as Verse,
    end_word as end_word,
    line_words as line_words,
    read_verses as read_verses,
)
from .verse_writer import WrittenLine as WrittenLine, write_verse as write_verse
