"""What the process of the page Paraphrase does: `python -m likewise.studio.paraphrase.worker`."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from likewise.studio.worker_process import serve

if TYPE_CHECKING:
    from likewise.paraphrase import Paraphraser

__all__ = ["paraphrases"]


def paraphrases(question: dict[str, Any]) -> dict[str, Any]:
    """The best paraphrases of a text by the model of a folder."""
    best = _model(question["folder"]).nbest(question["text"], question["nbest"], question["novelty"])
    return {"paraphrases": [one.as_dict() for one in best]}


@lru_cache(maxsize=2)
def _model(folder: str | None) -> Paraphraser:
    """The model of a folder; the few that were used last are kept."""
    from likewise.paraphrase import Paraphraser, embedded

    return embedded() if folder is None else Paraphraser.load(folder)


if __name__ == "__main__":
    serve(paraphrases)
