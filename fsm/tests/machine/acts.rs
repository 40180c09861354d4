//! The catalogue of acts beside every place outside of the code that must know each of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fsm::dialogue::{ActClass, ActKind};
use serde_json::Value;

fn path(of: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(of)
}

#[expect(clippy::disallowed_methods, reason = "a test may read what pages, languages and labels say")]
fn text(of: &Path) -> String {
    std::fs::read_to_string(of).unwrap_or_else(|error| panic!("{}: {error}", of.display()))
}

/// The texts of a folder's files that end so.
fn texts(folder: &Path, end: &str) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files.filter(|path| path.to_string_lossy().ends_with(end)).map(|path| text(&path)).collect()
}

/// The acts that are not about something of the menu, or of a rule of the house.
fn shown() -> impl Iterator<Item = &'static ActKind> {
    ActKind::ALL
        .iter()
        .filter(|act| !matches!(act.class(), ActClass::Order | ActClass::Question | ActClass::Answer))
}

/// The acts that a phrase says by itself; an allergy is to something.
fn phrased() -> impl Iterator<Item = &'static ActKind> {
    shown().filter(|act| **act != ActKind::HasAllergy)
}

#[test]
fn the_pages_call_every_act_as_the_catalogue_does() {
    let page = text(&path("board/js/session/heard.js"));
    for act in shown() {
        let line = format!("\n  {}: \"{}\",\n", act.wire(), act.label());
        assert!(page.contains(&line), "board/js/session/heard.js has no line {line:?}");
    }
}

#[test]
fn every_language_has_phrases_for_every_act() {
    let folders = std::fs::read_dir(path("parse/languages")).unwrap().map(|folder| folder.unwrap().path());
    for folder in folders.filter(|folder| folder.is_dir()) {
        let words = texts(&folder, ".txt").concat();
        for act in phrased() {
            let section = |end| words.contains(&format!("[cue {}{end}", act.wire()));
            assert!(section("]") || section(" "), "{} has no phrase for {act:?}", folder.display());
        }
    }
}

#[test]
fn a_language_model_is_told_of_every_act_but_a_yes_and_what_answers_the_house() {
    let prompt = text(&path("llm/prompts/parse.txt"));
    let words: BTreeSet<&str> =
        prompt.split(|letter: char| !letter.is_alphabetic() && letter != '_').collect();
    for act in ActKind::ALL.iter().filter(|act| **act != ActKind::Answer) {
        assert_eq!(words.contains(act.wire()), *act != ActKind::Yes, "{act:?}");
    }
}

#[test]
fn every_act_is_the_label_of_a_sentence() {
    let sheets = texts(&path("fixtures/sentences"), ".jsonl").concat();
    let sentences = sheets.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let labels = sentences.flat_map(|sentence| sentence["acts"].as_array().unwrap().clone());
    let labelled: BTreeSet<String> = labels.map(|act| act["act"].as_str().unwrap().to_owned()).collect();
    let labels = ActKind::ALL.iter().filter(|act| **act != ActKind::Answer);
    let missing: Vec<&ActKind> = labels.filter(|act| !labelled.contains(act.wire())).collect();
    assert!(missing.is_empty(), "no sentence is labelled {missing:?}");
}
