"""The command line: one thin module a command over a documented function with the same arguments."""

from likewise.cli.main import main

__all__ = ["main"]
