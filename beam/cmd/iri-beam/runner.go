package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
	"google.golang.org/grpc"

	"github.com/rfc3987/iri/beam/internal/outputs"
	"github.com/rfc3987/iri/beam/iribeam"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/work/run"
)

// isRunner reports whether Beam has a runner of the name; the empty one is the default. Beam has no
// list of them, and ends the process for an unknown one, but it panics if one is defined twice.
func isRunner(name string) (known bool) {
	if name == "" {
		return true
	}
	defer func() { known = recover() != nil }()
	beam.RegisterRunner(name, nil)
	return false
}

// ownWorker has Beam start this program on the workers, unless --worker_binary names another. Beam would build one from
// the file that calls it last, which is not ours.
func ownWorker() error {
	if *jobopts.WorkerBinary != "" {
		return nil
	}
	runner := strings.ToLower(flag.Lookup("runner").Value.String())
	if inProcess(runner) || jobopts.IsLoopback() {
		return nil
	}
	machine := ""
	for _, name := range []string{"worker_machine_type", "machine_type"} {
		machine = cmp.Or(machine, flag.Lookup(name).Value.String())
	}
	if err := canBeWorker(runtime.GOOS, runtime.GOARCH, runner, machine); err != nil {
		return err
	}
	self, err := os.Executable()
	*jobopts.WorkerBinary = self
	return err
}

// inProcess reports whether a runner works in this process.
func inProcess(runner string) bool {
	prism := (runner == "" || strings.HasPrefix(runner, "prism")) && *jobopts.Endpoint+*jobopts.EnvironmentType == ""
	return prism || strings.HasPrefix(runner, "direct")
}

// mostInProcess is the limit in bytes of text for uniq in this process. The runner keeps several copies of all IRIs in
// memory: at the limit 1.5 GB for IRIs of 60 bytes, and 4.2 GB for IRIs of 16. The size of a packed file counts
// perPacked times.
const mostInProcess, perPacked = 128 << 20, 10

// tooLargeFor returns an error if local files are too large for a command in this process.
func tooLargeFor(command string, inputs []string) error {
	if command != "uniq" || !inProcess(strings.ToLower(flag.Lookup("runner").Value.String())) {
		return nil
	}
	most := int64(mostInProcess)
	for _, pattern := range inputs {
		names := []string{pattern}
		if _, err := os.Lstat(pattern); err != nil {
			names, _ = filepath.Glob(pattern)
		}
		for _, name := range names {
			// the run reports the files that cannot be read
			filepath.WalkDir(name, func(_ string, e fs.DirEntry, err error) error {
				if err != nil {
					return nil
				}
				if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
					size := info.Size()
					if source.PackedBy(e.Name()) != "" {
						size *= perPacked
					}
					most -= size
				}
				return nil
			})
		}
	}
	if most >= 0 {
		return nil
	}
	return run.Usagef("uniq holds all IRIs in memory, several times, where it runs in one process, and the files are " +
		"larger than 128 MiB (packed ones than 13): " +
		"use iri uniq -f FILES, which takes 24 bytes for each class, or a job server with --runner and --endpoint")
}

// canBeWorker returns an error if a program for a system and an architecture cannot run on the workers of a runner. All
// workers run Linux; on Dataflow the type of the machine gives the architecture.
func canBeWorker(system, arch, runner, machine string) error {
	wanted := "amd64"
	for _, arm := range []string{"t2a", "c4a", "n4a"} {
		if strings.HasPrefix(machine, arm+"-") {
			wanted = "arm64"
		}
	}
	if system == "linux" && (arch == wanted || !strings.HasPrefix(runner, "dataflow")) {
		return nil
	}
	return run.Usagef("workers cannot run this program, which is for %s/%s: in the folder beam of the repository, "+
		"GOOS=linux GOARCH=%s CGO_ENABLED=0 go build -o iri-beam-worker ./cmd/iri-beam builds one for them: name it "+
		"with --worker_binary iri-beam-worker", system, arch, wanted)
}

// limitDialing bounds how long Beam waits for an answer of the job server. Beam prints nothing while it waits.
func (f *flags) limitDialing() {
	grpcx.Dial = func(ctx context.Context, endpoint string, _ time.Duration) (*grpc.ClientConn, error) {
		c, err := grpcx.DefaultDial(ctx, endpoint, f.connect)
		if errors.Is(err, context.DeadlineExceeded) || err != nil && ctx.Err() == nil {
			err = fmt.Errorf("%s did not answer within %s: see --endpoint and --connect-timeout", endpoint, f.connect)
		}
		return c, err
	}
}

// prepareOutput makes and locks the folder of the output, and removes files of killed runs. It returns an error if the
// folder has the results of another run, because their shards would mix. release unlocks the folder.
func (f *flags) prepareOutput(ctx context.Context) (out iribeam.Output, release func(), err error) {
	out, release = iribeam.NewOutput(f.Output), func() {}
	out.KeepNames, out.Compress = f.KeepNames, f.Compress
	var names []string
	if strings.Contains(f.Output, "://") {
		system, err := filesystem.New(ctx, f.Output)
		if err != nil {
			return out, nil, err
		}
		defer system.Close()
		if names, err = system.List(ctx, strings.TrimSuffix(f.Output, "/")+"/*"); err != nil {
			return out, nil, err
		}
	} else {
		if names, release, err = outputs.Take(f.Output, iribeam.TemporaryPrefix); err != nil {
			if errors.Is(err, outputs.ErrTaken) {
				err = run.Usagef("--output %s: %w", f.Output, err)
			}
			return out, nil, err
		}
	}
	if len(names) > 0 {
		release()
		return out, nil, run.Usagef("--output %s: there are files in it, such as %s: choose an empty folder", f.Output, names[0])
	}
	return out, release, nil
}
