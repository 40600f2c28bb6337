"""Paraphrasing: learn from clusters, say the same thing in other words, choose how new it is to be."""

from likewise.paraphrase.model import Paraphrase, Paraphraser, train

__all__ = ["Paraphrase", "Paraphraser", "train"]
