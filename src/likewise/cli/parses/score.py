"""likewise parses score: the fourteen parser metrics, or those that the format allows."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.cli.command import (
    InputError,
    Json,
    aside,
    check_outputs,
    note,
    print_json,
    print_tables,
    said,
)

if TYPE_CHECKING:
    from likewise.evaluate import ParsePairs, ParseSettings
    from likewise.metrics.parses import ParseScores

__all__ = ["score"]


def score(
    gold: Annotated[str, typer.Option("--gold", metavar="FILE", help="The gold parses; .gz too.")],
    system: Annotated[str, typer.Option("--system", metavar="FILE", help="The parses to score.")],
    format: Annotated[
        str | None,
        typer.Option(
            "--format", help="ptb, conllu, derivation or mrs (default: by what the gold file holds)."
        ),
    ] = None,
    metrics: Annotated[
        str | None, typer.Option("--metrics", "-m", help="Metrics by name, with commas (default: all).")
    ] = None,
    no_punctuation: Annotated[
        bool, typer.Option("--no-punctuation", help="Compare as if there were no punctuation.")
    ] = False,
    no_properties: Annotated[
        bool, typer.Option("--no-properties", help="MRS: leave out the properties of variables.")
    ] = False,
    functions: Annotated[
        bool, typer.Option("--functions", help="Penn brackets: keep function tags such as -SBJ.")
    ] = False,
    heads: Annotated[
        str | None,
        typer.Option("--heads", metavar="FILE", help="Derivations: head daughter of each rule (rules.hds)."),
    ] = None,
    skip_broken: Annotated[
        bool,
        typer.Option("--skip-broken", help="Derivations, MRSs: a broken analysis scores 0 and is named."),
    ] = False,
    segments_out: Annotated[
        str | None,
        typer.Option("--segments", metavar="FILE", help="Write each sentence's scores and why (JSON lines)."),
    ] = None,
    explain: Annotated[
        str | None, typer.Option("--explain", metavar="ID", help="Show why one sentence has its scores.")
    ] = None,
    json_out: Json = False,
) -> None:
    """Score a parser's output against gold parses, sentence by sentence, with every metric the format allows.

    Example: likewise parses score --gold gold.mrg --system parsed.mrg --segments why.jsonl
    """
    from likewise.deep import load_heads
    from likewise.evaluate import ParseSettings, dump_parse_scores, format_of, pair_parses
    from likewise.metrics.parses import FORMATS, score_parses

    if format not in {None, *FORMATS}:
        raise InputError(f"--format {format}: expected one of {', '.join(FORMATS)}")
    if gold == system == "-":
        raise InputError("only one of --gold and --system can be standard input")
    check_outputs(segments_out, inputs=[gold, system, heads], json_out=json_out)
    table = None if heads is None else load_heads(heads)
    how = ParseSettings(
        format or format_of(gold), table, not no_punctuation, not no_properties, functions, skip_broken
    )
    if skip_broken and how.format not in ("derivation", "mrs"):
        raise InputError(
            f"--skip-broken goes with --format derivation or mrs, the format here is {how.format}"
        )
    pairs = pair_parses(gold, system, how)
    if explain is not None:
        for remark in pairs.broken_remarks():
            note(remark)
        _explain(pairs, explain, metrics, json_out)
        return
    scores = score_parses(pairs.golds, pairs.systems, metrics)
    for remark in pairs.remarks(scores):
        note(remark)
    if segments_out is not None:
        dump_parse_scores(pairs, scores, segments_out)
        said(segments_out)
    if segments_out != "-":
        _show(pairs, scores, how, json_out)


def _show(pairs: ParsePairs, scores: ParseScores, how: ParseSettings, json_out: bool) -> None:
    if json_out:
        result = {**scores.as_dict(), "signature": how.signature()}
        if how.skip_broken:
            result["broken"] = [asdict(fault) for fault in pairs.broken]
            result["broken_gold"] = [asdict(fault) for fault in pairs.broken_gold]
        print_json(result)
        return
    print_tables(scores)
    aside(how.signature())


def _explain(pairs: ParsePairs, identity: str, metrics: str | None, json_out: bool) -> None:
    from likewise.metrics.parses import allowed, chosen, explain_parse

    if identity not in pairs.ids:
        raise InputError(f"--explain {identity}: no sentence has this id (without ids they count from 1)")
    place = pairs.ids.index(identity)
    gold, parses = pairs.golds[place], [parse for parse in pairs.systems[place] if not parse.empty]
    names = chosen(metrics, allowed([gold], [parses]))
    reasons = [explain_parse(gold, parse, names) for parse in parses]
    if json_out:
        print_json({"id": identity, "parses": reasons})
        return
    if not reasons:
        print("no parse: every metric is 0")
    for why in reasons:
        print("\n".join(_lines(why)))


def _lines(why: dict[str, Any]) -> list[str]:
    """The evidence for people."""
    lines = ["  ".join(f"{name} {value:.2f}" for name, value in why["scores"].items())]
    for crossing in why.get("crossed", []):
        crossed = "; ".join(map(_phrase, crossing["crosses"]))
        lines.append(f"crosses  {_phrase(crossing['bracket'])}  over  {crossed}")
    for kind in ("missed", "wrong"):
        lines.extend(f"{kind}  {_phrase(row)}" for row in why.get("brackets", {}).get(kind, []))
        lines.extend(
            f"{kind}  {row['dependent']} < {row['head'] or 'root'}  ({row['label']})"
            for row in why.get("dependencies", {}).get(kind, [])
        )
        lines.extend(f"{kind}  {_triple(row)}" for row in why.get("triples", {}).get(kind, []))
    for word in why.get("words", []):
        if word.get("missing"):
            lines.append(f"word  {word['word']}: the parse has no word over the same characters")
        for name in ("entry", "pos"):
            if name in word:
                lines.append(f"word  {word['word']}: {name} {word[name][0]}, found {word[name][1]}")
    return lines


def _phrase(row: dict[str, Any]) -> str:
    return f"[{row['label']} {row['text']}]"


def _triple(row: list[Any]) -> str:
    (start, end), label, value = row
    shown = f"<{value[0]}:{value[1]}>" if isinstance(value, list) else value
    return f"<{start}:{end}> {label} {shown}".replace("  ", " ")
