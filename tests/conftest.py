"""What every test may use."""

from pathlib import Path

import pytest

import runepay


@pytest.fixture(scope="session")
def root() -> Path:
    """Top of the checkout the tests stand in."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def package() -> Path:
    """The package under test: in the checkout, or where it is installed."""
    return Path(runepay.__file__).resolve().parent
