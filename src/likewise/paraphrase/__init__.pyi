"""The public names of likewise.paraphrase: what other rooms and users may use."""

from .embedded_model import SMALL as SMALL, embedded as embedded, open_paraphraser as open_paraphraser
from .evaluation import evaluate_paraphraser as evaluate_paraphraser
from .model import Paraphrase as Paraphrase, Paraphraser as Paraphraser, train as train
from .pattern_harvest import (
    HarvestedPattern as HarvestedPattern,
    dump_harvest as dump_harvest,
    harvest as harvest,
    harvest_table as harvest_table,
)
from .precompile import compiled as compiled, precompiled as precompiled
