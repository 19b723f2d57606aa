"""What parsers of others read in a document: its values, in order, each with the base in force where it is known."""

import base64
import csv
import dataclasses
import io
import json
import os
import re
import subprocess
import warnings


@dataclasses.dataclass
class Value:
    text: str
    base: str = ""  # empty for the one of the command line
    fixed: bool = False  # no command may change it
    bare: bool = False  # it stands in text, where not every character of an IRI can


def read(kind, data):
    return (READERS.get(kind) or READERS[kind.partition(":")[0]])(data)


# What readers.mjs reads, too.
NPM = ["html", "markdown", "turtle", "trig", "n3", "ntriples", "nquads", "jsonld:contexts"]


class Process:
    """Parsers of npm, in one process for all documents."""

    def __init__(self, *words):
        self.words, self.process = words, None

    def read(self, kind, data):
        if self.process is None:
            here = os.path.dirname(os.path.abspath(__file__))
            self.process = subprocess.Popen(self.words, cwd=here, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.process.stdin.write(json.dumps({"kind": kind, "data": base64.b64encode(data).decode()}).encode() + b"\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise ValueError(answer["error"])
        values = [Value(text, fixed=role == "fixed", bare=role == "bare") for text, role in answer["values"]]
        base = next((v for v, (_, role) in zip(values, answer["values"]) if role == "base"), None)
        if base is not None:
            of_document = resolve(PUBLIC, base.text)
            for v in values:
                v.base = "" if v is base else of_document
        return values


NODE = Process("node", "readers.mjs")

_PARTS = re.compile(r"^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$", re.S)


def resolve(base, ref):
    """Resolves a reference (RFC 3986 section 5.2)."""
    bs, ba, bp, bq, _ = _PARTS.match(base).groups()
    s, a, p, q, f = _PARTS.match(ref).groups()
    if s is not None:
        p = _no_dots(p)
    else:
        if a is not None:
            p = _no_dots(p)
        else:
            if p == "":
                p, q = bp, bq if q is None else q
            else:
                if not p.startswith("/"):
                    p = "/" + p if ba is not None and bp == "" else bp[: bp.rfind("/") + 1] + p
                p = _no_dots(p)
            a = ba
        s = bs
    if a is None and p.startswith("//"):  # which would be an authority: see docs/decisions.md
        p = "/." + p
    return (
        ("" if s is None else s + ":") + ("" if a is None else "//" + a) + p
        + ("" if q is None else "?" + q) + ("" if f is None else "#" + f)
    )


def _no_dots(path):
    """Removes dot segments (RFC 3986 section 5.2.4)."""
    out = []
    while path:
        if path.startswith("../"):
            path = path[3:]
        elif path.startswith("./") or path.startswith("/./"):
            path = path[2:]
        elif path == "/.":
            path = "/"
        elif path.startswith("/../") or path == "/..":
            path = "/" + path[4:]
            if out:
                out.pop()
        elif path in (".", ".."):
            path = ""
        else:
            end = path.find("/", 1)
            end = len(path) if end < 0 else end
            out.append(path[:end])
            path = path[end:]
    return "".join(out)


def fixed(text):
    return Value(text, fixed=True)


def lines(data):
    return [v for line in data.decode().splitlines(keepends=True) for v in (Value(line.rstrip("\r\n")), fixed(line[len(line.rstrip("\r\n")) :]))]


def null(data):
    return [Value(v) for v in data.decode().split("\0")]


_IN_TEXT = re.compile(r"[^\s\"]+")


def text(data):
    """Words, and what stands between them."""
    values, at, s = [], 0, data.decode()
    for m in _IN_TEXT.finditer(s):
        values += [fixed(s[at : m.start()]), Value(m.group(), bare=True)]
        at = m.end()
    return [*values, fixed(s[at:])]


_HREF = re.compile(r'(?<=href=").*?(?=")', re.S)


def markdown(data):
    import html

    import commonmark

    commonmark.inlines.normalize_uri = lambda s: s  # destinations as they are meant
    commonmark.blocks.normalize_uri = lambda s: s
    values, words = [], ""
    for node, entering in commonmark.Parser().parse(data.decode("utf-8-sig")).walker():
        if node.t == "text":
            words += node.literal  # a text can come in several nodes
            continue
        values += text(words.encode())
        words = ""
        values.append(fixed(("<" if entering else ">") + node.t + (node.title or "")))
        if node.t in ("link", "image") and entering:
            values.append(Value(node.destination))
            first = node.first_child
            if node.t == "link" and first is not None and first is node.last_child and first.literal == node.destination:
                values[-1].bare = True
        elif node.t == "html_inline":
            values += [fixed(_HREF.sub("", node.literal)), *(Value(html.unescape(v)) for v in _HREF.findall(node.literal))]
        elif node.literal:
            values.append(fixed(node.literal))
    return [*values, *text(words.encode())]


def html(data, charset="utf-8"):
    import html5lib

    tree = html5lib.parse(data, treebuilder="lxml", namespaceHTMLElements=False, transport_encoding=charset)
    base = tree.find(".//base[@href]")
    return _html(tree, "" if base is None else resolve("http://b.example/c/d?q", base.get("href").strip(" \t\n\r\f")))


def html_text(text, base, page=False):
    """What is read in HTML that is the text of something else; a page has a base of its own."""
    import html5lib

    tree = html5lib.parse("<!doctype html>" + text, treebuilder="lxml", namespaceHTMLElements=False)
    own = tree.find(".//base[@href]") if page else None
    return _html(tree, base if own is None else resolve(base or "http://b.example/c/d?q", own.get("href").strip(" \t\n\r\f")), base)


def _html(tree, base, around=""):
    values = []
    for e in tree.iter():
        if not isinstance(e.tag, str):
            values.append(fixed("<!--" + (e.text or "")))
        else:
            values.append(fixed("<" + e.tag))
            for name, v in e.attrib.items():
                values.append(fixed(name))
                if name == "srcdoc":
                    values += html_text(v, base, page=True)
                    continue
                for text in v.split() if name in ("ping", "srcset") else [v.strip(" \t\n\r\f")]:
                    values.append(Value(text, around if e.tag == "base" else base, name in ("title", "property", "alt")))
            values.append(fixed(e.text or ""))
        values.append(fixed(e.tail or ""))
    return values


_CSS_TEXT = r"""(?:"(?:[^"\\\n]|\\.|\\\n)*"|'(?:[^'\\\n]|\\.|\\\n)*')"""
_CSS_URL = re.compile(r"/\*.*?\*/|url\(\s*(" + _CSS_TEXT + r"""|(?:[^"'()\s\\]|\\[0-9a-fA-F]{1,6}\s?|\\.)*)\s*\)|@import\s+(""" + _CSS_TEXT + ")|" + _CSS_TEXT, re.S | re.I)
_CSS_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(\n)|(.))", re.S)


def css(text):
    """The URLs of a style sheet, and what stands between them."""
    values, at = [], 0
    for m in _CSS_URL.finditer(text):
        url = m.group(1) if m.group(1) is not None else m.group(2)
        if url is not None:
            values.append(fixed(re.sub(r"\s+$", "", text[at : m.start()])))
            unquoted = url[1:-1] if url[:1] in ("'", '"') else url
            values.append(Value(_CSS_ESCAPE.sub(lambda e: chr(int(e[1], 16)) if e[1] else e[3] or "", unquoted).strip()))
            at = m.end()
    return [*values, fixed(text[at:])]


def html_css(data):
    import html5lib

    values = []
    for e in html5lib.parse(data, treebuilder="etree", namespaceHTMLElements=False, transport_encoding="utf-8").iter():
        values.append(fixed("<" + str(e.tag)))
        for name, v in e.attrib.items():
            values.append(fixed(name))
            values += css(v) if name == "style" else [Value(v, fixed=name == "title")]
        values += css(e.text or "") if e.tag == "style" else [fixed(e.text or "")]
        values.append(fixed(e.tail or ""))
    base = "http://b.example/c/" if b"<base" in data else ""
    for v in values:
        v.base = "" if v.text == base else base
    return values


_NAMES = ("typeof", "property", "datatype", "rel", "rev")
_INITIAL = {"foaf": "http://xmlns.com/foaf/0.1/", "dc": "http://purl.org/dc/terms/"}


def rdfa(data):
    """The attributes of RDFa, names with a prefix as what they stand for where they are."""
    import html5lib

    values = []

    def name(word, prefixes):
        safe, word = word.startswith("["), word.strip("[]") if word.startswith("[") else word
        prefix, colon, local = word.partition(":")
        iri = prefixes.get(prefix.lower()) if colon and not local.startswith("//") else None
        return [fixed(str(safe)), Value(word if iri is None else iri + local, "", False)]

    def walk(e, prefixes):
        if not isinstance(e.tag, str):
            return
        values.append(fixed("<" + e.tag))
        words = e.get("prefix", "").split()
        prefixes = {**prefixes, **{p.lower()[:-1]: iri for p, iri in zip(words[::2], words[1::2])}}
        for key, v in e.attrib.items():
            values.append(fixed(key))
            if key in _NAMES:
                for word in v.split():
                    values.extend(name(word, prefixes) if ":" in word else [fixed(word)])
            elif key in ("about", "resource"):
                values.extend(name(v.strip(" \t\n\r\f"), prefixes))
            elif key == "prefix":
                values.extend(Value(word, "", i % 2 == 0) for i, word in enumerate(words))
            else:
                values.append(Value(v.strip(" \t\n\r\f"), "", key == "title"))
        values.append(fixed(e.text or ""))
        for c in e:
            walk(c, prefixes)
            values.append(fixed(c.tail or ""))

    walk(html5lib.parse(data, treebuilder="etree", namespaceHTMLElements=False, transport_encoding="utf-8"), _INITIAL)
    return values


_XML_BASE = "{http://www.w3.org/XML/1998/namespace}base"


_FILLED_IN = re.compile(r"\{\{|\{%|<%|\$\{|\{#")


def filled_in(reader):
    """What a reader finds, in which a value with an expression of a template may not change."""

    def read(data):
        values = reader(data)
        for v in values:
            v.fixed = v.fixed or _FILLED_IN.search(v.text) is not None
        return values

    return read


def xml(data, expand=False):
    from html import unescape

    from lxml import etree

    values = []

    def walk(e, base, outer):
        own = base
        if isinstance(e.tag, str):
            if e.get(_XML_BASE) is not None:
                own = resolve(base or "http://b.example/c/d?q", e.get(_XML_BASE).strip())
            values.append(fixed("<" + (e.prefix or "") + ":" + etree.QName(e).localname))
            for prefix, ns in sorted((e.nsmap or {}).items(), key=lambda item: item[0] or ""):
                if outer.get(prefix) != ns:
                    values.extend([fixed(prefix or ""), Value(ns)])
            for name, v in e.attrib.items():
                q = etree.QName(name)
                values.append(fixed(q.localname))
                if q.localname in ("target", "facs"):  # lists of TEI
                    values.extend(Value(word, own) for word in v.split())
                    continue
                if q.localname == "schemaLocation" and q.namespace:
                    values.extend(Value(word, own, i % 2 == 0) for i, word in enumerate(v.split()))
                    continue
                values.append(Value(v.strip(), base if name == _XML_BASE else own, q.localname in ("title", "n")))
        else:
            values.append(fixed("<!--"))
        inner = [c for c in e if isinstance(c.tag, str)]
        if inner or not isinstance(e.tag, str):
            values.append(fixed((e.text or "").strip()))
        else:  # comments can stand in the middle of an IRI
            text = "".join([e.text or "", *(c.tail or "" for c in e)]).strip()
            values.extend(html_text(text, own) if e.tag == "description" else [Value(text, own)])
        for c in e:
            walk(c, own, e.nsmap if isinstance(e.tag, str) else outer)
            if inner:
                values.append(fixed((c.tail or "").strip()))

    parser = etree.XMLParser(resolve_entities=expand, no_network=True, strip_cdata=False, huge_tree=False)
    root = etree.fromstring(data, parser)
    dtd = root.getroottree().docinfo.internalDTD
    for entity in dtd.iterentities() if dtd is not None else []:
        values.extend([fixed(entity.name), Value(entity.system_url or entity.content or "")])
    for instruction in reversed(list(root.itersiblings(preceding=True))):
        values.extend(v for name, text in sorted(instruction.attrib.items()) for v in [fixed(name), Value(unescape(text).strip())])
    walk(root, "", {})
    return values


def rdf(fmt):
    def reader(data):
        """The statements in the order of their predicates, which end with a number, as documents.py makes them."""
        import rdflib

        graph = rdflib.ConjunctiveGraph()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            graph.parse(io.BytesIO(data), format=fmt, publicID=PUBLIC)
        rows = []
        for s, p, o, g in graph.quads():
            number = re.search(r"(\d+)/?$", p) or re.search(r"(\d+)/?$", o)  # of a type, the object has it
            rows.append((int(number.group(1)), p, s, o, g.identifier if g is not None and isinstance(g.identifier, rdflib.URIRef) else ""))
        values = []
        for number, p, s, o, g in sorted(rows, key=lambda row: row[:2]):
            values += [fixed(str(number)), Value(str(p))]
            for term in (s, o, g):
                if isinstance(term, rdflib.Literal):
                    is_reference = str(term.datatype).endswith("XMLSchema#anyURI")
                    values += [Value(str(term).strip(), fixed=not is_reference), fixed(term.language or ""), Value(str(term.datatype or ""))]
                elif isinstance(term, rdflib.BNode):
                    values.append(fixed("_"))
                else:
                    values.append(Value(str(term)))
        return values

    return reader


def sparql(data):
    import rdflib
    from rdflib.plugins.sparql import parser
    from rdflib.plugins.sparql.parserutils import CompValue

    parser.PN_LOCAL.setParseAction(lambda found: re.sub(r"\\(.)", r"\1", found[0]))  # its own decodes "%41"
    s = data.decode()
    base, prefixes, values = "", {}, [fixed(str(s.count("# <http://e/é %>")))]

    def walk(node):
        nonlocal base
        if isinstance(node, CompValue):
            of = dict(node.items())
            if node.name == "pname":
                values.append(Value(prefixes[of.get("prefix", "")] + of.get("localname", ""), base))
            elif node.name == "PrefixDecl":
                prefixes[of.get("prefix", "")] = str(of["iri"])
                values.append(Value(str(of["iri"]), base))
            elif node.name == "Base":
                values.append(Value(str(of["iri"]), base))
                base = resolve(base or PUBLIC, str(of["iri"]))
            elif node.name == "Update":
                for prologue, request in zip(of["prologue"], of["request"]):
                    walk(prologue)
                    walk(request)
            else:
                values.append(fixed(node.name))
                for member in of.values():
                    walk(member)
        elif isinstance(node, rdflib.URIRef):
            values.append(Value(str(node), base))
        elif isinstance(node, str):  # literals and variables too
            values.append(fixed(str(node)))
        else:
            for item in node:
                walk(item)

    walk(parser.parseUpdate(s) if re.search("INSERT|LOAD|DELETE", s) else parser.parseQuery(s))
    return values


PUBLIC = "http://b.example/c/d?q"  # what relative references of RDF are resolved against


def walk_json(v, values):
    if isinstance(v, dict):
        for name, member in v.items():
            values.append(fixed(name))
            walk_json(member, values)
    elif isinstance(v, list):
        values.append(fixed("["))
        for item in v:
            walk_json(item, values)
    elif isinstance(v, str):
        values.append(Value(v))
    else:
        values.append(fixed(repr(v)))
    return values


def jsonld(data):
    """The values of a document whose context is its first member."""
    context = json.loads(data)["@context"]
    base = context.get("@base", "")
    values = walk_json(json.loads(data), [])
    for v in values:
        v.base = "" if v.text == base else base
    return values


def kept(fmt, data, conforms):
    """Returns the records whose strings conform, as they are meant; None for a format that is not taken apart."""
    if fmt in ("lines", "null"):
        return [v.text for v in READERS[fmt](data) if not v.fixed and v.text and conforms(v.text)]
    if fmt in ("csv", "tsv"):
        rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter="," if fmt == "csv" else "\t"))
        return rows[:1] + [row for row in rows[1:] if not row[0] or conforms(row[0])]
    if fmt == "json":
        return [v for v in json_values(data) if conforms(v if isinstance(v, str) else v["iri"])]
    return None


def json_values(data):
    s, at, decoder = data.decode("utf-8-sig"), 0, json.JSONDecoder()
    while s[at:].strip():
        at += len(s[at:]) - len(s[at:].lstrip())
        v, at = decoder.raw_decode(s, at)
        yield v


def json_text(data):
    values = []
    for v in json_values(data):
        walk_json(v, values)
    return values


def yaml(data):
    import yaml as reader

    return [v for doc in reader.safe_load_all(data) for v in walk_json(doc, [])]


def yaml_lines(data):
    """The lines of each string: in a block each is one of its own."""
    return [Value(line, fixed=v.fixed) for v in yaml(data) for line in v.text.split("\n")]


def table(delimiter):
    def reader(data):
        rows = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=delimiter, strict=True)
        return [v for row in rows for v in [fixed(str(len(row))), *map(Value, row)]]

    return reader


READERS = {
    "lines": lines,
    "null": null,
    "text": text,
    "markdown": markdown,
    "html": html,
    "html:charset": lambda data: html(data.replace(b"\x80", b"&#8364;") if b"charset=gb2312" in data else data, None),  # Python has no € there
    "html:css": html_css,
    "html:srcdoc": html,
    "xml": xml,
    "sitemap": xml,
    "rdfxml": rdf("xml"),
    "turtle": rdf("turtle"),
    "trig": rdf("trig"),
    "n3": rdf("n3"),
    "ntriples": rdf("nt"),
    "nquads": rdf("nquads"),
    "json": json_text,
    "jsonld": jsonld,
    "jsonld:contexts": rdf("json-ld"),
    "jsonld:terms": lambda data: NODE.read("jsonld:terms", data),
    "yaml": yaml,
    "yaml:openapi": yaml,
    "yaml:styles": yaml_lines,
    "html:rdfa": rdfa,
    "html:templates": filled_in(html),
    "markdown:templates": filled_in(markdown),
    "yaml:templates": filled_in(yaml),
    "json:templates": filled_in(json_text),
    "text:templates": filled_in(text),
    "csv:templates": filled_in(table(",")),
    "xml:templates": filled_in(xml),
    **{"xml:entities-" + name: lambda data: xml(data, expand=True) for name in ["atom", "sitemap", "rss", "oai", "xsd", "docbook", "svg", "tei", "ead", "mets", "marc", "owl"]},
    "sparql": sparql,
    "csv": table(","),
    "tsv": table("\t"),
}
