"""The public names of likewise.io.foreign: what other rooms and users may use."""

from .corpus_scores import read_corpus_scores as read_corpus_scores
from .format_table import (
    FOREIGN_FORMATS as FOREIGN_FORMATS,
    ForeignFormat as ForeignFormat,
    foreign_format as foreign_format,
    read_foreign as read_foreign,
)
from .lost_fields import LostFields as LostFields, Note as Note
from .wmt import pair_folder as pair_folder
