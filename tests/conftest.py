"""What every test may use."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def root() -> Path:
    """Top of the checkout the tests stand in."""
    return Path(__file__).resolve().parent.parent
