#!/usr/bin/python3
"""Whether the commands that rewrite files change IRIs alone: make test WHAT=rewrite.

Documents of each format are made at random. Each goes through each command, and a parser that is not ours reads it
before and after. Then

- what is not an IRI is the same, and the parser finds nothing to complain about;
- each value is as it was, or is what the command gives for it alone (resolve and relativize: it means what it meant);
- a second run changes nothing, and a document with nothing to do is the same bytes;
- what comes packed, or through a pipe in small pieces, is written as from a file, and fix -w writes what fix prints;
- check finds nothing in what fix has mended;
- --list has what the objects of --format json have;
- iri filter keeps the records that conform, and nothing else.

Parsers: commonmark, html5lib, lxml, rdflib, PyYAML, and csv and json of Python, as Debian's packages; in one
process of Node, commonmark, jsonld, n3 and parse5 of npm. Usage:

    rewrite.py IRI [--documents N] [--seed N] [--only FORMAT/COMMAND]
"""

import argparse
import codecs
import gzip
import json
import logging
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse

import documents
import readers

BASE = "http://b.example/c/d?q"

# The commands, each with the words after it.
COMMANDS = {
    "fix": [],
    "to-uri": [],
    "to-iri": [],
    "normalize": [],
    "from-leiri": [],
    "prepare": [],
    "resolve": [BASE],
    "relativize": [BASE],
}

# How often a document comes through a pipe, each time in a process of its own.
PIPED = 10


def run(iri, words, text=None, pieces=False):
    """Runs the program, and returns its status, output and messages."""
    if not pieces:
        done = subprocess.run([iri, *words], input=text, capture_output=True, timeout=300, close_fds=False)
        return done.returncode, done.stdout, done.stderr
    with subprocess.Popen([iri, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, close_fds=False) as p:
        for at in range(0, len(text), 7):
            try:
                p.stdin.write(text[at : at + 7])
                p.stdin.flush()
            except BrokenPipeError:
                break
        out, err = p.communicate(timeout=60)
        return p.returncode, out, err


# Formats that people write by hand: what is the sign of another notation there, fix leaves.
BY_HAND = ["html", "markdown", "yaml", "json", "jsonld", "csv", "tsv", "text"]

# Formats where a template is counted, and conforms.
COUNTED = ["json", "jsonld"]


def listed(values, form, folder):
    """Writes values as a list of JSON Lines, or of texts that end with NUL, and returns the words that name it."""
    name = os.path.join(folder, "values." + form)
    with open(name, "w", encoding="utf-8", errors="surrogatepass", newline="") as f:
        f.writelines(v + "\0" if form == "null" else json.dumps(v, ensure_ascii=False) + "\n" for v in values)
    return ["--from", form, "--format", "json", "--limit", "0", "-f", name]


def alone(iri, command, words, values, folder, form):
    """Returns what the command makes of each of the values by itself: a dictionary that lacks those that it refuses."""
    rule = {"from-leiri": "LEIRI-reference", "to-iri": "URI-reference"}.get(command, "IRI-reference")
    _, out, _ = run(iri, [command, *words, "--rule", rule, *listed(values, form, folder)])
    results = {}
    for row in map(json.loads, out.decode("utf-8", "surrogatepass").splitlines()):
        if "output" in row:
            results[row["input"]] = row["output"]
    return results


class Fault(Exception):
    pass


def compare(command, before, after, results):
    """Compares what a parser read before and after a command."""
    if len(before) != len(after):
        raise Fault(f"{len(before)} values have become {len(after)}: {difference(before, after)}")
    changed = 0
    for old, new in zip(before, after):
        if old.text == new.text:
            continue
        if old.fixed:
            raise Fault(f"{old.text!r} has become {new.text!r}, and is not an IRI")
        changed += 1
        if not becomes(command, old, new, results):
            raise Fault(f"{old.text!r} has become {new.text!r}, alone it becomes {results.get(old.text)!r}")
    return changed


def becomes(command, old, new, results):
    """Returns whether a command may write a value for another one."""
    old_base, new_base = old.base or BASE, new.base or BASE
    if command == "relativize":
        return readers.resolve(new_base, new.text) == readers.resolve(old_base, old.text)
    if command == "resolve":
        return new.text == readers.resolve(old_base, old.text)
    want = results.get(old.text)
    if want is None and command == "normalize":  # a reference that does not conform, against a base that is normalized
        return results.get(mended(old.text)) == mended(new.text)
    if old.bare and want is not None:  # what would end it there stays percent-encoded
        return urllib.parse.unquote(want) == urllib.parse.unquote(new.text)
    return want == new.text


def mended(text):
    """Returns a text in which a "%" that starts no percent-encoding is encoded."""
    return re.sub("%(?![0-9A-Fa-f]{2})", "%25", text)


def difference(before, after):
    for i, (old, new) in enumerate(zip(before, after)):
        if old.text != new.text:
            return f"value {i} is {old.text!r}, then {new.text!r}"
    return "at the end"


class Batch:
    """Documents of one kind, which go through a command in one process. Between two of them stands a marker."""

    MARKER = re.compile(rb"(?:http:)?//marker\.example/(\d+)/[\n\0]")

    def __init__(self, iri, folder, kind, docs):
        self.iri, self.folder, self.kind, self.docs = iri, folder, kind, docs
        self.format = kind.partition(":")[0]
        ending = documents.ENDINGS.get(kind) or documents.ENDINGS.get(self.format)
        self.flags = [] if ending and self.format != "text" else ["--from", self.format]
        self.ending = ending or "." + self.format
        self.end = "\0" if self.format == "null" else "\n"
        for i in range(len(docs)):
            with open(self.marker(i), "w", newline="") as f:
                f.write(f"http://marker.example/{i}/{self.end}")

    def marker(self, i):
        return os.path.join(self.folder, f"{i}.marker" + (".txt" if not self.flags else ""))

    def name(self, i, packed=False):
        return os.path.join(self.folder, f"{i}{self.ending}" + (".gz" if packed else ""))

    def write(self, texts, packed=False):
        for i, text in enumerate(texts):
            with open(self.name(i, packed), "wb") as f:
                f.write(gzip.compress(text, 1) if packed else text)

    def words(self, packed=False, markers=True):
        words = list(self.flags)
        for i in range(len(self.docs)):
            words += ["-f", self.name(i, packed)] + (["-f", self.marker(i)] if markers else [])
        return words

    def written(self, command, texts, packed=False):
        """Returns what the command writes back into a file with each of the texts."""
        self.write(texts, packed)
        status, _, err = run(self.iri, [*command, "-w", *self.words(packed, markers=False)])
        if status not in (0, 1):
            raise Fault(f"status {status}: {err.decode(errors='replace')[:400]}")
        result = []
        for i in range(len(texts)):
            with open(self.name(i, packed), "rb") as f:
                result.append(gzip.decompress(f.read()) if packed else f.read())
        return result

    def outputs(self, command, texts):
        """Returns what the command prints for each of the texts."""
        self.write(texts)
        status, out, err = run(self.iri, [*command, *self.words()])
        parts, at, seen = [], 0, 0
        for m in self.MARKER.finditer(out):
            if int(m.group(1)) == seen:
                parts.append(out[at : m.start()])
                at, seen = m.end(), seen + 1
        if status not in (0, 1) or seen != len(texts):
            raise Fault(f"status {status}, {seen} documents of {len(texts)}: {err.decode(errors='replace')[:400]}")
        return parts

    def objects(self, command, texts):
        """Returns the objects of --format json for each of the texts."""
        self.write(texts)
        _, out, _ = run(self.iri, [*command, "--format", "json", "--limit", "0", *self.words(markers=False)])
        all = {self.name(i): [] for i in range(len(texts))}
        for row in map(json.loads, out.decode("utf-8", "surrogatepass").splitlines()):
            if row.get("source") in all:
                all[row["source"]].append(row)
        return list(all.values())

    def rewrite(self, command, results):
        """Returns what the command writes for each document, and what is wrong with how: a list of (index, fault)."""
        texts, faults = [d.data for d in self.docs], []
        words = [command, *COMMANDS[command]]
        first = self.written(words, texts)

        def same(what, second):
            faults.extend((i, f"{what} gives {b!r}") for i, (a, b) in enumerate(zip(first, second)) if a != b)

        same("a second run", self.written(words, first))
        same("of what is packed it", self.written(words, texts, packed=True))
        for i, d in enumerate(self.docs):
            if d.seed % PIPED == 0:
                _, piped, _ = run(self.iri, [*words, "--from", self.format, "-f", "-"], d.data, pieces=True)
                if piped != first[i]:
                    faults.append((i, f"from a pipe in pieces of seven bytes it is {piped!r}"))
        if command == "fix":
            for i, rows in enumerate(self.objects(["check"], first)):
                left = [row for row in rows if row.get("conforms") is False and results.get(row.get("input")) not in (None, row.get("input"))]
                left = [row for row in left if row["findings"][0]["code"] != "scheme"]  # alone it can be relative
                left = [row for row in left if row.get("role") != "id"]  # what a format calls an identifier stays
                if left:
                    faults.append((i, f"check finds what fix mends alone: {left[0]}"))
        if (self.format, command) == ("text", "relativize"):  # which lists nothing
            return first, faults
        lists = self.outputs([*words, "--list"], texts)
        for i, (listed, rows) in enumerate(zip(lists, self.objects(words, texts))):
            rows = [row for row in rows if [f.get("code") for f in row.get("findings", [])] != ["n3"]]  # of the file
            want = [row["output"] if "output" in row else row["input"] for row in rows if "output" in row or command == "fix" and "input" in row]
            got = listed.decode("utf-8", "surrogatepass").splitlines()
            if self.format != "null" and got != want:
                faults.append((i, f"--list has {got!r}, and the objects have {want!r}"))
        return first, faults

    def filtered(self, words, texts):
        """Returns what iri filter keeps of each of the texts: of tables in a process for each, because markers have no columns."""
        if "--column" not in words:
            return self.outputs(words, texts)
        self.write(texts)
        return [run(self.iri, [*words, "-f", self.name(i)])[1] for i in range(len(texts))]

    def filter(self, conforms):
        """Returns what iri filter keeps of each document, and what is wrong with it."""
        texts, faults = [d.data for d in self.docs], []
        column = ["--column", "iri"] if self.format in ("csv", "tsv") else []
        words = ["filter", "--no-summary", *column]
        kept = self.filtered(words, texts)
        for i, (a, b) in enumerate(zip(kept, self.filtered(words, kept))):
            if a != b:
                faults.append((i, f"a second filter keeps {b!r}"))
        for i, rows in enumerate(self.objects(["check", *column], kept)):
            bad = [row for row in rows if not row.get("conforms", True) and row.get("role") not in ("prefix", "base")]
            if bad and kept[i].strip():
                faults.append((i, f"check finds a fault in what is kept: {bad[0]}"))
        for i, d in enumerate(self.docs):
            try:
                want = readers.kept(self.format, d.data, conforms)
                got = readers.kept(self.format, kept[i], lambda s: True)
                if want is not None and got != want:
                    faults.append((i, f"it keeps {got!r}, and {want!r} conforms"))
                if kept[i].strip():
                    readers.read(self.kind, kept[i])
            except Exception as e:  # of the parser
                faults.append((i, f"what it keeps cannot be read: {type(e).__name__}: {e}"))
        return kept, faults


def conforming(iri, values, folder, form):
    """Returns which of the values conform."""
    _, out, _ = run(iri, ["check", *listed(values, form, folder)])
    return {row["input"] for row in map(json.loads, out.decode("utf-8", "surrogatepass").splitlines()) if row.get("conforms") and "input" in row}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("iri")
    parser.add_argument("--documents", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    logging.disable()  # rdflib says which IRIs it would not write
    want_kind, _, want_command = options.only.partition("/")

    faults, counts, second = [], {}, {}
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None  # what is written back waits for the disk
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        batches, unread, values = [], [], set()
        for kind in documents.KINDS:
            if want_kind and kind != want_kind:
                continue
            docs = []
            for seed in range(options.seed, options.seed + options.documents):
                doc = documents.make(kind, seed)
                try:
                    doc.values = readers.read(kind, doc.data)
                except Exception as e:
                    unread.append((doc, f"{type(e).__name__}: {e}"))
                    continue
                doc.npm = []
                if kind in readers.NPM:
                    try:
                        doc.npm = readers.NODE.read(kind, doc.data)
                    except ValueError:
                        pass  # what does not conform, it does not read
                    seen = second.setdefault(kind, [0, 0])
                    seen[0], seen[1] = seen[0] + 1, seen[1] + bool(doc.npm)
                docs.append(doc)
                values.update(t for v in doc.values + doc.npm if not v.fixed for t in (v.text, mended(v.text)))
            place = os.path.join(folder, str(len(batches)))
            os.mkdir(place)
            batches.append(Batch(options.iri, place, kind, docs))
        for command, words in COMMANDS.items():
            if want_command and command != want_command:
                continue
            by_form = {}
            for form in ("json", "null"):
                by_form[form] = alone(options.iri, command, words, sorted(values), folder, form)
                if command == "to-iri":  # a URI against a base that is an IRI
                    uris = alone(options.iri, "to-uri", words, sorted(values - by_form[form].keys()), folder, form)
                    iris = alone(options.iri, command, words, sorted(uris.values()), folder, form)
                    by_form[form].update({v: iris[u] for v, u in uris.items() if u in iris})
            by_form["null"] = by_form["json"] | by_form["null"]  # which has no empty text
            for batch in batches:
                results = by_form["json" if batch.format in BY_HAND else "null"]
                if not batch.docs or command in documents.REFUSED.get(batch.format, ()):
                    continue
                try:
                    outs, wrong = batch.rewrite(command, results)
                except Fault as e:
                    faults.append((batch.docs[0], command, None, str(e)))
                    continue
                faults.extend((batch.docs[i], command, outs[i], fault) for i, fault in wrong)
                count = counts.setdefault((batch.kind, command), [0, 0])
                for doc, out in zip(batch.docs, outs):
                    count[0] += 1
                    try:
                        count[1] += compare(command, doc.values, readers.read(batch.kind, out), results)
                        if doc.npm:
                            compare(command, doc.npm, readers.NODE.read(batch.kind, out), results)
                    except Fault as e:
                        faults.append((doc, command, out, str(e)))
                    except Exception as e:  # of the parser
                        faults.append((doc, command, out, f"{type(e).__name__}: {e}"))
        if want_command in ("", "filter"):
            good = {form: conforming(options.iri, sorted(values), folder, form) for form in ("json", "null")}
            good["null"] |= good["json"] & {""}
            for batch in batches:
                if batch.format not in documents.FILTERED or batch.kind.endswith(":templates"):  # whose values are all fixed
                    continue
                # It refuses an array of JSON, as filter.txtar has it.
                lines = [d for d in batch.docs if batch.format != "json" or not d.data.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"[")]
                if lines:
                    batch = Batch(options.iri, batch.folder, batch.kind, lines)
                    form = "json" if batch.format in COUNTED else "null"
                    try:
                        kept, wrong = batch.filter(lambda s: s in good[form])
                        faults.extend((batch.docs[i], "filter", kept[i], fault) for i, fault in wrong)
                        counts[batch.kind, "filter"] = [len(batch.docs), 0]
                    except Fault as e:
                        faults.append((batch.docs[0], "filter", None, str(e)))
    for doc, why in unread[:3]:
        print(f"{doc.kind}, --seed {doc.seed}: the parser cannot read what was made: {why}")
    for kind, (read, by_npm) in second.items():
        if by_npm < read / 10:
            print(f"{kind}: the parser of npm reads {by_npm} documents of {read}: they show too little")
            faults.append(None)
    made = sum(len(b.docs) for b in batches)
    if len(unread) > made / 20:
        print(f"{len(unread)} documents of {made + len(unread)} cannot be read: they show nothing")
        faults.append((unread[0][0], "-", None, unread[0][1]))
    for doc, command, out, fault in [f for f in faults if f][:40]:
        print(f"--- {doc.kind}/{command}, --seed {doc.seed} --documents 1: {fault}")
        print(f"    before {doc.data!r}\n    after  {out!r}")
    print(f"{sum(c[0] for c in counts.values())} runs, {sum(c[1] for c in counts.values())} values changed, {len(faults)} faults: --seed {options.seed} --documents {options.documents}")
    if not want_kind and not want_command:
        for command in COMMANDS:
            idle = [k for (k, c), (_, changed) in counts.items() if c == command and not changed and c not in documents.UNCHANGED.get(k.partition(":")[0], ())]
            if command != "prepare" and len(idle) > len(documents.KINDS) / 3:
                print(f"{command} changes nothing in {', '.join(idle)}: the documents show too little")
                faults.append(None)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
