"""Text to text: alignment, language model, phrase model, decoder, each a package of this room.

The pipeline puts them together: from pairs of texts to a decoder.
"""

from likewise.transduce.bitext import Bitext
from likewise.transduce.pipeline import AlignedCorpus, PhraseSystem, align_corpus, learn_phrases

__all__ = ["AlignedCorpus", "Bitext", "PhraseSystem", "align_corpus", "learn_phrases"]
