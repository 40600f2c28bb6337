"""What the parts of the studio share: who asks, forms and JSON, errors, templates, signed links.

A feature imports from this page; the modules behind it know no feature.
"""

from __future__ import annotations

from likewise.studio.web.faults import AWAY, as_json, fault, fault_of, wants_page
from likewise.studio.web.forms import Fields, Sent, back_to, complaint_of, page_router, whole_number
from likewise.studio.web.html import environment, money, render
from likewise.studio.web.identity import (
    PASS,
    PASS_DAYS,
    VISIT,
    Owner,
    Person,
    Reviewer,
    SignedIn,
    Visitor,
    Worker,
    forget_cookies,
    give_pass,
    give_session,
    give_visit,
    session_token,
)
from likewise.studio.web.json_body import clean_text, load_json
from likewise.studio.web.limits import Limits
from likewise.studio.web.media_response import film_response
from likewise.studio.web.recent_lookups import RecentLookups
from likewise.studio.web.routes import (
    BIGGEST,
    RAW_BODY,
    Body,
    CampaignFilter,
    Code,
    Id,
    Reason,
    Slug,
    Tier,
    api_router,
    campaign_view,
    plain,
)
from likewise.studio.web.security import content_policy
from likewise.studio.web.signed_links import Link, Pass, Visit, sign, unsign
from likewise.studio.web.state import House, Studio

__all__ = [
    "AWAY",
    "BIGGEST",
    "Body",
    "CampaignFilter",
    "Code",
    "Fields",
    "House",
    "Id",
    "Limits",
    "Link",
    "Owner",
    "PASS",
    "PASS_DAYS",
    "Pass",
    "Person",
    "RAW_BODY",
    "Reason",
    "RecentLookups",
    "Reviewer",
    "Sent",
    "SignedIn",
    "Slug",
    "Studio",
    "Tier",
    "VISIT",
    "Visit",
    "Visitor",
    "Worker",
    "as_json",
    "back_to",
    "campaign_view",
    "clean_text",
    "content_policy",
    "environment",
    "fault",
    "fault_of",
    "film_response",
    "forget_cookies",
    "give_pass",
    "give_session",
    "give_visit",
    "api_router",
    "load_json",
    "money",
    "page_router",
    "plain",
    "render",
    "complaint_of",
    "session_token",
    "sign",
    "unsign",
    "wants_page",
    "whole_number",
]
