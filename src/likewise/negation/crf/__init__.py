"""Linear-chain conditional random fields (Lafferty, McCallum and Pereira 2001), sparse binary features."""

from __future__ import annotations

from likewise.negation.crf.model import CRF, Row

__all__ = ["CRF", "Row"]
