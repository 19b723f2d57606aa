//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// lock locks an open file until it is closed. Its error is ErrLocked if another process holds it.
func lock(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}

// links returns how many names a file has.
func links(info fs.FileInfo) int {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(s.Nlink)
	}
	return 1
}

// keep gives f the owner, the group and the attributes of a file.
func keep(f, of *os.File, info fs.FileInfo) error {
	now, err := f.Stat()
	if err != nil {
		return err
	}
	have, ok := now.Sys().(*syscall.Stat_t)
	want, ok2 := info.Sys().(*syscall.Stat_t)
	if ok && ok2 && (have.Uid != want.Uid || have.Gid != want.Gid) {
		if err := f.Chown(int(want.Uid), int(want.Gid)); err != nil {
			return fmt.Errorf("its owner and group cannot be kept: %w", cause(err))
		}
	}
	if err := keepAttributes(int(f.Fd()), int(of.Fd())); err != nil {
		return fmt.Errorf("its attributes cannot be kept: %w", err)
	}
	return nil
}
