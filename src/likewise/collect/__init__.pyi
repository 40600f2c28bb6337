"""The public names of likewise.collect: what other rooms and users may use."""

from . import (
    answers as answers,
    assign as assign,
    campaigns as campaigns,
    clips as clips,
    import_files as import_files,
    ledger as ledger,
    people as people,
    schema as schema,
    stats as stats,
    tiers as tiers,
)
from .answers import (
    Answer as Answer,
    accept as accept,
    answers_of as answers_of,
    get_answer as get_answer,
    reject as reject,
    submit as submit,
)
from .assign import Work as Work, next_work as next_work, work_on as work_on
from .campaigns import (
    Campaign as Campaign,
    add_items as add_items,
    create_campaign as create_campaign,
    find_campaign as find_campaign,
    get_campaign as get_campaign,
    list_campaigns as list_campaigns,
    set_status as set_status,
)
from .export import (
    FOLDERS as FOLDERS,
    clusters_of as clusters_of,
    export_campaign as export_campaign,
)
from .export_rows import write_json_lines as write_json_lines
from .import_files import (
    import_campaign as import_campaign,
    import_clusters as import_clusters,
    import_items as import_items,
    import_msvd as import_msvd,
    is_msvd as is_msvd,
    read_items as read_items,
)
from .keyword_glossary import keyword_items as keyword_items
from .ledger import LedgerEntry as LedgerEntry
from .money import format_money as format_money
from .people import (
    Account as Account,
    create_account as create_account,
    create_worker as create_worker,
    get_worker as get_worker,
)
from .reviews import review_queue as review_queue
from .robot_scenes import (
    one_move_scenes as one_move_scenes,
    ordered_items as ordered_items,
    scene_items as scene_items,
    scenes_by_chance as scenes_by_chance,
    understanding_items as understanding_items,
)
from .stats import table1 as table1
from .store import Store as Store
from .walks import follower_items as follower_items, instructor_items as instructor_items
