"""The public names of likewise.navigate: what other rooms and users may use."""

from .corpus import (
    Corpus as Corpus,
    Instruction as Instruction,
    Route as Route,
    read_corpus as read_corpus,
)
from .embedded_follower import (
    SMALL as SMALL,
    embedded as embedded,
    embedded_corpus as embedded_corpus,
    kept_at as kept_at,
)
from .evaluation import NavigationResult as NavigationResult, evaluate as evaluate
from .folds import Setting as Setting, learnt as learnt
from .followers import Follower as Follower, Following as Following
from .grounded import Grounded as Grounded
from .landmarks_plan import landmarks as landmarks
from .lexicon import (
    GILL as GILL,
    SGOLL as SGOLL,
    PlanLexicon as PlanLexicon,
    load_lexicon as load_lexicon,
)
from .planned_follower import (
    Planned as Planned,
    checked as checked,
    data_name as data_name,
    examples as examples,
)
from .routes import check_start as check_start, follow_text as follow_text
from .word_splitters import sentences as sentences, words as words
