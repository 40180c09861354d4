//! Menus whose sentences were written by people who had not seen them: what is understood of them must not get worse.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::{env, fs};

use agents::GrammarParser;
use evaluation::{Report, Share, Sheet};

use crate::CONFIDENCE_MIN;
use crate::scene::book;

/// The menus, by the names of their files.
const MENUS: [&str; 24] = [
    "bagels",
    "bowls",
    "burgers",
    "cafe",
    "chinese",
    "coffee",
    "counter",
    "curry",
    "custard",
    "deli",
    "dogs",
    "donutchain",
    "drivein",
    "fingers",
    "greek",
    "icecream",
    "mexfast",
    "pizza",
    "roastery",
    "shack",
    "smokehouse",
    "subs",
    "waffle",
    "wok",
];
/// Set to write the shares down instead of comparing them.
const BLESS: &str = "BLESS";

/// What is kept of a menu, in sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kept {
    of: usize,
    exact: usize,
    silent: usize,
}

#[test]
fn what_is_understood_of_strangers_does_not_get_worse() {
    let reports = MENUS.map(report);
    let now: Vec<(&str, Kept)> = MENUS.into_iter().zip(reports.iter().map(kept)).collect();
    if env::var_os(BLESS).is_some() {
        fs::write(path("kept.txt"), text(&now)).expect("writes the shares");
        return;
    }
    let before = fs::read_to_string(path("kept.txt")).expect("the shares that are kept");
    let (mut worse, mut better) = (String::new(), String::new());
    for ((menu, now), report) in now.iter().zip(&reports) {
        let then = read(&before, menu).unwrap_or_else(|| panic!("{menu} is not in kept.txt"));
        let is_worse = now.of != then.of || now.exact < then.exact || now.silent > then.silent;
        if is_worse {
            let _ = write!(worse, "\n{menu}: {now:?}, before {then:?}\n{}", report.text(usize::MAX));
        } else if *now != then {
            let _ = writeln!(better, "{menu}: {now:?}, before {then:?}");
        }
    }
    assert!(worse.is_empty(), "less is understood of strangers. If that is meant, {MOVE}.\n{worse}");
    if !better.is_empty() {
        // Written past the test's own output, which is only shown if it fails.
        let _ = writeln!(std::io::stderr(), "more is understood of strangers: {MOVE}.\n{better}");
    }
}

/// How the kept shares are moved.
const MOVE: &str = "move fixtures/strangers/kept.txt by BLESS=1 cargo test -p evaluation strangers";

fn report(menu: &str) -> Report {
    let document = fs::read_to_string(path(&format!("{menu}.menu.json"))).expect("a menu");
    let lines = fs::read_to_string(path(&format!("{menu}.jsonl"))).expect("sentences");
    let book = book(Box::leak(document.into_boxed_str()));
    let sheet = Sheet::read(menu, &lines, &book.menu).unwrap_or_else(|faults| panic!("{menu}: {faults:#?}"));
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(evaluation::evaluate("grammar", &GrammarParser, &book, &[sheet], CONFIDENCE_MIN))
}

fn kept(report: &Report) -> Kept {
    let Share { count: exact, of } = report.exact;
    Kept { of, exact, silent: report.silent.count }
}

fn text(shares: &[(&str, Kept)]) -> String {
    let mut text = "# menu     sentences  exact  silent\n".to_owned();
    for (menu, Kept { of, exact, silent }) in shares {
        let _ = writeln!(text, "{menu:10} {of:>9}  {exact:>5}  {silent:>6}");
    }
    text
}

fn read(text: &str, menu: &str) -> Option<Kept> {
    let row = text.lines().find(|line| line.split_whitespace().next() == Some(menu))?;
    let numbers: Vec<usize> =
        row.split_whitespace().skip(1).filter_map(|number| number.parse().ok()).collect();
    let [of, exact, silent] = numbers[..] else { return None };
    Some(Kept { of, exact, silent })
}

fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fixtures/strangers").join(file)
}
