// An adapter for Rust, for files that "iri grammar export --to rust -o rule.rs" writes: rustc adapter.rs
mod rule;

use std::io::{BufRead, Write};

/// Reads a JSON string as run.py writes it: ASCII, where \u has surrogate pairs.
fn unquote(line: &str) -> String {
    let mut units = Vec::new();
    let mut chars = line.trim().trim_start_matches('"').chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\\' => units.push(match chars.next() {
                Some('u') => u16::from_str_radix(&chars.by_ref().take(4).collect::<String>(), 16).unwrap(),
                Some('b') => 8,
                Some('f') => 12,
                Some('n') => 10,
                Some('r') => 13,
                Some('t') => 9,
                Some(c) => c as u16,
                None => break,
            }),
            c => units.push(c as u16),
        }
    }
    String::from_utf16_lossy(&units)
}

fn main() {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let text = unquote(&line.unwrap());
        writeln!(out, "{}", if rule::is_valid(text) { "ok" } else { "not" }).unwrap();
    }
}
