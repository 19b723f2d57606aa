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
	// Output: level=INFO msg=fetch target=ftp://ada:xxxxx@example.org/é
}
