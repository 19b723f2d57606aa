//go:build darwin || freebsd || linux || netbsd

package durable

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/sys/unix"
)

// keepAttributes gives a file the extended attributes of another one, and no others.
func keepAttributes(to, from int) error {
	want, err := attributes(from)
	if err != nil {
		return err
	}
	have, err := attributes(to)
	if err != nil {
		return err
	}
	for name, value := range want {
		if had, ok := have[name]; ok && had == value {
			continue
		}
		if err := unix.Fsetxattr(to, name, []byte(value), 0); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	for name := range have {
		if _, ok := want[name]; !ok { // an access control list that the folder gives its new files
			if err := unix.Fremovexattr(to, name); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

// attributes returns the extended attributes of a file. Where there are none, there is no error.
func attributes(fd int) (map[string]string, error) {
	size, err := unix.Flistxattr(fd, nil)
	if errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.EPERM) || size == 0 && err == nil {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	list := make([]byte, size+1<<10) // some more, for what comes in between
	if size, err = unix.Flistxattr(fd, list); err != nil {
		return nil, err
	}
	all := make(map[string]string)
	for name := range strings.SplitSeq(strings.TrimRight(string(list[:size]), "\x00"), "\x00") {
		value := make([]byte, 64<<10) // the most that Linux has
		n, err := unix.Fgetxattr(fd, name, value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all[name] = string(value[:n])
	}
	return all, nil
}
