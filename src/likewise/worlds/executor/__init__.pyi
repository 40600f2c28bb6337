"""The public names of likewise.worlds.executor: what other rooms and users may use."""

from .behaviour import Behaviour as Behaviour, Costs as Costs
from .walker import Executor as Executor, Walk as Walk
