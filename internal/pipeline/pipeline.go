// Package pipeline works on files block by block, on all cores, and hands out
// what comes of it in the order of the input. Its memory does not depend on the
// size of the input: a fixed number of blocks is under way at any time, and who
// has much to say about a block waits for its turn to say it.
package pipeline

import (
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/rfc3987/iri/internal/input"
)

// A Run reads files and works on them. P is what comes of a block.
type Run[P any] struct {
	Input *input.Options
	Paths []string // files and folders; none for standard input
	Jobs  int      // how many blocks are worked on at the same time; at least 1

	// Work works on one block and puts what comes of it into p, which is new or has
	// been through Emit. It is called from several goroutines at once. When p has
	// grown large, Work may call flush: p then goes through Emit as it is, as soon
	// as all that stands before the block has; an error means that the run is over
	// and that Work may return.
	Work func(b *input.Block, p *P, flush func() error)

	// Emit takes what came of the blocks, in the order of the input and one at a
	// time, and leaves p empty for another block. Its error ends the run.
	Emit func(p *P) error

	// Fail is told of files that could not be read, or not to their end, at their
	// place in the order. An error of it ends the run.
	Fail func(error) error

	// Done, if not nil, is told after each block how far the input has been worked
	// on: all before the position has been through Emit, and nothing behind it. An
	// error ends the run.
	Done func(Position) error

	// Open, if not nil, is told of each file that is opened, before it is read.
	Open func(*input.File)

	// From is where to start; the zero Position is the start of the first file.
	From Position
}

// A Position is a place in the input between two blocks.
type Position struct {
	File   int    // how many files come before the current one
	Name   string // of the current one; empty between two
	Last   string // of the one before; empty if there is none
	Blocks int    // how many blocks of it are done
	input.Mark
}

// A slot is a block on its way and what has come of it.
type slot[P any] struct {
	seq   int
	block input.Block
	buf   []byte // of the block, to be used again
	p     *P
	err   error // of a file, in place of a block
	pos   Position
	ready bool
}

// state is what the goroutines of a run share.
type state[P any] struct {
	run   *Run[P]
	ctx   context.Context
	queue chan *slot[P]
	free  chan struct{} // as many as slots may still be under way

	mu       sync.Mutex
	changed  sync.Cond  // something of what follows
	next     int        // the number of the slot whose turn it is
	started  int        // how many slots there have been
	slots    []*slot[P] // those under way, by seq modulo the length
	draining bool       // no slot is started any more
	err      error      // what ended the run
	spare    [][]byte   // buffers for blocks
	pieces   []*P       // for slots
}

// Do carries out the run. When the context ends, the blocks that are under way
// are finished, so that what Emit and Done have been told is whole, and Do returns
// the cause. Otherwise it returns the first error of Emit, Fail or Done.
func (r *Run[P]) Do(ctx context.Context) error {
	jobs := max(r.Jobs, 1)
	n := jobs + min(jobs, 4) + 1
	s := &state[P]{run: r, ctx: ctx, queue: make(chan *slot[P]), free: make(chan struct{}, n), slots: make([]*slot[P], n)}
	s.changed.L = &s.mu
	for range n {
		s.free <- struct{}{}
	}
	for range jobs {
		go func() {
			for sl := range s.queue {
				s.work(sl)
			}
		}()
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		defer close(s.queue)
		s.read()
	}()
	// The reader is not waited for once the run is stopped: it may hang in a read
	// from a terminal or a pipe.
	select {
	case <-read:
	case <-ctx.Done():
	case <-s.failed():
	}
	return s.drain()
}

// failed is closed when an error has ended the run.
func (s *state[P]) failed() <-chan struct{} {
	c := make(chan struct{})
	go func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for s.err == nil && !s.draining {
			s.changed.Wait()
		}
		close(c)
	}()
	return c
}

// drain starts no slots any more and waits for those under way.
func (s *state[P]) drain() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.draining = true
	s.changed.Broadcast()
	for s.next < s.started {
		s.changed.Wait()
	}
	if s.err != nil {
		return s.err
	}
	return context.Cause(s.ctx)
}

// start makes a slot the next one in the order; false means that the run is over.
func (s *state[P]) start(sl *slot[P]) bool {
	select {
	case <-s.free:
	case <-s.ctx.Done():
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.draining || s.err != nil {
		return false
	}
	sl.seq = s.started
	s.slots[sl.seq%len(s.slots)] = sl
	s.started++
	if n := len(s.pieces); n > 0 {
		sl.p, s.pieces = s.pieces[n-1], s.pieces[:n-1]
	} else {
		sl.p = new(P)
	}
	return true
}

// work works on a block, in the goroutine of a worker.
func (s *state[P]) work(sl *slot[P]) {
	s.run.Work(&sl.block, sl.p, func() error {
		s.mu.Lock()
		defer s.mu.Unlock()
		for s.next != sl.seq && s.err == nil {
			s.changed.Wait()
		}
		return s.emit(sl)
	})
	s.finish(sl)
}

// finish lets go of a slot that has been worked on, and of those behind it that
// have been waiting for that.
func (s *state[P]) finish(sl *slot[P]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sl.ready = true
	if sl.buf != nil {
		s.spare = append(s.spare, sl.buf)
	}
	for {
		first := s.slots[s.next%len(s.slots)]
		if first == nil || !first.ready {
			break
		}
		s.conclude(first)
		s.slots[s.next%len(s.slots)] = nil
		s.next++
		s.free <- struct{}{}
	}
	s.changed.Broadcast()
}

// conclude hands out what there is of the slot whose turn it is. The lock is held.
func (s *state[P]) conclude(sl *slot[P]) {
	if sl.err != nil {
		if s.err == nil && s.run.Fail != nil {
			s.err = s.run.Fail(sl.err)
		}
	} else if s.emit(sl) == nil {
		s.pieces = append(s.pieces, sl.p)
	}
	if s.err == nil && s.run.Done != nil {
		s.err = s.run.Done(sl.pos)
	}
}

func (s *state[P]) emit(sl *slot[P]) error {
	if s.err == nil {
		s.err = s.run.Emit(sl.p)
	}
	return s.err
}

// buffer returns a buffer for a block.
func (s *state[P]) buffer() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.spare); n > 0 {
		b := s.spare[n-1]
		s.spare = s.spare[:n-1]
		return b
	}
	return nil
}

// read reads the files one after the other.
func (s *state[P]) read() {
	file, last := -1, ""
	from := &s.run.From
	for name, err := range input.Expand(s.run.Paths) {
		file++
		// Files that have come or gone in a folder shift the others.
		if want := from.Name; file == from.File && want != "" && want != name || file == from.File-1 && from.Last != name {
			if file < from.File {
				want = from.Last
			}
			s.fail(fmt.Errorf("where %s was there is %s now: files have come or gone, and there is no place to go on from; without --resume the run begins anew", want, name))
			return
		}
		if file < from.File {
			last = name
			continue
		}
		pos := Position{File: file, Name: name, Last: last}
		last = name
		if err == nil {
			var more bool
			if more, err = s.readFile(&pos); !more {
				return
			}
		}
		// Also a file that has been read to its end moves the position on.
		sl := &slot[P]{err: err, pos: Position{File: file + 1, Last: name}}
		if !s.start(sl) {
			return
		}
		s.finish(sl)
	}
	if file+1 < from.File {
		s.fail(fmt.Errorf("there are %d files, and the run was to go on behind %d: files have gone, and there is no place to go on from; without --resume the run begins anew", file+1, from.File))
	}
}

// fail ends the run.
func (s *state[P]) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
	s.changed.Broadcast()
}

// readFile starts a slot for each block of a file; more is false if the run is
// over. The error is about the file.
func (s *state[P]) readFile(pos *Position) (more bool, err error) {
	f, err := input.Open(pos.Name, s.run.Input)
	if err != nil {
		return true, err
	}
	defer f.Close()
	f.Number = pos.File
	if s.run.Open != nil {
		s.run.Open(f)
	}
	scanner := input.NewScanner(f, s.run.Input)
	if from := s.run.From; pos.File == from.File && from.Blocks > 0 {
		if err := scanner.Resume(from.Mark, from.Blocks); err != nil {
			return true, err
		}
		pos.Blocks = from.Blocks
	}
	for {
		b, err := scanner.Next(s.buffer())
		if err == io.EOF {
			return true, nil
		}
		if err != nil {
			return true, err
		}
		pos.Blocks++
		pos.Mark = scanner.Mark()
		sl := &slot[P]{block: b, buf: b.Buffer(), pos: *pos}
		big := b.Big()
		if !s.start(sl) {
			return false, nil
		}
		s.queue <- sl
		if big { // its buffer is the scanner's, and it may take all the memory
			s.wait(sl.seq)
		}
	}
}

// wait waits until the slot with that number has been concluded.
func (s *state[P]) wait(seq int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.next <= seq {
		s.changed.Wait()
	}
}
