"""likewise paraphrase run: a filter, one line out for each line in."""

from __future__ import annotations

import gzip
import json
import os
import sys
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, cast

import typer

from likewise.cli.command import InputError, note
from likewise.cli.paraphrase.options import Model, novelty_of, open_model
from likewise.io import MAX_LINE_BYTES, decode_line, open_binary

if TYPE_CHECKING:
    from likewise.paraphrase import Paraphrase

__all__ = ["run"]

_BLOCK = 1 << 16


def run(
    model: Model = None,
    novelty: Annotated[
        str | None,
        typer.Option("--novelty", metavar="0..1", help="How new the words shall be; without it, as learnt."),
    ] = None,
    nbest: Annotated[int, typer.Option("--nbest", min=1, max=1000, help="Paraphrases of each line.")] = 1,
    why: Annotated[
        bool, typer.Option("--why", help="Also the phrase pairs used, and what spoke for this wording.")
    ] = False,
    json_out: Annotated[bool, typer.Option("--json", help="Print one JSON object for each line.")] = False,
) -> None:
    """Paraphrase standard input, a line out for each line in; several paraphrases stand between tabs.

    Example: echo 'A man is slicing a tomato.' | likewise paraphrase run --model model --novelty 0.6
    """
    dial = novelty_of(novelty)
    paraphraser = open_model(model)
    if sys.stdin.isatty():
        note("reading standard input: type a line, Ctrl-D ends")
    written = 0
    try:
        with open_binary("-") as handle:
            for lines in _groups(handle):
                wordings = paraphraser.stream(lines, novelty=dial, nbest=nbest)
                for line, paraphrases in zip(lines, wordings, strict=True):
                    sys.stdout.write(_shown(line, paraphrases, why, json_out) + "\n")
                    written += 1
                sys.stdout.flush()
    except KeyboardInterrupt:
        # What went down the pipe cannot be called back, so it is not promised that nothing is half-written.
        sys.stdout.flush()
        note(f"interrupted after {written} lines")
        raise SystemExit(130) from None
    except BrokenPipeError:
        # The reader has gone (head, less): nothing more to say, and no complaint at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _groups(handle: BinaryIO) -> Iterator[list[str]]:
    """The lines that are there, at once: many from a file, one from someone who waits for the answer."""
    number, rest = 0, b""
    while True:
        try:
            # Gives what has arrived, where read would wait for more.
            block = cast(Any, handle).read1(_BLOCK)
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise InputError(f"broken gzip data: {error}", file="<stdin>", line=number + 1) from None
        *whole, rest = (rest + block).split(b"\n")
        if not block and rest:
            whole, rest = [rest], b""
        if len(rest) > MAX_LINE_BYTES:
            limit = MAX_LINE_BYTES // (1024 * 1024)
            raise InputError(f"line longer than {limit} MiB", file="<stdin>", line=number + len(whole) + 1)
        if whole:
            yield [decode_line(raw, "<stdin>", number + place) for place, raw in enumerate(whole, 1)]
            number += len(whole)
        if not block:
            return


def _shown(line: str, wordings: list[Paraphrase], why: bool, json_out: bool) -> str:
    if json_out:
        rows = [
            one.as_dict() if why else {"text": one.text, "score": one.score, "pinc": one.pinc}
            for one in wordings
        ]
        return json.dumps({"source": line, "paraphrases": rows}, ensure_ascii=False)
    if why:
        return "\n".join([line, *(_explained(one) for one in wordings)])
    return "\t".join(one.text for one in wordings)


def _explained(one: Paraphrase) -> str:
    """A paraphrase with its derivation, for people."""
    pairs = " | ".join(
        use.source if use.source == use.target else f"{use.source} -> {use.target}" for use in one.phrases
    )
    reasons = ", ".join(f"{name} {value:.2f}" for name, value in one.reasons.items())
    lines = [f"  {one.text}", f"      score {one.score:.2f}, PINC {one.pinc:.1f}", f"      pairs: {pairs}"]
    return "\n".join([*lines, f"      why: {reasons}"])
