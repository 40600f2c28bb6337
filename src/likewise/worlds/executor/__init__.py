"""The walker who carries out plans on a map, with a switch for each thing it does unasked."""

from likewise.worlds.executor.behaviour import Behaviour, Costs
from likewise.worlds.executor.walker import Executor, Walk

__all__ = ["Behaviour", "Costs", "Executor", "Walk"]
