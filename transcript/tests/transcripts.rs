//! Every transcript comes out as it is written, and together they take every row of the table.
//!
//! `BLESS=1 INSTA_UPDATE=always cargo test -p transcript` writes down what came out; read the difference before it is
//! committed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use agents::GrammarParser;
use fsm::dialogue::ActKind;
use fsm::machine::ROWS;
use lanes::store::{Durability, MemoryStore, RedisSettings, RedisStore, SqliteStore, Store};
use testbed::{RedisCluster, RedisSentinels, RedisServer};
use transcript::{Outcome, Transcript, difference, replay};

/// How many transcripts there are at least.
const TRANSCRIPTS_MIN: usize = 80;

/// A transcript's file with what is written in it and what came out of it.
struct Played {
    path: PathBuf,
    written: String,
    outcome: Result<Outcome, String>,
}

/// Every transcript, played once for all tests.
static PLAYED: LazyLock<Vec<Played>> = LazyLock::new(|| {
    let files = std::fs::read_dir(fixtures("transcripts")).unwrap();
    let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    paths.into_iter().map(play).collect()
});

fn play(path: PathBuf) -> Played {
    let written = std::fs::read_to_string(&path).unwrap();
    let outcome = outcome_of(&written);
    Played { path, written, outcome }
}

fn outcome_of(written: &str) -> Result<Outcome, String> {
    outcome_in(written, async || MemoryStore::default())
}

/// One thread and a runtime for each, so that nothing of one conversation is in another's way.
fn outcome_in<S: Store>(written: &str, open: impl AsyncFn() -> S) -> Result<Outcome, String> {
    let transcript = Transcript::parse(written).map_err(|error| error.to_string())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let replayed = runtime.block_on(async {
        replay(&transcript, &fixtures("menus"), Arc::new(open().await), Arc::new(GrammarParser)).await
    });
    replayed.map_err(|error| error.to_string())
}

fn fixtures(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(folder)
}

#[test]
fn every_transcript_comes_out_as_it_is_written() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut failures = Vec::new();
    for Played { path, written, outcome } in &*PLAYED {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        match outcome {
            Err(error) => failures.push(format!("{name}: {error}")),
            Ok(outcome) if bless => std::fs::write(path, &outcome.text).unwrap(),
            Ok(outcome) => {
                failures.extend(difference(written, &outcome.text).map(|diff| format!("{name}:\n{diff}")));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} transcripts come out otherwise:\n\n{}",
        failures.len(),
        failures.join("\n\n")
    );
}

#[test]
fn every_transcript_comes_out_the_same_in_sqlite() {
    comes_out_the_same(|written| {
        let folder = tempfile::tempdir().unwrap();
        outcome_in(written, async || SqliteStore::open(&folder.path().join("carhop.db")).unwrap())
    });
}

#[test]
fn every_transcript_comes_out_the_same_in_redis() {
    let server = RedisServer::start(&[]);
    comes_out_the_same(|written| {
        server.command("FLUSHALL");
        outcome_in(written, async || redis(&server.url(), Durability::Memory).await)
    });
}

#[test]
fn every_transcript_comes_out_the_same_behind_sentinels() {
    let sentinels = RedisSentinels::start();
    comes_out_the_same(|written| {
        sentinels.clear();
        outcome_in(written, async || redis(&sentinels.url(), Durability::Replicated { replicas: 1 }).await)
    });
}

#[test]
fn every_transcript_comes_out_the_same_in_a_cluster() {
    let cluster = RedisCluster::start();
    comes_out_the_same(|written| {
        cluster.clear();
        outcome_in(written, async || redis(&cluster.url(), Durability::Memory).await)
    });
}

async fn redis(url: &str, durability: Durability) -> RedisStore {
    let settings = RedisSettings {
        durability,
        audit_kept: Duration::from_hours(1),
        documents_kept: Duration::from_hours(1),
        audit_turns_max: 1000,
    };
    RedisStore::open(url, settings).await.unwrap()
}

/// Byte for byte as in memory.
fn comes_out_the_same(outcome_of: impl Fn(&str) -> Result<Outcome, String>) {
    for Played { path, written, outcome } in &*PLAYED {
        let (here, there) = (outcome.as_ref().unwrap(), outcome_of(written).unwrap());
        assert_eq!(difference(&here.text, &there.text), None, "{}", path.display());
    }
}

/// Byte for byte but for the rules that it names.
#[test]
fn every_transcript_comes_out_the_same_under_rules_that_say_what_is_so_without() {
    let ruled = PLAYED.iter().filter(|played| !played.written.contains("\nrules: "));
    let mut decided = 0;
    for Played { path, written, outcome } in ruled {
        let under = written.replacen("\nmenu: ", "\nrules: default.json\nmenu: ", 1);
        let there = outcome_of(&under).unwrap().text;
        let is_named = |line: &&str| line.starts_with("    by rule ");
        decided += there.lines().filter(is_named).count();
        let there = there.lines().filter(|line| *line != "rules: default.json" && !is_named(line));
        let there: String = there.map(|line| format!("{line}\n")).collect();
        assert_eq!(difference(&outcome.as_ref().unwrap().text, &there), None, "{}", path.display());
    }
    assert!(decided > 100, "the rules decided {decided} times");
}

#[test]
fn every_row_of_the_table_is_taken_by_a_transcript() {
    let taken = transcripts_by_row();
    let missing: Vec<&str> = ROWS.iter().map(|row| row.id).filter(|row| taken[row] == 0).collect();
    assert!(missing.is_empty(), "no transcript takes {}", missing.join(", "));
}

#[test]
fn every_act_is_heard_in_a_transcript() {
    let is_heard = |act: &&ActKind| {
        PLAYED.iter().filter_map(|it| it.outcome.as_ref().ok()).any(|it| it.acts.contains(act))
    };
    assert_eq!(ActKind::ALL.iter().find(|act| !is_heard(act)), None);
}

/// How many transcripts take each row.
fn transcripts_by_row() -> BTreeMap<&'static str, usize> {
    let taken = |row: &str| {
        PLAYED.iter().filter(|it| it.outcome.as_ref().is_ok_and(|it| it.rows.contains(row))).count()
    };
    ROWS.iter().map(|row| (row.id, taken(row.id))).collect()
}

#[test]
fn so_many_transcripts_take_each_row() {
    let taken = transcripts_by_row();
    let lines: Vec<String> = ROWS
        .iter()
        .map(|row| {
            let state = row.state.map_or("active", fsm::machine::StateKind::as_str);
            format!("{} {:<10} {:<20} {}", row.id, state, row.event.as_str(), taken[row.id])
        })
        .collect();
    insta::assert_snapshot!("coverage", lines.join("\n"));
}

#[test]
fn there_are_many_transcripts_and_each_says_what_it_shows() {
    assert!(PLAYED.len() >= TRANSCRIPTS_MIN, "there are only {}", PLAYED.len());
    let mut titles = BTreeMap::new();
    for played in &*PLAYED {
        let title = played.written.lines().next().unwrap_or_default();
        let name = played.path.display();
        if let Some(other) = titles.insert(title, name.to_string()) {
            panic!("{name} and {other} have one title");
        }
    }
}

#[test]
fn a_replay_is_the_same_every_time() {
    let Some(Played { written, outcome: Ok(outcome), .. }) = PLAYED.first() else {
        panic!("nothing was played")
    };
    assert_eq!(outcome_of(written).unwrap().text, outcome.text);
}

#[test]
fn a_transcript_is_written_down_with_all_that_came_out() {
    let written = "\
# A coke, taken back before it was paid for
menu: burger.json
greeting: Hi there!

# The size is the menu's own.
> car
> \"a coke\"
    this is not what comes out
> again
> tap done
> tap confirm
> pos rejects \"no cups\" item coke
> car leaves
";
    insta::assert_snapshot!("a_small_transcript", outcome_of(written).unwrap().text);
}

#[test]
fn a_malformed_transcript_is_refused_by_its_line() {
    let refused = |text: &str| Transcript::parse(text).unwrap_err().to_string();
    let texts = [
        "> car",
        "# No menu\n\n> car",
        "# A misspelt setting\nmenu: burger.json\ngreting: off\n> car",
        "# A setting too late\nmenu: burger.json\n> car\ngreeting: off",
        "# An outcome of nothing\nmenu: burger.json\n    D01 idle -> ordering\n> car",
        "# An unknown input\nmenu: burger.json\n> car\n> honks",
        "# An open quotation\nmenu: burger.json\n> car\n> \"a coke",
        "# An unknown act\nmenu: burger.json\n> car\n> \"a coke\", heard as perhaps",
        "# An unknown option\nmenu: burger.json\n> car\n> \"a coke\", loudly",
        "# No line\nmenu: burger.json\n> car\n> tap remove 1",
        "# No time\nmenu: burger.json\nstarts at: noon\n> car",
    ];
    insta::assert_snapshot!("refusals", texts.map(refused).join("\n"));
}

#[test]
fn what_is_missing_behind_the_only_line_is_missed_there() {
    let error = Transcript::parse("# Only a title").unwrap_err();
    assert_eq!(error.to_string(), "line 1: name the menu: `menu: burger.json`");
}

#[test]
fn a_transcript_whose_menu_is_not_there_says_so() {
    let error = outcome_of("# No such menu\nmenu: pizza.json\n> car").unwrap_err();
    assert!(error.starts_with("menu pizza.json: "), "{error}");
}
