"""The public names of likewise.transduce.itg.beam: what other rooms and users may use."""

from .agenda import (
    BEAM as BEAM,
    beam_inside_log as beam_inside_log,
    beam_posteriors as beam_posteriors,
    beam_tree as beam_tree,
)
