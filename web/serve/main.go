// The command serve serves the page on loopback, for trying it on and for its tests. It
// prints the address. Where the browser takes brotli and a file stands there compressed,
// it sends that.
package main

import (
	"flag"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8987", "listen on `HOST:PORT`; port 0 picks a free one")
	log := flag.Bool("log", false, "print each request to standard error: method, path, status, bytes of the body")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: serve [-addr HOST:PORT] [-log] FOLDER")
		os.Exit(2)
	}
	if err := serve(*addr, flag.Arg(0), *log); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

func serve(addr, dir string, log bool) error {
	if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
		return fmt.Errorf("%s does not hold the page: run make page (%w)", dir, err)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Printf("http://%s/\n", l.Addr())
	h := handler(dir)
	if log {
		h = logged(h, os.Stderr)
	}
	s := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
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

// logged prints what a handler sends.
func logged(h http.Handler, to io.Writer) http.Handler {
	var mu sync.Mutex
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &counter{ResponseWriter: w, status: http.StatusOK}
		h.ServeHTTP(c, r)
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(to, "%s %s %d %d\n", r.Method, r.URL.EscapedPath(), c.status, c.size)
	})
}

// A counter counts the bytes of a body.
type counter struct {
	http.ResponseWriter
	status, size int
}

func (c *counter) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.ResponseWriter.Write(b)
	c.size += n
	return n, err
}

func acceptsBrotli(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		if name, _, _ := strings.Cut(strings.TrimSpace(part), ";"); name == "br" {
			return true
		}
	}
	return false
}
