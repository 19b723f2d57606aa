// Package pipeline works on files chunk by chunk, on several cores. What comes in: paths,
// and a function that turns a chunk into a result. What goes out: the results, one at a
// time, in the order of the input.
//
// Memory does not depend on the size of the input: only a fixed number of chunks is in
// work at any time, and a worker with a large result waits for its turn and hands it out
// in parts. The package must not know what the results are.
package pipeline

import (
	"context"
	"io"
	"sync"
	"time"

	"github.com/rfc3987/iri/internal/files/input"
)

// A Run reads files and works on them. P is the result for a chunk.
type Run[P any] struct {
	Input *input.Options
	Paths []string // files and folders; none for standard input
	Jobs  int      // the number of workers; at least 1

	// Work works on one chunk and puts the result into p, which is new or was emptied by
	// Emit. Several goroutines call it at the same time. When p has grown large, Work may
	// call flush. That waits until everything before the chunk has been emitted, and then
	// calls Emit with p. If flush returns an error the run has ended, and Work may return.
	Work func(b *input.Chunk, p *P, flush func() error)

	// Emit takes the results, in the order of the input and one at a time, and leaves p
	// empty for another chunk. Its error ends the run.
	Emit func(p *P) error

	// Fail, if not nil, is called for a file that could not be read to its end, when the
	// results before it have been emitted. Its error ends the run.
	Fail func(error) error

	// Close, if not nil, is called for each other file, when its results have been emitted. Its error ends the run.
	Close func() error

	// Done, if not nil, is called after each chunk and each file, with how many files have been begun. Its error ends
	// the run.
	Done func(files int) error

	// Open, if not nil, is called for each file that has been opened, before it is read.
	Open func(*input.File)
}

// mostHeld limits the documents in memory, in bytes: if more of them are worked on, the next file has to wait. The work
// on a document can take a hundred times its size.
const mostHeld = 16 << 20

// A task is a chunk and its result, or the error of a file.
type task[P any] struct {
	seq    int // counts the tasks of the run
	block  input.Chunk
	buf    []byte // the buffer of the chunk, if it can be used again
	result *P
	err    error       // of a file; the task then has no chunk
	read   *input.File // that has been read to its end; the task then has no chunk
	held   int         // how many bytes of the file are in memory as a whole
	files  int         // how many files have been begun
	ready  bool        // the work is done
}

// state is what the goroutines of a run share.
type state[P any] struct {
	run   *Run[P]
	ctx   context.Context
	queue chan *task[P]
	free  chan struct{} // an element for each task that may still be started

	mu       sync.Mutex // guards what follows
	changed  sync.Cond  // a field that follows has changed
	next     int        // seq of the task whose turn it is to be emitted
	started  int        // how many tasks have been started
	tasks    []*task[P] // tasks that are not emitted yet, by seq modulo the length
	held     int        // of the tasks that are not emitted yet
	draining bool       // no more tasks are started
	err      error      // the error that ended the run
	buffers  [][]byte   // free buffers for chunks
	results  []*P       // free results
}

// grace is how long Do waits, after the context has ended, for the chunks that are in work.
const grace = 300 * time.Millisecond

// Do carries out the run. When the context ends, Do finishes the chunks that are in work,
// so that Emit and Done have seen the same part of the input, and returns the cause of
// the end. Chunks that take longer than the grace are left out: then Emit may have seen a part
// of the chunk after the last Done. Otherwise Do returns the first error of Emit, Fail or Done.
func (r *Run[P]) Do(ctx context.Context) error {
	jobs := max(r.Jobs, 1)
	n := jobs + min(jobs, 4) + 1
	s := &state[P]{run: r, ctx: ctx, queue: make(chan *task[P]), free: make(chan struct{}, n),
		tasks: make([]*task[P], n)}
	s.changed.L = &s.mu
	for range n {
		s.free <- struct{}{}
	}
	for range jobs {
		go func() {
			for t := range s.queue {
				s.work(t)
			}
		}()
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		defer close(s.queue)
		s.read()
	}()
	// When the run is stopped, do not wait for the reader: it may be blocked in a read from
	// a terminal or a pipe.
	select {
	case <-read:
	case <-ctx.Done():
	case <-s.failed():
	}
	return s.drain()
}

// failed returns a channel that is closed when an error has ended the run.
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

// drain starts no more tasks and waits for those that have been started.
func (s *state[P]) drain() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.draining = true
	s.changed.Broadcast()
	late := false
	giveUp := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if late = true; s.err == nil {
			s.err = context.Cause(s.ctx)
		}
		s.changed.Broadcast()
	}
	// The context may also end now, when all has been read.
	defer context.AfterFunc(s.ctx, func() { time.AfterFunc(grace, giveUp) })()
	for s.next < s.started && !late {
		s.changed.Wait()
	}
	if s.err != nil {
		return s.err
	}
	return context.Cause(s.ctx)
}

// start makes a task the next one in the order. It returns false if the run has ended.
func (s *state[P]) start(t *task[P]) bool {
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
	t.seq = s.started
	s.tasks[t.seq%len(s.tasks)] = t
	s.held += t.held
	s.started++
	if n := len(s.results); n > 0 {
		t.result, s.results = s.results[n-1], s.results[:n-1]
	} else {
		t.result = new(P)
	}
	return true
}

// work works on a chunk, in the goroutine of a worker.
func (s *state[P]) work(t *task[P]) {
	s.run.Work(&t.block, t.result, func() error {
		s.mu.Lock()
		defer s.mu.Unlock()
		for s.next != t.seq && s.err == nil {
			s.changed.Wait()
		}
		return s.emit(t)
	})
	s.finish(t)
}

// finish marks a task as ready, and concludes all tasks whose turn has come.
func (s *state[P]) finish(t *task[P]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.ready = true
	t.block.Release()
	if t.buf != nil {
		s.buffers = append(s.buffers, t.buf)
	}
	for {
		first := s.tasks[s.next%len(s.tasks)]
		if first == nil || !first.ready {
			break
		}
		s.conclude(first)
		s.held -= first.held
		s.tasks[s.next%len(s.tasks)] = nil
		s.next++
		s.free <- struct{}{}
	}
	s.changed.Broadcast()
}

// conclude emits the rest of the task whose turn it is. The caller holds the lock.
func (s *state[P]) conclude(t *task[P]) {
	if t.read != nil && s.err == nil {
		t.err = t.read.Unselected(s.run.Input)
	}
	if t.err != nil {
		if s.err == nil && s.run.Fail != nil {
			s.err = s.run.Fail(t.err)
		}
	} else if t.read != nil {
		if s.err == nil && s.run.Close != nil {
			s.err = s.run.Close()
		}
	} else if s.emit(t) == nil {
		s.results = append(s.results, t.result)
	}
	if s.err == nil && s.run.Done != nil {
		s.err = s.run.Done(t.files)
	}
}

// emit calls Emit unless the run has ended. The caller holds the lock.
func (s *state[P]) emit(t *task[P]) error {
	if s.err == nil {
		s.err = s.run.Emit(t.result)
	}
	return s.err
}

// buffer returns a free buffer for a chunk, nil if there is none.
func (s *state[P]) buffer() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.buffers); n > 0 {
		b := s.buffers[n-1]
		s.buffers = s.buffers[:n-1]
		return b
	}
	return nil
}

// read reads the files one after the other.
func (s *state[P]) read() {
	files := 0
	for name, err := range s.run.Input.Expand(s.run.Paths) {
		files++
		t := &task[P]{err: err, files: files}
		if err == nil {
			s.readFile(name, t)
		}
		if t.read == nil && t.err == nil || !s.start(t) {
			return
		}
		s.finish(t)
		s.wait(func() bool { return s.held > mostHeld })
	}
}

// readFile starts a task for each chunk of a file, and sets in the task for its end the file, if it was read to its end,
// or the error. It sets neither if the run has ended.
func (s *state[P]) readFile(name string, end *task[P]) {
	f, err := input.Open(name, s.run.Input)
	if err != nil {
		end.err = err
		return
	}
	defer f.Close()
	f.Number = end.files - 1
	if s.run.Open != nil {
		s.run.Open(f)
	}
	scanner := input.NewScanner(f, s.run.Input)
	for {
		b, err := scanner.Next(s.buffer())
		if err != nil {
			if end.held = scanner.DocumentSize(); err == io.EOF {
				end.read = f
			} else {
				end.err = err
			}
			return
		}
		t := &task[P]{block: b, buf: b.Buffer(), files: end.files}
		big := b.Big()
		if !s.start(t) {
			return
		}
		s.queue <- t
		if big { // the scanner uses its buffer again, and the work on it may need much memory
			s.wait(func() bool { return s.next <= t.seq })
		}
	}
}

// wait waits until the reason has ended, or all started tasks are concluded.
func (s *state[P]) wait(reason func() bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for reason() {
		s.changed.Wait()
	}
}
