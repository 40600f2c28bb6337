"""Text to text: alignment, language model, phrase model, decoder, each a package of this room."""

from likewise.transduce.bitext import Bitext

__all__ = ["Bitext"]
