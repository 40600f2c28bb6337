"""The public names of likewise.deep: what other rooms and users may use."""

from .analyses import Analysis as Analysis, Item as Item, Skipped as Skipped, sound as sound
from .derivations import read_derivation as read_derivation
from .drawings import draw_derivation as draw_derivation, draw_mrs as draw_mrs
from .heads import head_of as head_of, load_heads as load_heads
from .mrs import check_mrs as check_mrs
from .parsers import (
    ACE_HINT as ACE_HINT,
    GRAMMAR_HINT as GRAMMAR_HINT,
    SERVER_HINT as SERVER_HINT,
    Ace as Ace,
    WebService as WebService,
    find_grammar as find_grammar,
    find_server as find_server,
)
from .sources import (
    AnalysisSource as AnalysisSource,
    read_items as read_items,
    read_profile as read_profile,
)
from .syntax_trees import derivation_tree as derivation_tree
from .word_spans import spans_of_words as spans_of_words
