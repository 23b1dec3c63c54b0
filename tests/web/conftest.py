"""One application for every test of the edge, since it takes most of a second to make; its store is empty each time."""

import pytest
from fakeredis import FakeRedis
from flask import Flask
from flask.testing import FlaskClient

from server.config import Settings
from server.sessions.memory import MemoryStore
from server.sessions.store import StoreUnavailable
from server.web.app import create_app
from tests.web.stores import Failing, Faulty

SETTINGS = Settings(store="memory", secret_key="for tests")


@pytest.fixture(scope="session")
def memory() -> FakeRedis:
    """What the store keeps, for whoever must look behind the edge."""
    return FakeRedis()


@pytest.fixture(scope="session")
def application(memory: FakeRedis) -> Flask:
    return create_app(SETTINGS, MemoryStore(SETTINGS.session_ttl, memory))


@pytest.fixture
def client(application: Flask, memory: FakeRedis) -> FlaskClient:
    """The application over a store in memory, with nothing in it."""
    memory.flushall()
    return application.test_client()


@pytest.fixture(scope="session")
def failing() -> Failing:
    return Failing(StoreUnavailable())


@pytest.fixture(scope="session")
def over_failing(failing: Failing) -> FlaskClient:
    """The application over a store that is away, or whatever a test makes of it."""
    return create_app(SETTINGS, failing).test_client()


@pytest.fixture(scope="session")
def faulty() -> Faulty:
    return Faulty()


@pytest.fixture(scope="session")
def over_faulty(faulty: Faulty) -> FlaskClient:
    """The application over a store that a test may give a fault, and must take it from again."""
    return create_app(SETTINGS, faulty).test_client()
