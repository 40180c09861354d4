//! `carhop eval --fit`: how much each doubt weighs.

use crate::command_line::check;

#[test]
fn doubts_are_weighed_the_same_by_the_same_sentences() {
    let folder = tempfile::tempdir().unwrap();
    let weights = folder.path().join("weights.txt").to_str().unwrap().to_owned();
    let (deli, wok) = ("fixtures/strangers/deli.jsonl", "fixtures/strangers/wok.jsonl");
    let (out, _) = check(&["eval", deli, wok, "--fit", &weights], 0);
    for part in ["fixtures/strangers/deli.menu.json         60  by hand", "\nguessed words"] {
        assert!(out.contains(part), "{part} is not in\n{out}");
    }
    let first = std::fs::read_to_string(&weights).unwrap();
    assert!(first.contains("\n[doubts]\nplain "), "{first}");
    check(&["eval", wok, deli, "--fit", &weights], 0);
    assert_eq!(std::fs::read_to_string(&weights).unwrap(), first);
    let (_, err) = check(&["eval", deli, "--fit", &weights], 3);
    assert!(err.contains("the sentences are of one menu"), "{err}");
}
