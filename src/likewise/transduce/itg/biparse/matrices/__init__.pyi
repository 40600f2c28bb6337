"""The public names of likewise.transduce.itg.biparse.matrices: none, its loops are used by name."""
