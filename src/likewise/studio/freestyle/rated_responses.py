"""Ratings of responses go to the collection platform: a campaign of the task `rate`, made with the first one.

An item is a challenge with its response; the one who rates answers it as a worker, so that agreement, export
and figures are those of any campaign. Others can be asked to rate the same items as work.
"""

from __future__ import annotations

import hashlib
from typing import Any

from likewise.collect import (
    Answer,
    Campaign,
    add_items,
    create_campaign,
    create_worker,
    get_campaign,
    submit,
    work_on,
)
from likewise.errors import InputError, RefusedError
from likewise.studio.web import Person, Studio

__all__ = ["CAMPAIGN", "CRITERIA", "LEVELS", "rate_response"]

CAMPAIGN = "freestyle-responses"
"""The slug of the campaign."""
CRITERIA = ("fluency", "rhyming")
LEVELS = ("good", "acceptable", "bad")
_SETTINGS = {"scale": "labels", "criteria": list(CRITERIA), "comment": False}


def rate_response(
    studio: Studio, person: Person, challenge: str, response: str, model: str, lang: str,
    ratings: dict[str, str],
) -> Answer:  # fmt: skip
    """Keep a rating, a level for each criterion; the same response is rated once by each person."""
    if odd := next((name for name in CRITERIA if ratings.get(name) not in LEVELS), None):
        raise InputError(f"expected {', '.join(LEVELS[:-1])} or {LEVELS[-1]}", field=odd)
    campaign = _campaign(studio, person)
    key = hashlib.sha256("\n".join((model, challenge, response)).encode()).hexdigest()[:20]
    about = {"id": key, "system": model, "lang": lang}
    try:
        add_items(studio.store, campaign, [{"source": challenge, "candidate": response, **about}], keys=[key])
    except InputError as error:
        if error.field != "keys":  # known already: others may have rated it
            raise
    worker = person.worker_id or _own_worker(studio, person)
    try:
        work = work_on(studio.store, worker, campaign, key)
    except RefusedError as error:
        if error.code == "already-answered":
            raise RefusedError("already-answered", "you have rated this response already") from None
        raise
    payload: dict[str, Any] = {name: ratings[name] for name in CRITERIA}
    return submit(studio.store, worker, work.token, payload)


def _own_worker(studio: Studio, person: Person) -> int:
    """The worker behind the account of someone who is none: the same one each time."""
    return create_worker(studio.store, origin="studio", external=f"account {person.account_id}").id


def _campaign(studio: Studio, person: Person) -> Campaign:
    try:
        return get_campaign(studio.store, CAMPAIGN)
    except RefusedError:
        pass
    try:
        return create_campaign(
            studio.store, title="Responses in verse", task="rate", slug=CAMPAIGN, settings=_SETTINGS,
            rates=(0, 0), by=person.account_id,
        )  # fmt: skip
    except RefusedError:  # another was quicker
        return get_campaign(studio.store, CAMPAIGN)
