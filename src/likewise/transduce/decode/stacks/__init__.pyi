"""The public names of likewise.transduce.decode.stacks: what other rooms and users may use."""

from ._kernels import sort_by as sort_by
