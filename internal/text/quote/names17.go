//go:build go1.27 && !namesapart

package quote

import _ "embed"

//go:embed names17.0.0.bin
var namesFile string
