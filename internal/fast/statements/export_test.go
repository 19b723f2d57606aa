package statements

// SurelyPlaced is for a test outside of the package, which asks package check.
var SurelyPlaced = surelyPlaced
