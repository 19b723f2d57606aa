package export

// cTemplate is a header file whose functions are static.
const cTemplate = `{{range .Header}}//{{if .}} {{.}}{{end}}
{{end}}//
// Which strings match the rule {{.Rule.Name}}. Strings are {{.Strings}}. C99 or later; there is nothing to link.
#ifndef {{.Prefix}}_included
#define {{.Prefix}}_included

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The class of each byte.
static const uint8_t {{.Prefix}}_class[] = {
{{numbers "    " .Class}}
};

// A row for each state of the minimal automaton: for each class where the row of the next state
// begins, 0 where no string continues; then whether a string may end here{{if .Split}}, in bit 0, and
// which offsets are there; then where the row of the marks begins{{end}}.
static const uint{{unsigned .Next}}_t {{.Prefix}}_next[] = {
{{numbers "    " .Next}}
};

// {{.Prefix}}_is_valid reports whether the length bytes at text match the rule {{.Rule.Name}}.
static inline bool {{.Prefix}}_is_valid(const char *text, size_t length) {
    size_t state = {{.Width}};
    for (size_t i = 0; i < length; i++) {
        const uint{{unsigned .Next}}_t *row = {{.Prefix}}_next + state;
        size_t to = row[{{.Prefix}}_class[(unsigned char)text[i]]];
        // Most bytes leave the state as it is: this loop does not wait for the next state.
        while (to == state) {
            if (++i == length) return row[{{.Classes}}] & 1;
            to = row[{{.Prefix}}_class[(unsigned char)text[i]]];
        }
        if (to == 0) return false;
        state = to;
    }
    return {{.Prefix}}_next[state + {{.Classes}}] & 1;
}
{{if .Split}}
// For each class the offsets that lie before its byte.
static const uint8_t {{.Prefix}}_marks[] = {
{{numbers "    " .Marks}}
};

// Where a component lies in a string: the bytes from start to before end. A component that is
// not there is not the same as an empty one; both offsets are 0 then.
typedef struct {
    bool present;
    size_t start, end;
} {{.Prefix}}_span;

// Where the components of a string are, without their delimiters.
typedef struct {
    {{.Prefix}}_span scheme, authority, userinfo, host, port, path, query, fragment;
} {{.Prefix}}_parts;

static inline {{.Prefix}}_span {{.Prefix}}_span_of(bool present, size_t start, size_t end) {
    {{.Prefix}}_span span = {present, present ? start : 0, present ? end : 0};
    return span;
}

// {{.Prefix}}_split finds the components of the length bytes at text. It returns false, and sets
// no parts, if they do not match the rule {{.Rule.Name}}.
static inline bool {{.Prefix}}_split(const char *text, size_t length, {{.Prefix}}_parts *parts) {
    // The end of the scheme, the start and the end of the host, the start and the end of the path,
    // the end of the query.
    size_t at[6] = {0};
    size_t state = {{.Width}};
    for (size_t i = 0; i < length; i++) {
        size_t c = {{.Prefix}}_class[(unsigned char)text[i]];
        unsigned m = {{.Prefix}}_marks[{{.Prefix}}_next[state + {{.Classes}} + 1] + c];
        for (int k = 0; m != 0; k++, m >>= 1)
            if (m & 1) at[k] = i;
        state = {{.Prefix}}_next[state + c];
        if (state == 0) return false;
    }
    unsigned final = {{.Prefix}}_next[state + {{.Classes}}];
    if (!(final & 1)) return false;
    for (int k = 0; k < 6; k++)
        if (final >> (k + 1) & 1) at[k] = length;
    size_t scheme = at[0], host = at[1], host_end = at[2], path = at[3], path_end = at[4];
    size_t query_end = at[5] > path_end ? at[5] : path_end;
    size_t authority = scheme > 0 ? scheme + 3 : 2;
    parts->scheme = {{.Prefix}}_span_of(scheme > 0, 0, scheme);
    parts->authority = {{.Prefix}}_span_of(host > 0, authority, path);
    parts->userinfo = {{.Prefix}}_span_of(host > authority, authority, host - 1);
    parts->host = {{.Prefix}}_span_of(host > 0, host, host_end);
    parts->port = {{.Prefix}}_span_of(host > 0 && host_end < path, host_end + 1, path);
    parts->path = {{.Prefix}}_span_of(true, path, path_end);
    parts->query = {{.Prefix}}_span_of(query_end > path_end, path_end + 1, query_end);
    parts->fragment = {{.Prefix}}_span_of(query_end < length, query_end + 1, length);
    return true;
}
{{end}}
#endif
`
