//! Measures oxiri on the lines of a file, for bench/cmd/oxiri:
//!
//!     bench-oxiri FILE LINES-OF-A-PART
//!
//! The first line that it prints has a 1 for each line of the file that oxiri accepts, and a 0 for
//! each other one. Then for each line of standard input it runs one round and prints two lines:
//! how many nanoseconds each part of the file took, first as text that is known to be UTF-8, then
//! as bytes.

use oxiri::Iri;
use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::time::Instant;
use std::{env, fs, str};

fn main() -> io::Result<()> {
    let args: Vec<String> = env::args().collect();
    let (file, part) = match args.as_slice() {
        [_, file, part] => (file, part.parse().expect("LINES-OF-A-PART is a number")),
        _ => panic!("want FILE LINES-OF-A-PART"),
    };
    let text = fs::read(file)?;
    let mut lines: Vec<&[u8]> = text.split(|&b| b == b'\n').collect();
    lines.pop(); // what follows the last line end
    // A line that is not UTF-8 is empty here, which is not an IRI either.
    let strings: Vec<&str> = lines.iter().map(|line| str::from_utf8(line).unwrap_or("")).collect();

    let mut out = io::stdout();
    let accepted: String = lines.iter().map(|line| if from_bytes(line) { '1' } else { '0' }).collect();
    writeln!(out, "{accepted}")?;
    for request in io::stdin().lock().lines() {
        request?;
        writeln!(out, "{}", round(&strings, part, |s| Iri::parse(*s).is_ok()))?;
        writeln!(out, "{}", round(&lines, part, |line| from_bytes(line)))?;
        out.flush()?;
    }
    Ok(())
}

/// Reports whether bytes are UTF-8 and an IRI.
fn from_bytes(line: &[u8]) -> bool {
    str::from_utf8(line).is_ok_and(|s| Iri::parse(s).is_ok())
}

/// Runs a check on all lines twice, the second time with the clock. Returns the nanoseconds of each part.
fn round<T>(lines: &[T], part: usize, check: impl Fn(&T) -> bool) -> String {
    for line in lines {
        black_box(check(black_box(line)));
    }
    let mut times = Vec::new();
    for lines in lines.chunks(part) {
        let start = Instant::now();
        for line in lines {
            black_box(check(black_box(line)));
        }
        times.push(start.elapsed().as_nanos().to_string());
    }
    times.join(" ")
}
