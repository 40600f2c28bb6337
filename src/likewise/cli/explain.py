"""likewise explain: why this score: n-grams, lengths, parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import typer

from likewise.cli.command import InputError, Json, about, out, print_json, progress, read_log
from likewise.cli.segments import Format, Lowercase, Settings, Tokenize, metrics_from, parse_settings
from likewise.evaluate import USUAL, explain as explain_segment, find_segment, worst_segments
from likewise.io import read_segments
from likewise.metrics import Metric, required_fields
from likewise.records import Segment

__all__ = ["explain"]

_USUAL = ",".join(USUAL)
_POLARITY = ("negations", "reference", "flags")
"""Evidence of the metric `negation`, which has a part of its own."""
_DIFF = ("same", "changes", "unread", "against")
"""Evidence of the metric `meaning`, which is shown as `likewise diff` shows it."""


def explain(
    segments: Annotated[str, typer.Argument(metavar="SEGMENTS", help="Segments: JSON lines, CSV or TSV.")],
    identity: Annotated[str | None, typer.Option("--id", help="The segment's id.")] = None,
    worst: Annotated[
        int | None,
        typer.Option(
            "--worst", min=1, help="In place of --id: so many with the worst scores by the first metric."
        ),
    ] = None,
    system: Annotated[
        str | None, typer.Option("--system", help="The system, where several have the id.")
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option(
            "--metrics",
            "-m",
            help="Metrics by name (or ./folder of a saved one), with commas.",
            show_default="bleu,pinc, those that the segment allows",
        ),
    ] = None,
    format: Format = None,
    tokenize: Tokenize = None,
    lowercase: Lowercase = False,
    settings: Settings = None,
    json_out: Json = False,
) -> None:
    """Show why a segment has its score: which n-grams matched, where, and which did not.

    Example: likewise explain outputs.jsonl --id clip-07 --system free

    The worst three: likewise explain outputs.jsonl --worst 3 --metrics chrf
    """
    if (identity is None) == (worst is None):
        raise InputError("expected one of --id ID and --worst NUMBER")
    chosen = parse_settings(settings, tokenize, lowercase)
    asked = metrics_from(_USUAL if metrics is None else metrics, chosen)
    if worst is not None:
        _explain_worst(segments, asked, worst, system, format, json_out)
        return
    assert identity is not None
    among: list[Segment] = []
    with progress("looking", segments) as advance, about(segments):
        rows: Iterable[Segment] = read_segments(segments, format=format, progress=advance, log=read_log())
        if any(metric.whole for metric in asked):
            rows = among = list(rows)
        segment = find_segment(rows, identity, system)
    with about(segments):
        if metrics is None:
            evidence = explain_segment(segment, settings=chosen)
        else:
            evidence = explain_segment(segment, asked, among=among)
    if json_out:
        print_json(evidence)
    else:
        _show(evidence)


def _explain_worst(
    path: str, metrics: list[Metric], count: int, system: str | None, format: str | None, json_out: bool
) -> None:
    """Explain the segments with the worst scores, the worst first."""
    needs = required_fields(metrics)
    with progress("scoring", path) as advance, about(path):
        rows = list(read_segments(path, format=format, require=needs, progress=advance, log=read_log()))
        if system is not None:
            rows = [row for row in rows if row.system == system]
            if not rows:
                raise InputError(f"no segment is of the system '{system}'", field="system")
        evidence = [
            explain_segment(one, metrics, among=rows) for one in worst_segments(rows, metrics[0], count)
        ]
    if json_out:
        print_json({"worst": evidence})
        return
    for place, one in enumerate(evidence):
        if place:
            out().rule(style="dim")
        _show(one)


def _show(evidence: dict[str, Any]) -> None:
    from rich.text import Text

    console = out()
    for field in ("id", "system", "source", "candidate"):
        if field in evidence:
            console.print(Text(f"{field:10} ", style="bold") + Text(str(evidence[field])))
    for place, reference in enumerate(evidence.get("references", [])):
        console.print(Text(f"ref {place + 1:<6} ", style="bold") + Text(reference))
    for name, evidence_of in evidence["metrics"].items():
        console.print()
        console.print(
            Text(f"{name} {_score(evidence_of['score'])}", style="bold"),
            Text(evidence_of["signature"], style="dim"),
        )
        if "alignment" in evidence_of:
            from likewise.metrics.meant import evidence_lines

            for line in evidence_lines(evidence_of):
                console.print(Text(f"  {line}"), soft_wrap=True)
            continue
        if "replies" in evidence_of:
            for line in _replies(evidence_of):
                console.print(Text(f"  {line}"))
            continue
        for key, value in evidence_of.items():
            if key not in {"score", "signature", "orders", *_POLARITY, *(_DIFF if name == "meaning" else ())}:
                console.print(Text(f"  {key.replace('_', ' ')}: {_shown(value)}"))
        for row in evidence_of.get("orders", []):
            console.print(_order(row))
        if name == "meaning":
            _show_diff(evidence, evidence_of)
    negation = evidence.get("negation")
    if negation and any(side["negations"] for side in negation["negations"].values()):
        console.print()
        console.print(_negation(negation))


def _score(value: float) -> str:
    return "no score" if value != value else f"{value:.2f}"


def _replies(told: dict[str, Any]) -> list[str]:
    """What a language model said of the segment, a line a reply; then why there is no verdict."""
    lines = []
    for reply in told["replies"]:
        shown = f" of {' and '.join(map(str, reply['shown']))}" if "shown" in reply else ""
        said = "no verdict" if reply["verdict"] is None else _shown(reply["verdict"]).removesuffix(".000")
        lines.append(f"{said}{shown} ({reply['asked'][:10]}): {' '.join(reply['reason'].split())}")
    return lines + [f"{flag['kind']}: {flag['reason']}" for flag in told["flags"]]


def _show_diff(evidence: dict[str, Any], told: dict[str, Any]) -> None:
    """What changed in meaning from the text that the candidate was held against."""
    from likewise.cli.marked_pair import print_pair

    console, before = out(), told["against"]
    references = evidence.get("references", [])
    name = f"ref {references.index(before) + 1}" if before in references else "source"
    print_pair(console, before, evidence["candidate"], told, names=(f"  {name}", "  candidate"))
    if not told["changes"]:
        named = " in what could be read" if told["unread"] else ""
        console.print(
            f"  no change of meaning was found{named}" if told["same"] else "  no change can be named"
        )


def _negation(compared: dict[str, Any]) -> Any:
    """What both sides deny: cues in braces, scopes in brackets, events in stars; then the flags."""
    from rich.text import Text

    from likewise.negation import marked

    other = "source" if compared["reference"] is None else f"ref {compared['reference'] + 1}"
    text = Text("negation", style="bold")
    for name, side in (("candidate", "candidate"), (other, "reference")):
        shown = compared["negations"][side]
        notes = [_noted(row) for row in shown["negations"]] or [""]
        for line, noted in zip(marked(shown).split("\n"), notes, strict=True):
            text += Text(f"\n  {name:10} ", style="bold") + Text(line) + Text(noted, style="dim")
    for flag in compared["flags"]:
        text += Text(f"\n  {flag['kind']:10} ", style="bold red") + Text(flag["reason"])
    return text if compared["flags"] else text + Text("\n  agrees", style="green")


def _noted(row: dict[str, Any]) -> str:
    notes = [row["kind"]] * (row["kind"] != "word") + ["cancelled"] * row["cancelled"]
    return f"  ({', '.join(notes)})" if notes else ""


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_shown(item)}" for key, item in value.items())
    if isinstance(value, list):
        return "; ".join(_shown(item) for item in value)
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _order(row: dict[str, Any]) -> Any:
    """One line of evidence for an order: BLEU's n-grams found and missing, NIST's bits, PINC's new."""
    from rich.text import Text

    if "information" in row:
        return Text(
            f"  {row['n']}-grams: {row['information']:.2f} bits shared with a reference in {row['ngrams']}"
        )
    if "ngrams" in row:
        smoothed = "" if row["matched"] else ", smoothed"
        line = f"  {row['n']}-grams: {row['matched']} of {row['total']}, precision {row['precision']:.1f}"
        line += smoothed
        good = [f"{m['ngram']} ({','.join(str(r + 1) for r in m['references'])})" for m in row["ngrams"]]
        bad, names = row["missed"], ("found (in reference)", "missing")
    else:
        line = f"  {row['n']}-grams: {len(row['new'])} of {row['total']} new"
        good, bad, names = row["new"], row["kept"], ("new", "kept from the source")
    text = Text(line)
    for name, grams, style in ((names[0], good, "green"), (names[1], bad, "red")):
        if grams:
            text += Text(f"\n      {name}: ") + Text(" | ".join(grams), style=style)
    return text
