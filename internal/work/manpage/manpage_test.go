package manpage_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/manpage"
)

// tool returns a command with all that a page shows.
func tool() *cobra.Command {
	run := func(*cobra.Command, []string) {}
	root := &cobra.Command{Use: "tool", Short: "Do things", Run: run}
	cut := &cobra.Command{
		Use:     "cut WORD...",
		Short:   `Cut \words\`,
		Long:    "cut cuts\n'words', as in\n\n  .cut a-b\n\nand not \"otherwise\".",
		Example: "  tool cut 'a b'\n  .hidden",
		Run:     run,
	}
	cut.Flags().StringP("at", "a", "", "cut at `CHARACTER`")
	cut.Flags().Int("most", 3, "so many words, § 1 …")
	cut.Flags().Int("least", 1, "so few (default one)")
	cut.Flags().Bool("secret", false, "not shown")
	cut.Flags().Lookup("secret").Hidden = true
	root.AddCommand(cut, &cobra.Command{Use: "hidden", Hidden: true, Run: run})
	root.PersistentFlags().Bool("quiet", false, "say nothing")
	return root
}

var june = time.Date(2026, time.June, 1, 0, 0, 0, 0, time.UTC)

func TestPage(t *testing.T) {
	cmd, _, err := tool().Find([]string{"cut"})
	if err != nil {
		t.Fatal(err)
	}
	got := manpage.Page(cmd, manpage.Header{Source: "tool 1-2", Manual: "Tools"}, june)
	want := `.TH "TOOL\-CUT" 1 "Jun 2026" "tool 1\-2" "Tools"
.SH NAME
tool\-cut \- Cut \ewords\e
.SH SYNOPSIS
.B tool cut WORD... [flags]
.SH DESCRIPTION
cut cuts
\&'words', as in
.PP
.nf
  .cut a\-b
.fi
.PP
and not \(dqotherwise\(dq.
.SH OPTIONS
.TP
\fB\-a\fR, \fB\-\-at\fR \fICHARACTER\fR
cut at CHARACTER
.TP
\fB\-h\fR, \fB\-\-help\fR
help for cut
.TP
\fB\-\-least\fR \fIint\fR
so few (default one)
.TP
\fB\-\-most\fR \fIint\fR
so many words, \[u00A7] 1 \[u2026] (default 3)
.SH OPTIONS INHERITED FROM PARENT COMMANDS
.TP
\fB\-\-quiet\fR
say nothing
.SH EXAMPLE
.nf
  tool cut 'a b'
  .hidden
.fi
.SH SEE ALSO
.BR tool (1)
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if groff, err := exec.LookPath("groff"); err == nil {
		run := exec.Command(groff, "-man", "-Tutf8", "-ww")
		run.Stdin = strings.NewReader(got)
		var faults strings.Builder
		run.Stderr = &faults
		if out, err := run.Output(); err != nil || faults.Len() > 0 || !strings.Contains(string(out), `"otherwise".`) {
			t.Errorf("groff: %v: %s\n%s", err, faults.String(), out)
		}
	}
}

func TestWriteTree(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1763600000")
	dir := t.TempDir()
	if err := manpage.WriteTree(tool(), manpage.Header{}, dir); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range files {
		files[i] = filepath.Base(f)
	}
	if got, want := strings.Join(files, " "), "tool-cut.1 tool.1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	page, err := os.ReadFile(filepath.Join(dir, "tool.1"))
	if err != nil || !strings.Contains(string(page), `"Nov 2025"`) ||
		!strings.Contains(string(page), `.BR tool\-cut (1)`) {
		t.Errorf("%v: %s", err, page)
	}
	t.Setenv("SOURCE_DATE_EPOCH", "today")
	if err := manpage.WriteTree(tool(), manpage.Header{}, dir); err == nil {
		t.Error("a date that is not a number is taken")
	}
}
