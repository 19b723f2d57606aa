package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// startPrism starts a job server and returns the flags with which a pipeline goes through it.
func startPrism(t *testing.T) []string {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	_, port, _ := net.SplitHostPort(address)
	l.Close()
	server := exec.Command(filepath.Join(bin, "prism"), "--job_port="+port, "--serve_http=false")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
	})
	for range 600 { // a minute
		c, err := net.Dial("tcp", "localhost:"+port)
		if err == nil {
			c.Close()
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	return []string{"--runner", "universal", "--endpoint", "localhost:" + port, "--environment_type"}
}

// TestJobServer runs the pipeline through a job server over gRPC on loopback.
func TestJobServer(t *testing.T) {
	compare(t, []string{files(t)}, []string{"--hosts"}, append(startPrism(t), "LOOPBACK", "--split-size", "4000"))
}

// TestOwnWorker runs the pipeline in workers that are processes of their own, which the boot program of Beam's
// containers starts: the program that the SDK has staged for them is this one, and it starts elsewhere.
func TestOwnWorker(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("workers run linux")
	}
	dir := files(t)
	t.Chdir(t.TempDir()) // not in the repository, where Beam's SDK might build something
	kept := t.TempDir()
	boot := filepath.Join(kept, "boot")
	// prism quotes the name of a worker as for a shell, and starts none.
	script := fmt.Sprintf("#!/bin/sh\nid=${1#*\\'}\nexec %q --semi_persist_dir=%q --id=\"${id%%\\'}\" \"$2\"\n",
		filepath.Join(bin, "container"), kept)
	copies := func() []string { // the boot program leaves one
		names, _ := filepath.Glob("/tmp/bin*/worker")
		return names
	}
	before := copies()
	if err := os.WriteFile(boot, []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	process := append(startPrism(t), "PROCESS", "--environment_config", fmt.Sprintf(`{"command":%q}`, boot), "--split-size", "4000")
	compare(t, []string{dir}, nil, process)
	staged, _ := filepath.Glob(filepath.Join(kept, "staged", "*"))
	if len(staged) != 1 {
		t.Fatalf("%q are staged", staged)
	}
	info, err := os.Stat(staged[0])
	if err != nil || info.Mode()&0o111 == 0 {
		t.Errorf("%v, %v: it is not executable", info.Mode(), err)
	}
	for _, name := range copies() {
		if c, err := os.Stat(name); err == nil && c.Size() == info.Size() && !slices.Contains(before, name) {
			os.RemoveAll(filepath.Dir(name))
		}
	}
	if help, err := exec.Command(staged[0], "--help").CombinedOutput(); err != nil ||
		!strings.Contains(string(help), "iri-beam check --input") {
		t.Errorf("what is staged says %.200q, %v", help, err)
	}
	// So is a program that --worker_binary names.
	_, messages, status := runCommand(t, "iri-beam",
		append([]string{"check", "--input", "a", "--output", t.TempDir(), "--worker_binary", "nosuch"}, process...)...)
	if status != 2 || !strings.Contains(messages, "nosuch") {
		t.Errorf("status %d, %s", status, messages)
	}
}

// TestCanBeWorker names the systems, and the types of machines of Dataflow.
func TestCanBeWorker(t *testing.T) {
	for _, tt := range []struct{ system, arch, runner, machine, build string }{
		{"linux", "amd64", "flink", "", ""},
		{"linux", "arm64", "universal", "", ""},
		{"linux", "amd64", "dataflow", "n2-standard-2", ""},
		{"linux", "arm64", "dataflow", "t2a-standard-1", ""},
		{"linux", "arm64", "dataflow", "", "amd64"},
		{"linux", "amd64", "dataflowrunner", "c4a-standard-1", "arm64"},
		{"darwin", "arm64", "spark", "", "amd64"},
		{"windows", "amd64", "flink", "", "amd64"},
	} {
		err := canBeWorker(tt.system, tt.arch, tt.runner, tt.machine)
		if tt.build == "" && err == nil {
			continue
		}
		if want := "GOOS=linux GOARCH=" + tt.build + " CGO_ENABLED=0 go build"; tt.build == "" || err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v", tt, err)
		}
	}
}
