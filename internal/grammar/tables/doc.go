// Package tables holds what is generated from the grammars of the built-in specs: a table for each rule,
// which reads strings, and the outline of each spec. In come the names of a spec and of a rule, out comes its
// table. It must not know what the rules mean.
package tables
