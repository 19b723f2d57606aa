package main

import (
	"crypto/sha256"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/work/grammars"
)

func newVersionCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: `version prints the version. --specs also prints, for each spec and each grammar of the
library, the document that it is made from and the SHA-256 of its ABNF, so that a report
can say years later what strings were checked against.`,
		Example: `  iri version
  iri version --specs`,
		Args: cobra.NoArgs,
	}
	specs := cmd.Flags().Bool("specs", false, "print also what each spec is made from")
	cmd.RunE = func(*cobra.Command, []string) error {
		if _, err := fmt.Fprintf(a.stdout, "iri %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH); err != nil || !*specs {
			return err
		}
		files, err := grammars.Read(grammars.Names())
		if err != nil {
			return err
		}
		for _, f := range files {
			g, err := abnf.Parse(f.Name, f.Text)
			if err != nil {
				return err
			}
			fmt.Fprintf(a.stdout, "%-12s %-24s sha256:%x\n", g.Spec, g.Title, sha256.Sum256(f.Text))
		}
		return nil
	}
	return cmd
}

// version returns the version in the build information: that of the module, or the
// revision of the working tree.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	revision, dirty := "devel", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			revision = "devel-" + s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	return revision + dirty
}
