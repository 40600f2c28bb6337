from .backoff import Backoff as Backoff
from .base import (
    Balance as Balance,
)
from .base import (
    Marketplace as Marketplace,
)
from .base import (
    PostingStatus as PostingStatus,
)
from .base import (
    Submission as Submission,
)
from .entry import (
    Completion as Completion,
)
from .entry import (
    MarketEntry as MarketEntry,
)
from .entry import (
    complete as complete,
)
from .entry import (
    completion_code as completion_code,
)
from .entry import (
    entry_link as entry_link,
)
from .entry import (
    read_entry as read_entry,
)
from .journal import Journal as Journal
from .mturk import MechanicalTurk as MechanicalTurk
from .prolific import Prolific as Prolific
