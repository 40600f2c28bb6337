"""Learning to follow route instructions (Chen and Mooney 2011; Chen 2012)."""

from likewise.navigate.base import Follower, Following
from likewise.navigate.corpus import Corpus, Instruction, Route, read_corpus
from likewise.navigate.evaluation import NavigationResult, evaluate
from likewise.navigate.grounded import Grounded
from likewise.navigate.lexicon import GILL, SGOLL, PlanLexicon, load_lexicon
from likewise.navigate.planned_follower import Planned
from likewise.navigate.routes import follow_text

__all__ = [
    "GILL",
    "SGOLL",
    "Corpus",
    "Follower",
    "Following",
    "Grounded",
    "Instruction",
    "PlanLexicon",
    "NavigationResult",
    "Planned",
    "Route",
    "evaluate",
    "follow_text",
    "load_lexicon",
    "read_corpus",
]
