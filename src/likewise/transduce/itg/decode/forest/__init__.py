"""The chart: items joined, pruned by cubes."""
