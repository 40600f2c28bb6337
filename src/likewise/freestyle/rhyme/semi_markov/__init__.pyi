"""The public names of likewise.freestyle.rhyme.semi_markov: what other rooms and users may use."""

from .class_links import LinkHabits as LinkHabits, linked_classes as linked_classes
from .end_words import EndWords as EndWords, rhyme_word as rhyme_word, song_key as song_key
from .learner import LearntChain as LearntChain, learn_chain as learn_chain
from .scheme_chain import ChainHabits as ChainHabits, ChainPosterior as ChainPosterior
from .state_table import STATES as STATES
from .word_pairs import WordPairs as WordPairs
