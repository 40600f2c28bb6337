"""A studio in process, with people of every role, for the tests of this room."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from likewise.collect import people
from likewise.collect.campaigns import Campaign, add_items, create_campaign
from likewise.collect.store import Store
from likewise.negation import Resolver
from likewise.studio import create_app
from likewise.studio.web.limits import Limits, RequestRate

from .stub import stub_resolver

with warnings.catch_warnings():
    # Starlette would rather use the successor of httpx, which is not among the house's parts yet.
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

PASSWORD = "a long enough password"
ORIGIN = "http://testserver"


@dataclass
class House:
    """A studio under test: its store, its app, and clients who are signed in."""

    store: Store
    media: Path
    app: Any
    accounts: dict[str, people.Account] = field(default_factory=dict)

    def client(self, login: str | None = None, **headers: str) -> TestClient:
        """A browser: it sends its origin; the API's own header too unless it is a plain one."""
        client = TestClient(
            self.app, raise_server_exceptions=False, follow_redirects=False,
            headers={"origin": ORIGIN, "x-likewise": "1", **headers},
        )  # fmt: skip
        if login is not None:
            token = people.open_session(self.store, self.accounts[login].id)
            client.cookies.set("likewise_session", token)
        return client

    def add(self, login: str, role: str) -> people.Account:
        self.accounts[login] = people.create_account(self.store, login, PASSWORD, role)
        return self.accounts[login]

    def campaign(self, task: str = "paraphrase", items: int = 3, **options: Any) -> Campaign:
        kinds: dict[str, list[dict[str, Any]]] = {
            "paraphrase": [{"text": f"Sentence number {n} is here."} for n in range(items)],
            "rate": [{"source": f"A man {n}.", "candidate": f"Some man {n}."} for n in range(items)],
            "describe": [{"youtube": "jNQXAC9IVRw", "start": n, "end": n + 5} for n in range(items)],
            "clip": [{} for _ in range(items)],
        }
        stimuli = kinds[task]
        made = create_campaign(self.store, title=f"Campaign of {task}", task=task, **options)
        add_items(self.store, made, stimuli)
        return made


STAFF = {"olga": "owner", "rita": "reviewer", "wim": "worker", "wanda": "worker"}


@pytest.fixture(scope="session")
def staffed(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which everybody has an account: passwords are dear to hash."""
    path = tmp_path_factory.mktemp("staffed") / "staffed.db"
    shutil.copyfile(sqlite_template, path)
    with Store(f"sqlite:///{path}") as store:
        for login, role in STAFF.items():
            people.create_account(store, login, PASSWORD, role)
    return path


@pytest.fixture
def house(request: pytest.FixtureRequest, tmp_path: Path, staffed: Path) -> Iterator[House]:
    """On SQLite; on the databases that a test names by `parametrize("house", .., indirect=True)`."""
    kind = getattr(request, "param", "sqlite")
    url = request.getfixturevalue(f"{kind}_url")
    if kind == "sqlite":
        shutil.copyfile(staffed, tmp_path / "likewise.db")
    store = Store(url)
    generous = Limits(
        account=RequestRate(1e6, 1e6), address=RequestRate(1e6, 1e6), sign_in=RequestRate(1e6, 1e6)
    )
    app = create_app(store, media=tmp_path / "media", secret=b"s" * 32, limits=generous)
    found = House(store, tmp_path / "media", app)
    found.accounts = {account.login: account for account in people.list_accounts(store)}
    for login, role in STAFF.items():
        if login not in found.accounts:
            found.add(login, role)
    yield found
    app.state.studio.close()
    store.close()


@pytest.fixture
def plain_resolver() -> Resolver:
    """A resolver whose answers are plain to see."""
    return stub_resolver()
