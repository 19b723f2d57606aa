//go:build namesapart

package quote

// namesFile is not there before LoadNames.
const namesFile = ""
