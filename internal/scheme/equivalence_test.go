package scheme

import (
	"strings"
	"testing"
)

func TestSchemeFacts(t *testing.T) {
	for _, tt := range []struct{ scheme, port string }{
		{"http", "80"}, {"HTTPS", "443"}, {"ws", "80"}, {"wss", "443"}, {"ftp", "21"}, {"coaps+tcp", "5684"},
		{"", ""}, {"mailto", ""}, {"urn", ""}, {"httpx", ""}, {strings.Repeat("h", 100), ""},
	} {
		if got := DefaultPort(tt.scheme); got != tt.port {
			t.Errorf("%q: got %q, want %q", tt.scheme, got, tt.port)
		}
	}
}
