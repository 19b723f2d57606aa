//go:build namesapart

package charnames

// file is not there before Load.
const file = ""
