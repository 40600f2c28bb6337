from .bitext import Bitext as Bitext
from .pipeline import AlignedCorpus as AlignedCorpus
from .pipeline import PhraseSystem as PhraseSystem
from .pipeline import align_corpus as align_corpus
from .pipeline import learn_phrases as learn_phrases
