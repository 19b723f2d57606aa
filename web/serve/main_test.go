package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHandler checks what is sent to browsers that take brotli, and to others.
func TestHandler(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"index.html": "plain page", "index.html.br": "packed page", "iri.wasm": "plain wasm",
		"iri.wasm.br": "packed wasm", "icon.svg": "icon",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name, path, accept         string
		status                     int
		body, encoding, typePrefix string
	}{
		{"a page", "/", "", 200, "plain page", "", "text/html"},
		{"a packed page", "/", "gzip, br;q=0.9", 200, "packed page", "br", "text/html"},
		{"packed wasm keeps its type", "/iri.wasm", "br", 200, "packed wasm", "br", "application/wasm"},
		{"plain wasm", "/iri.wasm", "gzip", 200, "plain wasm", "", "application/wasm"},
		{"no packed file", "/icon.svg", "br", 200, "icon", "", "image/svg+xml"},
		{"not there", "/x", "br", 404, "", "", ""},
		{"outside of the folder", "/../../etc/passwd", "br", 404, "", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.URL.Path = tt.path
			r.Header.Set("Accept-Encoding", tt.accept)
			w := httptest.NewRecorder()
			var log strings.Builder
			logged(handler(dir), &log).ServeHTTP(w, r)
			if w.Code != tt.status && !(tt.status == 404 && w.Code == 400) {
				t.Fatalf("got status %d, want %d", w.Code, tt.status)
			}
			if tt.status != 200 {
				return
			}
			if got := w.Body.String(); got != tt.body {
				t.Errorf("got the body %q, want %q", got, tt.body)
			}
			if got := w.Header().Get("Content-Encoding"); got != tt.encoding {
				t.Errorf("got the encoding %q, want %q", got, tt.encoding)
			}
			if got := w.Header().Get("Content-Type"); !strings.HasPrefix(got, tt.typePrefix) {
				t.Errorf("got the type %q, want %q", got, tt.typePrefix)
			}
			if !strings.Contains(log.String(), " 200 ") {
				t.Errorf("got the log %q, want the status in it", log.String())
			}
		})
	}
}

// TestServeWithoutPage checks that a folder without the page is refused.
func TestServeWithoutPage(t *testing.T) {
	if err := serve("127.0.0.1:0", t.TempDir(), false); err == nil || !strings.Contains(err.Error(), "run make page") {
		t.Errorf("got %v, want an error that says to run make page", err)
	}
}
