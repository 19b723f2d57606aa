//go:build !go1.27 && !namesapart

package quote

import _ "embed"

//go:embed names15.0.0.bin
var namesFile string
