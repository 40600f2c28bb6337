"""likewise freestyle respond: a filter, responses out for each line in."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.cli.command import about, note
from likewise.cli.freestyle.options import Clean, Lang, Model, Words, listed, open_model, word_range
from likewise.io import read_lines

if TYPE_CHECKING:
    from likewise.freestyle import Response

__all__ = ["respond"]


def respond(
    model: Model = None,
    nbest: Annotated[int, typer.Option("--nbest", min=1, max=100, help="Responses to each line.")] = 1,
    end: Annotated[str | None, typer.Option("--end", metavar="WORD", help="The last word.")] = None,
    words: Words = None,
    require: Annotated[
        str | None, typer.Option("--require", metavar="W,..", help="Words that must stand there.")
    ] = None,
    ban: Annotated[
        str | None, typer.Option("--ban", metavar="W,..", help="Words that must not stand there.")
    ] = None,
    clean: Clean = False,
    why: Annotated[
        bool, typer.Option("--why", help="Also the rules used, why it rhymes, and what it was copied from.")
    ] = False,
    lang: Lang = None,
    json_out: Annotated[bool, typer.Option("--json", help="Print one JSON object for each line.")] = False,
) -> None:
    """Respond to standard input, a line out for each line in; several responses stand between tabs.

    Example: echo 'What would I do' | likewise freestyle respond --model model --nbest 3
    """
    from likewise.freestyle import Wishes

    wishes: dict[str, Any] = {
        "end": end, "words": word_range(words), "require": listed(require, "--require"),
        "ban": listed(ban, "--ban"), "clean": clean,
    }  # fmt: skip
    Wishes.of(**wishes)
    freestyler = open_model(model, lang)
    if sys.stdin.isatty():
        note("reading standard input: type a line, Ctrl-D ends")
    written = 0
    try:
        for number, line in read_lines("-"):
            with about("-", number):
                responses = freestyler.respond(line, nbest=nbest, **wishes)
            sys.stdout.write(_shown(line, responses, why, json_out) + "\n")
            sys.stdout.flush()
            written += 1
            if not responses and not json_out:
                note(f"line {number}: {_reason(line)}")
            elif responses and not freestyler.knows(line):
                note(f"line {number}: the model knows none of its words, what it answers is chance")
    except KeyboardInterrupt:
        # What went down the pipe cannot be called back, so it is not promised that nothing is half-written.
        note(f"interrupted after {written} lines")
        raise SystemExit(130) from None
    except BrokenPipeError:
        # The reader has gone (head, less): nothing more to say, and no complaint at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _reason(line: str) -> str:
    from likewise.freestyle import line_words

    return "no response is as asked" if line_words(line) else "it has no word to respond to"


def _shown(line: str, responses: list[Response], why: bool, json_out: bool) -> str:
    if json_out:
        rows = [
            each.as_dict() if why else {"text": each.text, "score": each.score, "rhyme": each.rhyme}
            for each in responses
        ]
        reason = {} if rows else {"reason": _reason(line)}
        return json.dumps({"challenge": line, "responses": rows, **reason}, ensure_ascii=False)
    if why:
        return "\n".join([line, *(_explained(each) for each in responses)])
    return "\t".join(each.text for each in responses)


def _explained(response: Response) -> str:
    """A response with its derivation, for people."""
    rules = " | ".join(f"{use.source or '-'} -> {use.target or '-'}" for use in response.uses)
    lines = [f"  {response.text}", f"      score {response.score:.2f}", f"      rules: {rules}"]
    if response.why is not None:
        seen = "".join(f"\n        {one} / {other}" for one, other in response.why.seen)
        lines.append(f"      rhyme: {response.why.source}/{response.why.target}{seen}")
    if response.copied is not None:
        lines.append(f"      copied: '{response.copied.run}' of '{response.copied.line}'")
    return "\n".join(lines)
