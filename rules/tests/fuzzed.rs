//! Conditions as nobody would write them: built from the grammar and then spoilt, and bytes in no order. None may panic, and all
//! together take less memory than one is allowed to. `CARHOP_NIGHTLY=1` takes a million of them, and tells which was slowest.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use fsm::house_rules::Condition;
use fsm::reader::Fault;
use rules::RuleBook;
use serde_json::json;
use testbed::Random;

const CONDITIONS: u64 = 20_000;
const CONDITIONS_NIGHTLY: u64 = 1_000_000;
/// What the whole process may ever take. A condition may take as much.
const MEMORY_KB_MAX: u64 = 64 * 1024;
/// How deep a condition may be nested, and the most of its faults that are told.
const DEPTH_MAX: usize = 32;
const FAULTS_MAX: usize = 5;
/// Rather longer than a condition may be, in characters.
const LONG: usize = 1_100;

#[test]
fn no_condition_however_it_is_written_takes_the_service_down() {
    let count = if testbed::is_nightly() { CONDITIONS_NIGHTLY } else { CONDITIONS };
    let mut chance = Random(testbed::seed());
    let points = [
        ("available", json!({ "available": true })),
        ("crew", json!({ "reason": "Look." })),
        ("price", json!({ "name": "Sale", "percent": 10 })),
        ("offer", json!({ "none": true })),
        ("agent", json!({ "parser": "grammar" })),
    ];
    let (mut sound, mut faulty) = (0_u64, 0_u64);
    let (mut slowest, mut of) = (Duration::ZERO, String::new());
    for _ in 0..count {
        let when = condition(&mut chance);
        let (at, then) = chance.one(&points);
        let document = json!({ "id": "d", "rules": [{ "id": "r", "at": at, "when": when, "then": then }] });
        let begun = Instant::now();
        let read = RuleBook::read(&document);
        if begun.elapsed() > slowest {
            (slowest, of) = (begun.elapsed(), when.clone());
        }
        match read {
            Ok(book) => {
                sound += 1;
                assert!(depth(&book.rules.rules()[0].when) <= DEPTH_MAX, "{when:?}");
            }
            Err(faults) => {
                faulty += 1;
                assert!((1..=FAULTS_MAX).contains(&faults.len()), "{when:?}: {faults:?}");
                for Fault { path, detail } in &faults {
                    assert_eq!(path, "$.rules[0].when");
                    assert!(!detail.is_empty() && detail.chars().count() < 2 * LONG, "{when:?}: {detail}");
                    assert!(is_within(detail, &when), "{when:?}: {detail}");
                }
            }
        }
    }
    println!("{count} conditions: {sound} sound, {faulty} faulty; the slowest took {slowest:?}: {of:?}");
    assert!(sound > count / 20 && faulty > count / 20, "{sound} sound, {faulty} faulty");
    let peak = peak_memory_kb();
    println!("at most {peak} kB of memory");
    assert!(peak < MEMORY_KB_MAX, "{peak} kB");
}

fn depth(condition: &Condition) -> usize {
    match condition {
        Condition::Not(inner) | Condition::Lines(_, inner) => 1 + depth(inner),
        Condition::All(parts) | Condition::Any(parts) => {
            1 + parts.iter().map(depth).max().unwrap_or_default()
        }
        Condition::Is(_) | Condition::Test(..) => 1,
    }
}

/// Whether the line that a fault names, if it names one, is of the condition or the one behind it.
fn is_within(detail: &str, when: &str) -> bool {
    let Some((place, _)) = detail.strip_prefix("line ").and_then(|rest| rest.split_once(':')) else {
        return true;
    };
    let (line, column) = place.split_once(", column ").unwrap();
    let (line, column): (usize, usize) = (line.parse().unwrap(), column.parse().unwrap());
    (1..=when.lines().count().max(1) + 1).contains(&line) && column >= 1
}

/// The most memory that this process has ever had.
fn peak_memory_kb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches(" kB").parse().unwrap()
}

fn condition(chance: &mut Random) -> String {
    match chance.index(10) {
        0 => bytes(chance),
        1 => repeated(chance),
        2 => (0..chance.index(120))
            .map(|_| *chance.one(PIECES))
            .collect::<Vec<_>>()
            .join(*chance.one(&["", " "])),
        sound => {
            let (mut text, depth) = (String::new(), *chance.one(&[1, 2, 3, 5, 8]));
            write_condition(chance, &mut text, depth);
            let spoilt = if sound > 6 { 1 + chance.index(4) } else { 0 };
            (0..spoilt).for_each(|_| spoil(chance, &mut text));
            text
        }
    }
}

/// Bytes in no order, as a text.
fn bytes(chance: &mut Random) -> String {
    let bytes: Vec<u8> = (0..chance.index(LONG)).map(|_| u8::try_from(chance.index(256)).unwrap()).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The same again and again, which is how parsers are made to look ahead, to nest and to give up.
fn repeated(chance: &mut Random) -> String {
    let times = 1 + chance.index(LONG / 2);
    let (before, after) = *chance.one(&[
        ("(", ")"),
        ("!(", ")"),
        ("[", "]"),
        ("{1:", "}"),
        ("!", ""),
        ("-", ""),
        ("a.", ""),
        ("f(", ")"),
        ("a?b:", ""),
        ("a?", ":b"),
        ("lines.exists(l,", ")"),
        ("offered && ", ""),
        ("offered || ", ""),
        ("total < ", ""),
        ("1 in [", "]"),
        ("\"", ""),
        ("\\\"", ""),
        ("time == \"10:30\" && (offered || ", ")"),
        ("[1,", "]"),
        ("a[", "]"),
        (".a", ""),
        ("a{b:", "}"),
    ]);
    let innermost = *chance.one(&["offered", "", "total > 1", "1", "\"x\"", "}"]);
    let mut text = format!("{}{innermost}{}", before.repeat(times), after.repeat(times));
    if chance.index(2) == 0 {
        let end = text.char_indices().nth(LONG).map_or(text.len(), |(at, _)| at);
        text.truncate(end);
    }
    text
}

/// A condition as the document has it: its types are right, but its words may mean nothing.
fn write_condition(chance: &mut Random, text: &mut String, depth: u32) {
    let inner = |chance: &mut Random, text: &mut String| write_condition(chance, text, depth - 1);
    let _ = match chance.index(if depth == 0 { 8 } else { 13 }) {
        0 => write!(text, "offered"),
        1 => write!(text, "time {} \"{:02}:{:02}\"", chance.one(SIGNS), chance.index(25), chance.index(62)),
        2 => write!(text, "{} {} {}", chance.one(NUMBERS), chance.one(SIGNS), chance.index(20_000)),
        3 => write!(text, "weekday in [\"{}\", \"sun\"]", chance.one(&["sat", "mon", "tag"])),
        4 => write!(text, "item.{} {} \"coke\"", chance.one(&["id", "category"]), chance.one(&["==", "!="])),
        5 => write!(text, "\"{}\" in tags", "é".repeat(chance.index(4))),
        6 => write!(text, "words.contains(\"coupon\")"),
        7 => write!(text, "l.quantity {} {}", chance.one(SIGNS), chance.index(9)),
        at @ (8 | 9) => {
            text.push('(');
            inner(chance, text);
            for _ in 0..chance.index(3) {
                text.push_str(if at == 8 { " && " } else { " || " });
                inner(chance, text);
            }
            text.push(')');
            Ok(())
        }
        10 => {
            text.push('!');
            write_condition(chance, text, 0);
            Ok(())
        }
        _ => {
            let _ = write!(text, "lines.{}(l, ", chance.one(&["exists", "all"]));
            inner(chance, text);
            text.push(')');
            Ok(())
        }
    };
}

/// Takes a character out, doubles a part, or puts a piece in.
fn spoil(chance: &mut Random, text: &mut String) {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let Some(&at) = places.get(chance.index(places.len().max(1))) else { return };
    match chance.index(3) {
        0 => drop(text.remove(at)),
        1 => {
            let part = text[at..].chars().take(1 + chance.index(40)).collect::<String>();
            text.insert_str(at, &part);
        }
        _ => text.insert_str(at, chance.one::<&str>(PIECES)),
    }
}

const SIGNS: &[&str] = &["==", "!=", "<", "<=", ">", ">="];
const NUMBERS: &[&str] = &["total", "subtotal", "items", "size(lines)", "turn", "cars_waiting", "unclear"];
/// What CEL is written with, and what it is not.
const PIECES: &[&str] = &[
    "time",
    "lines",
    "total",
    "offered",
    "item",
    "l",
    ".",
    ".id",
    "exists",
    "map",
    "has",
    "size",
    "contains",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    "==",
    "!=",
    "<",
    ">=",
    "in",
    "&&",
    "||",
    "!",
    "-",
    "+",
    "*",
    "/",
    "%",
    "?",
    ":",
    "\"mon\"",
    "'x'",
    "\"",
    "'",
    "\\",
    "1",
    "1.5",
    "3u",
    "0x1f",
    "9223372036854775808",
    "true",
    "null",
    "b'x'",
    "r\"\\\"",
    "\"\"\"",
    "\n",
    "//",
    "tags",
    "é",
    "🍔",
    "`",
    "@",
    "\u{0}",
    "\u{202e}",
    "\\u{110000}",
    "\\xff",
];
