"""Agreement: do the judges of a campaign agree with each other?"""

from likewise.studio.feature import Feature, MenuEntry

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    menu=(MenuEntry("/agreement", "Agreement", "Do the judges agree with each other?", order=100),),
    pages=("/agreement", "/agreement/{rate}"),
)
