package examples

import (
	"log/slog"
	"os"

	"github.com/rfc3987/iri"
)

// A log has no passwords.
func Example_slog() {
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{} // the output of a test has no time
			}
			return a
		},
	}))
	target := iri.MustParse("ftp://ada:secret@example.org/é")
	log.Info("fetch", "target", target)
	_, err := iri.Parse("ftp://ada:secret@example.org:8a/")
	log.Warn("refused", "err", err, slog.Group("check", "report", iri.Check("ftp://ada:secret@/", iri.WithGrammarOnly())))
	// A handler writes the elements of a slice as their text: redact them first.
	var shown []string
	for _, link := range []iri.IRI{target} {
		shown = append(shown, link.Redacted())
	}
	log.Info("links", "all", shown)
	// Output:
	// level=INFO msg=fetch target=ftp://ada:xxxxx@example.org/é
	// level=WARN msg=refused err="iri: \"ftp://ada:xxxxx@example.org:8a/\" is not an IRI: \"a\" is not a digit at byte 30 (RFC 3986 §3.2.3, port); the port is what follows the last \":\" of the authority; a \"/\" may be missing" check.report.input=ftp://ada:xxxxx@/ check.report.rule=IRI check.report.conforms=true check.report.findings=[]
	// level=INFO msg=links all=[ftp://ada:xxxxx@example.org/é]
}
