"""Every command line of the README, the tutorial and the how-tos runs, in order, in an empty folder.

The folder holds what `likewise examples .` writes and what the lines before have made. A line that cannot run
stands in LEFT_OUT with the reason; one that is no longer on its page fails the test too.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from likewise.cli.main import run
from likewise.text.installed_encoders import encoder_folder
from page_commands import PageCommand, commands_of, shown_outputs

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="the folder docs is not there: run from a checkout")

YOURS = "works on data that only the reader has"
PEOPLE = "works on what people answered in a campaign"
SERVER = "runs until somebody stops it"
MINUTES = "takes a minute or more"
PACKAGE = "needs a package that the page installs"

LEFT_OUT: dict[str, dict[str, str]] = {
    "README.md": {},
    "add-a-metric.md": {"likewise score outputs.jsonl --metrics bleu,words-kept": PACKAGE},
    "choose-negation-method.md": {
        "likewise negation evaluate --gold dev.conll": YOURS,
        "echo 'He did not go.' | likewise negation resolve --method crawler": YOURS,
    },
    "collect-data.md": {
        "likewise studio": SERVER,
        "likewise collect review clips --grant": PEOPLE,
        "likewise collect review clips --refuse": PEOPLE,
        "likewise collect review clips --revoke": PEOPLE,
        "likewise collect import msvd_train.csv.gz": YOURS,
        "likewise collect stats msvd": YOURS,
        "likewise collect export clips": PEOPLE,
        "likewise score --clusters clusters.jsonl": PEOPLE,
        "likewise collect export ratings": PEOPLE,
        "likewise judge rated.jsonl": PEOPLE,
        "likewise collect filter msvd": YOURS,
    },
    "collect-navigation.md": {
        'likewise collect new --title "Follow the way"': PEOPLE,
        "likewise collect import more-texts.jsonl": PEOPLE,
        "likewise collect export go": PEOPLE,
    },
    "collect-robot-commands.md": {
        'likewise collect new --title "Be the robot"': PEOPLE,
        "likewise collect export be": PEOPLE,
    },
    "define-a-task.md": {'likewise collect new --title "Say it more simply"': YOURS},
    "evaluate-paraphrasers.md": {"likewise paraphrase evaluate --data test.jsonl --candidates": YOURS},
    "find-changes-of-meaning.md": {"likewise score outputs.jsonl --metrics meaning": MINUTES},
    "find-negation.md": {
        "likewise negation train --data train.conll.gz": YOURS,
        "cat lines.txt | likewise negation resolve --model resolver": YOURS,
        "likewise negation evaluate --gold dev.conll": YOURS,
    },
    "follow-instructions.md": {
        "likewise navigate follow --map attic.json": YOURS,
        "likewise navigate train --data attic": YOURS,
        "likewise navigate follow --data attic": YOURS,
        "likewise navigate evaluate --data attic": YOURS,
        "likewise navigate evaluate --lang zh": MINUTES,
    },
    "judge-by-frames.md": {
        "likewise collect export who": PEOPLE,
        "likewise hmeant annotations.jsonl": PEOPLE,
        "likewise judge judged.jsonl": PEOPLE,
    },
    "order-a-robot.md": {"likewise robot evaluate --model robot --commands new.tsv": YOURS},
    "paraphrase.md": {
        "likewise studio": SERVER,
        "likewise paraphrase train --data clusters.jsonl --out model --tune-for": MINUTES,
        "likewise paraphrase evaluate --model model --data test.jsonl --candidates": YOURS,
    },
    "rate-paraphrases.md": {
        "likewise collect export": PEOPLE,
        "likewise dimple labelled.jsonl": PEOPLE,
        "likewise judge rated.jsonl": PEOPLE,
    },
    "read-files-of-other-tools.md": {"likewise": YOURS},
    "run-the-studio.md": {"likewise studio": SERVER},
    "score-a-file.md": {"likewise score japanese.jsonl": PACKAGE},
    "score-paraphrase-patterns.md": {"likewise dimple patterns.jsonl --judgement lenient": YOURS},
    "score-human-text.md": {"likewise score --clusters msvd_train.csv.gz": YOURS},
    "write-rhymes.md": {
        "likewise freestyle evaluate": YOURS,
        "likewise freestyle schemes poems.jsonl": YOURS,
        "likewise studio": SERVER,
    },
}
"""By page: how a line begins that does not run here, and why."""

REFUSED = {"likewise gate --baseline main.jsonl": 3}
"""Lines that shall not end with 0: the gate of the example does not pass."""

BY_ENCODER = ("README.md", "choose-metrics.md", "find-changes-of-meaning.md")
"""Pages that show figures of the optional encoder: without it their commands run and print others."""

PAGES = {
    path.name: path
    for path in [ROOT / "README.md", DOCS / "tutorial.md", *sorted((DOCS / "how-to").glob("*.md"))]
    if path.is_file() and any(commands_of(path.read_text(encoding="utf-8")))
}


def shown(command: PageCommand) -> str:
    """The line without the words of a fresh machine."""
    return command.text.rpartition("&& ")[2].replace("uv run --no-dev ", "").replace("uv run ", "")


def begins(line: str, starts: dict[str, str] | dict[str, int]) -> str | None:
    return next((start for start in starts if line.startswith(start)), None)


@pytest.mark.parametrize("name", PAGES)
def test_commands_on_the_page_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["examples", "."]) == 0
    left_out = LEFT_OUT.get(name, {})
    page = PAGES[name].read_text(encoding="utf-8")
    printed: dict[int, str] = {}
    for command in commands_of(page):
        if begins(shown(command), left_out) is None and shown(command) != "likewise examples .":
            capsys.readouterr()
            wanted = REFUSED.get(begins(shown(command), REFUSED) or "", 0)
            code, output = command.run(run)
            printed[command.line] = output + "".join(capsys.readouterr())
            assert code == wanted, f"{name}:{command.line}: {command.text}\n{printed[command.line]}"
    if name in BY_ENCODER and encoder_folder() is None:
        return
    for block in shown_outputs(page):
        if block.command in printed:
            missing = block.missing("\n".join(printed.values()))
            assert missing == [], f"{name}: shown after line {block.command}"


def test_left_out_lines_are_on_their_pages() -> None:
    for name, starts in LEFT_OUT.items():
        lines = [shown(command) for command in commands_of(PAGES[name].read_text(encoding="utf-8"))]
        assert [start for start in starts if not any(line.startswith(start) for line in lines)] == [], name


def test_most_lines_run() -> None:
    lines = [
        (name, shown(command))
        for name, path in PAGES.items()
        for command in commands_of(path.read_text(encoding="utf-8"))
    ]
    ran = [line for name, line in lines if begins(line, LEFT_OUT.get(name, {})) is None]
    assert len(ran) > 0.6 * len(lines)
