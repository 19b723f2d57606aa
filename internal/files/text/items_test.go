package text_test

import (
	"testing"

	"github.com/rfc3987/iri/internal/testkit/itemtest"
)

// TestItems reads the documents of the formats of this package.
func TestItems(t *testing.T) { itemtest.Run(t, "text") }
