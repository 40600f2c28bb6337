"""likewise navigate train: a follower out of instructions and the paths walked for them."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from likewise.cli.command import Json, Seed, about, print_json, staged
from likewise.cli.model_notes import older_model, said_model
from likewise.cli.navigate.inputs import Data, Grammar, Lang, Maps, Method, Parser, corpus_of
from likewise.io import check_model_place

__all__ = ["train"]


def train(
    target: Annotated[str, typer.Option("--out", metavar="DIR", help="Folder that the model goes to.")],
    data: Data = None,
    maps: Maps = None,
    parser: Parser = "best",
    method: Method = "sgoll",
    grammar: Grammar = "original",
    lang: Lang = "en",
    seed: Seed = 0,
    json_out: Json = False,
) -> None:
    """Learn to follow instructions from the paths that people walked; plans written by people are not read.

    Example: likewise navigate train --data sail --maps Grid,Jelly --out follower
    """
    from likewise.navigate import Setting, learnt

    setting = Setting(method, parser, grammar, lang, seed)
    setting.check()
    check_model_place(target)
    begun = time.perf_counter()
    corpus = corpus_of(data, lang, maps)
    with about(data), staged() as tell:
        follower = learnt(corpus, setting, tell)
    older = older_model(target)
    follower.save(target)
    seconds = time.perf_counter() - begun
    kind = follower.kind
    said_model(target, older)
    if json_out:
        print_json({"sentences": len(corpus.sentences), "seconds": seconds, "kind": kind, "out": target})
    else:
        print(f"{kind} from {len(corpus.sentences):,} sentences, in {seconds:.1f} s.")
