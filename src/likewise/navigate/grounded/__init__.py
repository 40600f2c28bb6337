"""A follower that grounds words in what is seen; learns from sentences and walks alone."""

from likewise.navigate.grounded.model import NETS, Grounded

__all__ = ["NETS", "Grounded"]
