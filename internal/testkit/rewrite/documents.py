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
    "sitemap": ["resolve", "relativize"],
    "markdown": ["relativize", "from-leiri"],
    **{name: ["resolve", "relativize", "from-leiri"] for name in ["rdfxml", "turtle", "trig", "n3", "ntriples", "nquads"]},
}
# The commands that a format refuses.
REFUSED = {"ntriples": ["relativize"], "nquads": ["relativize"]}
# The formats that have records, which iri filter passes or rejects.
FILTERED = ["lines", "null", "json", "jsonld", "ntriples", "nquads", "turtle", "trig", "n3", "csv", "tsv"]
# How the names of files end that say a format; the others are named by --from.
ENDINGS = {
    "lines": ".iris", "html": ".html", "xml": ".xml", "sitemap": ".xml", "rdfxml": ".rdf", "turtle": ".ttl", "trig": ".trig", "n3": ".n3", "ntriples": ".nt",
    "nquads": ".nq", "json": ".json", "jsonld": ".jsonld", "yaml": ".yaml", "csv": ".csv", "tsv": ".tsv", "markdown": ".md",
    "sparql": ".rq",
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
        return re.sub(r"[^\w/:.?#%=~&é€À-]", "", self.iri(spaces=False, relative=False)).rstrip("~")

    def ref(self, **how):
        """Returns an IRI that conforms, with nothing that rdflib, or urljoin of Python, reads in another way than RFC 3986 does."""
        s, before = self.iri(spaces=False, **how), None
        while s != before:
            s, before = re.sub(r"[{}|;]|^\?|^/(?=/(?!h\.))|%(?!41|5F|E3|80|81|c3|a9|26|3C)|(?<=.)\.\./|(?<=[^:/])/+(?=/)", "", s), s
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
        lambda: r.bare().rstrip("~"),  # which is not a part of an IRI at its end (GitHub 0.29 §6.9)
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


def nested(r):
    """HTML that is the text of something else."""
    link = r.tag("a", r.attribute("href", r.iri()), r.attribute("title", "http://e/é %")) + "é &amp; http://e/é</a>"
    return "<p>http://e/é %" + link + "<br>" + r.tag("img", r.attribute("src", r.iri()), r.attribute("alt", "http://e/é %")) + "</p>"


def srcdoc(r):
    out = "<!doctype html>" + r.choice(["", "<base href='http://b.example/c/'>"]) + "\n"
    return out + "".join(r.tag("iframe", r.attribute("srcdoc", r.choice(["", r.tag("base", r.attribute("href", r.ref()))]) + nested(r), spaces=False), r.attribute("src", r.iri())) + "é</iframe>\n" for _ in range(4))


def css(r, attribute=False):
    """A style sheet, or the value of a style attribute: URLs in each kind of quotes, with escapes."""

    def text(s, special):
        hexes = ["\\%x ", "\\%06X", "\\%06x "]
        return "".join("\\" + c if c in special else r.choice(hexes) % ord(c) if r.random() < 0.1 or c == "\n" else c for c in s)

    def url():
        s = r.iri()
        q = r.choice("'\"") if r.random() < 0.7 else ""
        if not q:
            return "url(" + r.choice(["", " ", "\n"]) + text(s, "()'\" \\") + r.choice(["", " "]) + ")" if s else "url('')"
        return r.choice(["url(", "URL( "]) + q + text(s, q + "\\") + q + ")"

    rule = lambda: "background: " + r.choice(["#fff ", ""]) + url() + r.choice(["; content: 'url(http://e/é)'", "", "; /* url(http://e/é) */ color: red"])
    if attribute:
        return rule()
    q = r.choice("'\"")
    out = r.choice(["", "@import " + q + text(r.iri(), q + "\\") + q + " screen;\n", "@import " + url() + ";\n"])
    return out + "".join("p" + str(i) + " { " + rule() + " }\n" for i in range(3))


def html_css(r):
    out = "<!doctype html>" + r.choice(["", "<base href='http://b.example/c/'>"]) + "<style>\n" + css(r) + "</style>\n"
    return out + "".join(r.tag("p", r.attribute("style", css(r, True), spaces=False), r.attribute("title", "url(http://e/é)")) + "é\n" for _ in range(3))


def rdfa(r):
    """A page with prefixes that hold in their element, one in another."""
    prefix = lambda: r.attribute("prefix", r.choice(["p", "q", "P", "foaf"]) + ": http://p.example/" + r.choice(["", "é/", "a%41/", "b#"]), spaces=False)
    name = lambda: r.choice(["p:", "q:", "foaf:", "dc:"]) + r.choice(["a", "é", "b1", "%41", "c&d"])
    whole = lambda: r.ref(relative=False)
    words = lambda: " ".join(r.choice([name(), name(), "term", whole()]) for _ in range(2))
    one = lambda: r.choice([name, lambda: "[" + r.choice(["p:", "dc:"]) + r.name() + "]", r.iri, whole])()
    def element(depth):
        tag = r.choice(["div", "span", "p", "a"]) if depth < 3 else r.choice(["img", "b"])
        out = "<" + tag + " " + prefix() if r.random() < 0.5 else "<" + tag
        out += r.tag("", r.attribute("about", one()), r.attribute("resource", one()), r.attribute("typeof", words()), r.attribute("property", words()),
                     r.attribute("rel", words()), r.attribute("href", r.iri()), r.attribute("title", "p:é http://e/é %"))[1:]
        if tag == "img":
            return out
        out += "é p:é http://e/é "
        if depth < 3 and tag in ("div", "span"):
            out += "".join(element(depth + 1) for _ in range(r.randrange(3)))
        return out + ("" if tag == "p" and r.random() < 0.3 else "</" + tag + ">\n")

    return "<!doctype html><html><body prefix='p: http://p.example/' vocab='http://schema.org/'>" + "".join(element(1) for _ in range(3)) + "</body></html>\n"


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
CHARSETS = ["us-ascii", "iso-8859-1", "iso-8859-15", "windows-1252", "windows-1251", "shift_jis", "iso-2022-jp", "euc-kr", "gb2312", "tis-620", "koi8-r"]


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


def rdfxml_nested(r):
    """Nodes in nodes, with namespaces and bases of their own, entities, and literals that are references."""
    n, entities = Counter(), {}

    def attribute(name, value):
        if r.random() < 0.15 and "http" in value:
            cut = r.randrange(len(value) + 1)
            entities["e" + str(len(entities))] = value[:cut]
            return name + '="&e' + str(len(entities) - 1) + ";" + r.escape(value[cut:]) + '"'
        return r.attribute(name, value, spaces=False)

    def namespace(prefix):
        parts = ["/", "/é/", "/a%41#", "", "/100%/", "/a/../b#", "/%c3%a9/"]
        return attribute("xmlns:" + prefix, r.choice(["http://p.example" + r.choice(parts), "HTTP://p.example:80/", "urn:p:"]))

    def declared(often):
        all = [namespace("p"), namespace("q"), attribute("xml:base", r.choice([r.base(), "../é/", "x"]))]
        return [a for a in all if r.random() < often]

    def tag(name, attributes, end):
        r.shuffle(attributes)
        return "<" + name + "".join(r.choice([" ", "\n "]) + a for a in attributes) + end

    reference = lambda: r.choice([r.ref(opaque=False).replace("HTTP:", "http:"), "http://e.example/" + r.choice(["é", "a%41", "%", "b c"])])
    name = lambda kind: r.choice("pq") + ":" + kind + n.next()

    def node(depth):
        attributes = declared(0.2) + r.choice([[attribute("rdf:about", reference())], [], ['rdf:nodeID="n"']])
        if r.random() < 0.3:
            attributes.append(attribute(name("a"), "http://e/é %"))
        own = r.choice([name("T"), "rdf:Description"])
        inner = "".join(property(depth) for _ in range(r.randint(1, 2)))
        return tag(own, attributes, ">") + inner + "</" + own + ">" + r.choice(["\n", "", "<!-- http://e/é % -->"])

    def property(depth):
        own, attributes = name("q"), declared(0.15)
        match r.randrange(6 if depth < 2 else 3):
            case 0:
                return tag(own, attributes + [attribute("rdf:resource", reference())], "/>")
            case 1:
                return tag(own, attributes, ">") + "http://e/é &lt; %</" + own + ">"
            case 2:
                datatype = attribute("rdf:datatype", r.choice(["http://www.w3.org/2001/XMLSchema#anyURI", "http://d.example/é"]))
                return tag(own, attributes + [datatype], ">") + r.pieces(r.iri(spaces=False, relative=False)).strip() + "</" + own + ">\n"
            case 3:
                return tag(own, attributes + ['rdf:parseType="Resource"'], ">") + property(depth + 1) + "</" + own + ">"
        return tag(own, attributes, ">") + node(depth + 1) + "</" + own + ">"

    body = node(0) + node(0)
    head = [namespace("p"), namespace("q"), 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"', *declared(0.3)[2:]]
    root = tag("rdf:RDF", head, ">\n")
    value = lambda v: "".join({"&": "&#38;#38;", "%": "&#37;", '"': "&#34;", "<": "&#38;#60;"}.get(c, c) for c in v)
    doctype = "<!DOCTYPE rdf:RDF [\n" + "".join(f'<!ENTITY {k} "{value(v)}">\n' for k, v in entities.items()) + "]>\n" if entities else ""
    return "<?xml version='1.0'?>\n" + doctype + root + body + "</rdf:RDF>\n"


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


def sparql(r):
    """A query or an update, with operators, strings and comments in which "<" begins no IRI."""
    prologue = lambda: r.choice(["", "BASE <" + r.base() + ">\n"]) + "".join(
        r.choice(["PREFIX", "prefix"]) + " " + p + " <" + r.choice(["http://p.example/", "http://p.example/é/", "http://p.example/100%/", "a#", "../b/"]) + ">\n"
        for p in ["p:", ":"]
    )
    name = lambda: r.choice(["p:", ":"]) + r.choice([r.name(), "%41", "", "a\\~"])
    term = lambda: r.choice([ref(r), name()])
    subject = lambda variables: r.choice([term, term, lambda: "_:b" if not variables else "?s"])()
    value = lambda variables: r.choice([term(), term(), '"http://e/é <a> %"', "'''<x:é>\n'''@en", '"a"^^' + ref(r, relative=False), "4", "?o" if variables else "true"])
    def triples(variables=True):
        out = subject(variables) + " " + r.choice([term(), "a", term() + "/^" + name() + "*" if variables else term()]) + " " + value(variables)
        return out + r.choice(["", " ; " + term() + " " + value(variables), ", " + value(variables)]) + " . # <http://e/é %>\n"
    if r.random() < 0.3:
        made = []
        for _ in range(2):
            made.append(prologue() + r.choice([
                lambda: "INSERT DATA { " + triples(False) + "GRAPH " + term() + " { " + triples(False) + "} }",
                lambda: "LOAD " + ref(r) + " INTO GRAPH " + term(),
                lambda: "WITH " + term() + "\nDELETE { ?s ?p ?o } WHERE { " + triples() + "}",
            ])())
        return " ;\n".join(made) + "\n"
    group = lambda: r.choice([
        triples, triples, triples,
        lambda: "FILTER(?n <3 &&?m> " + name() + ")\n",
        lambda: "FILTER(?n < ?m || ?s IN (" + term() + ", " + term() + "))\n",
        lambda: 'FILTER(STR(?s) = "http://e/é %" && ?n <= 4 && DATATYPE(?n) = ' + term() + ")\n",
        lambda: "OPTIONAL { GRAPH " + term() + " { " + triples() + "} }\n",
        lambda: "VALUES ?v { " + term() + " " + term() + ' "http://e/é %" }\n',
    ])()
    head = r.choice(["ASK", "SELECT *", "SELECT DISTINCT ?s (COUNT(?o) AS ?n)", "CONSTRUCT { ?s " + term() + " ?o }"])
    return prologue() + head + "\n" + r.choice(["", "FROM " + term() + "\n"]) + "WHERE {\n" + "".join(group() for _ in range(3)) + "}\n"


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


def jsonld_terms(r):
    """Terms of each kind, scoped contexts, aliases of keywords, and prefixes that are declared again."""
    n, terms = Counter(), []
    string = lambda s: json_string(r, s)
    name = lambda: r.choice(["p:", "q:"]) + r.choice(["a", "é", "%41"])
    faulty = lambda: "http://e.example/" + r.choice(["é", "a%41", "%", "é/../x", "_:x"])
    reference = lambda: string(r.choice([r.ref(opaque=False).replace("HTTP:", "http:"), faulty(), name(), "P:x" + n.next()]))
    namespace = lambda: r.choice(["http://p.example" + r.choice(["/", "/é/", "/a%41#", "", "/100%/", "/a/../b#"]), "HTTP://p.example:80/", "urn:p:"])
    prefix = lambda: r.choice([string(namespace()), '{"@id": ' + string(namespace()) + ', "@prefix": true}'])
    literal = '"http://e/é %"'

    def members(often):
        all = ['"p": ' + prefix(), '"q": ' + prefix(), '"@vocab": ' + string(r.choice([namespace(), "v#", "p:v/"]))]
        all.append('"@base": ' + string(r.choice(["http://b.example/c/", "http://e.example/a/b?q", "HTTP://E.example:80/y/"])))
        return [m for i, m in enumerate(all) if r.random() < often[i > 1]]

    def context(often=(0.3, 0.3)):
        some = members(often)
        r.shuffle(some)
        return "{" + ", ".join(some) + "}"

    # What is in the definition of a term beside its IRI, and how its values are.
    kinds = {
        "": lambda depth: r.choice([literal, "5", '{"@value": ' + literal + ', "@type": "p:d"}']),
        ', "@type": "@id"': lambda depth: r.choice([reference(), "[" + reference() + ", " + node(depth + 1) + "]"]),
        ', "@type": "@vocab"': lambda depth: r.choice([reference(), '"T"']),
        ', "@type": "http://www.w3.org/2001/XMLSchema#anyURI"': lambda depth: string(r.iri(spaces=False)),
        ', "@type": "@id", "@container": "@set"': lambda depth: "[" + reference() + "]",
        ', "@type": "@id", "@container": "@index"': lambda depth: "{" + literal + ": " + reference() + "}",
        ', "@container": "@id"': lambda depth: "{" + reference() + ": {" + property(depth + 1) + "}}",
        ', "@container": "@graph"': lambda depth: node(depth + 1),
        ', "@container": "@language"': lambda depth: '{"en": ' + literal + "}",
    }

    def property(depth):
        if depth > 2 or r.random() < 0.4:
            return string(r.choice(["http://n.example/", "p:", "q:"]) + n.next()) + ": " + kinds[""](depth)
        term, kind = "t" + n.next(), r.choice(list(kinds))
        iri = string(r.choice(["p:", "q:", "http://n.example/é/", "http://n.example/%41/"]) + str(n.n))
        scoped = ', "@context": ' + context() if r.random() < 0.1 else ""
        terms.append('"' + term + '": ' + (iri if not kind and not scoped else '{"@id": ' + iri + kind + scoped + "}"))
        return '"' + term + '": ' + kinds[kind](depth)

    def node(depth):
        all = [property(depth) for _ in range(r.randint(1, 2))]
        all.append(r.choice(['"@id": ', '"id": ']) + reference())
        if r.random() < 0.3:
            all.append(r.choice(['"@type": ', '"type": ']) + "[" + reference() + ', "T"]')
        if depth and r.random() < 0.3:
            all.append('"@context": ' + context())
        r.shuffle(all)
        return "{" + r.choice([", ", ",\n "]).join(all) + "}"

    graph = '"@graph": [' + node(0) + ",\n" + node(0) + "]"
    own = members((1, 0.3)) + ['"id": "@id"', '"type": "@type"']
    both = "[{" + ", ".join(own) + "}, {" + ", ".join(terms) + "}]"
    parts = ['"@context": ' + r.choice([both, "{" + ", ".join(own + terms) + "}"]), graph]
    r.shuffle(parts)
    return "{" + ",\n".join(parts) + "}\n"


def yaml(r):
    out = ""
    for i in range(4):
        s = r.iri()
        out += r.choice(["- ", "- iri: "]) + r.choice([json.dumps(s, ensure_ascii=False), "'" + s.replace("'", "''") + "'"]) + r.choice(["", " # http://e/é %"]) + "\n"
    return out


def yaml_styles(r):
    """A mapping with strings in each style, in blocks and in brackets."""
    n = Counter()

    def value(flow):
        s = r.iri() or "a"
        if re.fullmatch(r"[a-zA-Z][\w/:.?=~*()+-]*(?<!:)", s) and r.random() < 0.5:
            return s
        if not flow and r.random() < 0.3 and " " not in s and s[0] not in "#|>&*!%@`'\"{}[],?:-":
            return r.choice(["|", "|-", ">"]) + "\n  " + s + "\n\n  http://e.example/é\n"
        if r.random() < 0.5:
            return "'" + s.replace("'", "''") + "'"
        escape = lambda c: r.choice(["\\u%04x", "\\U%08x"] + (["\\x%02x"] if ord(c) < 0x100 else [])) % ord(c)
        return '"' + "".join(escape(c) if c in '"\\' or r.random() < 0.1 else c for c in s) + '"'

    key = lambda: "k" + n.next() + r.choice(["_url", "_href", "", ""])
    out = ""
    for _ in range(4):
        member = r.choice([
            lambda: key() + ": " + r.choice(["", "&a" + str(n.n) + " ", "!!str "]) + value(False),
            lambda: key() + ": [" + value(True) + ", {" + r.choice(["url", "href"]) + ": " + value(True) + ", t: 'http://e/é %'}]",
            lambda: key() + ":\n- " + value(False).replace("\n", "\n  ").rstrip() + "\n- " + value(True),
        ])()
        out += member if member.endswith("\n") else member + r.choice(["\n", " # http://e/é %\n"])
    return r.choice(["", "%YAML 1.1\n---\n", "---\n"]) + out + r.choice(["", "...\n"])


def openapi(r):
    api = {"openapi": "3.1.0", "info": {"termsOfService": r.iri(), "title": "http://e/é %"}, "servers": [{"url": "https://{h}/é"}, {"url": r.iri().replace("{x}", "x")}]}
    api["externalDocs"] = {"url": r.iri()}
    return json.dumps(api, ensure_ascii=r.random() < 0.5) + "\n"


def marc(r):
    field = lambda tag, *codes: f'<datafield tag="{tag}">' + "".join(f'<subfield code="{c}">{r.pieces(v)}</subfield>' for c, v in codes) + "</datafield>\n"
    fields = field("856", ("u", r.iri(relative=False))) + field("100", ("0", "http://e.example/" + r.choice("éab")), ("0", "(DE-588)1"))
    return '<record xmlns="http://www.loc.gov/MARC21/slim">\n' + fields + field("024", ("a", r.iri(relative=False)), ("2", "uri")) + "</record>\n"


def tei(r):
    lists = lambda: " ".join(filter(None, (r.iri(spaces=False) for _ in range(2))))
    out = "<TEI xmlns='http://www.tei-c.org/ns/1.0'><teiHeader><idno type='URI'>" + r.pieces(r.iri()) + "</idno><idno>1:2 é</idno></teiHeader><text>\n"
    for _ in range(3):
        out += (
            r.tag("p", r.attribute("xml:base", r.ref()), r.attribute("facs", lists()), r.attribute("n", "http://e/é %")) + "é <!-- http://e/é % -->"
            + r.tag("ref", r.attribute("target", lists()), end=">") + "http://e/é</ref>" + r.tag("graphic", r.attribute("url", r.iri()), end="/>") + "</p>\n"
        )
    return out + "</text></TEI>\n"


def ead(r):
    """EAD 3, or EAD 2002 with XLink."""
    ns, href = r.choice([("http://ead3.archivists.org/schema/", "href"), ("urn:isbn:1-931666-22-9", "x:href")])
    out = f"<ead xmlns='{ns}' xmlns:x='http://www.w3.org/1999/xlink'><control>" + r.tag("recordid", r.attribute("instanceurl", r.iri())) + "DE 1: é</recordid></control>\n"
    for _ in range(3):
        out += "<c><unitid>" + r.choice(["é 1", "http://e.example/é%41"]) + "</unitid><unittitle>http://e/é %</unittitle>"
        out += r.tag("dao", r.attribute(href, r.iri()), r.attribute("x:title", "http://e/é %"), r.attribute("x:role", r.iri()), end="/>") + "</c>\n"
    return out + "</ead>\n"


def mets(r):
    """METS with a record of Dublin Core and one of MARC."""
    out = "<m:mets xmlns:m='http://www.loc.gov/METS/' xmlns:x='http://www.w3.org/1999/xlink' xmlns:dc='http://purl.org/dc/elements/1.1/'><m:dmdSec>\n"
    out += "<dc:identifier>" + r.pieces(r.choice(["urn:isbn:9780141036144", "ISBN é", "http://e.example/é%5F"])) + "</dc:identifier>" + marc(r) + "</m:dmdSec><m:fileSec>\n"
    for _ in range(3):
        out += r.tag("m:file", r.attribute("MIMETYPE", "text/é:")) + r.tag("m:FLocat", r.attribute("x:href", r.iri()), r.attribute("x:title", "http://e/é %"), end="/>") + "</m:file>\n"
    return out + "</m:fileSec></m:mets>\n"


def owl(r):
    out = '<Ontology xmlns="http://www.w3.org/2002/07/owl#">\n<Prefix name="e" IRI="http://e.example/"/>\n'
    for _ in range(3):
        out += r.tag("Class", r.attribute("IRI", r.iri()), end="/>") + '<Class abbreviatedIRI="e:a"/>\n<Import>' + r.pieces(r.iri()) + "</Import>\n"
    return out + "</Ontology>\n"


# Expressions of templates, and placeholders, that programs fill in.
MARKS = ["{{ x }}", "{{x.y}}", "{% url 'é' %}", "${x}", "<%= x %>", "{{ 'http://e/é' | a }}", "{{{x}}}"]


def filled_in(maker, marks=MARKS):
    """Puts what programs fill in into documents: in IRIs and beside them, and statements around lines."""

    return lambda r: re.sub(r"(?<=://)[a-z.]+|(?<=/)[a-z](?=/)", lambda m: r.choice(marks) if r.random() < 0.3 else m[0], maker(r))


def blocks(maker):
    """Puts lines around others that are statements of templates: in the text between elements."""
    statements = ["{% if 'http://e/é %' %}", "{%- endif -%}", "{# http://e/é % #}"]
    return lambda r: "".join(line + (r.choice(statements) + "\n" if r.random() < 0.3 and line.endswith(">\n") else "") for line in maker(r).splitlines(keepends=True))


def entities(maker):
    """Puts general entities of an internal subset into the IRIs of a document, as a whole or for a part of them."""

    def made(r):
        declared = {}

        def entity(m):
            if r.random() > 0.3:
                return m[0]
            name = "e" + str(len(declared))
            declared[name] = "".join("&#%d;" % ord(c) if c in "%<&\"" or r.random() < 0.1 else c for c in m[0])
            return "&" + name + ";"

        text = re.sub(r"^<\?xml [^>]*>\n|<!DOCTYPE [^>]*\[.*?\]>\n", "", maker(r), flags=re.S)
        kept = re.split(r"""(<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>|\sxmlns(?::\w+)?\s*=\s*(?:"[^"]*"|'[^']*'))""", text, flags=re.S)
        kept[::2] = [re.sub(r"""http://[a-z.]+(?=/)|(?<=/)[a-zé]+(?=[/"'<])""", entity, part) for part in kept[::2]]
        root = re.search(r"<([A-Za-z][\w.:-]*)", "".join(kept[::2]))[1]
        subset = "".join(f'<!ENTITY {name} "{value}">\n' for name, value in declared.items())
        return f"<?xml version='1.0'?>\n<!DOCTYPE {root} [\n{subset}]>\n" + "".join(kept)

    return made


def rss(r):
    out = "<rss version='2.0'><channel><title>http://e/é %</title><link>" + r.pieces(r.iri(relative=False)) + "</link>\n"
    for _ in range(3):
        page = nested(r)
        page = r.choice([r.pieces, r.escape, lambda page: "<![CDATA[" + page + "]]>"])(page)
        out += "<item><description>" + r.space() + page + r.space() + "</description><link>" + r.pieces(r.iri(relative=False)) + "</link>"
        out += r.tag("enclosure", r.attribute("url", r.iri()), r.attribute("type", "a/é:%"), end="/>")
        out += r.choice(["<guid isPermaLink='false'>http://e/é %</guid>", "<guid>é 1</guid>", ""]) + "<category>é: %</category></item>\n"
    return out + "</channel></rss>\n"


def oai(r):
    """An answer of OAI-PMH with records of Dublin Core and MARC."""
    out = "<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/' xmlns:dc='http://purl.org/dc/elements/1.1/'><responseDate>2026-01-01</responseDate>\n<ListRecords>"
    for _ in range(2):
        out += "<record><header><identifier>oai:e.example:é</identifier></header><metadata><x><dc:title>http://e/é %</dc:title><dc:identifier>"
        out += r.pieces(r.choice(["http://e.example/é%5F", "ISBN é", r.iri(relative=False, spaces=False, opaque=False)])) + "</dc:identifier></x>" + marc(r) + "</metadata></record>\n"
    return out + "</ListRecords></OAI-PMH>\n"


def xsd(r):
    out = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' " + r.attribute("targetNamespace", "http://e.example/ns", spaces=False) + ">\n"
    for _ in range(3):
        out += r.tag("xs:include", r.attribute("schemaLocation", r.iri()), r.attribute("id", "a"), end="/>")
        out += "<xs:annotation>" + r.tag("xs:documentation", r.attribute("source", r.iri())) + "http://e/é %</xs:documentation></xs:annotation>\n"
    return out + "<xs:element name='é' type='xs:anyURI' default='http://e/é %'/></xs:schema>\n"


def docbook(r):
    out = "<article xmlns='http://docbook.org/ns/docbook' xmlns:xlink='http://www.w3.org/1999/xlink'><title>http://e/é %</title>\n"
    for _ in range(3):
        out += "<para>é " + r.tag("link", r.attribute("xlink:href", r.iri()), r.attribute("role", "http://e/é %")) + "http://e/é</link>"
        out += r.tag("imagedata", r.attribute("fileref", r.iri()), end="/>") + "</para>\n"
    return out + "</article>\n"


def svg(r):
    out = "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>\n"
    for _ in range(3):
        out += r.tag("a", r.attribute("href", r.iri()), r.attribute("xlink:title", "http://e/é %"), r.attribute("id", "é:%")) + "<text>http://e/é %</text></a>\n"
        out += r.tag("use", r.attribute("xlink:href", r.iri()), end="/>") + "\n"
    return out + "</svg>\n"



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
    "html:css": html_css,
    "html:srcdoc": srcdoc,
    "xml": xml,
    "xml:charset": xml_charset(xml, [c for c in CHARSETS if c != "shift_jis"]),  # which has "~" twice
    "sitemap": sitemap,
    "rdfxml": rdfxml,
    "rdfxml:nested": rdfxml_nested,
    "rdfxml:charset": xml_charset(rdfxml, [c for c in CHARSETS if "8859" in c or "windows" in c or "ascii" in c]),  # what expat knows
    "turtle": turtle,
    "trig": lambda r: turtle(r, graphs=True),
    "n3": lambda r: turtle(r, sparql=False),
    "ntriples": triples,
    "nquads": lambda r: triples(r, graphs=True),
    "json": json_lines,
    "jsonld": jsonld,
    "jsonld:contexts": jsonld_contexts,
    "jsonld:terms": jsonld_terms,
    "yaml": yaml,
    "yaml:openapi": openapi,
    "yaml:styles": yaml_styles,
    "xml:owl": owl,
    "xml:marc": marc,
    "xml:tei": tei,
    "xml:ead": ead,
    "xml:mets": mets,
    "html:rdfa": rdfa,
    "html:templates": blocks(filled_in(html_text)),
    "markdown:templates": filled_in(markdown, MARKS[:5]),
    "yaml:templates": filled_in(yaml, [m for m in MARKS if "'" not in m]),
    "json:templates": filled_in(json_lines, ["{{ x }}", "{{x.y}}", "${x}", "{{{x}}}"]),
    "text:templates": filled_in(text),
    "csv:templates": filled_in(table(","), ["{{ x }}", "${x}"]),
    "xml:templates": filled_in(rss, ["{{ x }}", "${x}"]),
    "xml:rss": rss,
    "xml:oai": oai,
    "xml:xsd": xsd,
    "xml:docbook": docbook,
    "xml:svg": svg,
    **{"xml:entities-" + name: entities(maker) for name, maker in [
        ("atom", xml), ("sitemap", sitemap), ("rss", rss), ("oai", oai), ("xsd", xsd), ("docbook", docbook), ("svg", svg), ("tei", tei), ("ead", ead), ("mets", mets), ("marc", marc), ("owl", owl)]},
    "sparql": sparql,
    "csv": table(","),
    "tsv": table("\t"),
}
