package formats_test

import (
	"testing"

	"github.com/rfc3987/iri/internal/testkit/itemtest"
)

// TestItems reads the documents of all formats: see [itemtest.Run]. The tests of their packages do so as well.
func TestItems(t *testing.T) { itemtest.Run(t) }
