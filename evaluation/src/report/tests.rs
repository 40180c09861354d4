use std::time::Duration;

use async_trait::async_trait;
use fsm::dialogue::{Act, ActClass, ActKind, Acts, Choice, Why};
use fsm::machine::Expectation;
use fsm::menu::Menu;
use serde_json::json;

use super::*;
use crate::{Sentence, evaluate, side_by_side};
use agents::UtteranceParser;
use agents::rules::Brief;
use parse::{Languages, MenuBook, Utterance};

/// Answers each sentence with the act and the confidence that it names, and perhaps with so many milliseconds and why a
/// model was not believed: `done 0.9`, `done 0.9 120 timed_out`.
struct Echo;

#[async_trait]
impl UtteranceParser for Echo {
    async fn parse(&self, utterance: Utterance<'_>, _: Brief<'_>) -> Acts {
        let [word, confidence, told @ ..] = &utterance.text.split(' ').collect::<Vec<_>>()[..] else {
            panic!("an act and a confidence are missing in {}", utterance.text)
        };
        let mut choice = None;
        if let [ms, why] = told {
            tokio::time::sleep(Duration::from_millis(ms.parse().unwrap())).await;
            let why: Why = serde_json::from_value(json!(why)).unwrap();
            choice = Some(Choice {
                why,
                model: None,
                prompt: None,
                profile: None,
                tokens: (why == Why::Taken).then_some(700),
            });
        }
        let act = serde_json::from_value(json!({ "act": word })).unwrap();
        Acts { choice, ..Acts::by("echo", confidence.parse().unwrap(), vec![act]) }
    }
}

/// What a report says of sentences with their labels.
fn report(sentences: &[(&str, &[Act])]) -> Report {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(report_by("echo", sentences))
}

async fn report_by(name: &str, sentences: &[(&str, &[Act])]) -> Report {
    let sentence = |(at, (text, acts)): (usize, &(&str, &[Act]))| Sentence {
        line: at + 1,
        text: (*text).to_owned(),
        expectation: Expectation::FreeFormOrdering,
        acts: acts.to_vec(),
        readings: Vec::new(),
    };
    let sheet =
        Sheet { name: "stand".to_owned(), sentences: sentences.iter().enumerate().map(sentence).collect() };
    evaluate(name, &Echo, &stand(), &[sheet], 0.6).await
}

#[test]
fn several_files_have_one_figure_and_one_each() {
    let mut sheets = Vec::new();
    for (name, acts) in
        [("stand", vec![Act::Done, Act::Done, Act::Done]), ("stand.open", vec![Act::Done, Act::Yes])]
    {
        let sentence = |(at, act): (usize, Act)| Sentence {
            line: at + 1,
            text: "done 0.9".to_owned(),
            expectation: Expectation::FreeFormOrdering,
            acts: vec![act],
            readings: Vec::new(),
        };
        let sentences = acts.into_iter().enumerate().map(sentence).collect();
        sheets.push(Sheet { name: name.to_owned(), sentences });
    }
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let report = runtime.block_on(evaluate("echo", &Echo, &stand(), &sheets, 0.6));
    let text = report.text(0);
    insta::assert_snapshot!(text.lines().take(6).collect::<Vec<_>>().join("\n"), @r"
    80.0 % exact: 4 of 5 sentences in 2 files
    20.0 % silent: 1 of 5 are applied otherwise, and nothing is asked

    file        sentences  exact           silent             sure  right
    stand               3      3  100.0 %       0    0.0 %       3      3  100.0 %
    stand.open          2      1   50.0 %       1   50.0 %       2      1   50.0 %
    ");
}

fn stand() -> MenuBook {
    let document = serde_json::from_str(include_str!("../../../parse/tests/tables/burger.json")).unwrap();
    MenuBook::compile(Menu::check(&document).unwrap(), &Languages::default())
}

fn cell(labelled: Option<Kind>, heard: Option<Kind>, sentences: usize) -> Confusion {
    Confusion { labelled, heard, sentences }
}

#[test]
fn an_answer_that_is_not_sure_counts_as_unclear() {
    let report =
        report(&[("done 0.9", &[Act::Done]), ("done 0.5", &[Act::Done]), ("done 0.5", &[Act::Unclear])]);
    assert_eq!(report.exact, Share { count: 2, of: 3 });
    assert_eq!(report.misses.iter().map(|miss| miss.line).collect::<Vec<_>>(), [2]);
    assert_eq!(
        report.confusion,
        [
            cell(Some(Kind::Act(ActKind::Done)), Some(Kind::Act(ActKind::Done)), 1),
            cell(Some(Kind::Act(ActKind::Done)), Some(Kind::Act(ActKind::Unclear)), 1),
            cell(Some(Kind::Act(ActKind::Unclear)), Some(Kind::Act(ActKind::Unclear)), 1)
        ]
    );
}

#[test]
fn calibration_judges_what_an_answer_that_is_not_sure_would_have_done() {
    let report = report(&[
        ("done 0.5", &[Act::Done]),
        ("done 0.5", &[Act::Unclear]),
        ("small_talk 0.5", &[Act::Unclear]),
        ("small_talk 0.7", &[Act::Unclear]),
        ("yes 1", &[Act::Yes]),
    ]);
    let rights: Vec<Share> = report.calibration.bands.iter().map(|band| band.right).collect();
    let of = |count, of| Share { count, of };
    assert_eq!(rights, [of(2, 3), of(0, 0), of(0, 1), of(0, 0), of(0, 0), of(1, 1)]);
    assert_eq!(report.calibration.sure, of(1, 2));
    assert_eq!(report.calibration.caught, of(1, 2));
    let expected = ((2.0 / 3.0 - 0.5) * 3.0 + 0.7) / 5.0;
    assert!(
        (report.calibration.expected_error - expected).abs() < 1e-9,
        "{}",
        report.calibration.expected_error
    );
}

#[test]
fn the_surest_miss_comes_first() {
    let report = report(&[("done 0.7", &[Act::Yes]), ("done 0.2", &[Act::Yes]), ("done 0.9", &[Act::Yes])]);
    assert_eq!(report.misses.iter().map(|miss| miss.line).collect::<Vec<_>>(), [3, 1, 2]);
    let text = report.text(2);
    assert!(text.contains("2 of 3 misses") && text.contains("0.90  stand:3  done 0.9"), "{text}");
    assert!(!report.text(0).contains("misses"));
}

#[test]
fn precision_and_recall_are_of_what_is_right_as_a_whole() {
    let report =
        report(&[("done 0.9", &[Act::Done]), ("done 0.9", &[Act::Yes, Act::Done]), ("done 0.9", &[Act::No])]);
    let done = &report.kinds[0];
    assert_eq!((done.kind, done.labelled, done.heard, done.right), (Kind::Act(ActKind::Done), 2, 3, 2));
    assert_eq!((done.recall, done.f1), (Some(100.0), Some(80.0)));
    assert_eq!(report.kinds[1].precision, None);
    assert_eq!(report.confusion[0], cell(Some(Kind::Act(ActKind::Done)), Some(Kind::Act(ActKind::Done)), 2));
    assert_eq!(
        report.confusion[1..],
        [
            cell(Some(Kind::Act(ActKind::Yes)), None, 1),
            cell(Some(Kind::Act(ActKind::No)), Some(Kind::Act(ActKind::Done)), 1)
        ]
    );
}

#[test]
fn a_report_is_one_screen_wide_whatever_is_said() {
    let it = json!({ "referent": true });
    let coke = json!({ "item": "coke" });
    let mut acts = vec![
        json!({ "act": "order", "unresolved": [{ "text": "whale", "reason": "not_on_menu" }], "ops": [
        { "op": "add", "item": "coke" }, { "op": "remove", "target": it }, { "op": "modify", "target": it },
        { "op": "replace", "target": it, "with": coke }, { "op": "clear" }
    ] }),
        json!({ "act": "menu_question", "topic": "order" }),
    ];
    let is_a_word = |act: &&ActKind| !matches!(act.class(), ActClass::Order | ActClass::Question);
    let words = ActKind::ALL.iter().filter(is_a_word);
    acts.extend(words.map(|act| json!({ "act": act.wire(), "answer": "a" })));
    let acts: Vec<Act> = serde_json::from_value(json!(acts)).unwrap();
    // An order is counted by what it does: add, remove, modify, replace, clear, and what is open.
    let kinds = ActKind::ALL.len() - 1 + 6;
    let report = report(&[("done 0.9", &acts), ("done 0.9", &[Act::Yes, Act::Done])]);
    assert_eq!((report.kinds.len(), report.confusion.len()), (kinds, kinds));
    let text = report.text(0);
    assert!(
        text.contains(&format!("\n{} (nothing)", kinds + 1))
            && text.lines().all(|line| line.chars().count() <= 120),
        "{text}"
    );
}

/// The clock of the test moves by what the agents wait.
#[tokio::test(start_paused = true)]
async fn agents_stand_side_by_side_with_what_they_took() {
    let grammar = report_by("grammar", &[("done 0.9", &[Act::Done]), ("done 0.3", &[Act::Done])]).await;
    let done: &[Act] = &[Act::Done];
    let mut asked = vec![("done 0.9 30 taken", done); 98];
    asked.extend([("yes 0.9 1200 timed_out", done), ("done 0.9 0 sure", done), ("no 0 5 invalid", done)]);
    asked.push(("no 0.2 60 timed_out", done));
    let chain = report_by("grammar_then_llm", &asked).await;
    insta::assert_snapshot!(side_by_side(&[grammar, chain]), @r"
    agent                exact  right of the sure    p50 ms    p99 ms    tokens  fallbacks
    grammar             50.0 %            100.0 %      0.00      0.00         0  0
    grammar_then_llm    97.1 %             99.0 %     30.00     60.00     68600  3: 1 invalid, 2 timed_out
    ");
}
