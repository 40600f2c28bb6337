"""A stand-in for a judge that is a program: it counts words, so its verdicts are the same in every run.

    command = ["python", "-m", "likewise.testing.judge_command"]

It shows that the way to a judge is sound; its verdicts say little about meaning. `--pause SECONDS` lets it
wait before each reply, `--garbage N` reply nonsense to every N-th request, `--fail-after N` end with code 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable
from typing import Any, TextIO

__all__ = ["serve", "standin_reply"]


def standin_reply(texts: dict[str, Any], system: str = "") -> str:
    """The reply to some texts: a JSON object with reason and verdict, by shared words.

    One candidate gets 1 to 5 by the share of words that it has in common with the source (or the first
    reference). Of two, the one with the larger share is better; within a tenth of each other the first is, so
    that the stand-in prefers a place as models do.
    """
    held = texts.get("source") or (texts.get("references") or [""])[0]
    if "candidate" in texts:
        share = _shared(held, texts["candidate"])
        return json.dumps({"reason": f"{share:.0%} of the words are shared", "verdict": 1 + round(4 * share)})
    first, second = (_shared(held, texts[name]) for name in ("first", "second"))
    verdict = "first" if first >= second - 0.1 else "second"
    return json.dumps({"reason": f"{first:.0%} and {second:.0%} of the words are shared", "verdict": verdict})


def _shared(one: str, other: str) -> float:
    """The words that two texts share, as a share of all words of both."""
    a, b = (set(text.lower().replace(".", " ").split()) for text in (one, other))
    return len(a & b) / len(a | b) if a | b else 1.0


def serve(
    lines: Iterable[str], out: TextIO, *, pause: float = 0.0, garbage: int = 0, fail_after: int = 0
) -> int:
    """Answer requests line by line; the code to end with."""
    for number, line in enumerate(lines, 1):
        if fail_after and number > fail_after:
            return 1
        time.sleep(pause)
        asked = json.loads(line)
        reply = "Hm." if garbage and number % garbage == 0 else standin_reply(asked["texts"])
        counts = {
            "tokens_in": len((asked["system"] + asked["user"]).split()),
            "tokens_out": len(reply.split()),
        }
        out.write(json.dumps({"id": asked["id"], "reply": reply, **counts}) + "\n")
        out.flush()
    return 0


def _main() -> int:
    options = argparse.ArgumentParser(description="A stand-in for a judge.")
    options.add_argument("--pause", type=float, default=0.0, metavar="SECONDS")
    options.add_argument("--garbage", type=int, default=0, metavar="N")
    options.add_argument("--fail-after", type=int, default=0, metavar="N")
    given = options.parse_args()
    return serve(sys.stdin, sys.stdout, pause=given.pause, garbage=given.garbage, fail_after=given.fail_after)


if __name__ == "__main__":
    sys.exit(_main())
