//go:build !linux

package durable

import "io/fs"

// swap puts the file temp in the place of the original, if nobody has changed that since.
func (o *Original) swap(temp string, rename func(from, to string) error) error {
	if err := o.changed(o.name, false); err != nil {
		return err
	}
	return rename(temp, o.name)
}

// sameStatus has nothing more to compare than size, time and mode.
func sameStatus(a, b fs.FileInfo) bool { return true }
