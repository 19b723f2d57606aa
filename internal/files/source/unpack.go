package source

import (
	"io"
	"sync"
)

// An unpacker reads what a decompressor unpacks, in a goroutine of its own, so that the
// unpacking and the work on what is unpacked have different cores. It is at most
// unpackBuffers buffers ahead.
type unpacker struct {
	filled  chan unpacked // closed after the last
	free    chan []byte
	done    chan struct{} // closed by close
	stop    sync.Once
	ended   chan struct{} // closed when the goroutine has ended
	current unpacked
	at      int // how much of current has been read
}

// An unpacked buffer holds bytes, and the error that came after them.
type unpacked struct {
	data []byte
	err  error
}

const (
	unpackBuffers = 4
	unpackSize    = 128 << 10
)

// newUnpacker starts to read from r. The goroutine calls release, which may be nil, when it
// ends: after an error or close.
func newUnpacker(r io.Reader, release func()) *unpacker {
	u := &unpacker{
		filled: make(chan unpacked, unpackBuffers), free: make(chan []byte, unpackBuffers),
		done: make(chan struct{}), ended: make(chan struct{}),
	}
	for range unpackBuffers {
		u.free <- nil // allocated when it is first needed
	}
	go u.run(r, release)
	return u
}

// run fills buffers until an error, the end of the data or close.
func (u *unpacker) run(r io.Reader, release func()) {
	defer close(u.ended)
	defer close(u.filled)
	if release != nil {
		defer release()
	}
	for {
		var buf []byte
		select {
		case buf = <-u.free:
		case <-u.done:
			return
		}
		if buf == nil {
			buf = make([]byte, unpackSize)
		}
		// What has been unpacked is handed out at once: there may be no more for long, if a
		// slow program writes the source.
		n, err := r.Read(buf)
		if u.filled <- (unpacked{buf[:n], err}); err != nil { // there is room for all buffers
			return
		}
	}
}

// Read implements [io.Reader].
func (u *unpacker) Read(p []byte) (int, error) {
	for u.at == len(u.current.data) {
		if u.current.err != nil {
			return 0, u.current.err
		}
		if buf := u.current.data; cap(buf) > 0 {
			u.free <- buf[:cap(buf)] // there is room for all buffers
		}
		var more bool
		if u.current, more = <-u.filled; !more {
			u.current.err = io.ErrClosedPipe
		}
		if u.at = 0; u.current.err != nil {
			<-u.ended // it reads no more, so the place of the error is known
		}
	}
	n := copy(p, u.current.data[u.at:])
	u.at += n
	return n, nil
}

// close stops the goroutine. With wait it returns when the goroutine has ended, which it
// does not do as long as it waits for more of a pipe.
func (u *unpacker) close(wait bool) {
	u.stop.Do(func() { close(u.done) })
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
