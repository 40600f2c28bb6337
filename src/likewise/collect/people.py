"""People: workers under anonymous codes, accounts that sign in, their sessions, and invitations.

A worker is whoever answers, known by a random code or by a marketplace's own id. An account is a name and
a password with a role; that of a worker belongs to one worker. Passwords are kept as scrypt hashes, the
tokens of sessions and invitations as SHA-256: who reads the database can sign in as nobody.
"""

from __future__ import annotations

import secrets
import unicodedata
from dataclasses import dataclass
from typing import Any

from likewise.collect.campaigns import Actor, Ref, actor, find_campaign, record
from likewise.collect.passwords import hash_password, is_password, token_hash
from likewise.collect.schema import accounts, invitations, sa, sessions, workers
from likewise.collect.store import Store
from likewise.errors import InputError, RefusedError

__all__ = [
    "ROLES",
    "Account",
    "OpenInvitation",
    "Worker",
    "account_of",
    "authenticate",
    "block",
    "claim_worker",
    "close_session",
    "create_account",
    "create_worker",
    "disable",
    "find_worker",
    "get_worker",
    "invitation_of",
    "invite",
    "list_accounts",
    "list_workers",
    "open_session",
    "redeem",
    "set_password",
    "unblock",
]

ROLES = ("owner", "reviewer", "worker")
_DAY = 24 * 3600 * 1_000_000
_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # none that is read as another


@dataclass(frozen=True, slots=True)
class Worker:
    """Someone who answers: `code` is the name that others see, `external` the id where they came from."""

    id: int
    code: str
    origin: str
    external: str | None
    blocked: bool


@dataclass(frozen=True, slots=True)
class Account:
    """Someone who signs in; a worker's account belongs to a worker."""

    id: int
    login: str
    role: str
    worker_id: int | None


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """What an invitation link still offers."""

    role: str
    campaign_id: int | None
    uses_left: int
    expires: int


_WORKER = sa.select(
    workers.c.id, workers.c.code, workers.c.origin, workers.c.external, workers.c.blocked
).order_by(workers.c.id)
_ACCOUNT = sa.select(accounts.c.id, accounts.c.login, accounts.c.role, accounts.c.worker_id)
_BY_TOKEN = (
    _ACCOUNT.join(sessions, sessions.c.account_id == accounts.c.id)
    .where(sessions.c.token_hash == sa.bindparam("hash"), sessions.c.expires > sa.bindparam("now"))
    .where(accounts.c.disabled.is_(False))
)


def create_worker(store: Store, *, origin: str = "studio", external: str | None = None) -> Worker:
    """A worker; the same origin and external id give the same worker again."""
    _check_label(origin, "origin", 40)
    if external is not None:
        _check_label(external, "external", 200)
    now = store.now()
    return store.transact(lambda connection: add_worker(connection, origin, external, now))


def claim_worker(store: Store, *, origin: str, external: str, held: int | None) -> Worker:
    """The worker of an id that nobody signed: new, or the one that the caller holds already.

    The first who brings an id keeps it: who only knows the id of another cannot act for them. Of two at
    once, one is the first.
    """
    _check_label(origin, "origin", 40)
    _check_label(external, "external", 200)
    now = store.now()

    def write(connection: sa.Connection) -> Worker:
        worker, new = _insert_worker(connection, origin, external, now)
        if not new and worker.id != held:
            raise RefusedError(
                "not-allowed", "this worker came from another browser; ask for a personal link"
            )
        return worker

    return store.transact(write)


def add_worker(connection: sa.Connection, origin: str, external: str | None, now: int) -> Worker:
    """`create_worker` inside a transaction."""
    return _insert_worker(connection, origin, external, now)[0]


def _insert_worker(
    connection: sa.Connection, origin: str, external: str | None, now: int
) -> tuple[Worker, bool]:
    """The worker, and whether it is new."""
    row = {"code": new_code(), "origin": origin, "external": external, "blocked": False, "created": now}
    added = connection.execute(
        insert_new(connection, workers, "origin", "external").returning(workers.c.id), row
    ).scalar()
    if added is not None:
        return find_worker(connection, added), True
    same = sa.and_(workers.c.origin == origin, workers.c.external == external)
    return Worker(*connection.execute(_WORKER.where(same)).one()), False


def insert_new(connection: sa.Connection, table: sa.Table, *unique: str) -> Any:
    """Insert a row unless its unique columns are there; both databases can, each in its own dialect."""
    from sqlalchemy.dialects import postgresql, sqlite

    dialect: Any = sqlite if connection.dialect.name == "sqlite" else postgresql
    return dialect.insert(table).on_conflict_do_nothing(index_elements=unique)


def new_code() -> str:
    """A random name of eight letters and digits that says nothing about the worker."""
    return "W" + "".join(secrets.choice(_LETTERS) for _ in range(8))


def get_worker(store: Store, ref: int | str) -> Worker:
    """The worker of this id or code."""
    with store.read() as connection:
        return find_worker(connection, ref)


def find_worker(connection: sa.Connection, ref: int | str, *, lock: bool = False) -> Worker:
    """`get_worker` inside a transaction; `lock` makes others wait who would decide about the same worker."""
    row = None
    if (isinstance(ref, int) and 0 < ref < 2**63) or (isinstance(ref, str) and ref.isalnum()):
        query = _WORKER.where(workers.c.id == ref if isinstance(ref, int) else workers.c.code == ref)
        row = connection.execute(query.with_for_update(key_share=True) if lock else query).first()
    if row is None:
        raise RefusedError("not-found", "there is no such worker")
    return Worker(*row)


def list_workers(store: Store, *, limit: int = 1000, after: int = 0) -> list[Worker]:
    """Workers in order of their ids, from the one after `after` on."""
    with store.read() as connection:
        return [Worker(*row) for row in connection.execute(_WORKER.where(workers.c.id > after).limit(limit))]


def block(store: Store, worker_id: int, by: Actor, reason: str) -> Worker:
    """Give this worker no more work; what was earned stays."""
    return _set_blocked(store, worker_id, by, reason, blocked=True)


def unblock(store: Store, worker_id: int, by: Actor, reason: str) -> Worker:
    """Let a blocked worker work again."""
    return _set_blocked(store, worker_id, by, reason, blocked=False)


def _set_blocked(store: Store, worker_id: int, by: Actor, reason: str, *, blocked: bool) -> Worker:
    if not reason.strip():
        raise InputError("expected a reason", field="reason")
    now = store.now()

    def write(connection: sa.Connection) -> Worker:
        find_worker(connection, worker_id, lock=True)
        connection.execute(sa.update(workers).where(workers.c.id == worker_id).values(blocked=blocked))
        action = "block" if blocked else "unblock"
        record(connection, by, action, f"worker:{worker_id}", now, reason=reason.strip())
        return find_worker(connection, worker_id)

    return store.transact(write)


def create_account(
    store: Store, login: str, password: str, role: str, worker_id: int | None = None, by: Actor = None
) -> Account:
    """An account; that of a worker gets a new worker unless it is given one."""
    name, hashed = _check_login(login), hash_password(password)
    _check_role(role)
    now = store.now()
    return store.transact(lambda c: _add_account(c, name, hashed, role, worker_id, by, now))


def _add_account(
    connection: sa.Connection, login: str, hashed: str, role: str, worker_id: int | None, by: Actor, now: int
) -> Account:
    if worker_id is not None:
        find_worker(connection, worker_id)
    elif role == "worker":
        worker_id = add_worker(connection, "studio", None, now).id
    row = {"login": login, "password": hashed, "role": role, "worker_id": worker_id, "created": now}
    insert = insert_new(connection, accounts, "login").returning(accounts.c.id)
    added = connection.execute(insert, {**row, "disabled": False}).scalar()
    if added is None:
        raise RefusedError("conflict", "this name is taken")
    record(connection, by, "create-account", f"account:{added}", now, role=role)
    return Account(added, login, role, worker_id)


def list_accounts(store: Store) -> list[Account]:
    """Every account that may sign in, in order of names."""
    query = _ACCOUNT.where(accounts.c.disabled.is_(False)).order_by(accounts.c.login)
    with store.read() as connection:
        return [Account(*row) for row in connection.execute(query)]


def authenticate(store: Store, login: str, password: str) -> Account | None:
    """The account of this name and password; a name that is not there costs as much time as one that is."""
    query = sa.select(accounts.c.password, accounts.c.disabled, *_ACCOUNT.selected_columns)
    row = None
    if (name := _plain_login(login)) is not None:
        with store.read() as connection:
            row = connection.execute(query.where(accounts.c.login == name)).first()
    right = is_password(password, None if row is None else row.password)
    if row is None or row.disabled or not right:
        return None
    return Account(row.id, row.login, row.role, row.worker_id)


def set_password(store: Store, account_id: int, password: str, by: Actor = None) -> None:
    """A new password; every session of the account ends."""
    hashed = hash_password(password)
    _change_account(store, account_id, by, "set-password", {"password": hashed})


def disable(store: Store, account_id: int, by: Actor = None) -> None:
    """This account signs in no more; every session of it ends."""
    _change_account(store, account_id, by, "disable-account", {"disabled": True})


def _change_account(store: Store, account_id: int, by: Actor, action: str, values: dict[str, Any]) -> None:
    now = store.now()

    def write(connection: sa.Connection) -> None:
        changed = connection.execute(sa.update(accounts).where(accounts.c.id == account_id).values(values))
        if changed.rowcount != 1:
            raise RefusedError("not-found", "there is no such account")
        connection.execute(sa.delete(sessions).where(sessions.c.account_id == account_id))
        record(connection, by, action, f"account:{account_id}", now)

    store.transact(write)
    store.people_as_of = object()


def open_session(store: Store, account_id: int, days: float = 14) -> str:
    """The token of a new session; only its hash is kept."""
    token, now = secrets.token_urlsafe(32), store.now()
    row = {"token_hash": token_hash(token), "account_id": account_id, "created": now}

    def write(connection: sa.Connection) -> None:
        if connection.execute(_ACCOUNT.where(accounts.c.id == account_id)).first() is None:
            raise RefusedError("not-found", "there is no such account")
        old = sa.and_(sessions.c.account_id == account_id, sessions.c.expires <= now)
        connection.execute(sa.delete(sessions).where(old))
        connection.execute(sa.insert(sessions), {**row, "expires": now + int(days * _DAY)})

    store.transact(write)
    return token


def account_of(store: Store, token: str) -> Account | None:
    """Whose session this is; None where it has ended or never was."""
    with store.read() as connection:
        row = connection.execute(_BY_TOKEN, {"hash": token_hash(token), "now": store.now()}).first()
    return None if row is None else Account(*row)


def close_session(store: Store, token: str) -> None:
    """Sign out."""
    ended = sa.delete(sessions).where(sessions.c.token_hash == token_hash(token))
    store.transact(lambda connection: connection.execute(ended))
    store.people_as_of = object()


def invite(
    store: Store,
    role: str,
    *,
    campaign: Ref | None = None,
    uses: int = 1,
    days: float = 14,
    by: Actor = None,
) -> str:
    """The token of an invitation that so many people can follow."""
    _check_role(role)
    if not 1 <= uses <= 100_000:
        raise InputError("expected a whole number from 1 to 100000", field="uses")
    if not 0 < days <= 3660:
        raise InputError("expected days from 0 to 3660", field="days")
    token, now = secrets.token_urlsafe(24), store.now()

    def write(connection: sa.Connection) -> str:
        place = None if campaign is None else find_campaign(connection, campaign).id
        row = {"token_hash": token_hash(token), "role": role, "campaign_id": place, "uses_left": uses}
        row |= {"actor": actor(by), "created": now, "expires": now + int(days * _DAY)}
        added = connection.execute(
            sa.insert(invitations).values(row).returning(invitations.c.id)
        ).scalar_one()
        record(connection, by, "invite", f"invitation:{added}", now, role=role, uses=uses)
        return token

    return store.transact(write)


def invitation_of(store: Store, token: str) -> OpenInvitation | None:
    """What this invitation still offers; None where it is used up, has ended or never was."""
    with store.read() as connection:
        row = connection.execute(_open_invitation(token, store.now())).first()
    return None if row is None else OpenInvitation(row.role, row.campaign_id, row.uses_left, row.expires)


def redeem(store: Store, token: str, login: str, password: str) -> Account:
    """Make the account that an invitation offers; one that fails uses nothing up."""
    if invitation_of(store, token) is None:  # before the costly hash
        raise RefusedError("not-found", "this invitation is used up, has ended or never was")
    name, hashed = _check_login(login), hash_password(password)
    now = store.now()

    def write(connection: sa.Connection) -> Account:
        row = connection.execute(_open_invitation(token, now).with_for_update()).first()
        if row is None:
            raise RefusedError("not-found", "this invitation is used up, has ended or never was")
        left = sa.update(invitations).where(invitations.c.id == row.id)
        connection.execute(left.values(uses_left=invitations.c.uses_left - 1))
        return _add_account(connection, name, hashed, row.role, None, f"invitation:{row.id}", now)

    return store.transact(write)


def _open_invitation(token: str, now: int) -> sa.Select[Any]:
    valid = sa.and_(invitations.c.token_hash == token_hash(token), invitations.c.expires > now)
    return sa.select(invitations).where(valid, invitations.c.uses_left > 0)


def _plain_login(login: str) -> str | None:
    """The name as it is kept (case and width make no difference), or None where it cannot be one."""
    if len(login) > 400:
        return None
    name = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", login.strip()).casefold())
    # Printable leaves out blanks but the plain one, controls, bidi marks and halves of characters.
    return name if 1 <= len(name) <= 100 and name.isprintable() and " " not in name else None


def _check_login(login: str) -> str:
    name = _plain_login(login)
    if name is None:
        raise InputError("expected a name of 1 to 100 characters without blanks", field="login")
    return name


def _check_role(role: str) -> None:
    if role not in ROLES:
        raise InputError(f"expected one of {', '.join(ROLES)}", field="role")


def _check_label(text: str, field: str, most: int) -> None:
    if not 1 <= len(text) <= most or not text.isprintable():
        raise InputError(f"expected 1 to {most} printable characters", field=field)
