package export

// rustTemplate is a module of one file.
const rustTemplate = `{{range .Header}}//{{if .}} {{.}}{{end}}
{{end}}
/// Reports whether the text matches the rule {{.Rule.Name}}. It is {{.Strings}}: a str, or bytes.
pub fn is_valid(text: impl AsRef<[u8]>) -> bool {
    let mut state = {{.Width}};
    for &byte in text.as_ref() {
        let to = NEXT[state + CLASS[byte as usize] as usize] as usize;
        if to == state {
            continue; // most bytes leave the state as it is
        }
        if to == 0 {
            return false;
        }
        state = to;
    }
    NEXT[state + {{.Classes}}] & 1 != 0
}
{{if .Split}}
/// Where the components of a text are, in bytes, without their delimiters. None is a component
/// that is not there, which is not the same as an empty one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    pub scheme: Option<core::ops::Range<usize>>,
    pub authority: Option<core::ops::Range<usize>>,
    pub userinfo: Option<core::ops::Range<usize>>,
    pub host: Option<core::ops::Range<usize>>,
    pub port: Option<core::ops::Range<usize>>,
    pub path: core::ops::Range<usize>,
    pub query: Option<core::ops::Range<usize>>,
    pub fragment: Option<core::ops::Range<usize>>,
}

/// Finds the components of the text; None if it does not match the rule {{.Rule.Name}}.
pub fn split(text: impl AsRef<[u8]>) -> Option<Parts> {
    let text = text.as_ref();
    // The end of the scheme, the start and the end of the host, the start and the end of the
    // path, the end of the query.
    let mut at = [0; 6];
    let mut mark = |bits: usize, offset: usize| {
        for (i, a) in at.iter_mut().enumerate() {
            if bits >> i & 1 != 0 {
                *a = offset;
            }
        }
    };
    let mut state = {{.Width}};
    for (i, &byte) in text.iter().enumerate() {
        let c = CLASS[byte as usize] as usize;
        let bits = MARKS[NEXT[state + {{.Classes}} + 1] as usize + c] as usize;
        if bits != 0 {
            mark(bits, i);
        }
        state = NEXT[state + c] as usize;
        if state == 0 {
            return None;
        }
    }
    let end = NEXT[state + {{.Classes}}] as usize;
    if end & 1 == 0 {
        return None;
    }
    mark(end >> 1, text.len());
    let [scheme, host, host_end, path, path_end, query_end] = at;
    let query_end = query_end.max(path_end);
    let authority = if scheme > 0 { scheme + 3 } else { 2 };
    let span = |present: bool, start: usize, end: usize| if present { Some(start..end) } else { None };
    Some(Parts {
        scheme: span(scheme > 0, 0, scheme),
        authority: span(host > 0, authority, path),
        userinfo: span(host > authority, authority, host.saturating_sub(1)),
        host: span(host > 0, host, host_end),
        port: span(host > 0 && host_end < path, host_end + 1, path),
        path: path..path_end,
        query: span(query_end > path_end, path_end + 1, query_end),
        fragment: span(query_end < text.len(), query_end + 1, text.len()),
    })
}
{{end}}
/// The class of each byte.
static CLASS: [u8; {{len .Class}}] = [
{{numbers "    " .Class}}
];

/// A row for each state of the minimal automaton: for each class where the row of the next state
/// begins, 0 where no string continues; then whether a string may end here{{if .Split}}, in bit 0, and
/// which offsets are there; then where the row of the marks begins{{end}}.
static NEXT: [u{{unsigned .Next}}; {{len .Next}}] = [
{{numbers "    " .Next}}
];
{{if .Split}}
/// For each class the offsets that lie before its byte.
static MARKS: [u8; {{len .Marks}}] = [
{{numbers "    " .Marks}}
];
{{end}}`
