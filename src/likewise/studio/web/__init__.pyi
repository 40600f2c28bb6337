"""The public names of likewise.studio.web: what other rooms and users may use."""

from .faults import (
    AWAY as AWAY,
    as_json as as_json,
    fault as fault,
    fault_of as fault_of,
    wants_page as wants_page,
)
from .forms import (
    Fields as Fields,
    Sent as Sent,
    back_to as back_to,
    complaint_of as complaint_of,
    page_router as page_router,
    whole_number as whole_number,
)
from .html import environment as environment, money as money, render as render
from .identity import (
    PASS as PASS,
    PASS_DAYS as PASS_DAYS,
    VISIT as VISIT,
    Owner as Owner,
    Person as Person,
    Reviewer as Reviewer,
    SignedIn as SignedIn,
    Visitor as Visitor,
    Worker as Worker,
    forget_cookies as forget_cookies,
    give_pass as give_pass,
    give_session as give_session,
    give_visit as give_visit,
    session_token as session_token,
)
from .json_body import clean_text as clean_text, load_json as load_json
from .limits import Limits as Limits
from .media_response import film_response as film_response
from .recent_lookups import RecentLookups as RecentLookups
from .routes import (
    BIGGEST as BIGGEST,
    RAW_BODY as RAW_BODY,
    Body as Body,
    CampaignFilter as CampaignFilter,
    Code as Code,
    Id as Id,
    Reason as Reason,
    Slug as Slug,
    Tier as Tier,
    api_router as api_router,
    campaign_view as campaign_view,
    plain as plain,
)
from .security import content_policy as content_policy
from .signed_links import Link as Link, Pass as Pass, Visit as Visit, sign as sign, unsign as unsign
from .state import House as House, Studio as Studio
