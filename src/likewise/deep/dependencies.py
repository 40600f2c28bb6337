"""An MRS as a graph over its predicates, made by PyDelphin: elementary dependencies (Oepen, Lønning 2006)."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from likewise.errors import InputError

if TYPE_CHECKING:
    from delphin.eds import EDS
    from delphin.mrs import MRS

__all__ = ["elementary_dependencies"]


def elementary_dependencies(mrs: MRS) -> EDS:
    """The dependencies of an MRS; fragments whose top handle points nowhere have no top."""
    from delphin.eds import EDSWarning, from_mrs
    from delphin.exceptions import PyDelphinException
    from delphin.mrs import has_unique_intrinsic_variables

    try:
        with warnings.catch_warnings():
            # Said of each fragment; `checking` tells why it is passed over.
            warnings.simplefilter("ignore", EDSWarning)
            # Where predicates share a variable, new ids would depend on the order of a set.
            unique = has_unique_intrinsic_variables(mrs)
            return from_mrs(mrs, predicate_modifiers=False, unique_ids=unique)
    except (PyDelphinException, KeyError, IndexError, RecursionError) as error:
        said = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"broken MRS: no dependencies can be made of it ({said})") from None
