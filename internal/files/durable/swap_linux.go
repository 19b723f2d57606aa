package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// swap puts the file temp in the place of the original, if nobody has changed that since. On
// Linux no moment is left in which another program could do so: nobody has the original open for
// writing, because there is a lease on it; the two files exchange their names; and if the old one
// is not the original as it was, they exchange them again.
func (o *Original) swap(temp string, rename func(from, to string) error) error {
	fd := int(o.file.Fd())
	_, err := unix.FcntlInt(uintptr(fd), unix.F_SETLEASE, unix.F_RDLCK)
	if errors.Is(err, unix.EAGAIN) {
		return ErrInUse
	}
	leased := err == nil // not every file system has leases, and only the owner may take one
	if leased {
		defer unix.FcntlInt(uintptr(fd), unix.F_SETLEASE, unix.F_UNLCK)
	}
	if err := o.changed(o.name, false); err != nil {
		return err
	}
	exchange := func() error {
		return unix.Renameat2(unix.AT_FDCWD, temp, unix.AT_FDCWD, o.name, unix.RENAME_EXCHANGE)
	}
	switch err := exchange(); {
	case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EINVAL), errors.Is(err, unix.ENOTSUP):
		return rename(temp, o.name)
	case err != nil:
		return err
	}
	err = o.changed(temp, true)
	if err == nil && leased {
		// A program that opens the file for writing waits for the end of the lease.
		if lease, e := unix.FcntlInt(uintptr(fd), unix.F_GETLEASE, 0); e == nil && lease != unix.F_RDLCK {
			err = ErrInUse
		}
	}
	if err == nil {
		return os.Remove(temp)
	}
	if back := exchange(); back != nil {
		return fmt.Errorf("%w; the file as another program left it is now %s: %w", err, temp, back)
	}
	return err
}

// sameStatus compares the times of the last change of owner, mode, links and attributes.
func sameStatus(a, b fs.FileInfo) bool {
	x, ok := a.Sys().(*syscall.Stat_t)
	y, ok2 := b.Sys().(*syscall.Stat_t)
	return !ok || !ok2 || x.Ctim == y.Ctim
}
