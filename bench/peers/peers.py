"""The peers of Python, and libraries in C that Debian's raptor2-utils and serdi bring: peers.py NAME. What comes in and goes
out is that of peers.mjs."""
import ctypes
import json
import subprocess
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
elif name in ("raptor", "serd"):
    # They read RDF: an IRI is the subject of a line of N-Triples.
    def line(text):
        return f"<{text}> <a:b> <a:c> .\n".encode()

    pointer, none = ctypes.c_void_p, ctypes.c_void_p()
    if name == "raptor":
        lib = ctypes.CDLL("libraptor2.so.0")
        for f in lib.raptor_new_world_internal, lib.raptor_new_uri, lib.raptor_new_parser:
            f.restype = pointer
        world = pointer(lib.raptor_new_world_internal(20000))
        quiet = ctypes.CFUNCTYPE(None, pointer, pointer)(lambda data, message: None)
        lib.raptor_world_set_log_handler(world, none, quiet)
        base = pointer(lib.raptor_new_uri(world, b"a:base"))

        def valid(text):
            parser = pointer(lib.raptor_new_parser(world, b"ntriples"))
            data = line(text)
            failed = lib.raptor_parser_parse_start(parser, base) or lib.raptor_parser_parse_chunk(parser, data, ctypes.c_size_t(len(data)), 1)
            lib.raptor_free_parser(parser)
            return not failed

        found = ctypes.c_char_p.in_dll(lib, "raptor_version_string").value.decode()
    else:
        lib = ctypes.CDLL("libserd-0.so.0")
        lib.serd_reader_new.restype = pointer
        reader = pointer(lib.serd_reader_new(2, none, none, none, none, none, none))  # SERD_NTRIPLES
        lib.serd_reader_set_strict(reader, True)
        quiet = ctypes.CFUNCTYPE(ctypes.c_int, pointer, pointer)(lambda data, error: 0)
        lib.serd_reader_set_error_sink(reader, quiet, none)

        def valid(text):
            return lib.serd_reader_read_string(reader, line(text)) == 0

        found = subprocess.run(["serdi", "-v"], capture_output=True, text=True).stdout.split()[1]
else:
    sys.exit("no peer " + name)


def verdict(text):
    try:
        return bool(valid(text))
    except Exception:
        return False


strings = [json.loads(line) for line in sys.stdin]
print(found if name in ("raptor", "serd") else version(name))
print("".join("1" if verdict(s) else "0" for s in strings))
best = float("inf")
for _ in range(3):
    start = time.perf_counter_ns()
    for s in strings:
        verdict(s)
    best = min(best, (time.perf_counter_ns() - start) / len(strings))
print(round(best))
