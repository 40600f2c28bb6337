"""The public names of likewise.transduce: what other rooms and users may use."""

from .align import Alignment as Alignment, Lexicon as Lexicon
from .bitext import Bitext as Bitext
from .decode import (
    FEATURE_NAMES as FEATURE_NAMES,
    Decoder as Decoder,
    PhraseUse as PhraseUse,
    Search as Search,
    weight_vector as weight_vector,
)
from .lm import LanguageModel as LanguageModel
from .phrases import PhraseOption as PhraseOption, PhraseTable as PhraseTable
from .pipeline import (
    AlignedCorpus as AlignedCorpus,
    PhraseSystem as PhraseSystem,
    align_corpus as align_corpus,
    learn_phrases as learn_phrases,
)
