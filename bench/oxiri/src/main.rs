//! Measures oxiri on the lines of a file, for bench/cmd/speed:
//!
//!     bench-oxiri WORK FILE LINES-OF-A-PART
//!
//! WORK is parse, bytes, which checks that the line is UTF-8 as well, or resolve. The first line that it prints
//! says how many lines of the file oxiri accepts. Then for each line of standard input it runs one round and
//! prints how many nanoseconds each part of the file took.

use oxiri::Iri;
use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::time::Instant;
use std::{env, fs, str};

const BASE: &str = "http://example.org/a/b/c/d;p?q";

fn main() -> io::Result<()> {
    let args: Vec<String> = env::args().collect();
    let (work, file, part) = match args.as_slice() {
        [_, work, file, part] => (work, file, part.parse().expect("LINES-OF-A-PART is a number")),
        _ => panic!("want WORK FILE LINES-OF-A-PART"),
    };
    let text = fs::read(file)?;
    let mut lines: Vec<&[u8]> = text.split(|&b| b == b'\n').collect();
    lines.pop(); // what follows the last line end
    // A line that is not UTF-8 is empty here, which is not an IRI either.
    let strings: Vec<&str> = lines.iter().map(|line| str::from_utf8(line).unwrap_or("")).collect();
    let base = Iri::parse(BASE).expect("the base is an IRI");
    match work.as_str() {
        "parse" => rounds(&strings, part, |s| Iri::parse(*s).is_ok()),
        "bytes" => rounds(&lines, part, |line| str::from_utf8(line).is_ok_and(|s| Iri::parse(s).is_ok())),
        "resolve" => rounds(&strings, part, |s| base.resolve(s).is_ok_and(|target| !target.as_str().is_empty())),
        _ => panic!("no work {work}"),
    }
}

/// Runs a check on all lines twice for each line of standard input, the second time with the clock.
fn rounds<T>(lines: &[T], part: usize, check: impl Fn(&T) -> bool) -> io::Result<()> {
    let mut out = io::stdout();
    writeln!(out, "{}", lines.iter().filter(|line| check(line)).count())?;
    for request in io::stdin().lock().lines() {
        request?;
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
        writeln!(out, "{}", times.join(" "))?;
        out.flush()?;
    }
    Ok(())
}
