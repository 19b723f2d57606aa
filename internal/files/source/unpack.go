package source

import "io"

// An unpacker reads what a decompressor unpacks, in a goroutine of its own, so that the unpacking and the work on what
// is unpacked have different cores.
type unpacker struct {
	*io.PipeReader
	ended chan struct{} // closed when the goroutine has ended
}

// unpackSize is how much is unpacked ahead.
const unpackSize = 128 << 10

// newUnpacker starts to read from r. The goroutine calls release, which may be nil, when it
// ends: after an error or close.
func newUnpacker(r io.Reader, release func()) *unpacker {
	from, to := io.Pipe()
	u := &unpacker{from, make(chan struct{})}
	go func() {
		defer close(u.ended)
		if release != nil {
			defer release()
		}
		// What has been unpacked is handed out at once: there may be no more for long, if a slow program writes the
		// source. A method WriteTo of r would do otherwise.
		_, err := io.CopyBuffer(to, struct{ io.Reader }{r}, make([]byte, unpackSize))
		to.CloseWithError(err)
	}()
	return u
}

// Read implements [io.Reader]. When it returns an error the goroutine reads no more, so that its place is known.
func (u *unpacker) Read(p []byte) (int, error) {
	n, err := u.PipeReader.Read(p)
	if err != nil {
		<-u.ended
	}
	return n, err
}

// close stops the goroutine. With wait it returns when the goroutine has ended, which it
// does not do as long as it waits for more of a pipe.
func (u *unpacker) close(wait bool) {
	u.Close()
	if wait {
		<-u.ended
	}
}

// hasEnded reports whether the goroutine has ended.
func (u *unpacker) hasEnded() bool {
	select {
	case <-u.ended:
		return true
	default:
		return false
	}
}
