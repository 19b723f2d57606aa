// Package tables holds the tables that read strings: one for each rule of each built-in
// spec, generated from the grammars. In come the names of a spec and of a rule, out comes its
// table. It must not know what the rules mean.
package tables
