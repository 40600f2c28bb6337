"""Tuning: weights of the decoder chosen so that a metric, handed in as functions, rises."""

from likewise.transduce.tuning.pools import Objective, Pools
from likewise.transduce.tuning.tuner import METHODS, Round, Tuned, tune

__all__ = ["METHODS", "Objective", "Pools", "Round", "Tuned", "tune"]
