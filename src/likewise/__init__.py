"""Likewise: collect, generate and judge text that means the same.

    import likewise as lw
    lw.score(segments, metrics=["bleu", "pinc"])
    lw.judge(segments, human="meaning", metrics=["bleu", "pinc"])

Names (see `__init__.pyi`) are imported when they are first used: `import likewise` costs next to nothing.
"""

from likewise import moved
from likewise.public import public_page

moved.install()
__getattr__, __dir__, __all__ = public_page(__name__, __file__)
