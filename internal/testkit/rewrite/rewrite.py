#!/usr/bin/python3
"""Whether the commands that rewrite files change IRIs alone: make test WHAT=rewrite.

Documents of each format are made at random. Each goes through each command, and a parser that is not ours reads it
before and after. Then

- what is not an IRI is the same, and the parser finds nothing to complain about;
- each value is as it was, or is what the command gives for it alone (resolve and relativize: it means what it meant);
- a second run changes nothing;
- what comes through a pipe in small pieces is written as from a file.

Parsers: html5lib, lxml, rdflib, PyYAML, and json and csv of Python, as Debian's packages. Usage:

    rewrite.py IRI [--documents N] [--seed N] [--only FORMAT/COMMAND]
"""

import argparse
import concurrent.futures
import json
import logging
import os
import subprocess
import sys
import tempfile

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


def run(iri, words, text=None, pieces=False):
    """Runs the program, and returns its status, output and messages."""
    if not pieces:
        done = subprocess.run([iri, *words], input=text, capture_output=True, timeout=60, close_fds=False)
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


def alone(iri, command, words, values, folder):
    """Returns what the command makes of each of the values by itself: a dictionary that lacks those that it refuses."""
    name = os.path.join(folder, command + ".jsonl")
    with open(name, "w", encoding="utf-8", errors="surrogatepass") as f:
        for v in values:
            f.write(json.dumps(v, ensure_ascii=False) + "\n")
    rule = {"from-leiri": "LEIRI-reference", "to-iri": "URI-reference"}.get(command, "IRI-reference")
    _, out, _ = run(iri, [command, *words, "--from", "json", "--format", "json", "--rule", rule, "-f", name])
    results = {}
    for line in out.decode("utf-8", "surrogatepass").splitlines():
        row = json.loads(line)
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
        if not becomes(command, old.text, old.base or BASE, new.text, new.base or BASE, results):
            raise Fault(f"{old.text!r} has become {new.text!r}, alone it becomes {results.get(old.text)!r}")
    return changed


def becomes(command, old, old_base, new, new_base, results):
    """Returns whether a command may write new for old."""
    if command == "relativize":
        return readers.resolve(new_base, new) == readers.resolve(old_base, old)
    if command == "resolve":
        return new == readers.resolve(old_base, old)
    return results.get(old) == new


def difference(before, after):
    for i, (old, new) in enumerate(zip(before, after)):
        if old.text != new.text:
            return f"value {i} is {old.text!r}, then {new.text!r}"
    return "at the end"


class Check:
    """Checks one document with one command."""

    def __init__(self, iri, folder):
        self.iri, self.folder = iri, folder

    def words(self, command, doc):
        return [command, *COMMANDS[command], "--from", doc.format]

    def rewrite(self, command, doc):
        """Returns what the command writes, and what is wrong with how."""
        words = self.words(command, doc)
        name = os.path.join(self.folder, f"{doc.format}-{doc.seed}-{command}")
        with open(name, "wb") as f:
            f.write(doc.data)
        status, out, err = run(self.iri, [*words, "-f", name])
        if status not in (0, 1):
            return None, f"status {status}: {err.decode(errors='replace')[:300]}"
        with open(name, "wb") as f:
            f.write(out)
        _, again, err = run(self.iri, [*words, "-f", name])
        os.remove(name)
        if again != out:
            return out, f"a second run gives {again!r}"
        if doc.seed % 4 == 0:
            _, piped, _ = run(self.iri, [*words, "-f", "-"], doc.data, pieces=True)
            if piped != out:
                return out, f"from a pipe in pieces of seven bytes it is {piped!r}"
        return out, None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("iri")
    parser.add_argument("--documents", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    logging.disable()  # rdflib says which IRIs it would not write
    want_format, _, want_command = options.only.partition("/")

    faults, counts = [], {}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        check = Check(options.iri, folder)
        docs, unread, values = [], [], set()
        for fmt in documents.FORMATS:
            if want_format and fmt != want_format:
                continue
            for seed in range(options.seed, options.seed + options.documents):
                doc = documents.make(fmt, seed)
                try:
                    doc.values = readers.read(fmt, doc.data)
                except Exception as e:
                    unread.append((doc, f"{type(e).__name__}: {e}"))
                    continue
                docs.append(doc)
                values.update(v.text for v in doc.values if not v.fixed)
        for command, words in COMMANDS.items():
            if want_command and command != want_command:
                continue
            results = alone(options.iri, command, words, sorted(values), folder)
            if command == "to-iri":  # a URI against a base that is an IRI
                uris = alone(options.iri, "to-uri", words, sorted(values - results.keys()), folder)
                iris = alone(options.iri, command, words, sorted(uris.values()), folder)
                results.update({v: iris[u] for v, u in uris.items() if u in iris})
            these = [d for d in docs if command not in documents.REFUSED.get(d.format, ())]
            for doc, (out, fault) in zip(these, pool.map(lambda d: check.rewrite(command, d), these)):
                count = counts.setdefault((doc.format, command), [0, 0])
                count[0] += 1
                if not fault:
                    try:
                        count[1] += compare(command, doc.values, readers.read(doc.format, out), results)
                    except Fault as e:
                        fault = str(e)
                    except Exception as e:  # of the parser
                        fault = f"{type(e).__name__}: {e}"
                if fault:
                    faults.append((doc, command, out, fault))
    for doc, why in unread[:3]:
        print(f"{doc.format}, --seed {doc.seed}: the parser cannot read what was made: {why}")
    if len(unread) > len(docs) / 20:
        print(f"{len(unread)} documents of {len(docs) + len(unread)} cannot be read: they show nothing")
        faults.append((unread[0][0], "-", None, unread[0][1]))
    for doc, command, out, fault in faults[:40]:
        print(f"--- {doc.format}/{command}, --seed {doc.seed} --documents 1: {fault}")
        print(f"    before {doc.data!r}\n    after  {out!r}")
    print(f"{sum(c[0] for c in counts.values())} runs, {sum(c[1] for c in counts.values())} values changed, {len(faults)} faults")
    if not want_format and not want_command:
        for command in COMMANDS:
            idle = [f for (f, c), (_, changed) in counts.items() if c == command and not changed and c not in documents.UNCHANGED.get(f, ())]
            if command != "prepare" and len(idle) > len(documents.FORMATS) / 3:
                print(f"{command} changes nothing in {', '.join(idle)}: the documents show too little")
                faults.append(None)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
