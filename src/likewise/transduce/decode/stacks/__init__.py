"""The search: stacks of hypotheses, recombination, pruning."""
