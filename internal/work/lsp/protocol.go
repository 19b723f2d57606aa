package lsp

// The types of the Language Server Protocol 3.17 that the server uses, with its names.

type position struct {
	Line      int `json:"line"`      // from 0
	Character int `json:"character"` // from 0, in the units of the encoding
}

type span struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

// has reports whether a position is in the span or at its end.
func (s span) has(p position) bool { return !p.before(s.Start) && !s.End.before(p) }

// touches reports whether two spans have a position in common, which may be an end.
func (s span) touches(t span) bool { return !s.End.before(t.Start) && !t.End.before(s.Start) }

func (p position) before(q position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Character < q.Character
}

// information is the severity of a diagnostic that is not a fault.
const information = 3

type diagnostic struct {
	Range    span   `json:"range"`
	Severity int    `json:"severity"` // 1 error, 2 warning, 3 information
	Code     string `json:"code"`
	Source   string `json:"source"`
	Message  string `json:"message"`

	Description *codeDescription `json:"codeDescription,omitempty"`

	meant string // a similar name that exists, see [abnf.Error.Meant]

	abnf string // the broken production, and the productions from the start rule to it
	path string
}

// A codeDescription is the address of the explanation of a code.
type codeDescription struct {
	Href string `json:"href"`
}

type published struct {
	URI         string       `json:"uri"`
	Version     int          `json:"version"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type initializeParams struct {
	Capabilities struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
	} `json:"capabilities"`
	InitializationOptions settings `json:"initializationOptions"`
}

// settings are the options of iri check that an editor can set.
type settings struct {
	Config string `json:"config"` // the path of the configuration for all documents, instead of the nearest iri.toml
	Lint   bool   `json:"lint"`
}

type textDocument struct {
	URI        string `json:"uri"`
	LanguageID string `json:"languageId"`
	Version    int    `json:"version"`
	Text       string `json:"text"`
}

type changeParams struct {
	TextDocument   textDocument `json:"textDocument"`
	ContentChanges []change     `json:"contentChanges"`
}

type change struct {
	Range *span  `json:"range"` // nil for the whole text
	Text  string `json:"text"`
}

// A textEdit replaces the text of a span.
type textEdit struct {
	Range   span   `json:"range"`
	NewText string `json:"newText"`
}

// A documentPosition is a document, with a position if the request has one.
type documentPosition struct {
	TextDocument textDocument `json:"textDocument"`
	Position     position     `json:"position"`
}

type actionParams struct {
	TextDocument textDocument `json:"textDocument"`
	Range        span         `json:"range"`
	Context      struct {
		Only []string `json:"only"`
	} `json:"context"`
}

// An action is an edit that the editor offers.
type action struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []diagnostic  `json:"diagnostics,omitempty"`
	IsPreferred bool          `json:"isPreferred,omitempty"`
	Edit        workspaceEdit `json:"edit"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"` // by document
}

type referenceParams struct {
	documentPosition
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

type renameParams struct {
	documentPosition
	NewName string `json:"newName"`
}

type location struct {
	URI   string `json:"uri"`
	Range span   `json:"range"`
}

type completionItem struct {
	Label         string   `json:"label"`
	Kind          int      `json:"kind"` // 3: a function
	Detail        string   `json:"detail,omitempty"`
	Documentation string   `json:"documentation,omitempty"`
	TextEdit      textEdit `json:"textEdit"`
}

type symbol struct {
	Name           string `json:"name"`
	Detail         string `json:"detail,omitempty"`
	Kind           int    `json:"kind"` // 12: a function
	Range          span   `json:"range"`
	SelectionRange span   `json:"selectionRange"`
}

type hover struct {
	Contents markup `json:"contents"`
	Range    span   `json:"range"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}
