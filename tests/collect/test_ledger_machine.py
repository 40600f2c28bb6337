"""The ledger under every order of events that Hypothesis can think of, crashes among them.

After each step the books are audited, and a model of a few dictionaries must know every balance.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from likewise.collect import answers, assign, campaigns, ledger, people, tiers
from likewise.collect.store import Store
from likewise.errors import RefusedError

ANSWER = {"text": "A man is peeling a potato.", "language": "English"}
WORKERS = 3
WHO = st.integers(0, WORKERS - 1)
WHICH = st.integers(0, 99)  # one of the answers there are
AFTER = st.integers(0, 14)  # statements until the crash
_template: list[Path] = []


class Crash(Exception):
    """The power goes."""


def new_database(folder: Path) -> str:
    """A copy of an empty database: making the tables each time would take most of the time."""
    if not _template:
        path = Path(tempfile.mkdtemp(prefix="lw-machine-")) / "empty.db"
        with Store(f"sqlite:///{path}") as store:
            store.create()
        _template.append(path)
    shutil.copyfile(_template[0], folder / "machine.db")
    return f"sqlite:///{folder / 'machine.db'}"


@pytest.fixture(scope="module", autouse=True)
def _tidy() -> Iterator[None]:
    yield
    for path in _template:
        shutil.rmtree(path.parent)
    _template.clear()


class LedgerMachine(RuleBasedStateMachine):
    """A campaign of three workers; `owed`, `paid` and `credit` are the model."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="lw-machine-"))
        self.store = Store(new_database(self.folder))
        self.fuse: int | None = None
        # What is lost with the machine's power is not asked here, and this is quicker.
        sa.event.listen(self.store.engine, "connect", lambda c, _: c.execute("PRAGMA synchronous=OFF"))
        for moment in ("before_cursor_execute", "commit"):
            sa.event.listen(self.store.engine, moment, self._burn)

    def _burn(self, *_: Any) -> None:
        """Before a statement or a commit, count down to the crash."""
        if self.fuse is not None:
            self.fuse -= 1
            if self.fuse < 0:
                raise Crash

    def teardown(self) -> None:
        self.store.close()
        shutil.rmtree(self.folder)

    @initialize(auto=st.booleans(), fee=st.sampled_from([0, 200]))
    def begin(self, auto: bool, fee: int) -> None:
        self.auto = auto
        self.rates = {1: 1, 2: 5}
        self.campaign = campaigns.create_campaign(
            self.store, title="T", task="describe", auto_accept=auto, fee_permille=fee, targets=(3, 3)
        )
        stimuli = ({"youtube": f"{n:011d}", "start": 0, "end": 5} for n in range(8))
        campaigns.add_items(self.store, self.campaign, stimuli)
        self.workers = [people.create_worker(self.store).id for _ in range(WORKERS)]
        self.owed = dict.fromkeys(self.workers, 0)
        self.paid = 0
        self.tier = dict.fromkeys(self.workers, 1)
        self.state: dict[int, str] = {}
        self.owner: dict[int, tuple[int, int]] = {}  # worker and tier of an answer
        self.credit: dict[int, int] = {}  # what is credited for an answer and not taken back
        self.settled: set[int] = set()  # answers whose credit is paid out
        self.answers: list[tuple[int, int, str]] = []
        for who in range(WORKERS):
            self.submit(who, keyed=True)

    @rule(who=WHO, keyed=st.booleans())
    def submit(self, who: int, keyed: bool) -> None:
        worker = self.workers[who]
        work = assign.next_work(self.store, worker, self.campaign)
        if work is None:
            return
        key = work.token if keyed else None
        answer = answers.submit(self.store, worker, work.token, ANSWER, key=key)
        self._submitted(answer, work.token)

    def _submitted(self, answer: answers.Answer, token: str) -> None:
        self.answers.append((answer.id, answer.worker_id, token))
        worker, tier = answer.worker_id, answer.tier
        assert tier == self.tier[worker]
        self.owner[answer.id] = (worker, tier)
        self.state[answer.id] = "accepted" if self.auto else "pending"
        if self.auto:
            self._credit(answer.id)

    def _pick(self, which: int) -> tuple[int, int, str]:
        return self.answers[which % len(self.answers)]

    def _credit(self, answer_id: int) -> None:
        worker, tier = self.owner[answer_id]
        self.credit[answer_id] = self.rates[tier]
        self.owed[worker] += self.rates[tier]

    @rule(who=WHO, done=st.booleans())
    def skip(self, who: int, done: bool) -> None:
        work = assign.next_work(self.store, self.workers[who], self.campaign)
        if work is not None and done:
            assign.skip(self.store, self.workers[who], work.token)

    @rule(which=WHICH, keyed=st.booleans())
    def resubmit(self, which: int, keyed: bool) -> None:
        answer_id, worker, token = self._pick(which)
        other = ANSWER | {"text": "Another sentence."}
        again = answers.submit(self.store, worker, token, other, key=token if keyed else None)
        assert again.id == answer_id
        assert again.state == self.state[answer_id]

    @rule(which=WHICH)
    def accept(self, which: int) -> None:
        answer_id = self._pick(which)[0]
        if self.state[answer_id] == "accepted":
            with pytest.raises(RefusedError):
                answers.accept(self.store, answer_id, "ann")
            return
        answers.accept(self.store, answer_id, "ann")
        self.state[answer_id] = "accepted"
        if answer_id not in self.credit:
            self._credit(answer_id)

    @rule(which=WHICH)
    def reject(self, which: int) -> None:
        answer_id = self._pick(which)[0]
        if self.state[answer_id] == "rejected":
            with pytest.raises(RefusedError):
                answers.reject(self.store, answer_id, "ann", "nonsense")
            return
        answers.reject(self.store, answer_id, "ann", "nonsense")
        self.state[answer_id] = "rejected"
        if answer_id in self.credit and answer_id not in self.settled:
            self.owed[self.owner[answer_id][0]] -= self.credit.pop(answer_id)

    @rule(which=WHICH, paid=st.booleans())
    def change_mind(self, which: int, paid: bool) -> None:
        if paid:
            self.pay(one=False)
        self.reject(which)
        self.accept(which)

    @rule(who=WHO)
    def promote_or_demote(self, who: int) -> None:
        worker = self.workers[who]
        change = tiers.grant if self.tier[worker] == 1 else tiers.revoke
        change(self.store, worker, self.campaign, "ann", "looked at it")
        self.tier[worker] = 3 - self.tier[worker]

    @rule(tier=st.sampled_from([1, 2]), amount=st.integers(0, 9))
    def change_rate(self, tier: int, amount: int) -> None:
        campaigns.set_rate(self.store, self.campaign, tier, amount)
        self.rates[tier] = amount

    @rule(who=WHO, amount=st.integers(1, 50), twice=st.booleans())
    def bonus(self, who: int, amount: int, twice: bool) -> None:
        worker = self.workers[who]
        key = f"bonus {self.paid} {self.owed[worker]} {len(ledger.statement(self.store, worker))}"
        for _ in range(2 if twice else 1):
            ledger.bonus(self.store, worker, self.campaign, amount, "good", "ann", key=key)
        self.owed[worker] += amount

    @rule(one=st.booleans())
    def pay(self, one: bool) -> None:
        batch = ledger.pay(self.store, campaign=self.campaign if one else None)
        assert batch.total == sum(self.owed.values())
        assert batch.workers == sum(1 for amount in self.owed.values() if amount)
        self._paid()

    def _paid(self) -> None:
        self.paid += sum(self.owed.values())
        positive = {worker for worker, amount in self.owed.items() if amount}
        self.settled |= {a for a in self.credit if self.owner[a][0] in positive}
        self.owed = dict.fromkeys(self.workers, 0)

    @contextmanager
    def _crashing(self, after: int) -> Iterator[list[bool]]:
        """Crash before the statement of this number; says in the list whether it came so far."""
        crashed: list[bool] = []
        self.fuse = after
        try:
            yield crashed
        except Crash:
            crashed.append(True)
        finally:
            self.fuse = None

    @rule(who=WHO, after=AFTER)
    def crash_in_submit(self, who: int, after: int) -> None:
        worker = self.workers[who]
        work = assign.next_work(self.store, worker, self.campaign)
        if work is None:
            return
        with self._crashing(after) as crashed:
            answer = answers.submit(self.store, worker, work.token, ANSWER)
        if crashed:
            again = assign.next_work(self.store, worker, self.campaign)
            assert again == work  # the work is still open
            return
        self._submitted(answer, work.token)

    @rule(which=WHICH, after=AFTER)
    def crash_in_decision(self, which: int, after: int) -> None:
        answer_id = self._pick(which)[0]
        before = self.state[answer_id]
        decide = self.accept if before != "accepted" else self.reject
        model = (dict(self.owed), dict(self.credit), dict(self.state))
        with self._crashing(after) as crashed:
            decide(which)
        if crashed:
            self.owed, self.credit, self.state = model

    @rule(after=AFTER)
    def crash_in_payout(self, after: int) -> None:
        with self._crashing(after) as crashed:
            ledger.pay(self.store)
        if not crashed:
            self._paid()

    @invariant()
    def adds_up(self) -> None:
        if not hasattr(self, "owed"):
            return
        assert ledger.check(self.store) == []
        assert assign.check_counts(self.store) == []
        found = ledger.balances(self.store)
        assert {worker: found.get(worker, 0) for worker in self.workers} == self.owed
        for worker in self.workers:
            assert ledger.balance(self.store, worker) == sum(
                entry.amount for entry in ledger.statement(self.store, worker)
            )
        kept = {a.id: a for a in answers.answers_of(self.store, self.campaign)}
        assert {a: kept[a].state for a in kept} == self.state
        assert {a: kept[a].pay for a in kept} == {a: self.credit.get(a, 0) for a in kept}
        assert sum(batch.total for batch in ledger.list_batches(self.store)) == self.paid


LedgerMachine.TestCase.settings = settings(
    max_examples=20,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TestLedger = LedgerMachine.TestCase
