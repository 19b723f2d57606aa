"""See https://docs.example.org/."""
BASE = "https://api.example.org/v1"
ITEM = f"https://api.example.org/items/{item}"
OLD = "https://%s.example.org/" % region
BAD = "https://api.example.org:8o80/"
NS = {"a": "http://www.w3.org/2005/Atom"}
# iri-ignore port: the test needs it
TEST = "http://h:8a/"
