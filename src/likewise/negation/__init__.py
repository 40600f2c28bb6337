"""Negation: what a sentence denies. Cues, their scopes and the events that did not happen.

`Resolver` finds them in text or in a sentence, by the `Method` that is asked for, with deep analyses where
there are some. Reader and scorer of the *SEM 2012 task (`conll`, `score`) stand beside it.
"""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
