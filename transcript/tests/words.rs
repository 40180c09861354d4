//! What is said agrees with what was done, in every transcript.

use std::path::Path;

/// How a reply begins in a transcript.
const KINDS: [&str; 6] = ["acknowledge: ", "ask: ", "summarize: ", "answer: ", "repeat: ", "hint: "];
/// What is agreed to without a change of the order.
const AGREED: [&str; 2] = ["left it as it was", "try the card again"];

/// One turn of a transcript: what was said, and what became of lines.
struct Told<'a> {
    words: &'a str,
    changed: bool,
    /// The names of the lines that went.
    removed: Vec<&'a str>,
}

fn told(text: &str) -> impl Iterator<Item = Told<'_>> {
    text.split("\n> ").skip(1).filter_map(|turn| {
        let lines = || turn.lines().filter_map(|line| line.strip_prefix("    "));
        let words = lines().find(|line| KINDS.iter().any(|kind| line.starts_with(kind)))?;
        // "- L2 1 x Root beer (medium) 2.29"
        let removed = lines().filter(|line| line.starts_with("- ")).filter_map(|line| {
            let name = line.split_once(" x ")?.1;
            let end = name.find(" (").or_else(|| name.rfind(' '))?;
            Some(&name[..end])
        });
        let changed = lines().any(|line| ["+ ", "~ ", "- "].iter().any(|sign| line.starts_with(sign)));
        Some(Told { words, changed, removed: removed.collect() })
    })
}

#[test]
fn nothing_is_agreed_to_that_did_not_happen_and_what_went_is_named() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/transcripts");
    let (mut wrong, mut removals, mut agreed) = (Vec::new(), 0, 0);
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let title = text.lines().next().unwrap_or_default();
        for turn in told(&text) {
            let words = turn.words.to_lowercase();
            let agrees = words.contains("okay");
            agreed += u32::from(agrees);
            if agrees && !turn.changed && !AGREED.iter().any(|agreed| words.contains(agreed)) {
                wrong.push(format!("{title}: {}", turn.words));
            }
            for name in turn.removed {
                removals += 1;
                let first = name.split(' ').next().unwrap_or_default().to_lowercase();
                let is_named = words.contains(first.trim_end_matches('s')) || words.contains("everything");
                if !is_named {
                    wrong.push(format!("{title}: {} (gone: {name})", turn.words));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(removals >= 10 && agreed >= 30, "{removals} lines went, {agreed} replies agreed");
}
