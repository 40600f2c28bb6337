"""What is learnt, and how it lies on disk: one folder with a `model.json` that says what it is.

Every model is a `SavedModel`: `fit` learns it, `save` writes its folder, `load` reads it. A model says what
goes into its card and its files and how it comes back; the rest is here, once.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from likewise.errors import InputError
from likewise.io.lines import DISK_FULL, Source, naming
from likewise.version import __version__

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = [
    "LEARNER_SEED",
    "SEED",
    "ModelCard",
    "ModelFiles",
    "Progress",
    "SavedModel",
    "check_model_place",
    "fingerprint",
    "part_of",
    "read_model",
    "unheard",
    "write_model",
]

CARD = "model.json"
SEED = 12345
"""The seed where none is given: of samples and folds, of the paraphraser and of the sentence filter."""
LEARNER_SEED = 0
"""The seed where none is given of followers, negation resolver and parse selector."""

Progress = Callable[[str, float], None]
"""Told what is being done, and how much of the whole (0 to 1) is done."""


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What a model is: its kind, the version that made it, its settings, the data it was made from."""

    kind: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    data: str = ""
    version: str = __version__

    @property
    def fingerprint(self) -> str:
        """A short name for what the model was made from: the same data and settings give the same one."""
        return fingerprint([[self.kind, dict(self.settings), self.data]])


class ModelFiles:
    """The files of a model's folder; one that is missing is told by name."""

    def __init__(self, folder: Source) -> None:
        self.folder = Path(folder)

    def read(self, name: str) -> bytes:
        """The bytes of a file."""
        try:
            return (self.folder / name).read_bytes()
        except OSError:
            raise InputError(f"the model lacks its file {name}", file=str(self.folder)) from None

    def json(self, name: str) -> Any:
        """What a file of JSON holds."""
        return json.loads(self.read(name).decode("utf-8"))

    def arrays(self, name: str) -> dict[str, npt.NDArray[Any]]:
        """The arrays that `dumps_arrays` wrote to a file."""
        from likewise.io.arrays import loads_arrays

        return loads_arrays(self.read(name), str(self.folder / name))


class SavedModel(ABC):
    """What was learnt: `fit` makes it, `save` and `load` bring it to a folder and back.

    A subclass has its `kind`, which stands in `model.json` and in `likewise.loading.KINDS`, learns in `fit`,
    and says in `saved_settings`, `saved_files` and `restored` what lies on disk. The same examples, settings
    and seed give the same model, and the same model the same bytes.
    """

    kind: ClassVar[str]
    data: str = ""
    """The fingerprint of what it was learnt from."""

    @classmethod
    @abstractmethod
    def fit(cls, examples: Any, /, *, seed: int = SEED, progress: Progress | None = None) -> Self:
        """Learn from examples; settings of one's own are further keywords."""

    @abstractmethod
    def saved_settings(self) -> Mapping[str, Any]:
        """The settings on the card."""

    def saved_files(self) -> Mapping[str, bytes]:
        """The files beside the card."""
        return {}

    @classmethod
    @abstractmethod
    def restored(cls, card: ModelCard, files: ModelFiles) -> Self:
        """The model of a card and its files; a `KeyError` or `ValueError` tells that they are broken."""

    def model_card(self) -> ModelCard:
        """Kind, settings and fingerprint of the data, as they stand in `model.json`."""
        return ModelCard(self.kind, self.saved_settings(), self.data)

    def save(self, folder: Source) -> None:
        """Write the model's folder, whole or not at all; an older model in its place is replaced."""
        write_model(folder, self.model_card(), self.saved_files())

    @classmethod
    def load(cls, folder: Source) -> Self:
        """Read the folder that `save` wrote; a model of another kind is refused."""
        card = read_model(folder)
        if card.kind != cls.kind:
            raise InputError(f"is a model of kind '{card.kind}', expected '{cls.kind}'", file=str(folder))
        try:
            return cls.restored(card, ModelFiles(folder))
        except _BROKEN as error:
            wrong = f"lacks {error}" if isinstance(error, KeyError) else str(error)
            raise InputError(f"is no saved {cls.kind} ({wrong})", file=str(folder)) from None


_BROKEN = (ArithmeticError, AttributeError, EOFError, LookupError, OSError, TypeError, ValueError, zlib.error)


def unheard(what: str, share: float) -> None:
    """The progress that nobody listens to."""


def part_of(progress: Progress | None, begin: float, end: float, what: str | None = None) -> Progress:
    """The progress of a part, told as shares from `begin` to `end` of the whole, if asked, by a name."""
    if progress is None:
        return unheard
    tell = progress
    return lambda stage, share: tell(what or stage, begin + (end - begin) * share)


def fingerprint(rows: Iterable[Any]) -> str:
    """A short name for data: the same rows in the same order give the same one."""
    digest = hashlib.sha256()
    for row in rows:
        digest.update(json.dumps(row, ensure_ascii=False, sort_keys=True).encode("utf-8"))
        digest.update(b"\n")
    return digest.hexdigest()[:16]


def check_model_place(folder: Source) -> Path:
    """The place that a model's folder goes to; one that cannot be written is refused before work is done."""
    target = Path(folder).resolve()
    if target.exists() and not _may_be_replaced(target):
        raise InputError("is there already and is no model, so it is not replaced", file=str(folder))
    if not target.parent.is_dir():
        raise InputError("its folder does not exist", file=str(folder))
    if not os.access(target.parent, os.W_OK):
        raise InputError("cannot be written (permission denied)", file=str(folder))
    return target


def write_model(folder: Source, card: ModelCard, files: Mapping[str, bytes] | None = None) -> None:
    """Write a model's folder whole or not at all; an older model in its place is replaced."""
    target = check_model_place(folder)
    try:
        fresh = Path(tempfile.mkdtemp(prefix=f".{target.name[:40]}.", suffix=".part", dir=target.parent))
    except OSError as error:
        if error.errno in DISK_FULL:
            raise
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"cannot be written ({reason})", file=str(folder)) from None
    try:
        with naming(folder):
            for name, content in (files or {}).items():
                (fresh / name).write_bytes(content)
            text = json.dumps(asdict(card), ensure_ascii=False, indent=2, sort_keys=True)
            (fresh / CARD).write_text(text + "\n", encoding="utf-8")
            os.chmod(fresh, 0o755)
            _swap(fresh, target)
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise


def _may_be_replaced(target: Path) -> bool:
    """Whether the place holds nothing, or a model of ours: other programs write a `model.json` too."""
    if not target.is_dir():
        return False
    try:
        return not any(target.iterdir()) or bool(read_model(target))
    except InputError:
        return False


def _swap(fresh: Path, target: Path) -> None:
    """Put the folder in its place; the older one goes only when the new one stands."""
    if not target.exists():
        os.replace(fresh, target)
        return
    old = fresh.with_suffix(".old")
    os.replace(target, old)
    try:
        os.replace(fresh, target)
    except BaseException:
        os.replace(old, target)
        raise
    shutil.rmtree(old)


def read_model(folder: Source) -> ModelCard:
    """The card of a model's folder."""
    path = Path(folder) / CARD
    name = str(path)
    try:
        row = json.loads(path.read_text(encoding="utf-8"))
    except OSError:
        wrong = f"is no model: it holds no readable {CARD}" if Path(folder).exists() else "no such folder"
        raise InputError(wrong, file=os.fspath(folder)) from None
    except ValueError:
        raise InputError("not valid JSON", file=name) from None
    if not isinstance(row, dict):
        raise InputError("expected a JSON object", file=name)
    for key, kind in (("kind", str), ("settings", dict), ("data", str), ("version", str)):
        if not isinstance(row.get(key), kind):
            raise InputError(f"missing or of a wrong type, expected {kind.__name__}", file=name, field=key)
    return ModelCard(row["kind"], row["settings"], row["data"], row["version"])
