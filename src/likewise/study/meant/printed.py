"""What the papers print: Kendall with human adequacy judgements on GALE, of single sentences.

Wu et al. (2014), Table 1, both partitions; Lo et al. (2014), Table 1, has the first, and XMEANT's f-score.
"""

from __future__ import annotations

__all__ = ["PRINTED"]

PRINTED: dict[str, tuple[float, float | None]] = {
    "hmeant": (0.53, 0.37),
    "imeant": (0.51, 0.33),
    "xmeant-bitg": (0.51, 0.20),
    "xmeant": (0.46, None),
    "meant": (0.48, 0.33),
    "meteor": (0.43, 0.10),
    "nist": (0.29, 0.16),
    "bleu": (0.20, 0.27),
    "ter": (0.20, 0.19),
    "per": (0.20, 0.18),
    "cder": (0.12, 0.16),
    "wer": (0.10, 0.26),
}
"""By metric: GALE-A and GALE-B. METEOR is version 1.5."""
