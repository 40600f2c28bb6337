"""How good foretold chances are: Brier's score and the expected calibration error, beside what chance gives.

Brier 1950 ("Verification of forecasts expressed in terms of probability"); Naeini et al. 2015 ("Obtaining
Well Calibrated Probabilities Using Bayesian Binning"), with bins of equal counts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.judging._checks import Floats, numbers, same_length

__all__ = ["ForecastQuality", "calibration_error", "forecast_quality"]

_BINS = 10
_DRAWS = 100


@dataclass(frozen=True, slots=True)
class ForecastQuality:
    """Mean squared error (0 is best) and calibration error of forecasts, and what to hold them against."""

    brier: float
    brier_constant: float
    """Of one number for all, learnt from the same data as the forecasts: what the differences add to."""
    brier_chance: float
    """Of 1/2 for all."""
    calibration: float
    """Expected calibration error: the mean gap between forecasts and what came true."""
    calibration_chance: float
    """The error that luck alone leaves to chances that are right, with as many pairs, all independent."""
    n: int


def forecast_quality(
    forecasts: npt.ArrayLike, outcomes: npt.ArrayLike, constant: npt.ArrayLike, *, seed: int = 12345
) -> ForecastQuality:
    """Forecasts from 0 to 1 against outcomes (0, 1, or 1/2 for a tie), beside a constant forecast."""
    told, came = numbers(forecasts, "forecasts"), numbers(outcomes, "outcomes")
    plain = numbers(constant, "constant")
    n = same_length({"forecasts": told, "outcomes": came, "constant": plain})
    rng = np.random.default_rng(seed)
    lucky = [calibration_error(told, (rng.random(n) < told).astype(np.float64)) for _ in range(_DRAWS)]
    return ForecastQuality(
        float(np.mean((told - came) ** 2)),
        float(np.mean((plain - came) ** 2)),
        float(np.mean((0.5 - came) ** 2)),
        calibration_error(told, came),
        float(np.mean(lucky)),
        n,
    )


def calibration_error(forecasts: Floats, outcomes: Floats) -> float:
    """Mean gap between the mean forecast and the mean outcome over ten bins of equal counts."""
    order = np.argsort(forecasts, kind="stable")
    bins = [own for own in np.array_split(order, _BINS) if len(own)]
    gaps = [len(own) * abs(float(forecasts[own].mean() - outcomes[own].mean())) for own in bins]
    return sum(gaps) / len(order)
