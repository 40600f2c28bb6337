"""PINC x sigmoid(BLEU) fitted to ratings (Chen & Dolan 2011, section 5.2): a metric that is learnt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

from likewise.errors import InputError
from likewise.evaluate.ratings import rated
from likewise.evaluate.scorer import score_each
from likewise.io import SEED, ModelCard, ModelFiles, Progress, SavedModel, fingerprint, unheard
from likewise.judging import Logistic, oracle
from likewise.metrics import BLEU, PINC, PincSigmoidBLEU, resolve
from likewise.records import Segment

__all__ = ["FittedPincSigmoidBLEU"]


@dataclass(frozen=True)
class FittedPincSigmoidBLEU(PincSigmoidBLEU, SavedModel):
    """PINC x sigmoid(BLEU) with the center and slope that follow some ratings best."""

    kind = PincSigmoidBLEU.name

    @classmethod
    def fit(
        cls,
        examples: Iterable[Segment],
        /,
        *,
        seed: int = SEED,
        progress: Progress | None = None,
        human: str = "overall",
        settings: Mapping[str, Any] | None = None,
    ) -> Self:
        """Fit to the ratings `human` of segments; `settings` are those of BLEU and PINC.

        Chance plays no part, whatever the seed.
        """
        told = progress or unheard
        told("scoring", 0.0)
        bleu, pinc = resolve(("bleu", "pinc"), settings)
        segments, ratings = rated(list(examples), human)
        scores = score_each(segments, [bleu, pinc])
        told("fitting", 0.5)
        columns = [scores[name].segments for name in ("bleu", "pinc")]
        assert columns[0] is not None
        assert columns[1] is not None
        logistic = oracle(columns[0], columns[1], ratings).logistic
        assert isinstance(bleu, BLEU)
        assert isinstance(pinc, PINC)
        told("done", 1.0)
        return cls.of(bleu, pinc, logistic, segments)

    @classmethod
    def of(cls, bleu: BLEU, pinc: PINC, logistic: Logistic, segments: Sequence[Segment]) -> Self:
        """The product of these two with this logistic, which was fitted to the ratings of the segments."""
        shared = {f.name: getattr(bleu, f.name) for f in fields(BLEU)}
        metric = cls(**shared, center=logistic.center, slope=logistic.slope)
        if metric.pinc != pinc:
            raise InputError("only BLEU and PINC on the same words can be saved as one metric")
        return metric._from(fingerprint(segment.as_dict() for segment in segments))

    def _from(self, data: str) -> Self:
        object.__setattr__(self, "data", data)
        return self

    def saved_settings(self) -> dict[str, Any]:
        return {f.name: getattr(self, f.name) for f in fields(self)}

    @classmethod
    def restored(cls, card: ModelCard, files: ModelFiles) -> Self:
        return cls(**card.settings)._from(card.data)
