from .extraction import extract_phrases as extract_phrases
from .table import SCORES as SCORES
from .table import PhraseOption as PhraseOption
from .table import PhraseTable as PhraseTable
