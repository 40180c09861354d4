//! Sessions come out as their audit logs have them, and what is different is shown.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agents::{GrammarParser, UtteranceParser};
use fsm::house::House;
use lanes::audit::Audit;
use lanes::keeper::Active;
use lanes::menus::ActiveMenu;
use lanes::store::{FeedStore as _, MemoryStore};
use parse::Languages;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use transcript::session::{self, Instead, Log, Outcome};
use transcript::{Menus, Settings, Transcript};

/// All that can happen to a session.
const EVENTFUL: &str = "\
# All that can happen to a session
menu: burger.json
upsell: off

> car first
> car second
> \"two cheeseburgers and a large coke\", barge in
> tap add brownie
> report out of stock brownie
> \"a cookie instead\"
> barge-in
> silence 30
> \"a milkshake\", confidence 0.3
> crew takes over
> \"are you there\"
> \"a hot dog\", by crew
> crew gives back
> \"that's it\"
> \"yes\"
> pos payment problem
> \"yes try again\"
> pos rejects \"no cups\" item coke
> \"no thanks\"
> \"that's it\"
> \"what was that\"
> \"yes\"
> pos acknowledges
";

/// An order that was misheard.
const MISHEARD: &str = "\
# An order that was misheard
menu: burger.json
upsell: off

> car
> \"a large coke\", heard as [{\"act\": \"order\", \"ops\": [{\"op\": \"add\", \"item\": \"sprite\", \"size\": \"large\"}]}]
> \"hello\", heard as back_channel
> \"that's it\"
> \"yes\"
> pos acknowledges
";

/// What a transcript's sessions leave in the store, and what they ran under.
struct Played {
    settings: Settings,
    logs: Vec<Value>,
}

impl Played {
    fn of(text: &str) -> Self {
        let transcript = Transcript::parse(text).unwrap();
        let logs = blocking(async {
            let store = Arc::new(MemoryStore::default());
            let parser = Arc::new(GrammarParser);
            let outcome =
                transcript::replay(&transcript, &fixtures("menus"), store.clone(), parser).await.unwrap();
            let mut logs = Vec::new();
            for id in outcome.sessions {
                let log = store.audit(id).await.unwrap().unwrap();
                let mut audit = Audit::of(id, log).unwrap();
                for hash in audit.named_documents() {
                    let text = store.document(hash).await.unwrap().unwrap();
                    audit.documents.insert(hash, RawValue::from_string(text).unwrap());
                }
                logs.push(json!(audit));
            }
            logs
        });
        Self { settings: transcript.settings().clone(), logs }
    }

    /// The only session of a transcript.
    fn log_of(text: &str) -> (Self, Value) {
        let played = Self::of(text);
        let [log] = &played.logs[..] else { panic!("there are {} sessions", played.logs.len()) };
        let log = log.clone();
        (played, log)
    }

    fn replay(&self, log: &Value) -> Outcome {
        self.hear(log, None).unwrap()
    }

    fn reparse(&self, log: &Value) -> Outcome {
        self.hear(log, Some(Arc::new(GrammarParser))).unwrap()
    }

    fn hear(&self, log: &Value, parser: Option<Arc<dyn UtteranceParser>>) -> Result<Outcome, String> {
        let log = Log::read(log.to_string().as_bytes()).map_err(|error| error.to_string())?;
        let (languages, menu) = self.menu();
        let default = self.settings.drive_thru.clone();
        let instead = Instead { parser, rules: None };
        let settings = lanes::settings::Settings { default, ..Default::default() };
        let outcome = blocking(session::replay(&log, &menu, None, &settings, &languages, &instead));
        outcome.map_err(|error| error.to_string())
    }

    fn menu(&self) -> (Languages, Arc<ActiveMenu>) {
        let languages = Languages::default();
        let menu = std::fs::read(fixtures("menus").join(&self.settings.menu)).unwrap();
        let menu = ActiveMenu::read(serde_json::from_slice(&menu).unwrap(), &languages).unwrap();
        (languages, Arc::new(menu))
    }

    fn house(&self) -> Option<Active<House>> {
        let house = std::fs::read(fixtures("houses").join(self.settings.house.as_ref()?)).unwrap();
        Some(Active::<House>::read(serde_json::from_slice(&house).unwrap()).unwrap())
    }

    /// A session as a transcript, and what comes out when it is replayed.
    fn transcript(&self, log: &Value) -> Result<(String, String), String> {
        let log = Log::read(log.to_string().as_bytes()).map_err(|error| error.to_string())?;
        let ((languages, menu), house) = (self.menu(), self.house());
        let settings = &self.settings.drive_thru;
        let written = blocking(session::transcript(&log, &menu, house.as_ref(), settings, &languages));
        let written = written.map_err(|error| error.to_string())?;
        let read = Transcript::parse(&written).unwrap();
        let house = house.as_ref().map(|house| &house.document);
        let menus = Menus { folder: None, given: Some(&menu.document), house };
        let store = Arc::new(MemoryStore::default());
        let came_out = blocking(transcript::replay(&read, menus, store, Arc::new(GrammarParser))).unwrap();
        Ok((written, came_out.text))
    }
}

fn blocking<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

fn fixtures(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(folder)
}

/// Transcripts with what a transcript of a log does not have: what is off without a turn that says so, another menu. Those of
/// house rules have others, too.
const NOT_IN_THE_LOG: [&str; 8] = [
    "a-menu-that-changes-keeps-the-prices-of-lines.txt",
    "a-modifier-and-a-size-go-off.txt",
    "a-substitute-that-goes-off-itself-is-not-offered-any-more.txt",
    "an-item-that-is-off-leaves-a-good-ticket-alone.txt",
    "an-item-that-is-off-offers-what-comes-nearest.txt",
    "an-item-that-nobody-ordered-only-changes-the-menu.txt",
    "another-of-its-kind-stands-in-for-what-is-out.txt",
    "what-was-ordered-stays-when-a-part-goes-off.txt",
];

/// Every transcript, played, by the name of its file.
fn transcripts() -> impl Iterator<Item = (String, Played)> {
    let files = std::fs::read_dir(fixtures("transcripts")).unwrap().map(|file| file.unwrap().path());
    let is_one = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "txt");
    let paths = BTreeSet::from_iter(files.filter(is_one)).into_iter();
    paths.map(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, Played::of(&std::fs::read_to_string(&path).unwrap()))
    })
}

#[test]
fn every_session_of_the_transcripts_comes_out_as_its_log_has_it() {
    let (mut sessions, mut otherwise) = (0, Vec::new());
    for (name, played) in transcripts() {
        for log in &played.logs {
            sessions += 1;
            let outcome = played.hear(log, None);
            let text = outcome.map_or_else(|why| why, |outcome| outcome.text());
            if !text.is_empty() {
                otherwise.push(format!("{name}: {text}"));
            }
        }
    }
    assert_eq!(otherwise.concat(), "");
    assert!(sessions > 100, "there are only {sessions}");
}

#[test]
fn every_session_of_the_transcripts_can_be_written_as_one_that_holds_or_is_told_why_not() {
    let (mut written, mut impossible) = (0, Vec::new());
    for (name, played) in transcripts() {
        for log in &played.logs {
            match played.transcript(log) {
                Ok((text, came_out)) => {
                    written += 1;
                    assert_eq!(transcript::difference(&text, &came_out), None, "{name}");
                }
                Err(_) if name.starts_with("rules-") => {}
                Err(_) => impossible.push(name.clone()),
            }
        }
    }
    assert_eq!(impossible, NOT_IN_THE_LOG);
    assert!(written > 100, "only {written}");
}

#[test]
fn what_was_heard_otherwise_stands_in_the_transcript() {
    let (played, mut log) = Played::log_of(MISHEARD);
    let (text, came_out) = played.transcript(&log).unwrap();
    let heard = r#"> "a large coke", heard as [{"act":"order","#;
    assert!(text.contains(heard), "{text}");
    assert_eq!(text, came_out);
    log["entries"][1]["turn"]["say"]["text"] = json!("A Sprite!");
    let why = played.transcript(&log).unwrap_err();
    assert!(why.starts_with("turn 2: ") && why.contains("A Sprite!"), "{why}");
}

#[test]
fn an_eventful_session_comes_out_as_its_log_has_it() {
    let (played, log) = Played::log_of(EVENTFUL);
    let types: Vec<&str> =
        log["entries"].as_array().unwrap().iter().map(|it| it["event"]["type"].as_str().unwrap()).collect();
    insta::assert_snapshot!("events", types.join("\n"));
    let outcome = played.replay(&log);
    assert_eq!(outcome.text(), "");
    assert_eq!((outcome.utterances, outcome.heard_otherwise, outcome.ends_otherwise), (12, 0, false));
}

#[test]
fn a_log_of_the_grammar_is_heard_the_same_by_the_grammar() {
    let (played, log) = Played::log_of(EVENTFUL);
    let outcome = played.reparse(&log);
    assert_eq!(outcome.text(), "");
    assert_eq!((outcome.heard_otherwise, outcome.ends_otherwise), (0, false));
}

#[test]
fn a_recorded_act_that_is_changed_is_a_difference() {
    let (played, mut log) = Played::log_of(MISHEARD);
    log["entries"][1]["turn"]["acts"][0]["ops"][0]["quantity"] = json!(2);
    insta::assert_snapshot!("a_changed_act", played.replay(&log).text());
}

#[test]
fn a_recorded_turn_that_is_changed_is_a_difference_wherever_it_is() {
    let (played, log) = Played::log_of(MISHEARD);
    let changed = |member: &str, value: Value| {
        let mut log = log.clone();
        *log["entries"][1]["turn"].pointer_mut(member).unwrap() = value;
        played.replay(&log).text()
    };
    let differences = [
        changed("/say/text", json!("A large Sprite!")),
        changed("/expectation", json!("yes_no_or_changes")),
        changed("/order/lines/0/quantity", json!(3)),
        changed("/transitions/0/row", json!("S02")),
    ];
    insta::assert_snapshot!("changed_turns", differences.join("\n"));
}

#[test]
fn other_language_packs_are_told_beside_what_differs_and_are_no_difference_alone() {
    let (played, mut log) = Played::log_of(MISHEARD);
    log["entries"][0]["turn"]["documents"]["languages"] = json!("00000000-0000-0000-0000-000000000000");
    assert_eq!(played.replay(&log).text(), "");
    log["entries"][1]["turn"]["say"]["text"] = json!("A large Sprite!");
    let text = played.replay(&log).text();
    assert_eq!(text.lines().next(), Some("the language packs are not those of then"), "{text}");
}

#[test]
fn what_another_agent_hears_is_shown_with_what_follows_from_it() {
    let (played, log) = Played::log_of(MISHEARD);
    assert_eq!(played.replay(&log).text(), "");
    let outcome = played.reparse(&log);
    insta::assert_snapshot!("heard_otherwise", outcome.text());
    assert_eq!((outcome.utterances, outcome.heard_otherwise, outcome.ends_otherwise), (4, 2, true));
}

#[test]
fn what_follows_in_another_state_is_shown() {
    let (played, log) = Played::log_of(
        "# A yes that was heard as a no\nmenu: burger.json\nupsell: off\n\n> car\n> \"a coke and that's it\"\n> \"yes\", heard as no\n> \
         tap confirm\n> pos acknowledges\n",
    );
    insta::assert_snapshot!("another_way", played.reparse(&log).text());
}

#[test]
fn an_unsure_agent_is_heard_otherwise_where_that_matters() {
    let (played, mut log) = Played::log_of(MISHEARD);
    log["entries"][3]["turn"]["parser"]["confidence"] = json!(0.3);
    insta::assert_snapshot!("unsure", played.replay(&log).text());
}

#[test]
fn the_words_of_a_model_are_not_compared() {
    let (played, mut log) = Played::log_of(MISHEARD);
    let say = &mut log["entries"][1]["turn"]["say"];
    (say["text"], say["choice"]) = (json!("One Sprite coming up!"), json!({ "why": "taken" }));
    assert_eq!(played.replay(&log).text(), "");
}

#[test]
fn what_is_no_log_to_replay_is_refused_in_a_sentence() {
    let (played, log) = Played::log_of(EVENTFUL);
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut log = log.clone();
        change(&mut log);
        played.hear(&log, None).unwrap_err()
    };
    let entries = |log: &mut Value, kept: std::ops::Range<usize>| {
        let entries = log["entries"].as_array_mut().unwrap();
        *entries = entries[kept].to_vec();
    };
    let refusals = [
        Log::read(b"not JSON").unwrap_err().to_string(),
        Log::read(br#"{"type": "urn:carhop:problem:not-found"}"#).unwrap_err().to_string(),
        Log::read(b"[]").unwrap_err().to_string(),
        changed(&|log| log["extra"] = json!(1)),
        changed(&|log| log["entries"][2]["extra"] = json!(1)),
        changed(&|log| log["drive_thru"] = json!("d/1")),
        changed(&|log| log["lane"] = json!("2")),
        changed(&|log| log["entries"] = json!([])),
        changed(&|log| entries(log, 2..4)),
        changed(&|log| drop(log["entries"].as_array_mut().unwrap().remove(3))),
        changed(&|log| log["entries"][0]["event"] = json!(null)),
        changed(&|log| log["entries"][0]["event"]["type"] = json!("utterance")),
        changed(&|log| log["entries"][2]["event"]["type"] = json!("honk")),
        changed(&|log| log["entries"][2]["event"]["loud"] = json!(true)),
        changed(&|log| log["entries"][15]["event"]["loud"] = json!(true)),
        changed(&|log| log["entries"][2]["turn"] = json!("said")),
        changed(&|log| log["entries"][2]["turn"]["acts"] = json!([{ "act": "wave" }])),
        changed(&|log| {
            log["entries"][4]["menu_version"] = json!("2026-12");
            log.as_object_mut().unwrap().remove("documents");
        }),
    ];
    insta::assert_snapshot!("refused_logs", refusals.join("\n"));
}
