"""The public names of likewise.transduce.itg.biparse: what other rooms and users may use."""

from .kbest import best_trees as best_trees
from .lexical_cells import LexicalCells as LexicalCells
from .matrix import MatrixBiparse as MatrixBiparse, biparse_matrix as biparse_matrix, matrix_log as matrix_log
from .tree import BiparseTree as BiparseTree
