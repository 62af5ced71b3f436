package shop

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"testing"
)

// Sandbox is what one test has of the mock: its key, its scenario and its journal.
type Sandbox struct {
	t         *testing.T
	Name, URL string
}

func newSandbox(t *testing.T) Sandbox {
	address := os.Getenv("DRYDOCK_URL")
	if address == "" {
		t.Skip("DRYDOCK_URL is not set: run npx drydock-kit mock --port 0 --until go test ./...")
	}
	name := make([]byte, 8)
	rand.Read(name)
	return Sandbox{t, hex.EncodeToString(name), address}
}

func (sandbox Sandbox) Key() string { return "dk_test_" + sandbox.Name }

func (sandbox Sandbox) Scenario(name string) {
	sandbox.t.Helper()
	sandbox.control(http.MethodPut, "scenario", map[string]string{"scenario": name})
}

// Verify takes what the journal must have, as JSON.
func (sandbox Sandbox) Verify(expected string) {
	sandbox.t.Helper()
	verdict := sandbox.control(http.MethodPost, "verify", json.RawMessage(expected))
	if !bytes.Contains(verdict, []byte(`"verified":true`)) {
		sandbox.t.Fatalf("the mock saw something else: %s", verdict)
	}
}

func (sandbox Sandbox) control(method, path string, value any) []byte {
	sandbox.t.Helper()
	address, err := url.Parse(sandbox.URL)
	if err != nil {
		sandbox.t.Fatal(err)
	}
	body, err := json.Marshal(value)
	if err != nil {
		sandbox.t.Fatal(err)
	}
	target := address.ResolveReference(&url.URL{Path: "/__drydock/sandboxes/" + sandbox.Name + "/" + path})
	request, err := http.NewRequest(method, target.String(), bytes.NewReader(body))
	if err != nil {
		sandbox.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("DRYDOCK_CONTROL_TOKEN"))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		sandbox.t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		sandbox.t.Fatalf("%s %s: %d %s %v", method, target, response.StatusCode, answer, err)
	}
	return answer
}
