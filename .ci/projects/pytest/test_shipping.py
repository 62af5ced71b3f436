import json
from pathlib import Path

import httpx
import pytest
import requests

from shipping_client import ShippingClient, ShippingError

SHIPMENT = json.loads(Path(__file__).with_name("shipment.json").read_text())


@pytest.fixture(params=[requests.Session, httpx.Client])
def http(request):
    with request.param() as client:
        yield client


def test_finds_the_cheapest_courier(http, sandbox):
    assert ShippingClient(http, sandbox.url, sandbox.key).cheapest_courier(SHIPMENT) == "Union Post Ground"

    sandbox.verify(requests=[{"operation": "getShippingRates", "status": 200, "times": 1}])


def test_takes_two_failures_of_the_server(http, sandbox):
    sandbox.scenario("flaky")  # 500, 500, then normal

    assert ShippingClient(http, sandbox.url, sandbox.key).cheapest_courier(SHIPMENT) == "Union Post Ground"

    sandbox.verify(requests=[{"status": 500, "times": 2}, {"status": 200, "times": 1}], inOrder=True)


def test_says_that_there_is_no_courier(http, sandbox):
    key = f"{sandbox.key}~no-couriers"  # for a client in which only the key can be set

    assert ShippingClient(http, sandbox.url, key).cheapest_courier(SHIPMENT) is None


def test_does_not_try_a_wrong_key_again(http, sandbox):
    key = sandbox.key.replace("dk_test_", "dk_expired_")

    with pytest.raises(ShippingError, match="401"):
        ShippingClient(http, sandbox.url, key).cheapest_courier(SHIPMENT)

    sandbox.verify(requests=[{"status": 401, "times": 1}])
