"""The public names of likewise.transduce.itg.tokens: what other rooms and users may use."""

from .estimation import LearntGrammar as LearntGrammar, learn_token_grammar as learn_token_grammar
from .expectation import TokenCounts as TokenCounts, expect_tokens as expect_tokens
from .token_rules import TokenRules as TokenRules
