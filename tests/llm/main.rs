//! A real language model hears and words turns. It is far too small to be right: this shows that the way there and back
//! works, that whatever it says every turn is legal, and that no order is worse for it.
//!
//! `cargo xtask test --llm` starts the model and runs these.

mod judge;
mod listener;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use agents::rules::{AgentRules, Brief};
use agents::{GrammarParser, UtteranceParser};
use async_trait::async_trait;
use evaluation::Sheet;
use fsm::dialogue::{Act, Acts, Choice, Why};
use fsm::house_rules::{ParserPlan, ResponderPlan};
use fsm::ids::LaneKey;
use fsm::machine::Expectation;
use jiff::Timestamp;
use lanes::event::ReceivedEvent;
use lanes::menus::ActiveMenu;
use lanes::service::{Lanes, Parts};
use lanes::settings::{DriveThruSettings, Settings};
use lanes::store::{FeedStore as _, MemoryStore};
use llm::chain::Chain;
use llm::{Dialect, LlmParser, LlmSettings, Model};
use parse::{Languages, Utterance, read};
use serde_json::{Value, json};
use tokio::sync::{Mutex, MutexGuard};
use transcript::Transcript;
use uuid::Uuid;

use self::judge::Turn;
use self::listener::{Listener, Note, is_answered, is_asked, summary};

/// What the model takes for an answer on a busy machine, and more.
const DEADLINE: Duration = Duration::from_secs(60);
/// Below this the grammar is not sure.
const CONFIDENCE_MIN: f64 = 0.6;
/// One in so many transcripts is played with the model asked first: that takes seconds for each utterance.
const TRANSCRIPTS_STEP: usize = 8;
/// How many sentences of each menu the model is asked, of those that the grammar is not sure of. Each takes seconds.
const NOISY_MAX: usize = 12;

/// The model answers one call at a time, so the tests take turns.
async fn turn_of_mine() -> MutexGuard<'static, ()> {
    static TURN: OnceLock<Mutex<()>> = OnceLock::new();
    TURN.get_or_init(Mutex::default).lock().await
}

/// The model, with no failure and no token counted yet.
fn model(dialect: Dialect) -> Arc<Model> {
    let url = std::env::var("CARHOP_TEST_LLM_URL")
        .expect("`cargo xtask test --llm` starts the model and names its URL");
    let model = "SmolLM2-135M-Instruct".to_owned();
    let settings = LlmSettings { url, model, key: None, dialect, calls_max: 4 };
    Arc::new(Model::new(&settings).unwrap())
}

fn rules(parser: ParserPlan) -> AgentRules {
    AgentRules {
        parser,
        responder: ResponderPlan::Llm,
        deadline: DEADLINE,
        tokens_per_hour: u64::MAX,
        ..AgentRules::default()
    }
}

fn fixture(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(path)
}

fn active_menu(menu: &str) -> ActiveMenu {
    let document = std::fs::read(fixture("menus").join(menu)).unwrap();
    ActiveMenu::read(serde_json::from_slice(&document).unwrap(), &Languages::default()).unwrap()
}

/// The turns of all sessions of a transcript.
async fn turns(transcript: &Transcript, parser: Arc<dyn UtteranceParser>) -> Vec<Turn> {
    let store = Arc::new(MemoryStore::default());
    let outcome = transcript::replay(transcript, &fixture("menus"), store.clone(), parser).await.unwrap();
    let mut turns = Vec::new();
    for session in outcome.sessions {
        let log = store.audit(session).await.unwrap().unwrap();
        turns.extend(log.entries.iter().map(|entry| serde_json::from_str::<Turn>(&entry.turn).unwrap()));
    }
    turns
}

/// What came of transcripts that were heard with the model.
#[derive(Default)]
struct Played {
    notes: Vec<Note>,
    /// The turns that are not legal.
    illegal: String,
    /// The orders that are worse than those of the grammar alone.
    worse: String,
}

/// Plays transcripts with the grammar alone and with the model, and prints each time that the model was asked.
async fn play(files: &[PathBuf], plan: ParserPlan) -> Played {
    let mut played = Played::default();
    for file in files {
        let written = std::fs::read_to_string(file).unwrap();
        let mut transcript = Transcript::parse(&written).unwrap();
        let alone = turns(&transcript, Arc::new(GrammarParser)).await;
        transcript.settings_mut().drive_thru.agents = rules(plan);
        let listener = Arc::new(Listener::new(model(Dialect::OpenAi)));
        let with_model = turns(&transcript, listener.clone()).await;
        let notes = listener.notes().clone();
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        notes.iter().filter(|note| is_asked(note.why)).for_each(|note| println!("{name}\n  {note}"));
        // A line keeps the price of a menu that is replaced.
        let menu = active_menu(&transcript.settings().menu).book.menu;
        let menu = (!written.contains("\n> menu ")).then_some(&menu);
        let fault = |fault: String| format!("{name}: {fault}\n");
        played.illegal.extend(with_model.iter().filter_map(|turn| judge::illegal(turn, menu)).map(fault));
        let named = notes.iter().flat_map(|note| note.named.clone()).collect();
        played.worse.extend(worse(&with_model, &alone, &named).into_iter().map(fault));
        played.notes.extend(notes);
    }
    println!("{} transcripts, {}", files.len(), summary(&played.notes));
    played
}

/// The orders that are worse with the model, event by event.
fn worse(with_model: &[Turn], alone: &[Turn], named: &BTreeSet<String>) -> Vec<String> {
    let event = |turn: &Turn| (turn.session_id, turn.event_id);
    let orders: BTreeMap<_, _> = with_model.iter().map(|turn| (event(turn), &turn.order.lines[..])).collect();
    let order = |turn: &Turn| orders.get(&event(turn)).copied().unwrap_or_default();
    alone.iter().filter_map(|turn| judge::worse(order(turn), &turn.order.lines, named)).collect()
}

fn transcripts() -> Vec<PathBuf> {
    let files = std::fs::read_dir(fixture("transcripts")).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|it| it == "txt")).collect();
    files.sort();
    files
}

/// Whether the model answered whenever it was asked.
fn is_there(notes: &[Note]) -> bool {
    notes.iter().all(|note| !is_asked(note.why) || is_answered(note.why))
}

#[tokio::test]
#[ignore = "takes a language model"]
async fn every_turn_of_the_transcripts_is_legal_and_no_order_is_worse_with_a_model() {
    let _turn = turn_of_mine().await;
    let Played { notes, illegal, worse } = play(&transcripts(), ParserPlan::GrammarThenLlm).await;
    assert!(illegal.is_empty() && worse.is_empty(), "\nillegal:\n{illegal}\nworse:\n{worse}");
    assert!(is_there(&notes), "not every answer came");
}

/// In the transcripts the grammar is sure, so this is where the model is asked.
#[tokio::test]
#[ignore = "takes a language model"]
async fn every_turn_is_legal_where_the_model_is_asked_first() {
    let _turn = turn_of_mine().await;
    let files: Vec<PathBuf> = transcripts().into_iter().step_by(TRANSCRIPTS_STEP).collect();
    let Played { notes, illegal, worse } = play(&files, ParserPlan::LlmThenGrammar).await;
    println!("orders that are worse: {}", worse.lines().count());
    assert!(illegal.is_empty(), "\n{illegal}");
    assert!(notes.iter().any(|note| is_asked(note.why)) && is_there(&notes), "not every answer came");
}

#[tokio::test]
#[ignore = "takes a language model"]
async fn sentences_that_the_grammar_is_not_sure_of_are_answered_by_the_model() {
    let _turn = turn_of_mine().await;
    let rules = rules(ParserPlan::GrammarThenLlm);
    let brief = Brief { rules: &rules, confidence_min: CONFIDENCE_MIN, ..Brief::default() };
    let mut notes = Vec::new();
    for menu in ["burger", "coffee"] {
        let book = active_menu(&format!("{menu}.json")).book;
        let mut noisy = Vec::new();
        for file in [format!("{menu}.jsonl"), format!("{menu}.open.jsonl")] {
            let lines = std::fs::read_to_string(fixture("sentences").join(&file)).unwrap();
            let sheet = Sheet::read(&file, &lines, &book.menu).unwrap();
            noisy.extend(sheet.sentences);
        }
        noisy
            .retain(|it| read(Utterance::alone(&it.text, it.expectation, &book)).confidence < CONFIDENCE_MIN);
        println!("{menu}: the grammar is not sure of {} sentences", noisy.len());
        let listener = Listener::new(model(Dialect::OpenAi));
        for sentence in noisy.iter().take(NOISY_MAX) {
            let alone = Utterance::alone(&sentence.text, sentence.expectation, &book);
            listener.parse(alone, brief).await;
        }
        notes.extend(listener.notes().clone());
    }
    notes.iter().for_each(|note| println!("  {note}"));
    println!("noisy sentences: {}", summary(&notes));
    assert!(notes.iter().any(|note| is_asked(note.why)) && is_there(&notes), "not every answer came");
}

/// Nothing makes the model end a JSON object that it is only told of: it talks on until its answer is cut off.
#[tokio::test]
#[ignore = "takes a language model"]
async fn a_parser_and_a_responder_are_answered_in_every_dialect() {
    let _turn = turn_of_mine().await;
    let menu = active_menu("burger.json");
    let rules = rules(ParserPlan::LlmThenGrammar);
    for dialect in [Dialect::OpenAi, Dialect::LlamaCpp, Dialect::Plain] {
        let brief = Brief { rules: &rules, ..Brief::default() };
        let alone = Utterance::alone("a large coke", Expectation::FreeFormOrdering, &menu.book);
        let heard = LlmParser::new(model(dialect)).parse(alone, brief).await;
        let said = said(&rules, &menu, dialect).await;
        for (agent, choice) in [("parser", heard.choice.unwrap()), ("responder", said)] {
            let Choice { why, tokens, .. } = choice;
            println!("{dialect:?} {agent}: {why} with {} tokens", tokens.unwrap_or_default());
            let is_cut_off = (agent, dialect, why) == ("parser", Dialect::Plain, Why::Invalid);
            assert!(is_answered(why) && tokens.is_some() || is_cut_off, "{dialect:?} {agent}: {why:?}");
        }
    }
}

/// How a lane came to its words for a car.
async fn said(rules: &AgentRules, menu: &ActiveMenu, dialect: Dialect) -> Choice {
    let drive_thru = DriveThruSettings { agents: rules.clone(), ..DriveThruSettings::default() };
    let lanes = Lanes::open(Parts {
        generator: Arc::new(Chain::new(Some(model(dialect)))),
        settings: Settings { default: drive_thru, ..Settings::default() },
        clock: Arc::new(|| Timestamp::UNIX_EPOCH),
        ..Parts::new(Arc::new(MemoryStore::default()), menu.clone())
    });
    let lanes = lanes.await.unwrap();
    let event = json!({ "id": Uuid::new_v4(), "type": "car_detected" });
    let answer =
        lanes.take(&LaneKey::new("d1", "1").unwrap(), ReceivedEvent::read(&event).unwrap()).await.unwrap();
    lanes.close().await;
    let turn: Value = serde_json::from_str(&answer.turn).unwrap();
    serde_json::from_value(turn["say"]["choice"].clone()).unwrap()
}

/// Understands nothing.
struct Deaf;

#[async_trait]
impl UtteranceParser for Deaf {
    async fn parse(&self, _: Utterance<'_>, _: Brief<'_>) -> Acts {
        Acts::by("deaf", 1.0, vec![Act::Unclear])
    }
}

#[tokio::test]
async fn what_is_looked_for_is_found_where_it_is() {
    let text = "# A coke\nmenu: burger.json\n> car\n> \"a large coke\"\n";
    let transcript = Transcript::parse(text).unwrap();
    let heard = turns(&transcript, Arc::new(GrammarParser)).await;
    let not_heard = turns(&transcript, Arc::new(Deaf)).await;
    let [nobody, coke] = [vec![], vec!["coke".to_owned()]].map(BTreeSet::from_iter);
    assert!(worse(&heard, &heard, &nobody).is_empty());
    assert!(worse(&not_heard, &heard, &coke)[0].starts_with("it lost "));
    assert!(worse(&heard, &not_heard, &nobody)[0].starts_with("nobody named "));
    assert!(worse(&heard, &not_heard, &coke).is_empty());

    let [burger, coffee] = ["burger.json", "coffee.json"].map(|menu| active_menu(menu).book.menu);
    assert!(heard.iter().all(|turn| judge::illegal(turn, Some(&burger)).is_none()));
    assert!(heard.iter().any(|turn| judge::illegal(turn, Some(&coffee)).is_some()));
}
