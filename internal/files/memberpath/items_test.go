package memberpath_test

import (
	"testing"

	"github.com/rfc3987/iri/internal/testkit/itemtest"
)

// TestItems reads the documents of the formats that use this package.
func TestItems(t *testing.T) { itemtest.Run(t, "json", "yaml") }
