"""The plain numbers of an evaluation, such as samples and seeds: checked where they are handed in."""

from __future__ import annotations

from numbers import Integral, Real

from likewise.errors import InputError

__all__ = ["FEWEST_SAMPLES", "check_numbers", "few_samples"]

FEWEST_SAMPLES = 100
"""With fewer resamples than this the ends of an interval of 95 % rest on two or three of them."""


def check_numbers(
    *, samples: object = 1, fewest: int = 1, bootstrap: object = 0, seed: object = 0, level: object = 0.95
) -> None:
    """Refuse what is no number of samples (`fewest` or more) or resamples, no seed, no confidence level."""
    for name, value, least in (("samples", samples, fewest), ("bootstrap", bootstrap, 0), ("seed", seed, 0)):
        if isinstance(value, bool) or not isinstance(value, Integral) or int(value) < least:
            raise InputError(f"{name} is {value!r}, expected a whole number, {least} or more")
    if isinstance(level, bool) or not isinstance(level, Real) or not 0.0 < float(level) < 1.0:
        raise InputError(f"level is {level!r}, expected a number between 0 and 1, such as 0.95")


def few_samples(samples: int) -> tuple[str, ...]:
    """That there are too few resamples behind an interval, if so."""
    if not 0 < samples < FEWEST_SAMPLES:
        return ()
    many = "1 resample is" if samples == 1 else f"{samples} resamples are"
    return (f"{many} few: the intervals mean little below {FEWEST_SAMPLES}, and 1,000 are usual",)
