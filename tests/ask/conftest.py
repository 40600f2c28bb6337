"""An index of a few documents of ours, built once without extras."""

from __future__ import annotations

from pathlib import Path

import pytest

from likewise.ask import Asker, Document, build_index

DOCUMENTS = (
    Document("bell", "1876年，亞歷山大·貝爾發明了電話。他生於愛丁堡。", "zh", "電話"),
    Document("paper", "蔡伦改进了造纸术，那是105年的事。", "zh", "造纸术"),
    Document("river", "长江全长6300公里，是亚洲最长的河流，在上海流入东海。", "zh", "长江"),
    Document("panda", "大熊猫生活在四川的山里，每天吃竹子。", "zh", "大熊猫"),
)


@pytest.fixture(scope="session")
def small_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ask") / "index"
    build_index(DOCUMENTS, "zh", folder, dense=False, words=False)
    return folder


@pytest.fixture(scope="session")
def plain_asker(small_index: Path) -> Asker:
    """With what comes with the package alone."""
    return Asker.open(small_index, installed=False)
