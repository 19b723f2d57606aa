// The command serve serves the page on loopback, for trying it on and for its tests. It
// prints the address. Where the browser takes brotli and a file stands there compressed,
// it sends that.
package main

import (
	"flag"
	"fmt"
	"mime"
	"net"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8987", "listen on `HOST:PORT`; port 0 picks a free one")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: serve [-addr HOST:PORT] FOLDER")
		os.Exit(2)
	}
	if err := serve(*addr, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

func serve(addr, dir string) error {
	if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
		return fmt.Errorf("%s does not hold the page: run make page (%w)", dir, err)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Printf("http://%s/\n", l.Addr())
	s := &http.Server{Handler: handler(dir), ReadHeaderTimeout: 10 * time.Second}
	return s.Serve(l)
}

// handler serves the files of a folder.
func handler(dir string) http.Handler {
	files := http.FileServer(http.Dir(dir))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-cache") // ask again each time, so that a new build shows
		h.Set("X-Content-Type-Options", "nosniff")
		h.Add("Vary", "Accept-Encoding")
		name := path.Clean("/" + r.URL.Path)
		if strings.HasSuffix(r.URL.Path, "/") {
			name = path.Join(name, "index.html")
		}
		packed := filepath.Join(dir, filepath.FromSlash(name)+".br")
		if acceptsBrotli(r) {
			if f, err := os.Stat(packed); err == nil && f.Mode().IsRegular() {
				h.Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
				if path.Ext(name) == ".wasm" {
					h.Set("Content-Type", "application/wasm")
				}
				h.Set("Content-Encoding", "br")
				http.ServeFile(w, r, packed)
				return
			}
		}
		files.ServeHTTP(w, r)
	})
}

func acceptsBrotli(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		if name, _, _ := strings.Cut(strings.TrimSpace(part), ";"); name == "br" {
			return true
		}
	}
	return false
}
