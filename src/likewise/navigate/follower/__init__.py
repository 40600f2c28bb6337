"""A follower that grounds words in what is seen; learns from sentences and walks alone."""

from likewise.navigate.follower.model import KIND, NETS, Grounded

__all__ = ["KIND", "NETS", "Grounded"]
