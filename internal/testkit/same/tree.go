package main

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// driverDir is the folder of the driver of the library in the tree.
const driverDir = "internal/testkit/same/driver"

// A build is the program and the driver of the library, as they are built of a tree.
type build struct{ program, driver string }

// commitOf returns the hash of a commit by any of its names.
func commitOf(root, name string) (string, error) {
	out, err := exec.Command("git", "-C", root, "rev-parse", "--verify", "--quiet", name+"^{commit}").Output()
	if err != nil {
		return "", fmt.Errorf("there is no commit %q in this repository: if it is a clone without its history, run "+
			"git fetch --unshallow, and for a tag git fetch --tags", name)
	}
	return strings.TrimSpace(string(out)), nil
}

// unpack writes the tree of a commit to a folder.
func unpack(root, commit, dir string) error {
	cmd := exec.Command("git", "-C", root, "archive", "--format=tar", commit)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	err = untar(out, dir)
	io.Copy(io.Discard, out) // so that git ends, whatever went wrong
	return errors.Join(err, cmd.Wait())
}

// untar writes the folders and the plain files of an archive to a folder: the tree has nothing else.
func untar(r io.Reader, dir string) error {
	in := tar.NewReader(r)
	for {
		h, err := in.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		at := filepath.Join(dir, filepath.FromSlash(h.Name))
		switch h.Typeflag {
		case tar.TypeDir:
			err = os.MkdirAll(at, 0o777)
		case tar.TypeReg:
			var text []byte
			if text, err = io.ReadAll(in); err == nil {
				err = os.WriteFile(at, text, h.FileInfo().Mode().Perm())
			}
		}
		if err != nil {
			return err
		}
	}
}

// copyDriver puts the driver of now in place of that of another tree, so that both answer the same questions.
func copyDriver(root, tree string) error {
	to := filepath.Join(tree, driverDir)
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	return os.CopyFS(to, os.DirFS(filepath.Join(root, driverDir)))
}

// buildTree builds the program and the driver of a tree into a folder. Paths are left out of them, so that of two trees
// what is the same is compiled once.
func buildTree(tree, dir, when string) (build, error) {
	b := build{filepath.Join(dir, "iri"), filepath.Join(dir, "driver")}
	for pkg, to := range map[string]string{"./cmd/iri": b.program, "./" + driverDir: b.driver} {
		cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-w", "-o", to, pkg)
		cmd.Dir, cmd.Env = tree, append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			if to == b.driver {
				err = errors.New("the driver of the library may call only what both commits have")
			}
			return b, fmt.Errorf("%s does not compile %s: %w\n%s", pkg, when, err, out)
		}
	}
	return b, nil
}
