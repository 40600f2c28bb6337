"""People: workers and invitations."""

from likewise.studio.feature import Feature, MenuEntry

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    menu=(MenuEntry("/people", "People", "Review workers, grant the second tier, invite.", order=70),),
    pages=("/people",),
)
