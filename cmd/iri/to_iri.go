package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
)

func newToIRICmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "to-iri [URI... | -f FILE...]"}
	c := newConverter(a, cmd, config.ReferenceRule)
	c.in.addCharset(cmd)
	addConversion(cmd, &c.how, conversions.ToIRI.Options()...)
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		return c.convert(words, conversions.Conversion{Kind: conversions.ToIRI})
	}
	c.takeWords(0, stringWords)
	return cmd
}

func newFromLEIRICmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "from-leiri [LEIRI... | -f FILE...]"}
	c := newConverter(a, cmd, config.ReferenceRule)
	c.in.addCharset(cmd)
	addConversion(cmd, &c.how, conversions.FromLEIRI.Options()...)
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		return c.convert(words, conversions.Conversion{Kind: conversions.FromLEIRI})
	}
	c.takeWords(0, stringWords)
	return cmd
}
