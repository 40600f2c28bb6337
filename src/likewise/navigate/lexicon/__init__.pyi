"""The public names of likewise.navigate.lexicon: what other rooms and users may use."""

from .entries import Entry as Entry, Example as Example, PlanLexicon as PlanLexicon, score as score
from .gill import GILL as GILL
from .graphs import Fragment as Fragment, Graph as Graph, graph as graph, text as text
from .learners import LEARNERS as LEARNERS, load_lexicon as load_lexicon
from .sgoll import SGOLL as SGOLL
