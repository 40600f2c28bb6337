"""The public names of likewise.transduce.align.hmm: what other rooms and users may use."""

from .jumps import JumpCounts as JumpCounts, Jumps as Jumps
