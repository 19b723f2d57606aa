package render

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/explain"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/run"
)

// The parts of SARIF 2.1.0 that this package writes, with the properties that the standard
// requires. Unknown properties are an error.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"` // required (§3.13.2)
		Runs    []sarifRun `json:"runs"`    // required (§3.13.4)
	}
	sarifRun struct {
		Tool struct {
			Driver struct {
				Name           string      `json:"name"` // required (§3.19.8)
				Version        string      `json:"version"`
				InformationURI string      `json:"informationUri"`
				Rules          []sarifRule `json:"rules"`
			} `json:"driver"`
		} `json:"tool"`
		ColumnKind  string        `json:"columnKind"`
		Results     []sarifResult `json:"results"`
		Invocations []struct {
			ExecutionSuccessful *bool `json:"executionSuccessful"` // required (§3.20.14)
			Notifications       []struct {
				Level     string          `json:"level"`
				Message   sarifText       `json:"message"` // required (§3.58.5)
				Locations []sarifLocation `json:"locations"`
			} `json:"toolExecutionNotifications"`
		} `json:"invocations"`
	}
	sarifRule struct {
		ID                   string    `json:"id"` // required (§3.49.3)
		ShortDescription     sarifText `json:"shortDescription"`
		FullDescription      sarifText `json:"fullDescription"`
		Help                 sarifText `json:"help"`
		DefaultConfiguration struct {
			Enabled bool   `json:"enabled"`
			Level   string `json:"level"`
		} `json:"defaultConfiguration"`
		Properties struct {
			Section string `json:"section"`
		} `json:"properties"`
	}
	sarifText struct {
		Text string `json:"text"` // required (§3.11.8)
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex *int            `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"` // required (§3.27.11)
		Locations []sarifLocation `json:"locations"`
		Partial   struct {
			V1 string `json:"iri/v1"`
		} `json:"partialFingerprints"`
		Fixes []struct {
			Description     sarifText `json:"description"`
			ArtifactChanges []struct {
				ArtifactLocation sarifArtifact `json:"artifactLocation"` // required (§3.56.2)
				Replacements     []struct {    // required (§3.56.3)
					DeletedRegion   sarifRegion `json:"deletedRegion"` // required (§3.57.3)
					InsertedContent sarifText   `json:"insertedContent"`
				} `json:"replacements"`
			} `json:"artifactChanges"` // required (§3.55.3)
		} `json:"fixes"`
		Properties struct {
			Input       string   `json:"input"`
			InputBase64 string   `json:"inputBase64"`
			Start       int      `json:"start"`
			End         int      `json:"end"`
			Rules       []string `json:"rules"`
			Expected    []string `json:"expected"`
			Section     string   `json:"section"`
			ABNF        string   `json:"abnf"`
		} `json:"properties"`
	}
	sarifLocation struct {
		PhysicalLocation *struct {
			ArtifactLocation sarifArtifact `json:"artifactLocation"`
			Region           sarifRegion   `json:"region"`
		} `json:"physicalLocation"`
		LogicalLocations []struct {
			Name string `json:"name"`
			Kind string `json:"kind"`
		} `json:"logicalLocations"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int        `json:"startLine"`
		StartColumn int        `json:"startColumn"`
		EndLine     int        `json:"endLine"`
		EndColumn   int        `json:"endColumn"`
		Snippet     *sarifText `json:"snippet"`
	}
)

// writeSARIF writes a log with every finding of the inputs, which are the lines of file.
func writeSARIF(file string, inputs ...string) []byte {
	s := newSARIF("v1.2.3", explain.Codes(), nil)
	b := s.Start()
	var results []byte
	for line, in := range inputs {
		for _, f := range check.Report(in, spec.RFC3987.Top(),
			&finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings}}).Findings {
			results = s.Finding(results, quoted(in), &f, func(at int) run.Place {
				return run.Place{Source: file, Line: line + 1, Col: 1 + len([]rune(in[:at]))}
			})
		}
	}
	if len(results) > 0 {
		b = append(b, results[1:]...)
	}
	return append(b, s.End(Outcome{})...)
}

func readSARIF(t *testing.T, b []byte) sarifLog {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(string(b)))
	d.DisallowUnknownFields()
	var log sarifLog
	if err := d.Decode(&log); err != nil {
		t.Fatalf("%v in\n%s", err, b)
	}
	return log
}

func TestSARIF(t *testing.T) {
	testkit.StatesRFC(t, "s://u@h:1/p", "port")
	inputs := []string{
		"http://h:8a/", "http://exa mple.org/é b", "http://[::1", "1a:b", "foo", "http://e/\xff\"\\\x00",
		"http://e/\u202E", "http://u:p@h/", "http://e/\U000E0001 \"<>",
	}
	log := readSARIF(t, writeSARIF("dir/a b:%é.txt", inputs...))
	if log.Version != "2.1.0" || !strings.Contains(log.Schema, "sarif-2.1.0") || len(log.Runs) != 1 {
		t.Fatalf("version %q, schema %q, %d runs", log.Version, log.Schema, len(log.Runs))
	}
	one := log.Runs[0]
	driver := one.Tool.Driver
	if driver.Name != "iri" || driver.Version != "v1.2.3" || one.ColumnKind != "unicodeCodePoints" {
		t.Errorf("driver %q %q, columns %q", driver.Name, driver.Version, one.ColumnKind)
	}
	codes := explain.Codes()
	if len(driver.Rules) != len(codes) {
		t.Fatalf("%d rules, want the %d codes", len(driver.Rules), len(codes))
	}
	for i, r := range driver.Rules {
		c := codes[i]
		if r.ID != string(c.Code) || r.ShortDescription.Text != c.Title || r.Properties.Section != c.Section ||
			!strings.Contains(r.Help.Text, c.Mend) || r.FullDescription.Text == "" {
			t.Errorf("rule %d is %+v, want the text of iri explain: %+v", i, r, c)
		}
		if r.DefaultConfiguration.Enabled != (c.Severity != finding.Off) {
			t.Errorf("%s: enabled is %v", r.ID, r.DefaultConfiguration.Enabled)
		}
	}
	if len(one.Results) == 0 {
		t.Fatal("no results")
	}
	levels := []string{"none", "note", "warning", "error"}
	withFix := 0
	for i, r := range one.Results {
		if !slices.Contains(levels, r.Level) || r.Message.Text == "" || len(r.Locations) != 1 {
			t.Errorf("result %d: %+v", i, r)
			continue
		}
		if r.RuleIndex == nil || driver.Rules[*r.RuleIndex].ID != r.RuleID {
			t.Errorf("result %d: ruleIndex %v is not that of %q", i, r.RuleIndex, r.RuleID)
		}
		at := r.Locations[0].PhysicalLocation
		if at == nil || at.ArtifactLocation.URI != "dir/a%20b%3A%25%C3%A9.txt" {
			t.Errorf("result %d: location %+v", i, at)
			continue
		}
		if !iri.ValidRef(at.ArtifactLocation.URI) {
			t.Errorf("%q is not a reference", at.ArtifactLocation.URI)
		}
		if g := at.Region; g.StartLine < 1 || g.StartColumn < 1 || g.EndLine < g.StartLine ||
			g.EndColumn < g.StartColumn {
			t.Errorf("result %d: region %+v", i, g)
		}
		for _, f := range r.Fixes {
			withFix++
			if f.Description.Text == "" || len(f.ArtifactChanges) != 1 || len(f.ArtifactChanges[0].Replacements) != 1 {
				t.Errorf("result %d: fix %+v", i, f)
			}
		}
	}
	if withFix == 0 {
		t.Error("no result has a fix")
	}
	if r := one.Results[0]; r.RuleID != "port" || r.Properties.Start != 10 || r.Properties.End != 11 ||
		r.Properties.ABNF != "port = *DIGIT" || r.Locations[0].PhysicalLocation.Region.StartColumn != 11 {
		t.Errorf("first result: %+v", r)
	}
}

// TestSARIFLongInput checks that the log grows with the input, not with its square.
func TestSARIFLongInput(t *testing.T) {
	in := "http://e/" + strings.Repeat("% ", 5000)
	b := writeSARIF("f", in)
	if log := readSARIF(t, b); log.Runs[0].Results[0].Properties.Input != "" {
		t.Error("the input is repeated")
	}
	if len(b) > 500_000 {
		t.Errorf("100 results take %d bytes", len(b))
	}
}

func TestSARIFWithoutResults(t *testing.T) {
	log := readSARIF(t, writeSARIF("f", "http://example.org/"))
	if log.Runs[0].Results == nil || len(log.Runs[0].Results) != 0 {
		t.Errorf("results are %v, want an empty array: the run has found nothing (§3.14.23)", log.Runs[0].Results)
	}
}

// TestSARIFSources checks that an argument has no artifact.
func TestSARIFSources(t *testing.T) {
	log := readSARIF(t, writeSARIF("<args>", "http://h:8a/"))
	at := log.Runs[0].Results[0].Locations[0]
	if at.PhysicalLocation != nil || len(at.LogicalLocations) != 1 || at.LogicalLocations[0].Name != "argument 1" {
		t.Errorf("an argument is at %+v", at)
	}
	tests := []struct{ source, uri string }{
		{"<stdin>", "file:///dev/stdin"},
		{"/abs/x y.nt", "file:///abs/x%20y.nt"},
		{`a\b.txt`, "a/b.txt"},
		{"plain.txt", "plain.txt"},
	}
	for _, tt := range tests {
		if got, ok := artifact(tt.source); !ok || got != tt.uri {
			t.Errorf("%q: got %q, %v, want %q", tt.source, got, ok, tt.uri)
		}
	}
}

func TestGitHub(t *testing.T) {
	tests := []struct {
		name, text, source string
		finding            finding.Finding
		line, col, endCol  int
		want               string
	}{
		{"plain", "http://h:8a/", "dump.nt",
			finding.Finding{Code: "port", Severity: finding.Error, Message: finding.External(`what "a" is`, nil),
				Start: 10, End: 11, Expected: []string{"DIGIT", "end"}, Section: "RFC 3986 §3.2.3"},
			1204, 31, 32,
			`::error file=dump.nt,line=1204,col=31,endColumn=32,title=port::what "a" is: expected DIGIT or end (RFC ` +
				`3986 §3.2.3)%0Ahttp://h:8a/` + "\n"},
		{"escapes", "a%\nb", "a,b:c%.txt",
			finding.Finding{Code: "x", Severity: finding.Warning, Message: finding.External("100%", nil),
				Hint: finding.External("so", nil), Start: 1, End: 2, Fix: &finding.Fix{Start: 1, End: 2, Text: "%25"}},
			1, 2, 3,
			"::warning file=a%2Cb%3Ac%25.txt,line=1,col=2,endColumn=3,title=x::100%25%0Aa%25\\u000Ab%0Ahint: " +
				"so%0Afix: write \"%2525\" for \"%25\"\n"},
		{"no file", "x", "<stdin>",
			finding.Finding{Code: "x", Severity: finding.Error, Message: finding.External("m", nil)},
			3, 1, 1,
			"::error line=3,col=1,title=x::m%0Ax\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := string(GitHub{}.Finding(nil, quoted(tt.text), &tt.finding, func(at int) run.Place {
				if at == tt.finding.Start {
					return run.Place{Source: tt.source, Line: tt.line, Col: tt.col}
				}
				return run.Place{Source: tt.source, Line: tt.line, Col: tt.endCol}
			}))
			if got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}
