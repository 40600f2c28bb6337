"""What a campaign gives, and that it goes straight into the commands that read it."""

from __future__ import annotations

import csv
import json
import os
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

import likewise as lw
from likewise.cli.main import run
from likewise.collect.answers import reject, submit
from likewise.collect.campaigns import add_items, create_campaign
from likewise.collect.export import KINDS, export_campaign
from likewise.collect.import_files import import_clusters
from likewise.collect.people import create_worker, get_worker
from likewise.collect.store import Store
from likewise.collect.tiers import grant
from likewise.errors import InputError, LikewiseError

TEXTS = ["A man is peeling a potato.", "Someone peels a potato.", "एक आदमी आलू छील रहा है।"]


def codes(scene: Any) -> list[str]:
    return [get_worker(scene.store, number).code for number in scene.workers]


def give(scene: Any, worker: int, payload: dict[str, Any], **extra: Any) -> Any:
    return submit(scene.store, scene.workers[worker], scene.take(worker).token, payload, **extra)


@pytest.fixture
def described(store: Store, make_scene: Callable[..., Any]) -> Any:
    """Two items, three workers: each describes both, the second in tier 2, the third in Hindi."""
    scene = make_scene(store, items=2, workers=3)
    grant(store, scene.workers[1], scene.campaign, "anna", "good")
    for _ in range(2):
        for worker, text in enumerate(TEXTS):
            lang = "Hindi" if worker == 2 else "English"
            give(scene, worker, {"text": text, "language": lang}, lang=lang, seconds=12.5)
    return scene


@pytest.fixture
def rated(store: Store, make_scene: Callable[..., Any]) -> Any:
    scene = make_scene(store, items=0, workers=2, task="rate", title="Rate")
    pairs = [
        ("A dog runs.", "A dog is running."),
        ("A cat sits.", "The bird flies."),
        ("He eats.", "He eats."),
    ]
    add_items(
        store,
        scene.campaign,
        [
            {"source": s, "candidate": c, "references": [s, f"Look: {s}"], "system": "x", "id": f"s{n}"}
            for n, (s, c) in enumerate(pairs)
        ],
    )
    for worker in (0, 1):
        for place in range(3):
            points = [4, 1, 3][place] - (worker if place == 2 else 0)
            give(scene, worker, {"semantic": points, "dissimilarity": 2, "overall": points})
    return scene


class TestClusters:
    def test_lines(self, described: Any, tmp_path: Path) -> None:
        assert export_campaign(described.store, described.campaign, "clusters", tmp_path / "c.jsonl") == 2
        rows = [json.loads(line) for line in (tmp_path / "c.jsonl").read_text(encoding="utf-8").splitlines()]
        who = codes(described)
        assert [row["id"] for row in rows] == ["1", "2"]
        assert rows[0]["texts"] == [
            {"text": TEXTS[0], "worker": who[0], "tier": "1", "lang": "English"},
            {"text": TEXTS[1], "worker": who[1], "tier": "2", "lang": "English"},
            {"text": TEXTS[2], "worker": who[2], "tier": "1", "lang": "Hindi"},
        ]

    def test_they_go_into_score(
        self, described: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "c.jsonl"
        export_campaign(described.store, described.campaign, "clusters", path)
        assert (
            run(["score", "--clusters", str(path), "--lang", "English", "--metrics", "bleu,pinc", "--json"])
            == 0
        )
        found = json.loads(capsys.readouterr().out)
        assert set(found["metrics"]) == {"bleu", "pinc"}

    def test_rejected_answers_stay_out(self, described: Any, tmp_path: Path) -> None:
        store = described.store
        reject(store, 1, "anna", "nonsense")
        export_campaign(store, described.campaign, "clusters", tmp_path / "c.jsonl")
        assert len(next(iter(lw.read_clusters(tmp_path / "c.jsonl"))).texts) == 2
        export_campaign(store, described.campaign, "clusters", tmp_path / "r.jsonl", state="rejected")
        assert [len(c.texts) for c in lw.read_clusters(tmp_path / "r.jsonl")] == [1]
        export_campaign(store, described.campaign, "clusters", tmp_path / "all.jsonl", state=None)
        assert [len(c.texts) for c in lw.read_clusters(tmp_path / "all.jsonl")] == [3, 3]

    def test_what_was_paraphrased_stands_first(
        self, store: Store, make_scene: Callable[..., Any], tmp_path: Path
    ) -> None:
        scene = make_scene(store, items=0, task="paraphrase")
        add_items(store, scene.campaign, [{"text": "He peels a potato."}, {"text": "Nobody did this."}])
        give(scene, 0, {"first": "He is peeling a potato.", "second": "A potato is peeled by him."})
        export_campaign(store, scene.campaign, "clusters", tmp_path / "c.jsonl")
        (cluster,) = lw.read_clusters(tmp_path / "c.jsonl")
        assert cluster.texts[0].text == "He peels a potato."
        assert [t.worker for t in cluster.texts] == [None, codes(scene)[0], codes(scene)[0]]

    def test_imported_clusters_come_out_again(self, store: Store, tmp_path: Path) -> None:
        path = lw.data.path("clusters.jsonl")
        campaign = import_clusters(store, path, title="Example")
        export_campaign(store, campaign, "clusters", tmp_path / "c.jsonl")
        before, after = list(lw.read_clusters(path)), list(lw.read_clusters(tmp_path / "c.jsonl"))
        assert [(c.id, [d.text for d in c.texts]) for c in before if c.texts] == [
            (c.id, [d.text for d in c.texts]) for c in after
        ]


class TestSegments:
    def test_ratings_by_judge(self, rated: Any, tmp_path: Path) -> None:
        assert export_campaign(rated.store, rated.campaign, "segments", tmp_path / "s.jsonl") == 3
        found = list(lw.read_segments(tmp_path / "s.jsonl"))
        one, two = codes(rated)
        assert [s.id for s in found] == ["s0", "s1", "s2"]
        assert found[2].human[f"semantic@{one}"] == 3
        assert found[2].human[f"semantic@{two}"] == 2
        assert (found[0].system, found[0].references[1]) == ("x", "Look: A dog runs.")

    def test_they_go_into_judge(self, rated: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "s.jsonl"
        export_campaign(rated.store, rated.campaign, "segments", path)
        assert run(["judge", str(path), "--human", "semantic", "--metrics", "bleu,pinc", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["n"] == 3
        # The same ratings (means 4, 1 and 2.5) on segments written by hand.
        texts = [("A dog runs.", "A dog is running.", 4.0), ("A cat sits.", "The bird flies.", 1.0)]
        by_hand = [
            lw.Segment(str(n), candidate, source, (source, f"Look: {source}"), human={"semantic": mean})
            for n, (source, candidate, mean) in enumerate([*texts, ("He eats.", "He eats.", 2.5)])
        ]
        expected = lw.judge(by_hand, "semantic", ["bleu", "pinc"]).as_dict()["metrics"]
        for metric in ("bleu", "pinc"):
            assert found["metrics"][metric]["pearson"] == pytest.approx(expected[metric]["pearson"])
        assert {frozenset((p["a"], p["b"])) for p in found["judges"]} == {frozenset(codes(rated))}

    @pytest.mark.parametrize(("kind", "what"), [("segments", "ratings"), ("msvd", ""), ("navigation", "")])
    def test_the_wrong_kind_is_told_and_leaves_nothing(
        self, described: Any, rated: Any, tmp_path: Path, kind: str, what: str
    ) -> None:
        campaign = described.campaign if kind == "segments" else rated.campaign
        with pytest.raises(InputError, match=what or "only a campaign"):
            export_campaign(described.store, campaign, kind, tmp_path / "x")
        assert not list(tmp_path.glob("*x*"))


class TestTables:
    def test_answers(self, described: Any, tmp_path: Path) -> None:
        assert export_campaign(described.store, described.campaign, "answers", tmp_path / "a.csv") == 6
        with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream))
        assert rows[2]["answer.text"] == TEXTS[2]
        assert rows[1] | {"created": "", "answer_id": ""} == {
            "answer_id": "",
            "item": "1",
            "worker": codes(described)[1],
            "tier": "2",
            "state": "accepted",
            "lang": "English",
            "seconds": "12.5",
            "created": "",
            "pay": "5",
            "comment": "",
            "answer.language": "English",
            "answer.text": TEXTS[1],
        }

    def test_msvd(self, described: Any, tmp_path: Path) -> None:
        assert export_campaign(described.store, described.campaign, "msvd", tmp_path / "m.csv") == 6
        clusters = list(lw.read_clusters(tmp_path / "m.csv"))
        assert [c.id for c in clusters] == ["00000000000_0_5", "00000000001_0_5"]
        assert [t.text for t in clusters[0].texts] == [TEXTS[1]]
        every = list(lw.read_clusters(tmp_path / "m.csv", lang="all", tier="all"))
        assert [t.text for t in every[0].texts] == TEXTS


class TestDataset:
    def test_folder(self, described: Any, tmp_path: Path) -> None:
        target = tmp_path / "set"
        assert export_campaign(described.store, described.campaign, "huggingface", target) == 6
        assert sorted(p.relative_to(target).as_posix() for p in target.rglob("*")) == [
            "README.md",
            "data",
            "data/train.jsonl",
        ]
        card = (target / "README.md").read_text(encoding="utf-8")
        front = yaml.safe_load(card.split("---\n")[1])
        assert front["language"] == ["en", "hi"]
        assert front["size_categories"] == ["n<1K"]
        assert front["configs"][0]["data_files"] == [{"split": "train", "path": "data/train.jsonl"}]
        rows = [json.loads(s) for s in (target / "data/train.jsonl").read_text(encoding="utf-8").splitlines()]
        assert rows[1]["tier"] == 2
        assert rows[2]["text"] == TEXTS[2]

    def test_ratings(self, rated: Any, tmp_path: Path) -> None:
        export_campaign(rated.store, rated.campaign, "huggingface", tmp_path / "set")
        rows = [json.loads(s) for s in (tmp_path / "set/data/train.jsonl").read_text().splitlines()]
        assert rows[0]["candidate"] == "A dog is running."
        assert rows[0]["semantic"] == 4

    def test_only_a_new_folder(self, described: Any, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("x")
        (tmp_path / "full").mkdir()
        (tmp_path / "full" / "mine").write_text("x")
        (tmp_path / "empty").mkdir()
        for name in ("file", "full", "none/inside", "-"):
            target = name if name == "-" else tmp_path / name
            with pytest.raises(InputError):
                export_campaign(described.store, described.campaign, "huggingface", target)
        export_campaign(described.store, described.campaign, "huggingface", tmp_path / "empty")
        assert (tmp_path / "full" / "mine").exists()
        assert not list(tmp_path.glob(".*"))


MAP = {
    "name": "Grid",
    "nodes": [{"x": x, "y": 0} for x in range(3)],
    "edges": [{"from": [x, 0], "to": [x + 1, 0]} for x in range(2)],
}


class TestNavigation:
    def test_instructors(self, store: Store, make_scene: Callable[..., Any], tmp_path: Path) -> None:
        scene = make_scene(store, items=0, task="instruct")
        add_items(store, scene.campaign, [{"map": MAP, "start": [0, 0, 0], "actions": ["RIGHT", "FORWARD"]}])
        give(scene, 0, {"text": "Turn right & <go>.", "language": "English"})
        assert export_campaign(store, scene.campaign, "navigation", tmp_path / "n.xml") == 1
        (example,) = ElementTree.parse(tmp_path / "n.xml").getroot()
        assert example.get("map") == "Grid"
        assert (example.findtext("instruction") or "").strip() == "Turn right & <go>."
        assert (example.findtext("path") or "").strip() == "[(0, 0, 0), (0, 0, 90), (1, 0, 90)]"

    def test_followers_who_agree(self, store: Store, make_scene: Callable[..., Any], tmp_path: Path) -> None:
        scene = make_scene(store, items=0, workers=5, task="follow")
        stimulus = {"map": MAP, "start": [0, 0, 90], "instruction": "Go on."}
        add_items(store, scene.campaign, [stimulus, {**stimulus, "instruction": "Who knows?"}])
        for worker in range(5):
            give(scene, worker, {"actions": ["FORWARD"] * (1 if worker < 3 else 2)})
            give(scene, worker, {"skipped": True} if worker else {"actions": ["LEFT"]})
        assert export_campaign(store, scene.campaign, "navigation", tmp_path / "n.xml") == 1
        (example,) = ElementTree.parse(tmp_path / "n.xml").getroot()
        assert (example.findtext("path") or "").strip() == "[(0, 0, 90), (1, 0, 90)]"


class TestWholeOrNothing:
    @pytest.mark.parametrize("kind", ["clusters", "answers", "msvd", "huggingface"])
    def test_a_failure_leaves_what_was_there(
        self, described: Any, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from likewise.collect.export_rows import Rows

        folder = tmp_path / "out"
        folder.mkdir()
        target = folder / "x"
        if kind != "huggingface":
            target.write_text("before")
        real = Rows.__call__

        def crash(self: Rows, **how: Any) -> Any:
            for place, row in enumerate(real(self, **how)):
                if place == 4:
                    raise KeyboardInterrupt
                yield row

        monkeypatch.setattr(Rows, "__call__", crash)
        with pytest.raises(KeyboardInterrupt):
            export_campaign(described.store, described.campaign, kind, target)
        assert os.listdir(folder) == ([] if kind == "huggingface" else ["x"])
        assert kind == "huggingface" or target.read_text() == "before"

    def test_unknown_kind_and_state(self, described: Any, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="expected one of clusters, segments"):
            export_campaign(described.store, described.campaign, "xml", tmp_path / "x")
        with pytest.raises(InputError, match="accepted, pending or rejected"):
            export_campaign(described.store, described.campaign, "answers", tmp_path / "x", state="good")

    @pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "navigation"])
    def test_an_empty_campaign(self, store: Store, tmp_path: Path, kind: str) -> None:
        campaign = create_campaign(store, title="Empty", task="describe")
        assert export_campaign(store, campaign, kind, tmp_path / "x") == 0

    def test_ids_of_a_marketplace_stay_inside(
        self, store: Store, make_scene: Callable[..., Any], tmp_path: Path
    ) -> None:
        scene = make_scene(store)
        scene.workers[0] = create_worker(store, origin="mturk", external="A1SECRET").id
        scene.answer()
        for kind in ("clusters", "answers", "msvd"):
            export_campaign(store, scene.campaign, kind, tmp_path / kind)
            assert "A1SECRET" not in (tmp_path / kind).read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["clusters", "segments", "answers", "msvd", "navigation"])
def test_nothing_does_not_replace_a_file(store: Store, tmp_path: Path, kind: str) -> None:
    campaign = create_campaign(store, title="Empty", task="paraphrase")
    folder = tmp_path / "mine"
    folder.mkdir()
    target = folder / "precious.txt"
    target.write_text("mine")
    with pytest.raises(LikewiseError):
        export_campaign(store, campaign, kind, target)
    assert target.read_text() == "mine"
    assert [path.name for path in folder.iterdir()] == ["precious.txt"]
