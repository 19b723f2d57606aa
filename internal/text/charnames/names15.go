//go:build !go1.27 && !namesapart

package charnames

import _ "embed"

//go:embed names15.0.0.bin
var file string
