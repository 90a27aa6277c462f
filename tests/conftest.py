"""What every test may use."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import runepay
from runepay.model.catalogue import reader


@pytest.fixture(scope="session")
def root() -> Path:
    """Top of the checkout the tests stand in."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def package() -> Path:
    """The package under test: in the checkout, or where it is installed."""
    return Path(runepay.__file__).resolve().parent


@pytest.fixture(autouse=True)
def _forget_own_cards() -> Iterator[None]:
    """Let no test leave cards of its own behind for the next one."""
    yield
    if reader.own():
        reader.forget()
