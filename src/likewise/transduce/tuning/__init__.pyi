"""The public names of likewise.transduce.tuning: what other rooms and users may use."""

from .pools import Objective as Objective, Pools as Pools
from .tuner import METHODS as METHODS, Round as Round, Tuned as Tuned, tune as tune
