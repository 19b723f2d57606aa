package rdf

// The brackets of Turtle: those that are open are on a stack.

// isIn reports whether the innermost bracket is of a kind.
func (p *turtleParser) isIn(bracket byte) bool {
	n := len(p.stack)
	return n > 0 && p.stack[n-1]&openMask == bracket
}

// openBrace parses "{|", which starts an annotation, or the "{" of a graph. ok is false if neither can stand here.
func (p *turtleParser) openBrace(i int) (end int, ok bool) {
	switch {
	case p.startsWith(i, "{|") && (p.state == ttlAfter || p.state == ttlReifier):
		p.state = ttlAfter
		if !p.push(i, openAnnotation) {
			return p.recover(i), true
		}
		p.state = ttlVerb
		return i + 2, true
	case !p.trig || p.inGraph || !ttlBeforeGraph.has(p.state):
		return 0, false
	}
	if n := len(p.found.items); p.state == ttlVerbOrGraph && n > 0 {
		if it := &p.found.items[n-1]; it.kind != itemFault && int(it.statement) == len(p.found.statements) {
			it.role = 3 // the first term was the name of the graph
		}
	}
	p.state, p.inGraph = ttlStatement, true
	return p.endStatement(i + 1), true
}

// closeBracket parses the end of the innermost bracket. ok is false if it cannot end here.
func (p *turtleParser) closeBracket(i int) (end int, ok bool) {
	for k := range ttlClosings {
		c := &ttlClosings[k]
		if !p.isIn(c.bracket) || !c.from.has(p.state) || !p.startsWith(i, c.text) {
			continue
		}
		kind, end := c.kind, i+len(c.text)
		if p.state == ttlBracket {
			kind = termBlank
		}
		if p.state = p.pop(); c.bracket == openAnnotation {
			p.state = ttlAfter
			return end, true
		}
		return p.closed(i, end, kind), true
	}
	return 0, false
}

// open parses an opening bracket of n bytes, which starts a term of one of the kinds.
func (p *turtleParser) open(i, n int, bracket byte, kinds uint8, inside ttlState) int {
	if ttlAllowed[p.state]&kinds == 0 {
		return p.unexpected(i, i+n)
	}
	if !p.push(i, bracket) {
		return p.recover(i)
	}
	p.state = inside
	return i + n
}

// push puts a bracket and the present state on the stack.
func (p *turtleParser) push(i int, bracket byte) bool {
	if len(p.stack) >= maxDepth {
		p.fault(i, i+1, "brackets are nested more than %d deep", maxDepth)
		return false
	}
	p.stack = append(p.stack, bracket|byte(p.state))
	return true
}

// pop takes a bracket off the stack and returns the state before it.
func (p *turtleParser) pop() ttlState {
	n := len(p.stack) - 1
	frame := p.stack[n]
	p.stack = p.stack[:n]
	return ttlState(frame &^ openMask)
}

// closed is term for a bracket that ends, in the state before the bracket.
func (p *turtleParser) closed(i, end int, kind int) int {
	if ttlAllowed[p.state]&uint8(kind) == 0 {
		p.fault(i, end, "brackets with content stand where only [] is allowed: %s", ttlExpected[p.state])
		return p.recover(end)
	}
	p.term(kind)
	return end
}
