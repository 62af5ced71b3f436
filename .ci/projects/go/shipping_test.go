package shop

import (
	"net/http"
	"os"
	"strings"
	"testing"
)

func cheapest(t *testing.T, sandbox Sandbox, key string) (string, error) {
	t.Helper()
	shipment, err := os.ReadFile("shipment.json")
	if err != nil {
		t.Fatal(err)
	}
	return ShippingClient{sandbox.URL, key, http.DefaultClient}.CheapestCourier(shipment)
}

func TestFindsTheCheapestCourier(t *testing.T) {
	t.Parallel()
	sandbox := newSandbox(t)

	if name, err := cheapest(t, sandbox, sandbox.Key()); name != "Union Post Ground" || err != nil {
		t.Fatalf("got %q, %v", name, err)
	}

	sandbox.Verify(`{"requests": [{"operation": "getShippingRates", "status": 200, "times": 1}]}`)
}

func TestTakesTwoFailuresOfTheServer(t *testing.T) {
	t.Parallel()
	sandbox := newSandbox(t)
	sandbox.Scenario("flaky") // 500, 500, then normal

	if name, err := cheapest(t, sandbox, sandbox.Key()); name != "Union Post Ground" || err != nil {
		t.Fatalf("got %q, %v", name, err)
	}

	sandbox.Verify(`{"requests": [{"status": 500, "times": 2}, {"status": 200, "times": 1}], "inOrder": true}`)
}

func TestSaysThatThereIsNoCourier(t *testing.T) {
	t.Parallel()
	sandbox := newSandbox(t)

	name, err := cheapest(t, sandbox, sandbox.Key()+"~no-couriers") // the key forces the scenario
	if name != "" || err != nil {
		t.Fatalf("got %q, %v", name, err)
	}
}

func TestDoesNotTryAWrongKeyAgain(t *testing.T) {
	t.Parallel()
	sandbox := newSandbox(t)

	_, err := cheapest(t, sandbox, "dk_expired_"+sandbox.Name)
	if err == nil || !strings.Contains(err.Error(), "401") {
		t.Fatalf("got %v", err)
	}

	sandbox.Verify(`{"requests": [{"status": 401, "times": 1}]}`)
}
