"""Coming in: home, sign-in, invitations, signed links of marketplaces."""

from likewise.studio.feature import Feature

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    pages=("/",),
    worker_pages=("/",),
    files=("/enter/{link}",),
)
