"""Review: the queue of a campaign, decisions about tiers, and answers one by one."""

from likewise.studio.feature import Feature

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    routers=("answers_api", "tiers_api", "page"),
    pages=("/people/{describe}", "/answers/{describe}", "/answers/{rate}"),
)
