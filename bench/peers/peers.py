"""The peers of Python, as Debian has them: peers.py NAME. What comes in and goes out is that of peers.mjs."""
import json
import sys
import time
from importlib.metadata import version

name = sys.argv[1]
if name == "rfc3987":
    import rfc3987

    def valid(text):
        return rfc3987.match(text, "IRI") is not None
elif name == "rfc3986":
    import rfc3986
    import rfc3986.validators

    check = rfc3986.validators.Validator().require_presence_of("scheme").check_validity_of(
        "scheme", "userinfo", "host", "port", "path", "query", "fragment")

    def valid(text):
        check.validate(rfc3986.uri_reference(text))
        return True
elif name == "rdflib":
    from rdflib.term import _is_valid_uri as valid  # what it warns by
else:
    sys.exit("no peer " + name)


def verdict(text):
    try:
        return bool(valid(text))
    except Exception:
        return False


strings = [json.loads(line) for line in sys.stdin]
print(version(name))
print("".join("1" if verdict(s) else "0" for s in strings))
best = float("inf")
for _ in range(3):
    start = time.perf_counter_ns()
    for s in strings:
        verdict(s)
    best = min(best, (time.perf_counter_ns() - start) / len(strings))
print(round(best))
