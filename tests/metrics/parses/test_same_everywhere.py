"""Figures do not depend on the order of sets, not even for an MRS whose predicates share a variable."""

from __future__ import annotations

import os
import subprocess
import sys

SCRIPT = """
from delphin.codecs import simplemrs
from likewise.metrics.parses.triples import dependency_structure
from likewise.deep.dependencies import elementary_dependencies

mrs = simplemrs.decode('''[ TOP: h1 INDEX: e2 RELS: < [ unknown<0:9> LBL: h3 ARG0: e2 ARG: x4 ]
  [ _the_q<0:3> LBL: h5 ARG0: x4 RSTR: h6 BODY: h7 ] [ _old_n_1<4:7> LBL: h8 ARG0: x4 ]
  [ _dog_n_1<8:11> LBL: h8 ARG0: x4 ] [ udef_q<4:11> LBL: h9 ARG0: x4 RSTR: h10 BODY: h11 ]
  [ _very_x<12:13> LBL: h8 ARG0: e12 ARG1: x4 ] > HCONS: < h1 qeq h3 h6 qeq h8 h10 qeq h8 > ]''')
for graph in (dependency_structure(mrs), elementary_dependencies(mrs)):
    print([(node.id, node.predicate, sorted(node.edges.items())) for node in graph.nodes])
"""


def test_shared_variables() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT], env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in range(4)
    }  # fmt: skip
    assert len(said) == 1
    assert "_dog_n_1" in said.pop()
