//go:build namesapart

package charnames

// file has the names after Load.
var file string
