"""Documents of each format, made at random from a seed."""

import dataclasses
import html
import json
import random
import re


@dataclasses.dataclass
class Document:
    kind: str
    seed: int
    data: bytes


def make(kind, seed):
    r = Random(f"{kind} {seed}")
    made = KINDS[kind](r)
    if isinstance(made, str):
        made = made, "utf-8"
    text, charset = made
    if r.random() < 0.1 and kind in BOMS:
        text = "\ufeff" + text
    return Document(kind, seed, r.ending(text).encode(charset, "xmlcharrefreplace"))


# The commands that change nothing, or do not change what is meant, which is all that a parser of RDF shows.
UNCHANGED = {
    "text": ["resolve", "relativize", "from-leiri"],
    "sitemap": ["resolve"],
    "markdown": ["relativize", "from-leiri"],
    "notebook": ["relativize", "from-leiri"],
    **{name: ["resolve", "relativize", "from-leiri"] for name in ["rdfxml", "turtle", "trig", "n3", "ntriples", "nquads"]},
}
# The commands that a format refuses.
REFUSED = {"ntriples": ["relativize"], "nquads": ["relativize"]}
# The formats that have records, which iri filter passes or rejects.
FILTERED = ["lines", "null", "json", "jsonld", "ntriples", "nquads", "turtle", "trig", "n3", "csv", "tsv"]
# How the names of files end that say a format; the others are named by --from.
ENDINGS = {
    "lines": ".txt", "html": ".html", "xml": ".xml", "sitemap": ".xml", "rdfxml": ".rdf", "turtle": ".ttl", "trig": ".trig", "n3": ".n3", "ntriples": ".nt",
    "nquads": ".nq", "json": ".json", "jsonld": ".jsonld", "yaml": ".yaml", "csv": ".csv", "tsv": ".tsv", "markdown": ".md", "notebook": ".ipynb",
}
# What can begin with a byte order mark that its parser knows.
BOMS = ["html", "xml", "json", "csv"]


class Random(random.Random):
    def ending(self, text):
        """Gives a document other line ends, or a BOM."""
        if self.random() < 0.2:
            text = text.replace("\n", "\r\n")
        return text

    def iri(self, spaces=True, relative=True, opaque=True):
        s = self.choice(
            ["http://e.example/", "HTTP://E.example:80/", "http://b.example/c/", "http://e.example/é/"]
            + (["http://e.example", "x:", "mailto:"] if opaque else [])
            + (["", "../", "//h.example/", "./", "?", "#"] if relative else [])
        )
        for _ in range(self.randrange(4)):
            s += self.choice(
                ["a", "é", "€", "%", "%41", "%5F", "%E3%80%81",  "%c3%a9", "../", "?q=1&b=2", "#f", "'", "À", "{x}", "|", "(", ")", "%26", "%3C", "~", "/", "*", "_b_", ",", ";"]
                + (["b c"] if spaces else [])
            )
        return s

    def bare(self):
        """Returns an IRI as it stands in text."""
        return re.sub(r"[^\w/:.?#%=~&é€À-]|~+(?=~|$)", "", self.iri(spaces=False, relative=False))

    def ref(self, **how):
        """Returns an IRI that conforms, with nothing that rdflib, or urljoin of Python, reads in another way than RFC 3986 does."""
        s, before = self.iri(spaces=False, **how), None
        while s != before:
            s, before = re.sub(r"[{}|;]|^\?|^/(?=/(?!h\.))|%(?![4c2a3])|(?<=.)\.\./|(?<=[^:/])/+(?=/)", "", s), s
        s, hash, fragment = s.partition("#")
        return s.replace("/?", "/x?") + hash + fragment.replace("#", "")

    def any(self):
        """Returns an IRI that can be faulty if it is not relative: what becomes of it does not depend on a base."""
        faulty = re.sub(r"(?<=[^:/])/+(?=/)", "", self.iri(spaces=False, relative=False).replace(";", ""))
        return self.choice([self.ref(), faulty])

    def base(self):
        """Returns an IRI that references can be resolved against, and that to-iri takes."""
        return self.choice(["http://b.example/c/", "http://e.example/a/b?q", "HTTP://E.example:80/y"])

    def name(self):
        return self.choice(["a", "b1", "é", "c-d"])

    def space(self):
        return self.choice(["", "", "", " ", "\n", "&#32;", "&#10; ", "\t&#x9;"])

    def escape(self, s):
        """Returns a text as markup has it."""
        return "".join(
            self.choice(["&#%d;", "&#x%X;"]) % ord(c) if self.random() < 0.1 else html.escape(c, quote=True) for c in s
        )

    def attribute(self, name, value, spaces=True):
        q = self.choice("\"'")
        around = self.space() if spaces else "", self.space() if spaces else ""
        return name + self.choice(["=", " = "]) + q + around[0] + self.escape(value) + around[1] + q

    def tag(self, name, *attributes, end=">"):
        some = self.sample(attributes, self.randrange(len(attributes) + 1))
        return "<" + name + "".join(self.choice([" ", "\n "]) + a for a in some) + end

    def pieces(self, s):
        """Returns the content of an element: text, CDATA, comments."""
        out = self.space()
        while s:
            n = self.randint(1, len(s)) if self.random() < 0.5 else len(s)
            out += self.escape(s[:n]) if self.random() < 0.5 else "<![CDATA[" + s[:n] + "]]>"
            out += self.choice(["", "", "", "<!-- c -->", "<?p ]]> ?>"])
            s = s[n:]
        return out + self.space()


def lines(r):
    return "".join(r.iri() + "\n" for _ in range(4))


def null(r):
    return "\0".join(r.iri() or "a:" for _ in range(4)) + "\0"


def text(r):
    words = ["see", "(an", "example)", "—", "é", "a:b", "1:2"]
    return "".join(r.choice(words) + " " + r.bare() + r.choice([" ", "\n"]) for _ in range(4)) + "\n"


def markdown(r):
    # Without what ends a destination or an autolink, and without entities.
    plain = lambda **how: re.sub(r"[^\w/:.?#%=~é€À-]", "", r.iri(spaces=False, **how)) or "a"
    title = lambda: r.choice(["", ' "http://e/é %"', " 'a'"])
    pieces = [
        lambda: "[é *a*](" + plain() + title() + ")",
        lambda: "![a](<" + plain() + ">" + title() + ")",
        lambda: "[x](" + plain() + "\\(a\\))",
        lambda: "<http://e.example/" + plain(relative=False).partition(":")[2].lstrip("/") + ">",
        lambda: r.bare(),
        lambda: "*see* `http://e/é %`",
        lambda: '<a href="' + r.escape(plain()) + '" title="http://e/é">é</a>',
        lambda: "[d" + str(r.randrange(2)) + "]",
    ]
    out = ""
    for _ in range(4):
        out += r.choice(["", "- ", "> ", "# "]) + " ".join(r.choice(pieces)() for _ in range(3)) + "\n\n"
    return out + "".join(f"[d{i}]: " + plain(opaque=False) + "\n" for i in range(2))


def html_text(r):
    out = "<!doctype html>" + r.choice(["", r.tag("base", r.attribute("href", r.ref()))]) + "<title>http://e/é %</title>\n"
    for _ in range(4):
        out += (
            r.tag("a", r.attribute("href", r.iri()), r.attribute("title", "http://e/é %"), r.attribute("ping", r.iri(spaces=False) + " " + r.iri(spaces=False)), "download")
            + "é &amp; http://e/é</a>"
            + r.tag("img", r.attribute("src", r.iri()), r.attribute("alt", "http://e/é %"), "srcset='" + r.escape(r.iri(spaces=False).replace(",", "")) + " 2x'")
            + "<!-- http://e/é % -->\n"
        )
    return out


def xml(r):
    literal = lambda: r.choice(["HTTP://E.example:80/a", "a%41.ent", "../b?c%5F"])  # libxml2 takes nothing beyond ASCII, and no fragment
    out = "<?xml version='1.0'?>\n" + r.choice(["", "<!DOCTYPE feed [<!ENTITY e SYSTEM '" + literal() + "'> <!ENTITY f PUBLIC 'a' '" + literal() + "'> <!-- é -->]>\n"])
    out += r.tag("?xml-stylesheet", r.attribute("type", "text/css", spaces=False), r.attribute("href", r.iri()), end="?>") + "\n"
    out += "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:x='http://www.w3.org/1999/xlink' xmlns:i='http://www.w3.org/2001/XMLSchema-instance'"
    out += r.choice(["", " " + r.attribute("i:schemaLocation", "http://e.example/é " + (r.ref() or "a"))]) + ">\n"
    for _ in range(4):
        out += (
            r.tag("entry", r.attribute("xml:base", r.ref()), r.attribute("title", "http://e/é %"))
            + r.tag("link", r.attribute("href", r.iri()), r.attribute("title", "http://e/é %"), r.attribute("x:href", r.iri()), end="/>")
            + "<id>" + r.pieces(r.iri()) + "</id><content>http://e/é &lt;</content></entry>\n"
        )
    return out + "</feed>\n"


# Charsets by what HTML and XML call them, and by what Python does where that is another codec.
CHARSETS = ["us-ascii", "iso-8859-1", "iso-8859-15", "windows-1252", "windows-1251", "shift_jis", "euc-kr", "gb2312", "tis-620", "koi8-r"]


def html_charset(r):
    name = r.choice(CHARSETS)
    codec = {"us-ascii": "cp1252", "iso-8859-1": "cp1252", "gb2312": "gbk", "euc-kr": "cp949", "shift_jis": "cp932", "tis-620": "cp874"}.get(name, name)
    return html_text(r).replace("<title>", f"<meta charset={name}><title>", 1), codec


def xml_charset(maker, charsets=CHARSETS):
    def made(r):
        name = r.choice(charsets + ["utf-16"])
        text = maker(r).replace("<?xml version='1.0'?>\n", "")
        return f"<?xml version='1.0' encoding='{name}'?>\n" + text, name

    return made


def sitemap(r):
    out = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\n"
    for _ in range(4):
        out += "<url><loc>" + r.pieces(r.iri(relative=False)) + "</loc><lastmod>2026-01-01</lastmod></url>\n"
    return out + "</urlset>\n"


class Counter:
    """Gives each statement a predicate of its own."""

    def __init__(self):
        self.n = 0

    def next(self):
        self.n += 1
        return str(self.n)


def rdfxml(r):
    n = Counter()
    head = [
        r.attribute("xmlns:p", "http://p.example/" + r.choice(["", "é/", "a/%41"]) + "#", spaces=False),
        r.attribute("xml:base", r.base(), spaces=False),
    ]
    r.shuffle(head)
    out = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' " + " ".join(head) + ">\n"
    for _ in range(3):
        out += "<rdf:Description " + r.attribute("rdf:about", r.any(), spaces=False) + ">"
        for _ in range(2):
            out += "<p:q" + n.next() + " " + r.attribute("rdf:resource", r.any(), spaces=False) + "/>\n"
        out += "<p:q" + n.next() + " " + r.attribute("rdf:datatype", "http://d.example/é", spaces=False) + ">http://e/é &lt;</p:q" + str(n.n) + ">\n"
        out += "</rdf:Description>\n"
    return out + "</rdf:RDF>\n"


def ref(r, **how):
    """Returns an IRI between brackets, as Turtle has it."""
    return "<" + "".join("\\u%04x" % ord(c) if c.isalpha() and r.random() < 0.05 else c for c in r.ref(**how)) + ">"


def turtle(r, graphs=False, sparql=True):
    n = Counter()
    out = "".join(
        r.choice(["@prefix %s <%s> .\n", "PREFIX %s <%s>\n"][: 1 + sparql]) % (p, "http://p.example/" + r.choice(["", "é/", "100%/", "a#", "a/../b/"]))
        for p in ["p:", ":"]
    )
    for _ in range(3):
        if r.random() < 0.4:
            out += r.choice(["@base %s .\n", "BASE %s\n"][: 1 + sparql]) % ("<" + r.base() + ">")
        subject = r.choice([ref(r), "p:" + r.name(), ":" + r.name(), "[]"])
        objects = []
        for _ in range(3):
            o = r.choice([ref(r), "p:" + r.name(), '"http://e/é <a> %"', '"a"^^' + ref(r, relative=False), ("'''x'''" if sparql else '"x"') + "@en", "4"])
            objects.append("<http://n.example/" + n.next() + "> " + o)
        block = subject + " " + r.choice([" ;\n  ", "; "]).join(objects) + " . # <http://e/é %>\n"
        out += (ref(r, relative=False) + " { " + block.replace("\n", " ").replace("# <http://e/é %>", "") + "}\n") if graphs and r.random() < 0.5 else block
    return out


def triples(r, graphs=False):
    n = Counter()
    out = ""
    for _ in range(5):
        whole = lambda: "<" + r.choice([ref(r, relative=False)[1:-1], r.iri(spaces=False, relative=False)]) + ">"
        terms = [whole(), "<http://n.example/" + n.next() + ">", r.choice([whole(), '"http://e/é \\u00e9"', '"a"^^' + whole()])]
        if graphs and r.random() < 0.5:
            terms.append(whole())
        out += r.choice([" ", "  "]).join(terms) + " .\n"
    return out


def json_string(r, s):
    return json.dumps(s, ensure_ascii=r.random() < 0.3).replace("/", r.choice(["/", "\\/"]))


def json_lines(r):
    values = []
    for _ in range(4):
        s = json_string(r, r.iri())
        values.append(r.choice([s, '{"iri": ' + s + ', "title": "http://e/é %", "n": [1.0, null, true]}', '{"iri":\n ' + s + "}"]))
    if r.random() < 0.5:  # an array, whose brackets stand anywhere
        between = lambda: r.choice([",\n", ", ", ",", "\n,\n "])
        return r.choice(["[\n", "[", "[ "]) + "".join(v + between() for v in values[:-1]) + values[-1] + r.choice(["\n]\n", "]\n", " ]"])
    return "".join(v + r.choice(["\n", "\n", " "]) for v in values) + "\n"


def jsonld(r):
    s = lambda **how: json_string(r, r.iri(**how))
    nodes = ",\n ".join('{"@id": ' + s() + ', "p:q": {"@id": ' + s() + '}, "name": "http://e/é %", "@type": ' + s(relative=False) + "}" for _ in range(3))
    base = ', "@base": ' + s(relative=False, opaque=False) if r.random() < 0.4 else ""
    return '{"@context": {"p": "http://p.example/é/", "name": "http://n.example/name"' + base + '},\n "@graph": [' + nodes + "]}\n"


def jsonld_contexts(r):
    """Contexts of prefixes, terms, a vocabulary and a base, one in another; each statement has a predicate of its own."""
    n = Counter()
    prefix = lambda: '"http://p.example/' + r.choice(["", "é/", "a%41/", "b#", "é"]) + '"'
    context = lambda: "{" + ", ".join(
        ['"p": ' + prefix(), '"q": {"@id": ' + prefix() + ', "@prefix": true}', '"t": {"@id": "p:t", "@type": "@id"}']
        + (['"@vocab": ' + prefix()] if r.random() < 0.5 else [])
        + (['"@base": "' + r.choice(["http://b.example/c/", "http://e.example/a/b?q"]) + '"'] if r.random() < 0.3 else [])
    ) + "}"
    name = lambda: r.choice(["p:", "q:"]) + r.choice(["a", "é", "b1", "%41"])
    reference = lambda: json_string(r, r.ref(opaque=False).replace("HTTP:", "http:"))  # rdflib reads others in another way
    value = lambda: r.choice(['{"@id": ' + reference() + "}", '{"@id": "' + name() + '"}', '"http://e/é %"'])
    def node(depth):
        members = ['"@id": ' + r.choice([reference(), '"' + name() + '"'])]
        if depth > 0 and r.random() < 0.5:
            members.append('"@context": ' + context())
        members += ['"http://n.example/' + n.next() + '": ' + value() for _ in range(2)]
        if depth < 2:
            members.append('"http://n.example/' + n.next() + '": ' + node(depth + 1))
        return "{" + r.choice([", ", ",\n "]).join(members) + "}"

    return '{"@context": ' + context() + ', "@graph": [' + node(0) + ", " + node(0) + "]}\n"


def yaml(r):
    out = ""
    for i in range(4):
        s = r.iri()
        out += r.choice(["- ", "- iri: "]) + r.choice([json.dumps(s, ensure_ascii=False), "'" + s.replace("'", "''") + "'"]) + r.choice(["", " # http://e/é %"]) + "\n"
    return out


def openapi(r):
    api = {"openapi": "3.1.0", "info": {"termsOfService": r.iri(), "title": "http://e/é %"}, "servers": [{"url": "https://{h}/é"}, {"url": r.iri().replace("{x}", "x")}]}
    api["externalDocs"] = {"url": r.iri()}
    return json.dumps(api, ensure_ascii=r.random() < 0.5) + "\n"


def marc(r):
    field = lambda tag, *codes: f'<datafield tag="{tag}">' + "".join(f'<subfield code="{c}">{r.pieces(v)}</subfield>' for c, v in codes) + "</datafield>\n"
    fields = field("856", ("u", r.iri(relative=False))) + field("100", ("0", "http://e.example/" + r.choice("éab")), ("0", "(DE-588)1"))
    return '<record xmlns="http://www.loc.gov/MARC21/slim">\n' + fields + field("024", ("a", r.iri(relative=False)), ("2", "uri")) + "</record>\n"


def owl(r):
    out = '<Ontology xmlns="http://www.w3.org/2002/07/owl#">\n<Prefix name="e" IRI="http://e.example/"/>\n'
    for _ in range(3):
        out += r.tag("Class", r.attribute("IRI", r.iri()), end="/>") + '<Class abbreviatedIRI="e:a"/>\n<Import>' + r.pieces(r.iri()) + "</Import>\n"
    return out + "</Ontology>\n"


def notebook(r):
    cells = []
    for _ in range(2):
        source = re.sub("_b_|~", "b", markdown(r)).splitlines(keepends=True)  # "markdown" has emphasis and strikethrough
        cells.append({"cell_type": "markdown", "source": source if r.random() < 0.5 else "".join(source)})
    return json.dumps({"cells": cells, "nbformat": 4}, ensure_ascii=r.random() < 0.5, indent=r.choice([None, 1])) + "\n"


def table(delimiter):
    def maker(r):
        q = lambda s: '"' + s.replace('"', '""') + '"' if r.random() < 0.3 or any(c in s for c in delimiter + '"\n') else s
        rows = [["iri", "title", "note"]]
        for _ in range(4):
            rows.append([r.iri(), "http://e/é %", r.choice(["a, b", 'x "y"', "", "1"])])
        return "".join(delimiter.join(map(q, row)) + "\n" for row in rows)

    return maker


# What is made: a format, and of some what is special after a colon.
KINDS = {
    "lines": lines,
    "null": null,
    "text": text,
    "markdown": markdown,
    "html": html_text,
    "html:charset": html_charset,
    "xml": xml,
    "xml:charset": xml_charset(xml, [c for c in CHARSETS if c != "shift_jis"]),  # which has "~" twice
    "sitemap": sitemap,
    "rdfxml": rdfxml,
    "rdfxml:charset": xml_charset(rdfxml, [c for c in CHARSETS if "8859" in c or "windows" in c or "ascii" in c]),  # what expat knows
    "turtle": turtle,
    "trig": lambda r: turtle(r, graphs=True),
    "n3": lambda r: turtle(r, sparql=False),
    "ntriples": triples,
    "nquads": lambda r: triples(r, graphs=True),
    "json": json_lines,
    "jsonld": jsonld,
    "jsonld:contexts": jsonld_contexts,
    "yaml": yaml,
    "yaml:openapi": openapi,
    "xml:owl": owl,
    "xml:marc": marc,
    "notebook": notebook,
    "csv": table(","),
    "tsv": table("\t"),
}
