#!/bin/sh
# Compiles a peer of Debian and runs it: compiled.sh uriparser|oxiri|url|jena.
set -eu
cd "$(dirname "$0")"
to=$(mktemp -d)
trap 'rm -rf "$to"' EXIT
case $1 in
uriparser)
	gcc -O2 -o "$to/peer" uriparser.c -luriparser
	"$to/peer"
	;;
oxiri | url)
	crates=/usr/share/cargo/registry
	source=$(echo "$crates/$1"-[0-9]*)
	export PEER_VERSION="${source##*-}"
	mkdir "$to/src" "$to/.cargo"
	cp crates.rs "$to/src/main.rs"
	printf '[package]\nname = "peer"\nversion = "0.0.0"\nedition = "2021"\n[features]\nof-oxiri = []\nof-url = []\n[dependencies]\n%s = "*"\n' "$1" >"$to/Cargo.toml"
	printf '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "%s"\n' "$crates" >"$to/.cargo/config.toml"
	(cd "$to" && cargo build -q --offline --release --features "of-$1" >&2)
	"$to/target/release/peer"
	;;
jena)
	jar=$(echo /usr/share/java/jena-iri-[0-9]*.jar)
	java -cp "$jar" jena.java "$jar"
	;;
esac
