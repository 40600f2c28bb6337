"""People: workers, accounts, sessions and invitations."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from likewise.collect import people, schema
from likewise.collect.store import Store
from likewise.errors import InputError, RefusedError

SECRET = "a long enough password"


def stored(store: Store) -> str:
    """Everything that the database holds about people, as one text."""
    tables = (schema.accounts, schema.sessions, schema.invitations, schema.events)
    with store.read() as connection:
        return repr([row for table in tables for row in connection.execute(sa.select(table))])


class TestWorkers:
    def test_codes_differ_and_say_nothing(self, store: Store) -> None:
        found = [people.create_worker(store) for _ in range(5)]
        assert len({w.code for w in found}) == 5
        assert all(w.code[0] == "W" and len(w.code) == 9 and w.code.isalnum() for w in found)
        assert not any(w.blocked for w in found)

    def test_same_origin_and_id_is_the_same_worker(self, store: Store) -> None:
        first = people.create_worker(store, origin="mturk", external="A1")
        assert people.create_worker(store, origin="mturk", external="A1") == first
        assert people.create_worker(store, origin="prolific", external="A1") != first
        assert people.get_worker(store, first.code) == people.get_worker(store, first.id) == first

    def test_two_at_once_make_one(self, store: Store, at_once: Callable[..., Any]) -> None:
        found = at_once(*[lambda: people.create_worker(store, origin="mturk", external="A2")] * 8)
        assert len({worker.id for worker in found}) == 1

    def test_an_id_is_claimed_once(self, store: Store, at_once: Callable[..., Any]) -> None:
        def claim(held: int | None = None) -> people.Worker:
            return people.claim_worker(store, origin="mturk", external="A3", held=held)

        found = at_once(*[claim] * 6)
        (first,) = (one for one in found if isinstance(one, people.Worker))
        assert {getattr(one, "code", None) for one in found} == {first.code, "not-allowed"}
        assert claim(held=first.id) == first
        with pytest.raises(RefusedError, match="another browser"):
            claim(held=first.id + 1)
        with pytest.raises(InputError):
            people.claim_worker(store, origin="mturk", external="", held=None)

    @pytest.mark.parametrize("ref", [0, -1, 2**63, "", "nobody", "x' OR '1'='1", "\0"])
    def test_unknown(self, store: Store, ref: Any) -> None:
        with pytest.raises(RefusedError, match="no such worker") as caught:
            people.get_worker(store, ref)
        assert caught.value.code == "not-found"

    def test_block_and_unblock_are_recorded(self, store: Store) -> None:
        worker = people.create_worker(store)
        with pytest.raises(InputError, match="expected a reason"):
            people.block(store, worker.id, "anna", " ")
        assert people.block(store, worker.id, "anna", "spam").blocked
        assert not people.unblock(store, worker.id, "anna", "a mistake").blocked
        with store.read() as connection:
            rows = connection.execute(sa.select(schema.events.c.action, schema.events.c.detail)).all()
        assert rows == [("block", {"reason": "spam"}), ("unblock", {"reason": "a mistake"})]

    def test_list(self, store: Store) -> None:
        made = [people.create_worker(store) for _ in range(3)]
        assert people.list_workers(store) == made
        assert people.list_workers(store, limit=1, after=made[0].id) == made[1:2]


class TestAccounts:
    def test_a_worker_account_gets_a_worker(self, store: Store) -> None:
        account = people.create_account(store, "anna", SECRET, "worker")
        assert account.worker_id is not None
        assert people.create_account(store, "otto", SECRET, "owner").worker_id is None
        assert [a.login for a in people.list_accounts(store)] == ["anna", "otto"]

    def test_sign_in(self, store: Store) -> None:
        account = people.create_account(store, "anna", SECRET, "reviewer")
        assert people.authenticate(store, "anna", SECRET) == account
        assert people.authenticate(store, " ANNA ", SECRET) == account
        assert people.authenticate(store, "anna", SECRET + "x") is None
        assert people.authenticate(store, "nobody", SECRET) is None

    @pytest.mark.parametrize(("one", "other"), [("Straße", "STRASSE"), ("ａｎｎａ", "anna"), ("ﬁn", "FIN")])
    def test_names_that_look_alike_are_one(self, store: Store, one: str, other: str) -> None:
        people.create_account(store, one, SECRET, "owner")
        with pytest.raises(RefusedError, match="taken") as caught:
            people.create_account(store, other, SECRET, "owner")
        assert caught.value.code == "conflict"
        assert people.authenticate(store, other, SECRET) is not None

    @pytest.mark.parametrize("login", ["", " ", "a b", "a\0", "a\u202eb", "x" * 101, "x" * 500, "\ud800"])
    def test_bad_names(self, store: Store, login: str) -> None:
        with pytest.raises(InputError, match="expected a name"):
            people.create_account(store, login, SECRET, "owner")
        assert people.authenticate(store, login, SECRET) is None

    @pytest.mark.parametrize("password", ["", "short", "1234567", "x" * 1025, "12345678\ud800"])
    def test_bad_passwords(self, store: Store, password: str) -> None:
        with pytest.raises(InputError) as caught:
            people.create_account(store, "anna", password, "owner")
        assert caught.value.field == "password"
        people.create_account(store, "anna", SECRET, "owner")
        assert people.authenticate(store, "anna", password) is None

    def test_bad_role_and_worker(self, store: Store) -> None:
        with pytest.raises(InputError, match="owner, reviewer, worker"):
            people.create_account(store, "anna", SECRET, "root")
        with pytest.raises(RefusedError, match="no such worker"):
            people.create_account(store, "anna", SECRET, "worker", worker_id=99)
        assert people.list_accounts(store) == []

    def test_nothing_secret_is_stored(self, store: Store) -> None:
        account = people.create_account(store, "anna", SECRET, "owner")
        token, invitation = people.open_session(store, account.id), people.invite(store, "worker")
        kept = stored(store)
        assert "scrypt$16384$8$1$" in kept
        assert not any(secret in kept for secret in (SECRET, token, invitation))

    def test_an_unknown_name_costs_as_much(self, sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """The same hash is made at the same costs; nothing else takes time that one could see."""
        made: list[dict[str, Any]] = []
        scrypt = hashlib.scrypt

        def noted(password: bytes, *, salt: bytes, **costs: int) -> bytes:
            made.append({"password": password, "salt": len(salt), **costs})
            return scrypt(password, salt=salt, **costs)

        with Store(sqlite_url) as store:
            people.create_account(store, "anna", SECRET, "owner")
            monkeypatch.setattr(hashlib, "scrypt", noted)
            for login in ("anna", "nobody", "a b\0"):
                assert people.authenticate(store, login, "wrong password") is None
        known, *unknown = made
        assert unknown == [known, known]
        assert known["n"] >= 2**14

    def test_password_and_disabling_end_sessions(self, store: Store) -> None:
        account = people.create_account(store, "anna", SECRET, "owner")
        token = people.open_session(store, account.id)
        people.set_password(store, account.id, "another password")
        assert people.account_of(store, token) is None
        assert people.authenticate(store, "anna", SECRET) is None
        token = people.open_session(store, account.id)
        people.disable(store, account.id)
        assert people.account_of(store, token) is None
        assert people.authenticate(store, "anna", "another password") is None
        assert people.list_accounts(store) == []
        with pytest.raises(RefusedError, match="no such account"):
            people.disable(store, 99)


class TestSessions:
    def test_open_and_close(self, store: Store) -> None:
        account = people.create_account(store, "anna", SECRET, "owner")
        one, two = people.open_session(store, account.id), people.open_session(store, account.id)
        assert people.account_of(store, one) == people.account_of(store, two) == account
        people.close_session(store, one)
        assert people.account_of(store, one) is None
        assert people.account_of(store, two) == account
        assert people.account_of(store, "\ud800") is None
        with pytest.raises(RefusedError, match="no such account"):
            people.open_session(store, 99)

    def test_they_end_by_themselves(self, timed: Store, clock: Any) -> None:
        account = people.create_account(timed, "anna", SECRET, "owner")
        token = people.open_session(timed, account.id, days=1)
        clock.pass_seconds(86399)
        assert people.account_of(timed, token) == account
        clock.pass_seconds(2)
        assert people.account_of(timed, token) is None
        clock.wall -= 10**12  # the wall clock is set back
        assert people.account_of(timed, token) is None
        people.open_session(timed, account.id)
        with timed.read() as connection:
            assert connection.execute(sa.select(sa.func.count()).select_from(schema.sessions)).scalar() == 1


class TestInvitations:
    def test_uses_are_counted(self, store: Store) -> None:
        token = people.invite(store, "worker", uses=2)
        first = people.redeem(store, token, "anna", SECRET)
        assert (first.role, first.worker_id is not None) == ("worker", True)
        found = people.invitation_of(store, token)
        assert found is not None
        assert found.uses_left == 1
        people.redeem(store, token, "otto", SECRET)
        with pytest.raises(RefusedError, match="used up"):
            people.redeem(store, token, "emil", SECRET)

    def test_a_failure_uses_nothing_up(self, store: Store) -> None:
        people.create_account(store, "anna", SECRET, "owner")
        token = people.invite(store, "reviewer")
        with pytest.raises(RefusedError, match="taken"):
            people.redeem(store, token, "anna", SECRET)
        with pytest.raises(InputError):
            people.redeem(store, token, "otto", "short")
        assert people.redeem(store, token, "otto", SECRET).role == "reviewer"

    def test_two_at_once_use_it_once(self, store: Store) -> None:
        token = people.invite(store, "worker")
        results: list[str] = []

        def redeem(login: str) -> None:
            try:
                people.redeem(store, token, login, SECRET)
                results.append("made")
            except RefusedError as error:
                results.append(error.code)

        threads = [threading.Thread(target=redeem, args=(f"w{n}",)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(results) == ["made", "not-found", "not-found", "not-found"]

    def test_they_end(self, timed: Store, clock: Any) -> None:
        token = people.invite(timed, "worker", days=1)
        clock.pass_seconds(86401)
        assert people.invitation_of(timed, token) is None
        with pytest.raises(RefusedError, match="has ended"):
            people.redeem(timed, token, "anna", SECRET)

    def test_for_a_campaign(self, store: Store, make_scene: Callable[..., Any]) -> None:
        scene = make_scene(store)
        found = people.invitation_of(store, people.invite(store, "worker", campaign=scene.campaign.slug))
        assert found is not None
        assert found.campaign_id == scene.campaign.id
        with pytest.raises(RefusedError, match="no such campaign"):
            people.invite(store, "worker", campaign="none")

    @pytest.mark.parametrize("bad", [{"uses": 0}, {"uses": 10**6}, {"days": 0}, {"days": float("nan")}])
    def test_bad(self, store: Store, bad: dict[str, Any]) -> None:
        with pytest.raises(InputError):
            people.invite(store, "worker", **bad)
