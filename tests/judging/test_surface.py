"""The room's public names, and what it may know."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

from likewise import judging


def test_every_public_name_is_there_and_documented() -> None:
    assert dir(judging) == sorted(dir(judging))
    for name in dir(judging):
        assert inspect.getdoc(getattr(judging, name)), name


def test_it_knows_arrays_and_errors_only() -> None:
    allowed = (
        "numpy",
        "scipy",
        "likewise.public",
        "likewise.errors",
        "likewise.kernel",
        "likewise.draw",
        "likewise.judging",
    )
    for file in Path(judging.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for module in modules:
                known = module.split(".")[0] in sys.stdlib_module_names or module.startswith(allowed)
                assert known, f"{file.name} imports {module}"


def test_importing_it_loads_no_compiler() -> None:
    code = "import sys, likewise.judging; print(sorted({'numba', 'scipy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
