"""The command line: one thin module a command over a documented function with the same arguments."""

import signal
import sys
from types import FrameType

__all__ = ["main"]


def _end(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main() -> None:
    """Run the program; an end asked for from outside cleans up as Ctrl-C does, from the first moment."""
    try:
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), _end)
        from likewise.cli.main import run
        from likewise.cli.manners import note_compiling

        note_compiling()
        code = run()
    except KeyboardInterrupt:
        print("likewise: interrupted, nothing was left half-written", file=sys.stderr)
        code = 130
    sys.exit(code)
