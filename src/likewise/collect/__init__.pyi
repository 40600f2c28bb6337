from .answers import (
    Answer as Answer,
)
from .answers import (
    accept as accept,
)
from .answers import (
    answers_of as answers_of,
)
from .answers import (
    get_answer as get_answer,
)
from .answers import (
    reject as reject,
)
from .answers import (
    submit as submit,
)
from .assign import Work as Work
from .assign import next_work as next_work
from .campaigns import (
    Campaign as Campaign,
)
from .campaigns import (
    add_items as add_items,
)
from .campaigns import (
    create_campaign as create_campaign,
)
from .campaigns import (
    find_campaign as find_campaign,
)
from .campaigns import (
    get_campaign as get_campaign,
)
from .campaigns import (
    list_campaigns as list_campaigns,
)
from .campaigns import (
    set_status as set_status,
)
from .export import clusters_of as clusters_of
from .export import export_campaign as export_campaign
from .export_rows import write_json_lines as write_json_lines
from .import_files import (
    import_campaign as import_campaign,
)
from .import_files import (
    import_clusters as import_clusters,
)
from .import_files import (
    import_items as import_items,
)
from .import_files import (
    import_msvd as import_msvd,
)
from .import_files import (
    is_msvd as is_msvd,
)
from .import_files import (
    read_items as read_items,
)
from .ledger import LedgerEntry as LedgerEntry
from .money import format_money as format_money
from .people import (
    Account as Account,
)
from .people import (
    create_account as create_account,
)
from .people import (
    create_worker as create_worker,
)
from .people import (
    get_worker as get_worker,
)
from .stats import table1 as table1
from .store import Store as Store
from .walks import follower_items as follower_items
from .walks import instructor_items as instructor_items
