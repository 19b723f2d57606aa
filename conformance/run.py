#!/usr/bin/env python3
"""Runs an implementation over rows of the kit: run.py FILE [RULE] -- COMMAND...

The command reads a string on each line, in JSON, and writes "ok" or "not" on a line for each.
With RULE only the rows of that rule are sent, without it all. Exit status 1: some rows differ.
"""
import json
import subprocess
import sys

if "--" not in sys.argv[2:]:
    sys.exit(__doc__)
split = sys.argv.index("--")
(file, *rule), command = sys.argv[1:split], sys.argv[split + 1:]
rows = [json.loads(line) for line in open(file, encoding="utf-8")]
rows = [row for row in rows if not rule or row["rules"][0] == rule[0]]
if not rows:
    sys.exit(f"{file} has no rows for {rule}")
lines = "".join(json.dumps(row["input"]) + "\n" for row in rows)
answer = subprocess.run(command, input=lines, capture_output=True, text=True, encoding="utf-8").stdout.splitlines()
if len(answer) != len(rows):
    sys.exit(f"{len(answer)} answers for {len(rows)} rows")
wrong = 0
for row, got in zip(rows, answer):
    want = "ok" if row["valid"] else "not"
    if got != want:
        wrong += 1
        print(f"{got}, but {want}: {json.dumps(row['input'])} ({' > '.join(row['rules'])}: {row['why']})")
print(f"{len(rows) - wrong} of {len(rows)} rows agree")
sys.exit(1 if wrong else 0)
