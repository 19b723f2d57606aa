package abnf

import "testing"

// TestIsDate has dates as the header has them.
func TestIsDate(t *testing.T) {
	for s, want := range map[string]bool{
		"2012": true, "2012-03": true, "2012-03-02": true, "2012-01-01": true, "2012-12-31": true,
		"": false, "201": false, "2012-": false, "2012-3": false, "2012-00": false, "2012-13": false, "2012-03-00": false,
		"2012-03-32": false, "2012-03-2": false, "2012/03/02": false, "2012-0a-02": false, "20-2-03-02": false,
	} {
		if got := isDate(s); got != want {
			t.Errorf("%q: got %v", s, got)
		}
	}
}
