package main

import (
	"bytes"
	"os"
	"testing"
)

// TestGenerated holds that the constants are those of the table.
func TestGenerated(t *testing.T) {
	want, err := text("../../verdict/finding/en.txt")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../verdict/finding/reasons_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("reasons_gen.go is stale, run make generate")
	}
}
