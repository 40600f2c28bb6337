"""The public names of likewise.transduce.itg.biparse: what other rooms and users may use."""
