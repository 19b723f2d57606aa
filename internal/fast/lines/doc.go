// Package lines checks the lines of a block, or the items in them, at the speed of memory. In
// come a DFA, an [Automaton] that runs beside it and perhaps a [Frame], and blocks of a file; out
// come the lines that are not clean. It must not know grammars nor rules.
//
// # The two automata
//
// A line is clean if it conforms to a rule of the grammar, and if no prose rule has anything to say of it. The DFA of
// the rule decides the first, byte by byte. The automaton of clean text (package clean) decides the second, character
// by character. It says no whenever it is not sure, so it may be far smaller than the prose rules: it knows http and
// https IRIs, which part of an IRI is read, and of this part the direction, the scripts, the last mark and roughly the
// length. The lines of which it says no are checked in full, so that it may make a run slower and never wrong.
//
// A [Scanner] runs both as one automaton, whose states are pairs:
//
//	text     h  t  t  p  :  /  /  例       ü     /  LF
//	bytes    68 74 74 70 3A 2F 2F E4 BE 8B C3 BC 2F 0A
//	DFA      x  x  x  x  x  x  x  x  x  x  x  x  x      a step for each byte
//	clean    x  x  x  x  x  x  x        x     x  x      a step for each character, with its last byte
//	row      o  o  o  o  o  o  o  i  i  o  i  o  o  end o outside, i inside of a character
//
// The end of a line is a step too: to the first row if the line is clean, else to an event.
//
// # The table
//
// Each pair is a row of one table, and the class of a byte is the column. A row is named by its offset, so that a step
// is one load: next[row*8+class]. There could be millions of pairs, and the lines of one file need some hundreds. So a
// row is made when a line first comes to its pair, and all its steps are unknown at first. A step to unknownStep is an
// event: the steps since the last offset that run has kept are made again (again), the unknown one is computed by the
// automata themselves, and is stored. If there is no room for another row, the line needs a check; if that happens too
// often, the table is emptied (forgetIfFull). A row holds nothing that the automata would not say again, so emptying
// the table costs time alone.
//
// Most rows are inside of a character, and need columns for the 64 bytes from 0x80 to 0xBF alone, which no other row
// needs. These rows overlap: see lineStates, which has a drawing. Pairs that wait for the last byte of a character and
// do the same with each of the 64 share one row, as nearly all of Han does.
//
// # Six parts
//
// Each step has to wait until the cache has delivered the one before, and the processor could load several others in
// this time. So a block is divided at line ends into six parts, and run makes one step in each of them in turn. The
// cursor of a part that has been read repeats the shortest part that is left, and its result is ignored. Lines are found
// in each part in order, and the parts are in order.
//
// # Ticks
//
// A label has at most 63 bytes in the DNS, and more than one automaton would need a state for each length. Instead
// there is a tick after every 16 bytes of a part, wherever in a line that is: text of n bytes has had at least n/16 of
// them, rounded down. The automaton of clean text counts the ticks of a label, and says no when they may be too many.
//
// # Items
//
// The lines of N-Triples have IRIs between "<" and ">". A [Frame] is the automaton of such lines, in which NUL stands
// for an item. Outside of items a row is a state of the frame, inside it is a pair as above, with the state of the frame
// in which the item has begun, to go on from there. That makes the rows inside of items as many times more as a line has
// places for items. Where that is too much, the scanner leaves the place out: after an item the state is the set of all
// that are possible (a loose state). Then it may take a line for one of the frame that is not, and says so
// ([Scanner.Exact]).
//
// # Why it is right
//
// TestLines and TestItems hold the scanner to the two automata, TestLinesFull and TestLinesForget with a table that is
// full. TestScanner and TestCleanRandom of package clean hold the automaton of clean text to the prose rules, and
// TestFastHoldsRegistry of package check holds it to each rule of the registry and each character.
//
// # Beside it
//
// One string has no lines to take turns with. Package engine runs the DFA of a rule over it with a table, and over the
// few states that most strings stay in with a shift for each byte (engine.Shift) or over 16 or more bytes at once
// (engine.Vector). Whether a string is clean, clean.Language.Has finds with smaller tables of the same scanners.
package lines
