package export

// pythonTemplate is a module for Python 3.8 and later.
const pythonTemplate = `{{range .Header}}#{{if .}} {{.}}{{end}}
{{end}}"""Which strings match the rule {{.Rule.Name}}."""

from bisect import bisect_right
from typing import {{if .Split}}NamedTuple, Optional, Tuple{{else}}Tuple{{end}}


def is_valid(text: str) -> bool:
    """Whether the text matches the rule {{.Rule.Name}}."""
    state = {{.Width}}
    for c in map(ord, text):
        state = _NEXT[state + (_CLASS[c] if c < 128 else _class_of(c))]
        if state == 0:
            return False
    return _NEXT[state + {{.Classes}}] & 1 != 0

{{if .Split}}
Span = Tuple[int, int]


class Parts(NamedTuple):
    """Where the components of a text are: start and end, without their delimiters.

    None: the text does not have the component, which is not the same as an empty one.
    """

    scheme: Optional[Span]
    authority: Optional[Span]
    userinfo: Optional[Span]
    host: Optional[Span]
    port: Optional[Span]
    path: Span
    query: Optional[Span]
    fragment: Optional[Span]


def split(text: str) -> Optional[Parts]:
    """The components of the text; None if it does not match the rule {{.Rule.Name}}."""
    # The end of the scheme, the start and the end of the host, the start and the end of the path,
    # the end of the query.
    at = [0] * 6
    state = {{.Width}}
    for i, char in enumerate(text):
        c = ord(char)
        c = _CLASS[c] if c < 128 else _class_of(c)
        bits = _MARKS[_NEXT[state + {{.Classes}} + 1] + c]
        if bits:
            for k in range(6):
                if bits >> k & 1:
                    at[k] = i
        state = _NEXT[state + c]
        if state == 0:
            return None
    final = _NEXT[state + {{.Classes}}]
    if final & 1 == 0:
        return None
    for k in range(6):
        if final >> (k + 1) & 1:
            at[k] = len(text)
    scheme, host, host_end, path, path_end, query_end = at
    query_end = max(query_end, path_end)
    authority = scheme + 3 if scheme > 0 else 2
    return Parts(
        scheme=(0, scheme) if scheme > 0 else None,
        authority=(authority, path) if host > 0 else None,
        userinfo=(authority, host - 1) if host > authority else None,
        host=(host, host_end) if host > 0 else None,
        port=(host_end + 1, path) if host > 0 and host_end < path else None,
        path=(path, path_end),
        query=(path_end + 1, query_end) if query_end > path_end else None,
        fragment=(query_end + 1, len(text)) if query_end < len(text) else None,
    )

{{end}}
def _class_of(c: int) -> int:
    """The class of a character beyond ASCII."""
    return _RUNS[bisect_right(_FIRST, c) - 1]


def _read(text: str) -> Tuple[int, ...]:
    """Numbers in base 36; n equal ones are "x*n"."""
    numbers = []
    for word in text.split(" "):
        x, _, n = word.partition("*")
        numbers += [int(x, 36)] * int(n or "1", 36)
    return tuple(numbers)


# The class of each character of ASCII.
_CLASS = _read("{{runs .Class}}")

# The first character of each run of characters beyond ASCII, and the class of the run.
_FIRST = _read("{{runs .First}}")
_RUNS = _read("{{runs .Runs}}")

# A row for each state of the minimal automaton: for each class where the row of the next state
# begins, 0 where no string continues; then whether a string may end here{{if .Split}}, in bit 0, and
# which offsets are there; then where the row of the marks begins{{end}}.
_NEXT = _read("{{runs .Next}}")
{{if .Split}}
# For each class the offsets that lie before its character.
_MARKS = _read("{{runs .Marks}}")
{{end}}`
