#!/bin/sh
# Compiles a peer of Debian and runs it: compiled.sh uriparser|oxiri.
set -eu
cd "$(dirname "$0")"
to=$(mktemp -d)
trap 'rm -rf "$to"' EXIT
case $1 in
uriparser)
	gcc -O2 -o "$to/peer" uriparser.c -luriparser
	;;
oxiri)
	source=$(echo /usr/share/cargo/registry/oxiri-*)
	rustc -O --edition 2021 --crate-type rlib --crate-name oxiri -o "$to/liboxiri.rlib" "$source/src/lib.rs"
	OXIRI_VERSION=${source##*-} rustc -O --edition 2021 --extern "oxiri=$to/liboxiri.rlib" -o "$to/peer" oxiri.rs
	;;
esac
"$to/peer"
