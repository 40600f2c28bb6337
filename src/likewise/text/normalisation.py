"""Unicode normalisation as an explicit setting: nothing is normalised unless it is asked for."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from likewise.errors import InputError

__all__ = ["FORMS", "normaliser"]

FORMS = ("none", "nfc", "nfd", "nfkc", "nfkd")


def normaliser(form: str) -> Callable[[str], str] | None:
    """The function that brings text into the form, or None where there is nothing to do."""
    if form not in FORMS:
        raise InputError(f"unknown normalisation '{form}', expected one of {', '.join(FORMS)}")
    if form == "none":
        return None
    name = form.upper()
    return lambda text: unicodedata.normalize(name, text)  # type: ignore[arg-type]
