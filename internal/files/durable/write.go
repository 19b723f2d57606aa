package durable

import "io/fs"

// Put replaces a file in one step by one with that text and mode, or makes it. base is the name of the new file until
// then, as for [CreateTemp].
func Put(name, base string, text []byte, mode fs.FileMode) error {
	t, err := CreateTemp(name, base)
	if err != nil {
		return err
	}
	defer t.Discard()
	if _, err := t.Write(text); err != nil {
		return err
	}
	if err := t.Chmod(mode); err != nil {
		return err
	}
	return t.Replace(name, nil)
}

// WriteFile replaces the text of a file in one step, as [Temp.Replace] does, and keeps what
// else it has. The error is ErrReadOnly, ErrLinks, ErrIrregular, ErrLocked, or one of the
// system.
func WriteFile(name string, text []byte) error {
	o, err := OpenOriginal(name)
	if err != nil {
		return err
	}
	defer o.Close()
	if err := o.Protected(); err != nil {
		return err
	}
	t, err := CreateTemp(o.Name(), ".iri-write-*")
	if err != nil {
		return err
	}
	defer t.Discard()
	if err := t.Keep(o); err != nil {
		return err
	}
	if _, err := t.Write(text); err != nil {
		return err
	}
	return t.Replace(o.Name(), o)
}
