package idna

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/idna"

	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/chars"
)

type row struct {
	Kind, Production, Input, Standard string
	Expected                          struct {
		Output   string
		Error    bool
		Valid    bool
		CheckLTR bool `json:"check_ltr"`
	}
}

// TestSuite compares this package with the rows of github.com/kjd/idna, another
// implementation of IDNA2008. It logs how many rows agree, and fails on a row that does
// not agree without a reason that is known here.
func TestSuite(t *testing.T) {
	total, agree := map[string]int{}, map[string]int{}
	reasons := map[string]int{}
	for r := range testkit.Suite[row](t, "kjd-idna") {
		key := r.Production + " " + r.Standard
		total[key]++
		got, ok := agrees(r)
		if ok {
			agree[key]++
			continue
		}
		why := explain(r)
		if why == "" {
			t.Errorf("%s %+q: got %s, want %+v", key, r.Input, got, r.Expected)
		}
		reasons[why]++
	}
	for key, n := range total {
		t.Logf("%-45s %d of %d rows agree", key, agree[key], n)
	}
	for why, n := range reasons {
		t.Logf("%d rows: %s", n, why)
	}
}

// explain returns the reason why a row does not agree, empty if no reason is known.
func explain(r row) string {
	if r.Standard == "uts46-then-idna2008-strict" && UnicodeVersion < "16" {
		// UTS 46 of Unicode 15.0 disallows them, that of 16.0 maps them; golang.org/x/net
		// follows the Unicode of the Go that compiles it.
		later := func(r rune) bool {
			return 0x10A0 <= r && r <= 0x10C5 || r == 0x04C0 || r == 0x115F || r == 0x1E9E
		}
		if strings.ContainsFunc(r.Input, later) {
			return "characters that UTS 46 maps otherwise since Unicode 15.1 and 16.0: the step before IDNA2008"
		}
	}
	if r.Production == "toUnicode" {
		for _, f := range Check(mapUTS46(r.Input)) {
			if f.Why == LongLabel {
				return "a label of more than 63 bytes: no A-label (RFC 5890 §2.3.1), but that suite's toUnicode does " +
					"not count"
			}
		}
	}
	return ""
}

func agrees(r row) (string, bool) {
	name := r.Input
	if r.Standard == "uts46-then-idna2008-strict" {
		name = mapUTS46(name)
	}
	switch r.Production {
	case "toASCII", "A-label":
		got, faults := ToASCII(name)
		return fmt.Sprintf("%+q %v", got, faults), (faults != nil) == r.Expected.Error && got == r.Expected.Output
	case "toUnicode", "U-label":
		faults := Check(name)
		faults = slices.DeleteFunc(faults, func(f Fault) bool {
			return f.Section == "RFC 1035 §2.3.4" // the suite's toUnicode does not count the bytes of the name
		})
		if len(faults) > 0 {
			return fmt.Sprint(faults), r.Expected.Error
		}
		labels := strings.Split(name, ".")
		for i, l := range labels {
			if u, ok := ToUnicode(l); ok {
				labels[i] = u
			}
		}
		got := strings.Join(labels, ".")
		return fmt.Sprintf("%+q", got), !r.Expected.Error && got == r.Expected.Output
	case "label": // kind bidi
		_, why := bidiRule(r.Input)
		if !r.Expected.CheckLTR && !hasRTL(r.Input) {
			why = 0
		}
		return fmt.Sprint(why), (why == 0) == r.Expected.Valid
	}
	return "unknown production", false
}

// mapUTS46 maps the labels that are not A-labels, as the rows with that standard require
// before the strict check.
func mapUTS46(name string) string {
	p := idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false),
		idna.CheckHyphens(false), idna.CheckJoiners(false))
	labels := strings.Split(strings.NewReplacer("\u3002", ".", "\uff0e", ".", "\uff61", ".").Replace(name), ".")
	for i, l := range labels {
		if !hasPrefix(l) {
			labels[i], _ = p.ToUnicode(l)
		} else {
			labels[i] = chars.Lower(l)
		}
	}
	return strings.Join(labels, ".")
}
