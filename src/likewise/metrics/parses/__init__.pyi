"""The public names of likewise.metrics.parses: what other rooms and users may use."""

from .analyses import analysis_parse as analysis_parse
from .explain import explain_parse as explain_parse
from .parse import Parse as Parse
from .scores import (
    FORMATS as FORMATS,
    METRICS as METRICS,
    ParseScores as ParseScores,
    allowed as allowed,
    chosen as chosen,
    score_parse as score_parse,
    score_parses as score_parses,
)
