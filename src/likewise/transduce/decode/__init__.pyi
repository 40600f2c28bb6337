from .decoder import Decoder as Decoder
from .decoder import Output as Output
from .decoder import PhraseUse as PhraseUse
from .decoder import Search as Search
from .weights import DEFAULTS as DEFAULTS
from .weights import FEATURE_NAMES as FEATURE_NAMES
from .weights import named_weights as named_weights
from .weights import weight_vector as weight_vector
