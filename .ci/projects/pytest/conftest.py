import os
import uuid
from urllib.parse import urljoin

import pytest
import requests

URL = os.environ["DRYDOCK_URL"]
CONTROL = {"Authorization": f"Bearer {os.environ['DRYDOCK_CONTROL_TOKEN']}"}


class Sandbox:
    """What one test has of the mock: its key, its scenario and its journal."""

    def __init__(self):
        self.name = uuid.uuid4().hex
        self.url, self.key = URL, f"dk_test_{self.name}"
        self.control = urljoin(URL, f"/__drydock/sandboxes/{self.name}")

    def scenario(self, name):
        requests.put(f"{self.control}/scenario", json={"scenario": name}, headers=CONTROL).raise_for_status()

    def verify(self, **expected):
        verdict = requests.post(f"{self.control}/verify", json=expected, headers=CONTROL).json()
        assert verdict["verified"], verdict


@pytest.fixture
def sandbox():
    return Sandbox()
