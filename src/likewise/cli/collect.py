"""likewise collect: campaigns from the command line."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.cli import options
from likewise.cli.console import check_outputs, note, print_json, print_table, progress, said
from likewise.errors import InputError
from likewise.io.lines import write_text

if TYPE_CHECKING:
    from likewise.collect.campaigns import Campaign
    from likewise.collect.store import Store

__all__ = ["app"]

app = typer.Typer(
    add_completion=False, no_args_is_help=True, rich_markup_mode=None, name="collect",
    epilog="Each of these has --help with an example, --database URL and --json.",
)  # fmt: skip

Database = Annotated[
    str,
    typer.Option(
        "--database",
        envvar="LIKEWISE_DATABASE",
        metavar="URL",
        help="sqlite:///NAME.db, a file's name, or postgresql://..",
    ),
]
Which = Annotated[
    str | None, typer.Argument(metavar="CAMPAIGN", help="Its short name or number; the only one if left out.")
]
By = Annotated[str, typer.Option("--by", metavar="NAME", help="Who decides, for the record.")]
DEFAULT = "sqlite:///likewise.db"
_PLACES = {"JPY": 0, "KRW": 0, "VND": 0, "CLP": 0, "ISK": 0, "BHD": 3, "KWD": 3, "TND": 3}


@app.callback()
def _collect() -> None:
    """Campaigns: people describe, paraphrase and rate; review them, pay them, export what they wrote.

    Example: likewise collect import msvd_train.csv.gz && likewise collect stats --json
    """


@contextmanager
def _open(database: str, *, new: bool = False) -> Iterator[Store]:
    """The database, its tables up to date; one that is not there is made only where that makes sense."""
    from likewise.collect.schema import sa
    from likewise.collect.store import Store

    url = database if "://" in database else f"sqlite:///{database}"
    store = Store(url)
    try:
        file = store.url.database
        if store.is_sqlite and not new and (file is None or not os.path.exists(file)):
            raise InputError("no such database; likewise collect new or import makes one", file=file)
        try:
            store.create()
        except sa.exc.DBAPIError as error:
            raise InputError(f"the database cannot be opened: {error.orig}") from None
        yield store
    finally:
        store.close()


def _campaign(store: Store, which: str | None) -> Campaign:
    from likewise.collect.campaigns import get_campaign, list_campaigns

    if which is not None:
        return get_campaign(store, int(which) if which.isascii() and which.isdigit() else which)
    found = list_campaigns(store)
    if len(found) != 1:
        names = ", ".join(c.slug for c in found[:10]) or "none"
        raise InputError(f"expected the name of a campaign, one of: {names}")
    return found[0]


def _about(campaign: Campaign) -> dict[str, Any]:
    return {"campaign": campaign.slug, "id": campaign.id, "title": campaign.title, "status": campaign.status}


def _money(amount: int, currency: str) -> str:
    places = _PLACES.get(currency, 2)
    whole, rest = divmod(abs(amount), 10**places)
    text = f"{'-' if amount < 0 else ''}{whole:,}" + (f".{rest:0{places}d}" if places else "")
    return f"${text}" if currency == "USD" else f"{text} {currency}"


def _two(text: str, option: str) -> tuple[int, int]:
    parts = text.split(",")
    if len(parts) not in (1, 2) or not all(p.strip().isascii() and p.strip().isdigit() for p in parts):
        raise InputError(f"{option} {text}: expected one or two whole numbers, for example 1,5")
    return int(parts[0]), int(parts[-1])


@app.command("new")
def new(
    title: Annotated[str, typer.Option("--title", help="What people see.")],
    task: Annotated[
        str,
        typer.Option(
            "--task", help="describe, clip, paraphrase, rate, instruct, follow, survey, or a YAML file."
        ),
    ] = "describe",
    items: Annotated[
        str | None, typer.Option("--items", metavar="FILE", help="Stimuli: JSON lines, CSV or TSV.")
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="A setting of the task: language=Hindi, scale=1-5."),
    ] = None,
    targets: Annotated[
        str, typer.Option("--targets", help="Answers wanted an item, in tier 1 and tier 2.")
    ] = "20,20",
    rates: Annotated[
        str | None,
        typer.Option(
            "--rates", help="Pay of an answer in tier 1 and 2, in cents; the task's usual otherwise."
        ),
    ] = None,
    currency: Annotated[str, typer.Option("--currency", help="Of the rates.")] = "USD",
    policy: Annotated[
        str, typer.Option("--policy", help="Who gets tier 2: manual, other-languages or after-accepted:N.")
    ] = "manual",
    wait: Annotated[
        bool, typer.Option("--wait", help="Answers wait for a reviewer; they are accepted at once otherwise.")
    ] = False,
    fee: Annotated[
        int, typer.Option("--fee", min=0, max=1000, help="The platform's fee in thousandths of the pay.")
    ] = 0,
    lease: Annotated[int, typer.Option("--lease", min=1, help="Seconds to do one piece of work in.")] = 1800,
    slug: Annotated[
        str | None, typer.Option("--slug", help="The short name; made of the title otherwise.")
    ] = None,
    database: Database = DEFAULT,
    json_out: options.Json = False,
) -> None:
    """Make a campaign, with its items if they are at hand.

    Example: likewise collect new --title "What happens here?" --task describe --items clips.jsonl
    """
    from likewise.collect.campaigns import add_items, create_campaign
    from likewise.collect.importing import read_items
    from likewise.collect.tasks import get_task

    name, settings = _task(task)
    settings |= _settings(setting)
    kind = get_task(name, settings)
    settings = kind.check_settings(settings)
    # Everything is read before anything is made.
    stimuli, keys = ([], None) if items is None else read_items(items, name, settings)
    with _open(database, new=True) as store:
        made = create_campaign(
            store, title=title, task=name, settings=settings, targets=_two(targets, "--targets"),
            rates=_two(rates, "--rates") if rates else kind.pay, currency=currency,
            lease_seconds=lease, auto_accept=not wait, grant_policy=policy, fee_permille=fee, slug=slug,
        )  # fmt: skip
        count = add_items(store, made, stimuli, keys=keys)
    if json_out:
        print_json({**_about(made), "items": count})
        return
    print(f"Campaign {made.slug} (number {made.id}) with {count} items.")


def _task(task: str) -> tuple[str, dict[str, Any]]:
    """The name of the task, and the settings that define it where it is a requester's own."""
    if not task.endswith((".yaml", ".yml")):
        return task, {}
    from likewise.collect.tasks import load_yaml
    from likewise.io.lines import read_lines

    text = "\n".join(line for _, line in read_lines(task))
    try:
        own = load_yaml(text)
    except InputError as error:
        raise InputError(error.message, file=task, line=error.line, field=error.field) from None
    return own.name, dict(own.settings)


def _settings(pairs: list[str] | None) -> dict[str, Any]:
    """`KEY=VALUE`: the value as JSON where it is JSON (numbers, lists, true), else as the text it is."""
    found: dict[str, Any] = {}
    for pair in pairs or []:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise InputError(f"--set {pair}: expected KEY=VALUE, for example scale=1-5")
        try:
            found[key] = json.loads(value)
        except (ValueError, RecursionError):
            found[key] = value
    return found


@app.command("import")
def import_(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="MSVD CSV, clusters, or items with --campaign.")
    ],
    campaign: Annotated[
        str | None, typer.Option("--campaign", help="Add the file's stimuli to this campaign.")
    ] = None,
    title: Annotated[str | None, typer.Option("--title", help="Title of the imported campaign.")] = None,
    database: Database = DEFAULT,
    json_out: options.Json = False,
) -> None:
    """Import a finished campaign (the MSVD CSV, or clusters as JSON lines), or items into one.

    Example: likewise collect import msvd_train.csv.gz --title MSVD
    """
    from likewise.collect.importing import import_clusters, import_items, import_msvd, is_msvd
    from likewise.collect.stats import table1

    if campaign is not None and title is not None:
        raise InputError("--title goes with a finished campaign, not with --campaign")
    if file != "-" and not os.path.exists(file):
        raise InputError("no such file", file=file)
    with _open(database, new=campaign is None) as store, progress("importing", file) as advance:
        if campaign is not None:
            found = _campaign(store, campaign)
            count = import_items(store, found, file, progress=advance)
            result = {**_about(found), "items": count}
            line = f"{count} items added to {found.slug}."
        else:
            name = title or Path(file).name.split(".")[0]
            if is_msvd(file):
                found = import_msvd(store, file, title=title or "MSVD", progress=advance)
            else:
                found = import_clusters(store, file, title=name, progress=advance)
            figures = table1(store, found, lang="all")
            result = {**_about(found), "items": figures["segments"], "answers": figures["total"]["submitted"]}
            result["workers"] = figures["total"]["workers"]
            line = (
                f"Campaign {found.slug} (number {found.id}): {result['items']} segments, "
                f"{result['answers']} descriptions by {result['workers']} workers."
            )
    if json_out:
        print_json(result)
    else:
        print(line)


@app.command("export")
def export(
    campaign: Which = None,
    kind: Annotated[
        str, typer.Option("--kind", help="clusters, segments, answers, msvd, huggingface or navigation.")
    ] = "clusters",
    target: Annotated[
        str, typer.Option("--out", help="A file, - for standard output; for huggingface a new folder.")
    ] = "-",
    state: Annotated[
        str, typer.Option("--state", help="Which answers: accepted, pending, rejected or all.")
    ] = "accepted",
    database: Database = DEFAULT,
    json_out: options.Json = False,
) -> None:
    """Write what people gave: clusters for score, rated segments for judge, tables, a dataset folder.

    Example: likewise collect export msvd --kind clusters --out clusters.jsonl
    """
    from likewise.collect.export import export as write

    if kind != "huggingface":
        check_outputs(target, json_out=json_out)
    with _open(database) as store:
        found = _campaign(store, campaign)
        count = write(store, found, kind, target, state=None if state == "all" else state)
    if json_out:
        print_json({"campaign": found.slug, "kind": kind, "records": count, "out": target})
        return
    said(target)
    if not count:
        note("there was nothing to write")


@app.command("stats")
def stats(
    campaign: Which = None,
    lang: Annotated[
        str | None, typer.Option("--lang", help="Figures of this language, or all; else the main language.")
    ] = None,
    database: Database = DEFAULT,
    json_out: options.Json = False,
) -> None:
    """The figures of the paper for a campaign: its Table 1, and those of its text.

    Example: likewise collect stats msvd --json
    """
    from likewise.collect.stats import table1

    with _open(database) as store:
        found = table1(store, _campaign(store, campaign), lang=lang)
    if json_out:
        print_json(found)
    else:
        _show_stats(found)


def _show_stats(found: dict[str, Any]) -> None:
    one, two, currency = found["tiers"]["1"], found["tiers"]["2"], found["currency"]
    name = found["language"]
    rows: list[list[Any]] = [["pay", _money(one["pay"], currency), _money(two["pay"], currency)]]
    for what in ("workers", "submitted", "accepted"):
        if name is not None:
            rows.append([f"# {what} ({name})", one[what], two[what]])
        rows.append([f"# {what} (total)", one["total"][what], two["total"][what]])
    print_table(f"{found['title']} ({found['status']})", ["", "Tier 1", "Tier 2"], rows)
    spread, second = found["per_segment"], found["per_segment"]["tiers"]["2"]
    least = found["workers_with"]
    kind = f"{name} descriptions" if name else "descriptions"
    print(f"{found['segments']} segments, {found['descriptions']} {kind} by {found['workers']} workers")
    most = found["top_worker"]
    print(f"{least['100']} workers gave at least 100, {least['500']} at least 500; the most is {most}")
    print(
        f"a segment has {spread['mean']:.1f} on average, at least {spread['p05']} for 95 %; "
        f"of tier 2 {second['mean']:.1f}, at least {second['p05']}"
    )
    if (seconds := found["seconds"])["mean"] is not None:
        print(
            f"{seconds['mean']:.0f} seconds a description on average, {seconds['median']:.0f} in the median"
        )
    cost, total = found["cost"], found["total"]
    print(
        f"cost {_money(cost['total'], currency)} (answers {_money(cost['answers'], currency)}, bonuses "
        f"{_money(cost['bonus'], currency)}, fees {_money(cost['fee'], currency)}), paid out "
        f"{_money(cost['paid'], currency)}"
    )
    if found["per_day"]:
        day, top = max(found["per_day"].items(), key=lambda pair: pair[1])
        print(f"the most on one day: {top} ({day})")
    table = [[lang, r["workers"], r["submitted"], r["accepted"]] for lang, r in found["languages"].items()]
    if len(table) > 1:
        table.append(["all", total["workers"], total["submitted"], total["accepted"]])
        print_table("Languages", ["language", "workers", "submitted", "accepted"], table)


@app.command("review")
def review(
    campaign: Which = None,
    grant: Annotated[
        str | None, typer.Option("--grant", metavar="CODE", help="Give this worker tier 2.")
    ] = None,
    refuse: Annotated[
        str | None, typer.Option("--refuse", metavar="CODE", help="Leave this worker in tier 1.")
    ] = None,
    revoke: Annotated[
        str | None, typer.Option("--revoke", metavar="CODE", help="Take tier 2 away from this worker.")
    ] = None,
    reason: Annotated[str | None, typer.Option("--reason", help="Why; kept with the decision.")] = None,
    by: By = "command line",
    limit: Annotated[int, typer.Option("--limit", min=1, help="How many workers to show.")] = 10,
    sample: Annotated[int, typer.Option("--sample", min=0, help="How many sentences of each.")] = 12,
    seed: options.Seed = 12345,
    database: Database = DEFAULT,
    json_out: options.Json = False,
) -> None:
    """Show the tier-1 workers who are due for a review, or decide about one.

    Example: likewise collect review --grant W7KQ2M4XA --reason "writes well"
    """
    from likewise.collect import tiers
    from likewise.collect.people import get_worker

    decisions = {"grant": grant, "refuse": refuse, "revoke": revoke}
    chosen = [(action, code) for action, code in decisions.items() if code is not None]
    if len(chosen) > 1:
        raise InputError("expected one of --grant, --refuse and --revoke")
    if chosen and not reason:
        raise InputError(f"--{chosen[0][0]}: expected --reason as well")
    with _open(database) as store:
        found = _campaign(store, campaign)
        if chosen:
            action, code = chosen[0]
            worker = get_worker(store, code)
            made = getattr(tiers, action)(store, worker.id, found, by, reason)
            tier = tiers.tier_of(store, worker.id, found)
            result = {"campaign": found.slug, "worker": worker.code, "tier": tier, "decision": asdict(made)}
            if json_out:
                print_json(result)
            else:
                print(f"{worker.code} works in tier {tier} of {found.slug}.")
            return
        queue = tiers.review_queue(store, found, sample=sample, limit=limit, seed=seed)
    if json_out:
        print_json({"campaign": found.slug, "queue": [asdict(one) for one in queue]})
        return
    if not queue:
        print("Nobody is due for a review.")
    for one in queue:
        _show_review(one)


def _show_review(one: Any) -> None:
    print(f"{one.code}: {one.submitted} in tier 1, {one.since_review} since the last review")
    # `says` tells the signals in words, `flags` those of them that passed a limit.
    said_flags = [f"! {flag}" for flag in one.evidence.get("flags", ())]
    lines = [
        *said_flags,
        *(f"- {line}" for line in one.evidence.get("says", ())),
        *one.sample,
        *(f"({past.action} by {past.by}: {past.reason})" for past in one.history),
    ]
    for line in lines:
        # People wrote this: nothing in it may steer the terminal.
        print("  " + "".join(c if c.isprintable() else " " for c in line))


@app.command("pay")
def pay(
    campaign: Annotated[
        str | None, typer.Argument(metavar="CAMPAIGN", help="Pay this campaign only; all if left out.")
    ] = None,
    owed: Annotated[bool, typer.Option("--owed", help="Only tell what is owed; pay nothing.")] = False,
    csv_out: Annotated[
        str | None, typer.Option("--csv", metavar="OUT", help="Write the ledger for the accountant here.")
    ] = None,
    currency: Annotated[
        str | None, typer.Option("--currency", help="Which currency, where several are owed.")
    ] = None,
    key: Annotated[
        str | None, typer.Option("--key", help="A name for this payout: given twice, it is paid once.")
    ] = None,
    by: By = "command line",
    database: Database = DEFAULT,
    json_out: options.Json = False,
) -> None:
    """Book a payout of everything that is owed, and write the ledger as CSV.

    Example: likewise collect pay --csv ledger.csv --key 2026-11
    """
    from likewise.collect import ledger

    check_outputs(csv_out, json_out=json_out)
    with _open(database) as store:
        found = None if campaign is None else _campaign(store, campaign)
        if owed:
            due = {worker: amount for worker, amount in ledger.balances(store, found).items() if amount > 0}
            result: dict[str, Any] = {"owed": sum(due.values()), "workers": len(due)}
            line = f"{result['owed']} minor units are owed to {len(due)} workers."
        else:
            batch = ledger.pay(store, campaign=found, by=by, key=key, currency=currency)
            result = asdict(batch)
            line = f"Payout {batch.id}: {_money(batch.total, batch.currency)} to {batch.workers} workers."
        wrong = ledger.check(store)
        if csv_out is not None:
            with write_text(csv_out) as stream:
                result["lines"] = ledger.accountant_csv(store, stream)
            said(csv_out)
    for problem in wrong:
        note(f"the ledger is wrong: {problem}")
    if json_out:
        print_json({**result, "problems": wrong})
    elif csv_out != "-":
        print(line)


@app.command("filter")
def filter_(
    campaign: Which = None,
    target: Annotated[
        str, typer.Option("--out", help="Write the clusters that are left here; - is standard output.")
    ] = "-",
    dropped: Annotated[
        str | None, typer.Option("--dropped", metavar="FILE", help="Write what was dropped, and why, here.")
    ] = None,
    model: Annotated[
        str | None, typer.Option("--model", metavar="DIR", help="A saved filter; else one is trained.")
    ] = None,
    save: Annotated[
        str | None, typer.Option("--save", metavar="DIR", help="Save the filter that was trained here.")
    ] = None,
    keep: Annotated[
        float, typer.Option("--keep", help="Share of tier-2 sentences that the filter lets pass, 0 to 1.")
    ] = 0.85,
    lang: Annotated[str, typer.Option("--lang", help="Sentences of this language.")] = "English",
    seed: options.Seed = 12345,
    database: Database = DEFAULT,
    json_out: options.Json = False,
) -> None:
    """Drop noisy tier-1 sentences: those that read unlike the tier-2 sentences of their item.

    Example: likewise collect filter msvd --out clean.jsonl --dropped noise.jsonl
    """
    from likewise.collect.export import clusters_of
    from likewise.collect.sentences import SentenceFilter, examples_of, fit
    from likewise.collect.sifting import in_language, sift
    from likewise.io.clusters import dump_clusters

    if model is not None and save is not None:
        raise InputError("--save goes with a filter that is trained, not with --model")
    check_outputs(target, dropped, json_out=json_out)
    with _open(database) as store:
        found = _campaign(store, campaign)
        clusters = list(in_language(clusters_of(store, found), lang))
    judge = fit(examples_of(clusters), keep=keep, seed=seed) if model is None else SentenceFilter.load(model)
    sifted = list(sift(clusters, judge))
    if save is not None:
        judge.save(save)
        said(save)
    dump_clusters((one.cluster for one in sifted if one.cluster.texts), target)
    said(target)
    if dropped is not None:
        with write_text(dropped) as stream:
            for one in sifted:
                for lost in one.dropped:
                    text, worker = lost.description.text, lost.description.worker
                    about = {"probability": lost.probability, "against": lost.against}
                    row = {"id": one.cluster.id, "text": text, "worker": worker, **about}
                    stream.write(json.dumps(row, ensure_ascii=False) + "\n")
        said(dropped)
    first = sum(d.tier == "1" for cluster in clusters for d in cluster.texts)
    count = sum(len(one.dropped) for one in sifted)
    if json_out:
        counts = {"tier_1": first, "kept": first - count, "dropped": count}
        print_json({"campaign": found.slug, **counts, "threshold": judge.threshold, "out": target})
    elif "-" not in (target, dropped):
        print(f"{count} of {first} tier-1 sentences in {lang} were dropped.")


@app.command("list")
def list_(database: Database = DEFAULT, json_out: options.Json = False) -> None:
    """List the campaigns of a database.

    Example: likewise collect list --database sqlite:///likewise.db
    """
    from likewise.collect.campaigns import list_campaigns

    with _open(database) as store:
        found = list_campaigns(store)
    if json_out:
        print_json({"campaigns": [{**_about(c), "task": c.task, "rates": list(c.rates)} for c in found]})
        return
    rows = [
        [c.id, c.slug, c.title, c.task, c.status, ", ".join(map(str, c.rates)), c.currency] for c in found
    ]
    print_table("Campaigns", ["number", "name", "title", "task", "status", "rates", "currency"], rows)
