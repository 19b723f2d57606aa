package main

import (
	"encoding/xml"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A bucketServer answers as S3 does what the file system of Beam asks: it lists, reads, writes, copies and
// removes objects. It is a proxy, so that the names of buckets need not be names of this machine.
type bucketServer struct {
	mu      sync.Mutex
	objects map[string]string // by bucket and key
}

func (s *bucketServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	bucket, _, _ := strings.Cut(r.Host, ".")
	name := bucket + r.URL.Path
	data, ok := s.objects[name]
	type object struct{ Key string }
	switch from, _ := url.PathUnescape(r.Header.Get("X-Amz-Copy-Source")); {
	case r.Method == http.MethodGet && r.URL.Query().Has("list-type"):
		var list struct {
			XMLName  xml.Name `xml:"ListBucketResult"`
			Contents []object
		}
		for _, name := range slices.Sorted(maps.Keys(s.objects)) {
			if key, ok := strings.CutPrefix(name, bucket+"/"); ok &&
				strings.HasPrefix(key, r.URL.Query().Get("prefix")) {
				list.Contents = append(list.Contents, object{key})
			}
		}
		xml.NewEncoder(w).Encode(list)
	case r.Method == http.MethodPut && from != "":
		s.objects[name] = s.objects[strings.TrimPrefix(from, "/")]
		io.WriteString(w, "<CopyObjectResult><ETag>x</ETag></CopyObjectResult>")
	case r.Method == http.MethodPut:
		body, _ := io.ReadAll(r.Body)
		s.objects[name] = string(body)
	case r.Method == http.MethodDelete:
		delete(s.objects, name)
		w.WriteHeader(http.StatusNoContent)
	case !ok:
		w.WriteHeader(http.StatusNotFound)
	default:
		io.WriteString(w, data)
	}
}

// TestS3 reads objects of a bucket and writes to another one.
func TestS3(t *testing.T) {
	buckets := &bucketServer{objects: map[string]string{"data/dir/a.txt": "http://h:8a/\n",
		"data/dir/b.txt": "http://e/a b\n", "data/other.txt": "x"}}
	proxy := httptest.NewServer(buckets)
	defer proxy.Close()
	for name, value := range map[string]string{
		"HTTP_PROXY": proxy.URL, "NO_PROXY": "", "AWS_ENDPOINT_URL": "http://s3.test", "AWS_REGION": "x",
		"AWS_ACCESS_KEY_ID": "x", "AWS_SECRET_ACCESS_KEY": "x", "AWS_REQUEST_CHECKSUM_CALCULATION": "when_required",
		"AWS_RESPONSE_CHECKSUM_VALIDATION": "when_required",
	} {
		t.Setenv(name, value)
	}
	_, messages, status := runCommand(t, "iri-beam", "fix", "--input", "s3://data/dir/*.txt", "--output", "s3://out/run")
	want := map[string]string{
		"out/run/results-00000-of-00002": "http://h:8a/\n",
		"out/run/results-00001-of-00002": "http://e/a%20b\n",
	}
	for name, text := range want {
		if got := buckets.objects[name]; got != text {
			t.Errorf("%s is %q, want %q", name, got, text)
		}
	}
	if status != 1 || buckets.objects["out/run/summary.json"] == "" {
		t.Errorf("status %d\n%s%q", status, messages, buckets.objects)
	}
	for name := range buckets.objects {
		if strings.Contains(name, "/.iri-beam") {
			t.Errorf("%s is left", name)
		}
	}
	if _, messages, status := runCommand(t, "iri-beam", "check", "--input", "s3://data/none/*", "--output",
		t.TempDir()); status != 2 || !strings.Contains(messages, "s3://data/none/*: no file matches") {
		t.Errorf("status %d\n%s", status, messages)
	}
}
