"""Ways in for people: invitations to an account, and signed links for workers of marketplaces."""

from __future__ import annotations

from likewise.collect import get_campaign, people
from likewise.collect.market import completion_code, entry_link
from likewise.errors import InputError
from likewise.studio.web import Link, Studio, sign

__all__ = ["make_entry", "make_invitation", "make_link"]

_DAY = 86_400_000_000


def make_invitation(
    studio: Studio, base: str, by: str, role: str, campaign: str | None, uses: int, days: float
) -> str:
    """The address that invites."""
    token = people.invite(studio.store, role, campaign=campaign, uses=uses, days=days, by=by)
    return f"{base}join/{token}"


def make_link(
    studio: Studio, base: str, campaign: str, origin: str, external: str | None, days: float
) -> str:
    """The signed address by which workers of a marketplace come in."""
    slug = get_campaign(studio.store, campaign).slug
    expires = studio.store.now() + int(days * _DAY)
    return f"{base}enter/{sign(studio.secret, Link(slug, origin, external, expires))}"


def make_entry(studio: Studio, base: str, campaign: str, origin: str, tier: int) -> dict[str, str]:
    """The address to publish at a marketplace, and where it needs one the code that ends the posting."""
    slug = get_campaign(studio.store, campaign).slug
    if origin == "mturk":
        return {
            "url": entry_link(f"{base}enter", origin="mturk", campaign=slug, tier=tier, secret=studio.secret)
        }
    if origin == "prolific":
        url = entry_link(f"{base}enter", origin="prolific", campaign=slug, tier=tier, secret=studio.secret)
        return {"url": url, "completion": completion_code(studio.secret, slug, tier)}
    raise InputError("expected mturk or prolific", field="origin")
