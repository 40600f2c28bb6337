"""Campaigns and items out of files."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from likewise.collect import bulk_import, import_files, schema
from likewise.collect.answers import answers_of
from likewise.collect.assign import check_counts, next_work
from likewise.collect.campaigns import create_campaign, get_campaign, list_campaigns
from likewise.collect.import_files import import_clusters, import_items, import_msvd, is_msvd
from likewise.collect.ledger import balance, check, statement
from likewise.collect.people import create_worker
from likewise.collect.stats import table1
from likewise.collect.store import Store
from likewise.collect.tiers import history, tier_of
from likewise.errors import InputError

HEADER = "VideoID,Start,End,WorkerID,Source,AnnotationTime,Language,Description\n"
ROWS = """\
mv89psg6zh4,33,46,101,unverified,55,Slovene,Papagaj se umiva.
mv89psg6zh4,33,46,101,unverified,37,Slovene,Papagaj se umiva.
mv89psg6zh4,33,46,102,clean,12,English,A bird is bathing.
aaaaaaaaaaa,1,9,102,unverified,9,English,"A man, a dog
and a cat."
mv89psg6zh4,33,46,102,unverified,30,English,=1+1
"""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.csv"
    path.write_text(HEADER + ROWS, encoding="utf-8")
    return path


def rows_of(store: Store) -> list[Any]:
    tables = (schema.campaigns, schema.rates, schema.items, schema.answers, schema.entries)
    with store.read() as connection:
        return [row for table in tables for row in connection.execute(sa.select(table))]


def earned(store: Store, worker_id: int) -> int:
    return sum(entry.amount for entry in statement(store, worker_id) if entry.kind == "accepted")


class TestMSVD:
    def test_a_finished_campaign(self, store: Store, corpus: Path) -> None:
        campaign = import_msvd(store, corpus)
        assert (campaign.slug, campaign.task, campaign.status) == ("msvd", "describe", "closed")
        found = table1(store, campaign)
        assert (found["segments"], found["descriptions"]) == (2, 3)
        assert found["total"] == {
            "workers": 2,
            "submitted": 5,
            "descriptions": 5,
            "accepted": 5,
            "pending": 0,
            "rejected": 0,
        }
        assert found["cost"]["answers"] == 4 * 1 + 5
        assert found["per_day"] == {}
        texts = [answer.payload["text"] for answer in answers_of(store, campaign)]
        assert texts[3] == "A man, a dog\nand a cat."
        assert texts[4] == "=1+1"

    def test_ledger_counters_and_tiers_are_right(self, store: Store, corpus: Path) -> None:
        campaign = import_msvd(store, corpus)
        assert check(store) == []
        assert check_counts(store) == []
        trusted = create_worker(store, origin="msvd", external="102")
        other = create_worker(store, origin="msvd", external="101")
        assert (tier_of(store, trusted.id, campaign), tier_of(store, other.id, campaign)) == (2, 1)
        assert [d.by for d in history(store, trusted.id, campaign)] == ["import"]
        assert (earned(store, trusted.id), earned(store, other.id)) == (7, 2)
        assert (balance(store, trusted.id), balance(store, other.id)) == (0, 0)  # paid in their day

    def test_a_segment_put_out_again_is_an_item_of_its_own(self, store: Store, corpus: Path) -> None:
        import_msvd(store, corpus)
        with store.read() as connection:
            keys = connection.execute(
                sa.select(schema.items.c.key).order_by(schema.items.c.position)
            ).scalars()
            assert list(keys) == ["mv89psg6zh4_33_46", "mv89psg6zh4_33_46#2", "aaaaaaaaaaa_1_9"]

    def test_again_with_the_same_workers(self, store: Store, corpus: Path) -> None:
        one, two = import_msvd(store, corpus), import_msvd(store, corpus, title="Again")
        assert one.slug != two.slug
        assert earned(store, create_worker(store, origin="msvd", external="102").id) == 14
        assert check(store) == []

    def test_no_more_work_comes_of_it(self, store: Store, corpus: Path) -> None:
        from likewise.errors import RefusedError

        campaign = import_msvd(store, corpus)
        with pytest.raises(RefusedError, match="closed"):
            next_work(store, create_worker(store).id, campaign)

    def test_gzip(self, store: Store, corpus: Path) -> None:
        packed = corpus.with_suffix(".csv.gz")
        packed.write_bytes(gzip.compress(corpus.read_bytes()))
        assert is_msvd(packed)
        assert is_msvd(corpus)
        assert table1(store, import_msvd(store, packed))["segments"] == 2

    @pytest.mark.parametrize(
        ("row", "line", "field"),
        [
            ("v,1,9,101,dirty,5,English,Text.", 9, "Source"),
            ("v,9,9,101,clean,5,English,Text.", 9, "End"),
            ("v,nan,9,101,clean,5,English,Text.", 9, "End"),
            ("v,1,9,,clean,5,English,Text.", 9, "WorkerID"),
            ("v,1,9,101,clean,5,English,", 9, "Description"),
            ("v,1,9,101,clean,5,English", 9, None),
        ],
    )
    def test_bad_rows(self, store: Store, corpus: Path, row: str, line: int, field: str | None) -> None:
        corpus.write_text(HEADER + ROWS + "\n" + row + "\n", encoding="utf-8")
        with pytest.raises(InputError) as caught:
            import_msvd(store, corpus)
        assert (caught.value.line, caught.value.field) == (line, field)
        assert rows_of(store) == []

    def test_bad_headers_and_empty_files(self, store: Store, tmp_path: Path) -> None:
        path = tmp_path / "x.csv"
        for text, message in (("a,b\n1,2\n", "no column 'VideoID'"), (HEADER, "no row"), ("", "is empty")):
            path.write_text(text, encoding="utf-8")
            with pytest.raises(InputError, match=message):
                import_msvd(store, path)

    def test_all_or_nothing(self, store: Store, corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def crash(*_: Any, **__: Any) -> None:
            raise KeyboardInterrupt

        # Others see either all of it, closed and paid, or nothing, whenever the program stops.
        for step in ("_workers", "_items", "_credit", "_grants", "pay_in"):
            with monkeypatch.context() as patch:
                patch.setattr(bulk_import, step, crash)
                with pytest.raises(KeyboardInterrupt):
                    import_msvd(store, corpus)
            assert rows_of(store) == []

    def test_killed_half_way(self, url: str, corpus: Path) -> None:
        """The process is gone in the middle, without a chance to tidy up."""
        code = (
            "import os, sys; from likewise.collect import bulk_import, import_files, store;"
            "bulk_import._grants = lambda *_: os.kill(os.getpid(), 9);"
            "import_files.import_msvd(store.Store(sys.argv[1]), sys.argv[2])"
        )
        done = subprocess.run([sys.executable, "-c", code, url, str(corpus)], check=False)
        assert done.returncode == -9
        with Store(url) as store:
            assert rows_of(store) == []
            assert import_msvd(store, corpus).slug == "msvd"


class TestClusters:
    def test_an_item_a_cluster(self, store: Store, tmp_path: Path) -> None:
        path = tmp_path / "clusters.jsonl"
        one = {"id": "a", "texts": [{"text": "One.", "worker": "w", "tier": "2", "lang": "English"}, "Uno."]}
        path.write_text(
            json.dumps(one) + "\n" + json.dumps({"id": "b", "texts": []}) + "\n", encoding="utf-8"
        )
        campaign = import_clusters(store, path, title="Mine")
        found = table1(store, campaign, lang="all")
        assert (found["segments"], found["descriptions"], found["total"]["workers"]) == (2, 2, 2)
        assert found["cost"]["total"] == 0
        assert check(store) == []
        assert check_counts(store) == []

    def test_bad_tier(self, store: Store, tmp_path: Path) -> None:
        path = tmp_path / "clusters.jsonl"
        path.write_text('{"id": "a", "texts": [{"text": "One.", "tier": "3"}]}\n', encoding="utf-8")
        with pytest.raises(InputError, match="expected tier 1 or 2"):
            import_clusters(store, path, title="Mine")
        assert list_campaigns(store) == []


@pytest.fixture
def rating(store: Store) -> Any:
    return create_campaign(store, title="Rate", task="rate")


def lines(path: Path, *values: Any) -> Path:
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return path


class TestItems:
    def test_json_lines(self, store: Store, rating: Any, tmp_path: Path) -> None:
        path = lines(
            tmp_path / "i.jsonl",
            {"key": "one", "source": "A.", "candidate": "B.", "references": ["C."]},
            {"id": "two", "candidate": "D.", "system": "x"},
        )
        assert import_items(store, rating, path) == 2
        with store.read() as connection:
            rows = connection.execute(sa.select(schema.items.c.key, schema.items.c.stimulus)).all()
        assert rows == [
            ("one", {"source": "A.", "candidate": "B.", "references": ["C."]}),
            ("two@x", {"candidate": "D.", "id": "two", "system": "x"}),
        ]

    def test_tables(self, store: Store, rating: Any, tmp_path: Path) -> None:
        path = tmp_path / "i.csv"
        path.write_text("source,candidate,references\nA.,B.,C. ||| D.\n,E.,\n", encoding="utf-8")
        assert import_items(store, rating, path) == 2
        with store.read() as connection:
            rows = connection.execute(sa.select(schema.items.c.key, schema.items.c.stimulus)).all()
        assert rows == [
            ("1", {"source": "A.", "candidate": "B.", "references": ["C.", "D."]}),
            ("2", {"candidate": "E."}),
        ]

    @pytest.mark.parametrize(
        ("values", "line", "match"),
        [
            ([{"candidate": "A."}, {"source": "B."}], 2, "candidate"),
            ([{"candidate": "A.", "colour": "red"}], 1, "colour"),
            ([{"key": "a", "candidate": "A."}, {"key": "a", "candidate": "B."}], 2, "used on line 1"),
            ([{"key": "a", "candidate": "A."}, {"candidate": "B."}], None, "some have none"),
            ([{"candidate": "\0"}], 1, "NUL"),
            ([[1]], 1, "expected a JSON object"),
        ],
    )
    def test_bad_lines_are_named(
        self, store: Store, rating: Any, tmp_path: Path, values: Any, line: int | None, match: str
    ) -> None:
        path = lines(tmp_path / "i.jsonl", *values)
        with pytest.raises(InputError, match=match) as caught:
            import_items(store, rating, path)
        assert (caught.value.file, caught.value.line) == (str(path), line)
        with store.read() as connection:
            assert connection.execute(sa.select(schema.items)).all() == []

    def test_a_key_that_is_there(self, store: Store, rating: Any, tmp_path: Path) -> None:
        path = lines(tmp_path / "i.jsonl", {"key": "a", "candidate": "A."})
        import_items(store, rating, path)
        with pytest.raises(InputError, match="'a' already") as caught:
            import_items(store, rating, path)
        assert caught.value.file == str(path)

    def test_archives_are_refused(self, store: Store, rating: Any, tmp_path: Path) -> None:
        with zipfile.ZipFile(tmp_path / "i.jsonl", "w") as packed:
            packed.writestr("i.jsonl", '{"candidate": "A."}\n')
        with pytest.raises(InputError, match="is a zip archive; unpack it"):
            import_items(store, rating, tmp_path / "i.jsonl")
        with tarfile.open(tmp_path / "i.tar", "w") as tar:
            tar.addfile(tarfile.TarInfo("i.jsonl"), io.BytesIO())
        with pytest.raises(InputError, match="is a tar archive"):
            import_items(store, rating, tmp_path / "i.tar")
        (tmp_path / "i.tar.gz").write_bytes(gzip.compress((tmp_path / "i.tar").read_bytes()))
        with pytest.raises(InputError, match="is a tar archive"):
            import_items(store, rating, tmp_path / "i.tar.gz")

    def test_a_bomb_is_refused_while_it_is_read(
        self, store: Store, rating: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "bomb.jsonl.gz"
        path.write_bytes(gzip.compress(b"\n" * 3_000_000 + b'{"candidate": "A."}\n'))
        monkeypatch.setattr(import_files, "MOST_BYTES", 1 << 20)
        with pytest.raises(InputError, match="holds more than 1 MiB"):
            import_items(store, rating, path)
        wide = tmp_path / "wide.jsonl.gz"
        wide.write_bytes(gzip.compress(b'{"candidate": "' + b"a" * 20_000_000 + b'"}\n'))
        with pytest.raises(InputError, match="line longer than"):
            import_items(store, rating, wide)
        monkeypatch.setattr(import_files, "MOST_ITEMS", 2)
        many = lines(tmp_path / "many.jsonl", *({"candidate": str(n)} for n in range(3)))
        with pytest.raises(InputError, match="more than 2 items"):
            import_items(store, rating, many)

    def test_other_bad_files(self, store: Store, rating: Any, tmp_path: Path) -> None:
        path = tmp_path / "i.jsonl"
        for content, match in (
            (b"", "is empty"),
            (b'{"candidate": "\xff"}\n', "not valid UTF-8"),
            (b'{"candidate": ' + b"[" * 100_000 + b"\n", "nested|not valid JSON"),
        ):
            path.write_bytes(content)
            with pytest.raises(InputError, match=match):
                import_items(store, rating, path)
        with pytest.raises(InputError, match="no such file"):
            import_items(store, rating, tmp_path / "none.jsonl")

    def test_five_thousand_by_few_statements(self, sqlite_url: str, tmp_path: Path) -> None:
        """They take about a second because the file is read once and written together."""
        with Store(sqlite_url) as store:
            campaign = create_campaign(store, title="Clips", task="describe")
            path = tmp_path / "i.jsonl"
            lines(path, *({"youtube": f"{n:011d}", "start": 1, "end": 6} for n in range(5000)))
            said: list[str] = []
            sa.event.listen(
                store.engine, "before_cursor_execute", lambda *told: said.append(told[2].split()[0])
            )
            assert import_items(store, campaign, path) == 5000
            assert said.count("INSERT") == 1
            assert len(said) < 20
            assert get_campaign(store, campaign.id) == campaign
