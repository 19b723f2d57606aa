package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/grammars"
)

func newVersionCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:  "version",
		Args: rejectWords("leave %s out"),
	}
	specs := cmd.Flags().Bool("specs", false, "print also what each spec is made from")
	cmd.RunE = func(*cobra.Command, []string) error {
		if _, err := fmt.Fprintf(a.stdout, "iri %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS,
			runtime.GOARCH); err != nil || !*specs {
			return err
		}
		for _, name := range config.SpecNames() {
			from, err := grammars.MadeFrom(name)
			if err != nil {
				return err
			}
			fmt.Fprintf(a.stdout, "%-12s %-24s %-10s sha256:%s\n", from.Name, from.Document, from.Date, from.SHA256)
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
