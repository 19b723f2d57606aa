"""An adapter for Python: put your own test in the place of urlsplit."""
import json
import sys
from urllib.parse import urlsplit


def valid(text):
    try:
        return bool(urlsplit(text).scheme)
    except ValueError:
        return False


for line in sys.stdin:
    print("ok" if valid(json.loads(line)) else "not")
