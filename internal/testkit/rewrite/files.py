#!/usr/bin/python3
"""Whether the commands that rewrite files change IRIs alone in the files of a folder: make test WHAT=rewrite.

Each file of HTML, XML, Markdown or YAML goes through fix, normalize and to-uri, and a parser that is not ours reads it
before and after: the same document, but for values that are what the command gives for them alone. Usage:

    files.py IRI FOLDER... [--most N]

Files that the parser cannot read are counted; --most is how many files of a kind are read.
"""

import argparse
import gzip
import logging
import os
import sys
import tempfile

import documents
import readers
import rewrite

ENDINGS = {".html": "html", ".htm": "html", ".xml": "xml", ".xsd": "xml", ".md": "markdown", ".markdown": "markdown", ".yaml": "yaml", ".yml": "yaml"}
COMMANDS = ["fix", "normalize", "to-uri"]
LONGEST = 1 << 20  # a parser of Python takes a second for it


def found(folders, most):
    """Returns the documents in folders, by their kinds; those that the parser reads."""
    by_kind, unread = {}, 0
    for folder in folders:
        for place, names, files in sorted(os.walk(folder)):
            names.sort()
            for name in sorted(files):
                path = os.path.join(place, name)
                kind = ENDINGS.get(os.path.splitext(name.removesuffix(".gz"))[1].lower())
                docs = by_kind.setdefault(kind, [])
                if kind is None or len(docs) >= most or not os.path.isfile(path) or os.path.getsize(path) > LONGEST:
                    continue
                try:
                    with (gzip.open if name.endswith(".gz") else open)(path, "rb") as f:
                        doc = documents.Document(kind, path, f.read())
                    doc.values = read(doc, doc.data)
                except Exception:  # of the parser
                    unread += 1
                    continue
                docs.append(doc)
    by_kind.pop(None, None)
    return by_kind, unread


def read(doc, data):
    """Returns the values of a document. A page may say its charset."""
    return readers.html(data, None) if doc.kind == "html" else readers.read(doc.kind, data)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("iri")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--most", type=int, default=1000)
    options = parser.parse_args()
    logging.disable()
    by_kind, unread = found(options.folders, options.most)
    faults, changed = [], 0
    with tempfile.TemporaryDirectory() as folder:
        values = {t for docs in by_kind.values() for d in docs for v in d.values if not v.fixed for t in (v.text, rewrite.mended(v.text))}
        for command in COMMANDS:
            results = rewrite.alone(options.iri, command, [], sorted(values), folder, "json")
            for kind, docs in by_kind.items():
                for doc in docs:
                    name = os.path.join(folder, "document." + kind.replace("markdown", "md"))
                    with open(name, "wb") as f:
                        f.write(doc.data)
                    status, out, err = rewrite.run(options.iri, [command, "-f", name])
                    try:
                        if status not in (0, 1):
                            raise rewrite.Fault(f"status {status}: {err.decode(errors='replace')[:400]}")
                        changed += out != doc.data and rewrite.compare(command, doc.values, read(doc, out), results)
                    except Exception as e:  # also of the parser
                        faults.append(f"{doc.seed}, {command}: {type(e).__name__}: {e}")
    for fault in faults[:40]:
        print(fault)
    counts = ", ".join(f"{len(docs)} of {kind}" for kind, docs in by_kind.items())
    print(f"files: {counts}; {unread} are not read; {changed} values changed, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
