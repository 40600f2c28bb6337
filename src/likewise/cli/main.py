"""The program: its commands, and one place where errors become one line and an exit code."""

from __future__ import annotations

import os
import re
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from likewise.cli.manners import Quiet, Verbose, current, mannered, speak
from likewise.cli.option_rules import ruled
from likewise.cli.suggestion import nearest, suggested
from likewise.errors import InputError, LikewiseError
from likewise.io import DISK_FULL
from likewise.version import __version__

__all__ = ["COMMANDS", "app", "run"]

# Typer carries its own copy of click in some versions and uses the package in others; its public
# BadParameter leads to the base classes either way.
_UsageError: type[Any] = typer.BadParameter.__mro__[1]
_ClickError: type[Any] = typer.BadParameter.__mro__[2]

_INTERRUPTED = 130
"""What some versions of Typer return for Ctrl-C; others raise it."""


def _summaries() -> dict[str, str]:
    """Every command with its summary: the modules of this folder that begin with `likewise NAME: SUMMARY`.

    Only first lines are read; a command is imported when it is run.
    """
    summaries = {}
    for path in sorted(Path(__file__).parent.iterdir()):
        source = path / "__init__.py" if path.is_dir() else path
        if source.suffix == ".py" and source.is_file():
            with source.open(encoding="utf-8") as stream:
                start, colon, summary = stream.readline().strip().strip('"').partition(": ")
            name = path.stem.replace("_", "-")
            if colon and start == f"likewise {name}":
                summaries[name] = summary[0].upper() + summary[1:]
    return summaries


SUMMARIES = _summaries()
COMMANDS = tuple(SUMMARIES)


class LazyGroup(TyperGroup):
    """A group whose commands are imported only when they are run, so that the program starts fast."""

    only_named = False

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        return _named(cmd_name) if self.only_named else ruled(mannered(_load(cmd_name)))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS and args[0][:1] != "-" and not ctx.resilient_parsing:
            near = nearest(args[0], COMMANDS)
            hint = f"; did you mean {near}?" if near else ""
            raise InputError(f"No such command '{args[0]}'{hint} (see likewise --help)")
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        # Names and summaries are offered without importing what is behind them.
        self.only_named = True
        try:
            return super().shell_complete(ctx, incomplete)
        finally:
            self.only_named = False

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        # The overview needs names and summaries, not the modules behind them.
        with formatter.section("Commands"):
            formatter.write_dl(list(SUMMARIES.items()))


def _named(name: str) -> Any:
    """A command that has a name and a summary and does nothing."""
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    single.command(name, short_help=SUMMARIES[name])(lambda: None)
    return typer.main.get_command(single)


def _load(name: str) -> Any:
    """The command of this name: a function, or a group of its own where the module holds an `app`."""
    module = import_module(f"likewise.cli.{name.replace('-', '_')}")
    if hasattr(module, "app"):
        return typer.main.get_command(module.app)
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    function = getattr(module, name.replace("-", "_"))
    single.command(name, short_help=SUMMARIES[name], no_args_is_help=False)(function)
    return typer.main.get_command(single)


app = typer.Typer(
    cls=LazyGroup,
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(value: bool) -> None:
    if value:
        print(f"likewise {__version__}")
        raise typer.Exit


@app.callback(epilog="Start with: likewise tour")
def _program(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Collect, generate and judge text that means the same."""
    speak(quiet=quiet, verbose=verbose)


def run(arguments: list[str] | None = None) -> int:
    """Run the program; 0 when done, 2 on bad input (one line on standard error), 1 on anything else."""
    if isinstance(sys.stdout, TextIOWrapper):
        # Text of any script goes out even where the terminal's encoding cannot show it.
        sys.stdout.reconfigure(errors="backslashreplace")
    speak()
    start = time.perf_counter()
    code = _run(arguments)
    if current().verbose:
        print(f"likewise: {_spent(time.perf_counter() - start)}", file=sys.stderr)
    return code


def _shown_work() -> AbstractContextManager[None]:
    """Slow work of a metric has a progress bar, where standard error is a terminal."""
    if not sys.stderr.isatty():
        return nullcontext()
    from likewise.metrics import watched

    return watched(_bar)


def _bar(what: str, total: int) -> AbstractContextManager[Callable[[int], None]]:
    from likewise.cli.command import counted

    return counted(what, total)


def _run(arguments: list[str] | None) -> int:
    try:
        with _shown_work():
            command: Any = typer.main.get_command(app)
            result: Any = command.main(arguments, prog_name="likewise", standalone_mode=False)
        sys.stdout.flush()
        if result == _INTERRUPTED:
            raise KeyboardInterrupt
        return result if isinstance(result, int) else 0
    except LikewiseError as error:
        return _fail(suggested(str(error)), 2)
    except _UsageError as error:
        if not error.format_message().startswith("Usage:"):
            where = error.ctx.command_path if error.ctx else "likewise"
            told = suggested(error.format_message().rstrip("."))
            return _fail(f"{told}{_way_out(told, where)} (see {where} --help)", 2)
        print(error.format_message())
        return 2
    except _ClickError as error:
        return _fail(error.format_message(), 2)
    except (typer.Abort, KeyboardInterrupt):
        return _interrupted()
    except BrokenPipeError:
        return _reader_gone()
    except SystemExit as error:
        # Typer makes an exit with 1 of a closed pipe.
        if isinstance(error.__context__, BrokenPipeError):
            return _reader_gone()
        raise
    except OSError as error:
        if error.errno in DISK_FULL:
            return _no_room(error)
        where = f"{error.filename}: " if error.filename else ""
        return _fail(f"{where}{error.strerror or error}", 1)
    except Exception as error:
        # Compiled code may put an error of its own in the place of an interrupt.
        if not isinstance(error.__cause__ or error.__context__, KeyboardInterrupt):
            raise
        return _interrupted()


_ONE_FILE = ("score", "compare", "judge")


def _way_out(message: str, command: str) -> str:
    """What to do instead, or why it cannot be, where people bring habits of other programs."""
    if "option: --skip-broken" in message:
        return f", and {command} has no rows that could be left out: what it reads belongs together"
    if message.startswith("Got unexpected extra argument") and command.split()[-1] in _ONE_FILE:
        return (
            ": one file is read, with systems told apart by its field 'system', "
            "or texts by --candidate NAME=FILE, once for each system"
        )
    if re.match(r"No such option: -\d", message):
        return ": a number below 0 stands after --"
    return ""


def _interrupted() -> int:
    return _fail("interrupted, nothing was left half-written", _INTERRUPTED)


def _reader_gone() -> int:
    """The reader of the output has gone (head, less): nothing more to say, and no complaint at exit."""
    _silence()
    return 0


def _no_room(error: OSError) -> int:
    """The disk is full: what was being written, and what to do."""
    where = f"{error.filename}: " if error.filename else ""
    if not where:
        # It may have been standard output, where a rest still waits.
        _silence()
    return _fail(
        f"{where}cannot be written, the disk is full: make room, or write to another place; "
        "no file was left half-written", 1,
    )  # fmt: skip


def _silence() -> None:
    """Send what is still to be written nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _spent(seconds: float) -> str:
    """How long it took, and the memory that was needed at most where the system tells."""
    told = f"took {seconds:.2f} s, version {__version__}"
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:
        return told
    peak = getrusage(RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    return f"{told}, memory {peak:.0f} MB"


def _fail(message: str, code: int) -> int:
    if current().verbose and sys.exc_info()[0] is not None:
        traceback.print_exc()
    print("likewise: " + " ".join(message.split("\n")), file=sys.stderr)
    return code
