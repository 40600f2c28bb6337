"""Models by name: folders that were given, or the embedded one."""

from __future__ import annotations

from pathlib import Path

import pytest

from likewise.errors import InputError, RefusedError
from likewise.io.models import ModelCard, write_model
from likewise.studio.models import EMBEDDED, ModelFolders


def folders(*places: Path) -> ModelFolders:
    return ModelFolders(places, kinds=("echo", "loud-echo"), wanting="does not echo")


def test_without_folders_there_is_the_embedded_one() -> None:
    models = folders()
    assert (models.names, models.embedded) == ([EMBEDDED], True)
    assert models.name_of(None) == EMBEDDED
    assert models.folder(EMBEDDED) is None
    assert models.card(EMBEDDED) is None


def test_folders_in_their_order_under_names_of_their_own(tmp_path: Path) -> None:
    places = [tmp_path / "b" / "m", tmp_path / "a" / "m", tmp_path / "n"]
    for place, kind in zip(places, ("echo", "loud-echo", "echo"), strict=True):
        place.parent.mkdir(exist_ok=True)
        write_model(place, ModelCard(kind))
    models = folders(*places)
    assert (models.names, models.embedded) == (["m", "m-2", "n"], False)
    assert models.name_of(None) == "m"
    assert models.name_of("n") == "n"
    assert models.folder("m-2") == places[1].resolve()
    card = models.card("m-2")
    assert card is not None
    assert card.kind == "loud-echo"
    for wanted in (EMBEDDED, "../m", "m-3"):
        with pytest.raises(RefusedError, match="no such model"):
            models.folder(wanted)


def test_a_model_of_another_kind_and_a_folder_that_is_not_there(tmp_path: Path) -> None:
    write_model(tmp_path / "other", ModelCard("follower"))
    with pytest.raises(InputError, match="of kind 'follower', which does not echo"):
        folders(tmp_path / "other")
    with pytest.raises(InputError, match="no such folder"):
        folders(tmp_path / "absent")
