"""The documentation is complete and true: names, options and settings appear, commands parse, code runs."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import typer

import likewise
from likewise import data
from likewise.cli.main import COMMANDS, app
from likewise.cli.manners import SHARED
from likewise.collect.export import KINDS
from likewise.collect.tasks import get_task, load_yaml, task_names
from likewise.metrics import available
from likewise.metrics.registry import metric_class
from likewise.text import TOKENIZERS

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="the folder docs is not there: run from a checkout")


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def section(text: str, heading: str) -> str:
    """What stands under a second-level heading, up to the next one."""
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    assert found, f"no heading '## {heading}'"
    return found[1]


def subsection(text: str, heading: str) -> str:
    """What stands under a third-level heading, up to the next heading."""
    found = re.search(rf"^### {re.escape(heading)}\n(.*?)(?=^##|\Z)", text, re.DOTALL | re.MULTILINE)
    assert found, f"no heading '### {heading}'"
    return found[1]


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def command(name: str) -> Any:
    """A command by its name; one of a group by both names, such as `collect new`."""
    found: Any = typer.main.get_command(app)
    for part in name.split():
        found = found.get_command(None, part)
    return found


def options_of(name: str) -> list[str]:
    """Every spelling of every option of a command."""
    return [
        option
        for p in command(name).params
        if p.param_type_name == "option"
        for option in [*p.opts, *p.secondary_opts]
    ]


GROUPS = {name: list(found.commands) for name in COMMANDS if hasattr(found := command(name), "commands")}
LEAVES = [
    leaf
    for name in COMMANDS
    for leaf in ([f"{name} {sub}" for sub in GROUPS[name]] if name in GROUPS else [name])
]
"""Every command that does something: those of a group in place of the group."""


def reference(name: str) -> str:
    """What the reference says of a command."""
    text = page("docs/reference/commands.md")
    return subsection(text, name) if " " in name else section(text, name)


@pytest.mark.parametrize("name", LEAVES)
def test_command_and_its_options_are_documented(name: str) -> None:
    text = reference(name)
    assert f"likewise {name}" in text
    own = {*options_of(name)} - {*SHARED, "--help"}
    assert not [option for option in own if f"`{option}`" not in text]
    assert not [option for option in SHARED if f"`{option}`" not in page("docs/reference/commands.md")]


@pytest.mark.parametrize("name", LEAVES)
def test_no_option_is_documented_that_does_not_exist(name: str) -> None:
    named = re.findall(r"^\| `(--?[a-z]+)`(?:, `(-[a-z])`)? \|", reference(name), re.MULTILINE)
    assert {option for pair in named for option in pair if option} <= {*options_of(name)}


@pytest.mark.parametrize("name", GROUPS)
def test_group_is_documented_with_all_its_commands(name: str) -> None:
    text = section(page("docs/reference/commands.md"), name)
    assert f"    likewise {name} SUBCOMMAND" in text
    documented = re.findall(rf"^### {name} ([a-z]+)$", text, re.MULTILINE)
    assert sorted(documented) == sorted(GROUPS[name])


def test_defaults_in_the_reference_are_those_of_the_commands() -> None:
    for name in [leaf for leaf in LEAVES if leaf == "studio" or leaf.partition(" ")[0] in GROUPS]:
        shown = dict(re.findall(r"^\| `(--[a-z]+)` \| `?([^`|]*?)`? \|", reference(name), re.MULTILINE))
        for param in command(name).params:
            option = next((o for o in getattr(param, "opts", []) if o in shown), None)
            # What a default of None means, only words can say.
            if option is None or callable(param.default) or param.default in (None, [], ()):
                continue
            wanted = "off" if param.default is False else str(param.default)
            assert shown[option] in (wanted, "required"), f"{name} {option}"


OWN = [name for name in available() if metric_class(name).__module__.startswith("likewise.")]


@pytest.mark.parametrize("name", OWN)
def test_metric_and_its_settings_are_documented(name: str) -> None:
    text = section(page("docs/reference/metrics.md"), name)
    rows = dict(re.findall(r"^\| `(\w+)` \| `([^`]*)` \|", text, re.MULTILINE))
    assert rows == {field.name: str(field.default) for field in fields(metric_class(name))}
    assert f"{name}|" in text, "an example of the signature"


# What the MEANT family, `meaning`, `cosine` and `greedy` name depends on the extras that are installed.
_INSTALLED = re.compile(r"\|(similarity|backoff|parser|net|encoder|layer|asked):[^|]*")


def test_signatures_are_those_that_metrics_give(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # What `verdict` reads, as the how-to fetches it.
    monkeypatch.chdir(tmp_path)
    data.copy_examples(tmp_path)
    likewise.fetch_verdicts(data.outputs(), "judge.toml")
    text = page("docs/reference/metrics.md")
    lines = re.findall(r"^[a-z-]+\|.*\|likewise:.*$", text, re.MULTILINE)
    shown = {line.partition("|")[0]: line for line in lines}
    # A signature hangs on the settings and on whether the references are as many, and scores take their time.
    segments = data.outputs()[:16:5]
    assert len({len(segment.references) for segment in segments}) > 1
    for name in OWN:
        given = str(likewise.score(segments, [name])[name].signature)
        assert _INSTALLED.sub("", shown[name]) == _INSTALLED.sub("", given)


def test_tokenizers_are_documented() -> None:
    text = page("docs/reference/tokenizers.md")
    assert [name for name in TOKENIZERS if f"\n| `{name}` | " not in text] == []


@pytest.mark.parametrize("name", task_names())
def test_task_type_and_its_settings_are_documented(name: str) -> None:
    text = page("docs/how-to/define-a-task.md")
    task = get_task(name)
    pay = ", ".join(map(str, task.pay))
    assert re.search(rf"^\| `{name}` \| .* \| {pay} \| ", text, re.MULTILINE)
    common = re.findall(r"^\| `(\w+)` \| ", section(text, "Settings of every task"), re.MULTILINE)
    own = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", section(text, name), re.MULTILINE))
    assert {*common, *own} == {*task.check_settings(None), "instructions", "examples"}
    for key, shown in own.items():
        value = task.check_settings(None)[key]
        if key == "criteria":
            value = ", ".join(f"`{criterion['name']}`" for criterion in value)
        elif isinstance(value, str):
            value = f"`{value}`"
        assert shown == (f"{value:g}" if isinstance(value, float) else str(value).replace("True", "true"))
    for example in blocks(section(text, name), "json"):
        task.check_stimulus(json.loads(example), None)


def test_task_in_yaml_on_the_page_is_one() -> None:
    text = section(page("docs/how-to/define-a-task.md"), "Your own, in YAML")
    task = load_yaml(blocks(text, "yaml")[0])
    stimulus = json.loads(blocks(text, "json")[0])
    del stimulus["key"]
    checked = task.check_stimulus(stimulus, task.settings)
    answer = {"text": "The shop is shut.", "difficulty": 2, "verdict": "bad", "remark": "none"}
    given = task.check_answer(answer, checked, task.settings)
    assert task.texts(checked, given) == ["The shop is shut."]
    assert task.ratings(checked, given) == {"difficulty": 2.0, "verdict": 1.0}


def test_exports_are_documented() -> None:
    text = section(page("docs/reference/files.md"), "What a campaign gives")
    assert re.findall(r"^\| `(\w+)` \| ", text, re.MULTILINE) == list(KINDS)


def test_public_names_are_documented() -> None:
    text = page("docs/reference/python.md")
    assert [name for name in dir(likewise) if f"\n| `{name}` | " not in text] == []


def nav_entries(nav: list[Any]) -> Iterator[str]:
    for entry in nav:
        for value in entry.values():
            yield from nav_entries(value) if isinstance(value, list) else [value]


def test_nav_is_complete() -> None:
    yaml = pytest.importorskip("yaml")
    entries = list(nav_entries(yaml.safe_load(page("mkdocs.yml"))["nav"]))
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    assert len(entries) == len(set(entries))
    assert set(entries) == pages


def command_lines(text: str) -> list[str]:
    """Lines of code that call the program, indented or fenced, and such calls inside a sentence."""
    lines = re.findall(
        r"^(?:    |\$ )?((?:.*&& )?(?:uv run (?:--no-dev )?)?likewise [a-z].*)$", text, re.MULTILINE
    )
    inline = re.findall(r"`((?:uv run (?:--no-dev )?)?likewise [a-z][^`]*)`", text)
    calls = (line.rpartition("&& ")[2].removeprefix("uv run ") for line in [*lines, *inline])
    return [line.removeprefix("--no-dev ").strip() for line in calls]


PAGES = ["README.md", *sorted(path.relative_to(ROOT).as_posix() for path in DOCS.rglob("*.md"))]


@pytest.mark.parametrize("name", [name for name in PAGES if not name.startswith("docs/reference/")])
def test_command_lines_parse(name: str) -> None:
    for line in command_lines(page(name)):
        words = shlex.split(line)[1:]
        assert words[0] in COMMANDS, line
        size = 2 if words[0] in GROUPS and len(words) > 1 else 1
        if size == 2:
            assert words[1] in GROUPS[words[0]], line
        if len(words) > size:
            command(" ".join(words[:size])).make_context(words[size - 1], words[size:])


def test_readme_names_the_two_commands() -> None:
    lines = page("README.md").splitlines()
    assert "    pip install uv && uv run --no-dev likewise tour" in lines
    assert "    uv run pytest" in lines
    assert len(command_lines(page("README.md"))) > len(COMMANDS)
    assert len(command_lines(page("docs/tutorial.md"))) > 7


RUNNING = [
    "README.md",
    "docs/how-to/add-a-metric.md",
    "docs/how-to/use-with-scikit-learn-and-evaluate.md",
    "docs/how-to/use-a-marketplace.md",
    "docs/how-it-works/dimple.md",
    "docs/how-it-works/robot-planner.md",
]


@pytest.mark.parametrize("name", RUNNING)
def test_python_on_the_page_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for variable in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(variable, "dummy")
    found = blocks(page(name), "python")
    assert found
    # Dataclasses look for their module by name.
    names = {"__name__": "__main__"}
    for block in found:
        exec(compile(block, name, "exec"), names)
    printed = capsys.readouterr().out.strip()
    assert printed
    if shown := blocks(page(name), "text"):
        wanted = shown if name.endswith("use-a-marketplace.md") else shown[-1:]
        assert printed == "".join(wanted).strip() or name.endswith("dimple.md")


def test_added_metric_is_found_by_the_program(tmp_path: Path) -> None:
    text = page("docs/how-to/add-a-metric.md")
    module = "\n\n".join(blocks(text, "python")[:2])
    project = tomllib.loads(blocks(text, "toml")[0])["project"]
    (tmp_path / "likewise_extra.py").write_text(module, encoding="utf-8")
    # What an installer would leave behind.
    info = tmp_path / "likewise_extra-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1.0\n")
    entries = project["entry-points"]["likewise.metrics"]
    (info / "entry_points.txt").write_text(
        "[likewise.metrics]\n" + "".join(f"{key} = {value}\n" for key, value in entries.items())
    )
    line = next(line for line in command_lines(text) if "words-kept" in line)
    words = shlex.split(line.replace("outputs.jsonl", data.path("outputs.jsonl")))[1:]
    done = subprocess.run(
        [sys.executable, "-m", "likewise", *words, "--json"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["metrics"]
    assert list(found) == ["bleu", *entries]
    assert "tokenize:words" in found["length-ratio"]["signature"]


def test_pages_name_no_machine() -> None:
    for name in [*PAGES, "CHANGELOG.md"]:
        assert not re.search(r"/(?:work|home|root|tmp)/", page(name)), name


def test_site_builds_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("zensical", reason="needs zensical (Python 3.11.5 or newer): uv sync --group docs")
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No issues found" in done.stdout + done.stderr
    built = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<(?:script|link)[^>]+(?:src|href)=\"https?://", built), (
        "nothing comes from elsewhere"
    )
