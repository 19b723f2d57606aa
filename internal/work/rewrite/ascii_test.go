package rewrite

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
)

// TestInASCII holds that each line is either found or given to the check, once and in order.
func TestInASCII(t *testing.T) {
	for _, tt := range []struct {
		name, block string
		most        int // how many lines are wanted; 0 for all
		want        []string
		clean       int
	}{
		{"ASCII alone", "a:b\nbad\na:c\n", 0, []string{"bad"}, 2},
		{"beyond ASCII alone", "a:\u00E9\na:\u00E8", 0, []string{"a:\u00E9", "a:\u00E8"}, 0},
		{"between the others", "a:b\nbad\na:\u00E9\nbad2\na:c\n", 0, []string{"bad", "a:\u00E9", "bad2"}, 2},
		{"first and last, with CR LF", "a:\u00E9\r\na:b\r\na:\u00E8\r\n", 0, []string{"a:\u00E9", "a:\u00E8"}, 1},
		{"no line end", "a:b\na:\u00E9x", 0, []string{"a:\u00E9x"}, 1},
		{"stopped in the check", "bad\na:\u00E9\na:b\n", 1, []string{"bad"}, 0},
		{"stopped beyond ASCII", "a:b\na:\u00E9\nbad\n", 1, []string{"a:\u00E9"}, 1},
		{"nothing", "", 0, nil, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			check := func(lines []byte, found func(start, end int) bool) (clean int) {
				at := 0
				for line := range bytes.Lines(lines) {
					text := bytes.TrimRight(line, "\r\n")
					if !bytes.HasPrefix(text, []byte("bad")) {
						clean++
					} else if !found(at, at+len(text)) {
						break
					}
					at += len(line)
				}
				return clean
			}
			var got []string
			clean := inASCII([]byte(tt.block), '\n', check, func(start, end int) bool {
				got = append(got, tt.block[start:end])
				return len(got) != tt.most
			})
			if !slices.Equal(got, tt.want) || clean != tt.clean {
				t.Errorf("got %s and %d clean, want %s and %d", fmt.Sprintf("%q", got), clean, fmt.Sprintf("%q", tt.want), tt.clean)
			}
		})
	}
	got := ""
	inASCII([]byte("a:b\x00a:\u00E9\n\r\x00c:d\x00a:\u00E8"), 0, func(texts []byte, _ func(int, int) bool) int {
		got += fmt.Sprintf("%q checked ", texts)
		return 0
	}, func(start, end int) bool {
		got += fmt.Sprintf("%d-%d found ", start, end)
		return true
	})
	if want := `"a:b\x00" checked 4-10 found "c:d\x00" checked 15-19 found `; got != want {
		t.Errorf("texts that end with NUL: got %s, want %s", got, want)
	}
}
