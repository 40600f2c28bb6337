"""The HMM of alignment."""

from likewise.transduce.align.hmm.jumps import JumpCounts, Jumps

__all__ = ["JumpCounts", "Jumps"]
