// Package railroad draws syntax diagrams. In come rules of a grammar; out comes SVG, or
// a page of HTML with it, for light and dark backgrounds, with links from rule to rule
// and to the sections that define them. It must not know what the rules mean.
package railroad

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// The measures of a diagram, in pixels.
const (
	radius    = 10.0 // of a turn
	gap       = 10.0 // between rows
	rail      = 10.0 // of rail before and after a box
	boxHeight = 26.0
	charWidth = 8.45 // of the font, at 14 pixels
	padding   = 9.0  // beside the text of a box
	noteSize  = 12.0
)

// A node is a piece of a diagram that a rail runs through from left to right. It
// reaches up above the rail and down below it.
type node interface {
	size() (width, up, down float64)
	draw(c *canvas, x, y float64)
}

// canvas collects the elements of a diagram: rails first, so that boxes lie on
// them.
type canvas struct {
	rails strings.Builder // the d of a path
	boxes strings.Builder
	link  func(*abnf.Rule) string
}

func (c *canvas) line(x, y, to float64) {
	if to > x {
		fmt.Fprintf(&c.rails, "M%s %sH%s", px(x), px(y), px(to))
	}
}

// px prints a length with at most one decimal.
func px(f float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.1f", f), "0"), ".")
}

// A box is a terminal or the name of a rule.
type box struct {
	text  string
	class string // "t" for a terminal, "r" for a rule
	rule  *abnf.Rule
	title string
}

func (b *box) size() (float64, float64, float64) {
	w := float64(utf8.RuneCountInString(b.text))*charWidth + 2*padding
	return max(w, boxHeight) + 2*rail, boxHeight / 2, boxHeight / 2
}

func (b *box) draw(c *canvas, x, y float64) {
	w, _, _ := b.size()
	c.line(x, y, x+w)
	out := &c.boxes
	href := ""
	if b.rule != nil {
		href = c.link(b.rule)
	}
	if href != "" {
		fmt.Fprintf(out, `<a href="%s">`, escaped(href))
	}
	fmt.Fprintf(out, `<g class="%s">`, b.class)
	if b.title != "" {
		fmt.Fprintf(out, `<title>%s</title>`, escaped(b.title))
	}
	round := 3.0
	if b.class == "t" {
		round = boxHeight / 2
	}
	fmt.Fprintf(out, `<rect x="%s" y="%s" width="%s" height="%s" rx="%s"/>`,
		px(x+rail), px(y-boxHeight/2), px(w-2*rail), px(boxHeight), px(round))
	fmt.Fprintf(out, `<text x="%s" y="%s">%s</text></g>`, px(x+w/2), px(y+5), escaped(b.text))
	if href != "" {
		out.WriteString("</a>")
	}
	out.WriteByte('\n')
}

// A measured piece knows its size. Without that, each piece would measure those within it
// several times, which takes very long where they are deeply nested.
type measured struct {
	node
	width, up, down float64
}

func (m *measured) size() (float64, float64, float64) { return m.width, m.up, m.down }

// A skip is a rail with nothing on it.
type skip struct{}

func (skip) size() (float64, float64, float64) { return 2 * rail, 0, 0 }
func (skip) draw(c *canvas, x, y float64)      { c.line(x, y, x+2*rail) }

// A sequence has its pieces one after the other.
type sequence []node

func (s sequence) size() (w, up, down float64) {
	for _, n := range s {
		nw, nu, nd := n.size()
		w += nw
		up, down = max(up, nu), max(down, nd)
	}
	return w, up, down
}

func (s sequence) draw(c *canvas, x, y float64) {
	for _, n := range s {
		n.draw(c, x, y)
		w, _, _ := n.size()
		x += w
	}
}

// The width at which a sequence goes on in another row: by default, and the least one that can be asked for.
const (
	maxWidth = 760
	minWidth = 240
)

// wrap returns a sequence, in rows if it is wider than a width.
func wrap(s sequence, most float64) node {
	if w, _, _ := s.size(); w <= most {
		return s
	}
	var r rows
	var row sequence
	width := 0.0
	for _, n := range s {
		w, _, _ := n.size()
		if len(row) > 0 && width+w > most {
			r = append(r, row)
			row, width = nil, 0
		}
		row = append(row, n)
		width += w
	}
	if r = append(r, row); len(r) == 1 {
		return row
	}
	return r
}

// rows are a sequence that goes on below: a rail leads from the end of each row back to
// the left, and from the last one up to where the first one would end.
type rows []sequence

// lane returns how far below its rail a row has the rail that leads back.
func (r rows) lane(i int) float64 {
	_, _, down := r[i].size()
	return max(down+gap, 2*radius)
}

// next returns how far below that lane the rail of the next row is.
func (r rows) next(i int) float64 {
	_, up, _ := r[i+1].size()
	return max(up+gap, 2*radius)
}

func (r rows) size() (w, up, down float64) {
	for i, row := range r {
		rw, ru, rd := row.size()
		w = max(w, rw)
		if i == 0 {
			up = ru
		}
		if i == len(r)-1 {
			down += rd
		} else {
			down += r.lane(i) + r.next(i)
		}
	}
	return w + 4*radius, up, down
}

func (r rows) draw(c *canvas, x, y float64) {
	total, _, _ := r.size()
	left, right := x+radius, x+total-3*radius
	row := y
	c.line(x, y, left)
	for i, s := range r {
		s.draw(c, left, row)
		w, _, _ := s.size()
		c.line(left+w, row, right)
		if i == len(r)-1 {
			break
		}
		lane, next := r.lane(i), r.next(i)
		fmt.Fprintf(&c.rails, "M%s %sa10 10 0 0 1 10 10v%sa10 10 0 0 1 -10 10H%sa10 10 0 0 0 -10 10v%sa10 10 0 0 0 "+
			"10 10", px(right), px(row), px(lane-2*radius), px(left), px(next-2*radius))
		fmt.Fprintf(&c.rails, "M%s %sl6 -4m-6 4l6 4", px((left+right)/2-3), px(row+lane)) // it runs the other way
		row += lane + next
	}
	fmt.Fprintf(&c.rails, "M%s %sh10a10 10 0 0 0 10 -10v%sa10 10 0 0 1 10 -10", px(right), px(row), px(y-row+2*radius))
}

// A stack has pieces below each other; the rail runs through one of them.
type stack []node

func (s stack) size() (w, up, down float64) {
	for i, n := range s {
		nw, nu, nd := n.size()
		w = max(w, nw)
		if i == 0 {
			up, down = nu, nd
		} else {
			down += max(gap+nu, 0) + nd
			down = max(down, 2*radius)
		}
	}
	return w + 4*radius, up, down
}

func (s stack) draw(c *canvas, x, y float64) {
	total, _, _ := s.size()
	inner := total - 4*radius
	row, below := y, 0.0
	for i, n := range s {
		w, up, down := n.size()
		left := x + 2*radius
		if i == 0 {
			c.line(x, y, left)
			n.draw(c, left, y)
			c.line(left+w, y, x+total)
			below = y + down
			continue
		}
		row = max(below+gap+up, y+2*radius)
		turn := row - y - 2*radius
		fmt.Fprintf(&c.rails, "M%s %sa10 10 0 0 1 10 10v%sa10 10 0 0 0 10 10", px(x), px(y), px(turn))
		n.draw(c, left, row)
		c.line(left+w, row, left+inner)
		fmt.Fprintf(&c.rails, "M%s %sa10 10 0 0 0 10 -10v%sa10 10 0 0 1 10 -10", px(left+inner), px(row), px(-turn))
		below = row + down
	}
}

// An option has a rail above it that bypasses it.
type option struct{ x node }

func (o option) rise() float64 {
	_, up, _ := o.x.size()
	return max(up+gap, 2*radius)
}

func (o option) size() (float64, float64, float64) {
	w, _, down := o.x.size()
	return w + 4*radius, o.rise(), down
}

func (o option) draw(c *canvas, x, y float64) {
	w, _, _ := o.x.size()
	c.line(x, y, x+2*radius)
	o.x.draw(c, x+2*radius, y)
	c.line(x+2*radius+w, y, x+4*radius+w)
	turn := o.rise() - 2*radius
	fmt.Fprintf(&c.rails, "M%s %sa10 10 0 0 0 10 -10v%sa10 10 0 0 1 10 -10h%sa10 10 0 0 1 10 10v%sa10 10 0 0 0 10 10",
		px(x), px(y), px(-turn), px(w), px(turn))
}

// A loop has a rail below it that leads back to its start, with a note on how
// often it may be taken.
type loop struct {
	x    node
	note string
}

func (l loop) drop() float64 {
	_, _, down := l.x.size()
	return max(down+gap, 2*radius)
}

func (l loop) noteWidth() float64 { return float64(utf8.RuneCountInString(l.note)) * 7.2 }

func (l loop) size() (float64, float64, float64) {
	w, up, _ := l.x.size()
	down := l.drop()
	if l.note != "" {
		down += noteSize + 4
	}
	return max(w, l.noteWidth()) + 2*radius, up, down
}

func (l loop) draw(c *canvas, x, y float64) {
	total, _, _ := l.size()
	w, _, _ := l.x.size()
	inner := total - 2*radius
	left := x + radius
	middle := left + (inner-w)/2 // a note can be wider than what repeats
	c.line(x, y, middle)
	l.x.draw(c, middle, y)
	c.line(middle+w, y, x+total)
	drop := l.drop()
	fmt.Fprintf(&c.rails, "M%s %sa10 10 0 0 1 10 10v%sa10 10 0 0 1 -10 10h%sa10 10 0 0 1 -10 -10v%sa10 10 0 0 1 10 -10",
		px(left+inner), px(y), px(drop-2*radius), px(-inner), px(-(drop - 2*radius)))
	// An arrow head: this rail runs the other way.
	fmt.Fprintf(&c.rails, "M%s %sl6 -4m-6 4l6 4", px(left+inner/2-3), px(y+drop))
	if l.note != "" {
		fmt.Fprintf(&c.boxes, `<text class="n" x="%s" y="%s">%s</text>`+"\n", px(left+inner/2), px(y+drop+noteSize+2), escaped(l.note))
	}
}

// markup writes characters of text that are markup in XML and HTML. It is here because package html has the names of
// all entities, which every program that imports it is linked with.
var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

func escaped(s string) string { return markup.Replace(s) }
