"""likewise freestyle rules: what a model has learnt, rule by rule."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from likewise.cli.command import Json, check_outputs, print_json, print_table, said
from likewise.cli.freestyle.options import Lang, Model, open_model
from likewise.io import write_text

__all__ = ["rules"]


def rules(
    model: Model = None,
    top: Annotated[int, typer.Option("--top", min=1, help="So many of the most probable rules.")] = 20,
    kind: Annotated[
        str | None,
        typer.Option("--kind", metavar="token|segment|copy|delete|insert", help="Rules of this kind only."),
    ] = None,
    target: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="Write them as a file of rules here.")
    ] = None,
    lang: Lang = None,
    json_out: Json = False,
) -> None:
    """Show the most probable rules of a model: words, or runs of words, and what answers them.

    Example: likewise freestyle rules --model model --top 30 --kind segment
    """
    from likewise.freestyle import dump_rules

    check_outputs(target, json_out=json_out)
    freestyler = open_model(model, lang)
    chosen = freestyler.rules(top, kind)
    if target is not None:
        with write_text(target) as handle:
            handle.write(dump_rules(chosen, freestyler.grammar))
        said(target)
    if json_out:
        rows = [
            {
                "source": " ".join(rule.source),
                "target": " ".join(rule.target),
                "probability": rule.probability,
                "kind": rule.kind,
            }
            for rule in chosen
        ]
        print_json({"rules": rows})
    elif target is None:
        table = [
            [" ".join(r.source) or "-", " ".join(r.target) or "-", f"{math.log(r.probability):.4f}", r.kind]
            for r in chosen
        ]
        print_table("Rules", ["source", "target", "log prob.", "kind"], table)
