// Package notes collects notes on the files of a run while they are read, for the end of the run: which files have text
// and no string, how some files are written, and which files of folders are not read. Notes on single files come in,
// lines of text go out. The package must not know how files are read.
package notes

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/folders"
	"github.com/rfc3987/iri/internal/text/quote"
)

// An Account is what is to be said of files after a run. Accounts of parts of a run can be merged. The
// zero Account says nothing.
type Account struct {
	Notes   []Note `json:"said,omitempty"` // what was found out about how files are written
	Without Names  `json:"without"`        // files with text and no string
	// files of folders that were not read, by the reason
	Passed [folders.PassedChosen + 1]Names `json:"passed"`
	// the number of files by the endings of their names, for names that do not say a format; "" for names without an ending
	Endings map[string]int64 `json:"endings,omitempty"`
}

// A Note is what was found out about how some files are written.
type Note struct {
	Text  string `json:"text"`
	Files Names  `json:"files"`
}

// Names are files of which the same is said.
type Names struct {
	Count int64    `json:"count"`
	First []string `json:"first,omitempty"` // at most maxNames of them
}

const maxNames = 20

func (n *Names) add(name string) {
	if n.Count++; len(n.First) < maxNames {
		n.First = append(n.First, strings.Clone(name))
	}
}

// text lists at most so many of the names, and says how many more there are. It lists one more name if that is the last one.
func (n *Names) text(most int) string {
	if n.Count == int64(most)+1 {
		most++
	}
	shown := slices.Clone(n.First[:min(len(n.First), most)])
	more := n.Count - int64(len(shown))
	for i, name := range shown {
		shown[i] = quote.Visible(name)
	}
	if more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(shown, ", "), more)
	}
	return strings.Join(shown, ", ")
}

// Merge adds the account of another part of the run. Of the names the first ones in order of their
// text are kept, so that the order of the parts does not matter.
func (a *Account) Merge(part *Account) {
	merge := func(n *Names, o Names) {
		all := slices.Sorted(slices.Values(slices.Concat(n.First, o.First)))
		n.Count, n.First = n.Count+o.Count, all[:min(len(all), maxNames)]
	}
	for _, s := range part.Notes {
		i, found := slices.BinarySearchFunc(a.Notes, s, func(x, y Note) int { return cmp.Compare(x.Text, y.Text) })
		if !found {
			a.Notes = slices.Insert(a.Notes, i, Note{Text: s.Text})
		}
		merge(&a.Notes[i].Files, s.Files)
	}
	merge(&a.Without, part.Without)
	for ending, n := range part.Endings {
		if a.Endings == nil {
			a.Endings = make(map[string]int64)
		}
		a.Endings[ending] += n
	}
	for why := range a.Passed {
		merge(&a.Passed[why], part.Passed[why])
	}
}

// PassedOver returns how many files of folders were not read because of their format. It does not count files that the
// user left out.
func (a *Account) PassedOver() int64 {
	return a.Passed[folders.PassedFormat].Count
}

// PassedLines says which files of folders were not read, and why.
func (a *Account) PassedLines() (lines []string) {
	for why, format := range []string{
		folders.PassedFormat: "passed over in folders: %s; --from says what files are whose names do not",
		folders.PassedIgnored: "left out in folders: %s; --hidden reads what is hidden, and a file that is named " +
			"itself is always read",
		folders.PassedLink: "left out in folders, because they are symbolic links: %s; --follow follows them",
		folders.PassedOwn:  "not read, because it is the baseline or another file of this run: %s",
	} {
		if n := &a.Passed[why]; n.Count > 0 {
			text := n.text(3)
			if folders.Passed(why) == folders.PassedFormat && n.Count > 4 {
				text = a.byEnding()
			}
			lines = append(lines, fmt.Sprintf(format, text))
		}
	}
	return lines
}

// XMLEndings are the endings of names of files that are XML, and are read with --from xml alone.
const XMLEndings = ".gpx .xsl .xslt .wadl .plist .rng .xlf .xliff .tmx .resx " +
	".csproj .storyboard .xib .qrc .ui"

// byEnding says how many files have each ending, the most frequent ending first, and which of them are XML.
func (a *Account) byEnding() string {
	endings := slices.SortedFunc(maps.Keys(a.Endings), func(x, y string) int {
		return cmp.Or(cmp.Compare(a.Endings[y], a.Endings[x]), cmp.Compare(x, y))
	})
	const most = 8
	var counts, xml []string
	rest := int64(0)
	for i, ending := range endings {
		if slices.Contains(strings.Fields(XMLEndings), ending) {
			xml = append(xml, ending)
		}
		switch n := a.Endings[ending]; {
		case i >= most && len(endings) > most+1:
			rest += n
		case ending == "":
			counts = append(counts, fmt.Sprintf("%d without an ending", n))
		default:
			counts = append(counts, fmt.Sprintf("%d %s", n, quote.Visible(ending)))
		}
	}
	if rest > 0 {
		counts = append(counts, fmt.Sprintf("%d others", rest))
	}
	text := strings.Join(counts, ", ")
	if len(xml) > 0 {
		text += "; --from xml reads " + strings.Join(xml, ", ")
	}
	return text
}

// NoteLines says what was found out about how files are written.
func (a *Account) NoteLines() (lines []string) {
	for i := range a.Notes {
		lines = append(lines, a.Notes[i].Files.text(maxNames)+": "+quote.Visible(a.Notes[i].Text))
	}
	return lines
}

// WithoutLines says in which files there is no string.
func (a *Account) WithoutLines() []string {
	if a.Without.Count == 0 {
		return nil
	}
	return []string{"no IRI was found in: " + a.Without.text(maxNames) +
		"; --from, --field and --column say what a file holds"}
}
