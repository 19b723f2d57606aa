package main

import (
	"bytes"
	"os"
	"testing"
)

// TestGenerated holds that the constants are those of the table.
func TestGenerated(t *testing.T) {
	want, err := text("../../verdict/message/en.txt")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../verdict/message/ids_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("ids_gen.go is stale, run make generate")
	}
}
