//! The invariants of this repository that the compiler cannot check.

use crate::circles::circles;
use crate::repository::Repository;

/// A longer file holds more than one concept, or says in its first comment why it does not.
const FILE_LINES_MAX: usize = 400;
/// How that sentence begins.
const WHY_LONG: &str = "This file is long because";

/// What `fsm` may be built from: data, its names (`strum`) and the dispatcher behind its table. None of these can open a socket.
const FSM_DEPENDENCIES: &[&str] =
    &["jiff", "schemars", "serde", "serde_json", "statig", "strum", "thiserror", "utoipa", "uuid"];

/// What has no place in `fsm`: I/O, clocks, chance, and whatever differs from run to run.
const FSM_FORBIDDEN: &[&str] = &[
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "std::thread",
    "std::time",
    "SystemTime",
    "Instant",
    "HashMap",
    "HashSet",
    "RandomState",
    "tokio",
    "rand",
    "now_v7",
    "new_v4",
    "Timestamp::now",
    "Zoned::now",
];

/// The crates of the service. Each may know those of the later layers, and none of its own or of an earlier one.
const LAYERS: &[&[&str]] = &[
    &["carhop"],
    &["transcript", "evaluation"],
    &["lanes", "llm"],
    &["agents"],
    &["parse", "rules", "speak"],
    &["fsm"],
];

/// Where the service's code is.
const CODE: &[&str] = &[
    "src/",
    "transcript/src/",
    "evaluation/src/",
    "lanes/src/",
    "llm/src/",
    "agents/src/",
    "parse/src/",
    "rules/src/",
    "speak/src/",
    "fsm/src/",
];

/// Where files still import one another in a circle.
const WITH_CIRCLES: &[&str] = &["parse/src/"];

/// The libraries that call other machines over HTTP, and where each may be used.
const CALLERS: &[(&str, &[&str])] =
    &[("async_openai", &["llm/src/client.rs:"]), ("reqwest", REQWEST_CALLERS)];

/// A model, webhooks, a service, and the collector of spans.
const REQWEST_CALLERS: &[&str] =
    &["llm/src/client.rs:", "lanes/src/pos/webhook", "src/client.rs:", "src/commands/serve/telemetry.rs:"];

/// Where effects are acted on.
const ACT: &str = "lanes/src/turn/act.rs";

/// A promise and how to find what breaks it.
struct Invariant {
    promise: &'static str,
    broken_by: fn(&Repository) -> Vec<String>,
}

const INVARIANTS: &[Invariant] = &[
    Invariant {
        promise: "fsm does no I/O, reads no clock and leaves nothing to chance",
        broken_by: impure_words,
    },
    Invariant { promise: "fsm is built from data crates only", broken_by: impure_dependencies },
    Invariant { promise: "no crate knows one that is above it", broken_by: upward_dependencies },
    Invariant { promise: "effects are acted on in one place", broken_by: other_places_that_act },
    Invariant { promise: "nothing is acted on before it is committed", broken_by: acts_before_the_commit },
    Invariant { promise: "no effect is left to a wildcard", broken_by: wildcards_over_effects },
    Invariant { promise: "every row of the design is a line of the table", broken_by: rows_without_a_line },
    Invariant {
        promise: "models, webhooks and services are called from one module each",
        broken_by: other_callers,
    },
    Invariant { promise: "no files import one another in a circle", broken_by: circles_of_files },
    Invariant { promise: "no source file is longer than one can read", broken_by: long_files },
];

/// What breaks a promise, a line each.
pub fn broken(repository: &Repository) -> Vec<String> {
    let check = |invariant: &Invariant| {
        let found = (invariant.broken_by)(repository);
        found.into_iter().map(|what| format!("{}: {what}", invariant.promise)).collect::<Vec<_>>()
    };
    INVARIANTS.iter().flat_map(check).collect()
}

fn impure_words(repository: &Repository) -> Vec<String> {
    let mut found = Vec::new();
    for (place, line) in repository.code("fsm/src/") {
        let used = FSM_FORBIDDEN.iter().filter(|word| has_word(line, word));
        found.extend(used.map(|word| format!("{place} uses `{word}`")));
    }
    found
}

fn impure_dependencies(repository: &Repository) -> Vec<String> {
    let used = repository.dependencies.get("fsm").into_iter().flatten();
    let impure = used.filter(|name| !FSM_DEPENDENCIES.contains(&name.as_str()));
    impure.map(|name| format!("fsm depends on `{name}`")).collect()
}

fn upward_dependencies(repository: &Repository) -> Vec<String> {
    let layer_of = |name: &str| LAYERS.iter().position(|layer| layer.contains(&name));
    let mut found = Vec::new();
    for (package, dependencies) in &repository.dependencies {
        let Some(layer) = layer_of(package) else { continue };
        let upward = dependencies.iter().filter(|name| layer_of(name).is_some_and(|other| other <= layer));
        found.extend(upward.map(|name| format!("{package} depends on `{name}`")));
    }
    found
}

fn other_places_that_act(repository: &Repository) -> Vec<String> {
    let lines = CODE.iter().flat_map(|folder| repository.code(folder));
    let places: Vec<String> =
        lines.filter(|(_, line)| line.contains("match effect")).map(|(place, _)| place).collect();
    match &places[..] {
        [place] if place.starts_with(ACT) => Vec::new(),
        [] => vec![format!("{ACT} has no `match effect`")],
        places => vec![format!("`match effect` is at {}", places.join(", "))],
    }
}

fn other_callers(repository: &Repository) -> Vec<String> {
    let mut found = Vec::new();
    for (place, line) in CODE.iter().flat_map(|folder| repository.code(folder)) {
        let used = CALLERS.iter().filter(|(library, modules)| {
            has_word(line, library) && !modules.iter().any(|module| place.starts_with(module))
        });
        found.extend(used.map(|(library, _)| format!("{place} uses `{library}`")));
    }
    found
}

/// The compiler keeps it, as long as acting demands a `Committed` and only a commit that was stored makes one.
fn acts_before_the_commit(repository: &Repository) -> Vec<String> {
    let mut found = Vec::new();
    if !repository.code(ACT).any(|(_, line)| line.contains("fn act(") && line.contains("&Committed")) {
        found.push(format!("{ACT} has no `fn act` that demands a `&Committed`"));
    }
    let mut is_committed = false;
    for (place, line) in repository.code("lanes/src/") {
        if has_word(line, "fn") {
            is_committed = false;
        }
        is_committed |= line.contains("store.commit(");
        let is_declared = ["struct", "impl"].iter().any(|word| has_word(line, word));
        if line.contains("Committed {") && !is_declared && !is_committed {
            found.push(format!("{place} makes a `Committed`, and no commit is before it"));
        }
    }
    found
}

fn wildcards_over_effects(repository: &Repository) -> Vec<String> {
    let lines = repository.code(ACT);
    let wild = lines
        .filter(|(_, line)| line.trim_start().starts_with("_ =>") || line.trim_start().starts_with("_ if"));
    wild.map(|(place, _)| format!("{place} takes what is left over")).collect()
}

fn rows_without_a_line(repository: &Repository) -> Vec<String> {
    let design = repository.text("fixtures/transitions.csv");
    let rows: Vec<&str> = design.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    if rows.is_empty() {
        return vec!["fixtures/transitions.csv has no rows".to_owned()];
    }
    let table: Vec<&str> = repository.text("fsm/src/machine/table.rs").lines().map(str::trim_start).collect();
    let has_line =
        |row: &str| table.iter().any(|line| line.strip_prefix(row).is_some_and(|rest| rest.starts_with(':')));
    let missing = rows.into_iter().filter(|row| !has_line(row));
    missing.map(|row| format!("fsm/src/machine/table.rs has no line `{row}:`")).collect()
}

fn circles_of_files(repository: &Repository) -> Vec<String> {
    let folders = CODE.iter().chain(&["testbed/src/", "xtask/src/"]);
    let folders = folders.filter(|folder| !WITH_CIRCLES.contains(folder));
    folders.flat_map(|folder| circles(repository, folder)).collect()
}

fn long_files(repository: &Repository) -> Vec<String> {
    let counted = repository.files.iter().filter(|(path, _)| path.ends_with(".rs"));
    let counted = counted.map(|(path, text)| (path, text, text.lines().count()));
    let says_why = |text: &str| {
        let comment = text.lines().take_while(|line| line.starts_with("//!"));
        comment.into_iter().any(|line| line.contains(WHY_LONG))
    };
    let long = counted.filter(|(_, text, lines)| *lines > FILE_LINES_MAX && !says_why(text));
    long.map(|(path, _, lines)| {
        format!("{path} has {lines} lines, {FILE_LINES_MAX} at most without `{WHY_LONG} ...`")
    })
    .collect()
}

/// Whether a line has a word or a path that stands alone: `rand` is not in `operand`.
fn has_word(line: &str, word: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.match_indices(word).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        let after = line[start + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A repository that keeps every promise, as small as can be.
    fn sound() -> Repository {
        let mut repository = Repository::default();
        for (path, text) in [
            ("fixtures/transitions.csv", "row,state\nD01,idle\nS01,ordering\n"),
            ("fsm/src/machine/table.rs", "    D01: Idle,\n    S01: Ordering,\n"),
            (
                "lanes/src/turn/act.rs",
                "fn act(turn: &Committed) {\n    match effect {\n        Effect::Speak => {}\n    }\n}\n",
            ),
            (
                "lanes/src/turn/commit.rs",
                "async fn commit() {\n    store.commit(commit).await?;\n    Committed { turn }\n}\n",
            ),
        ] {
            repository.files.insert(path.to_owned(), text.to_owned());
        }
        let packages: [(&str, &[&str]); 7] = [
            ("carhop", &["axum", "fsm", "lanes"]),
            ("transcript", &["fsm", "lanes"]),
            ("lanes", &["agents", "fsm", "tokio"]),
            ("agents", &["fsm", "parse"]),
            ("parse", &["fsm"]),
            ("speak", &["fsm"]),
            ("fsm", &["serde", "uuid"]),
        ];
        for (package, dependencies) in packages {
            let dependencies = dependencies.iter().map(|name| (*name).to_owned()).collect();
            repository.dependencies.insert(package.to_owned(), dependencies);
        }
        repository
    }

    #[track_caller]
    fn check_file(path: &str, text: &str, expected: &[&str]) {
        let mut repository = sound();
        repository.files.insert(path.to_owned(), text.to_owned());
        assert_eq!(broken(&repository), expected);
    }

    #[track_caller]
    fn check_dependency(package: &str, dependency: &str, expected: &[&str]) {
        let mut repository = sound();
        repository.dependencies.get_mut(package).unwrap().push(dependency.to_owned());
        assert_eq!(broken(&repository), expected);
    }

    #[test]
    fn a_sound_repository_breaks_nothing() {
        assert_eq!(broken(&sound()), [""; 0]);
    }

    #[test]
    fn a_clock_a_file_or_a_hash_map_in_fsm_is_found() {
        let promise = "fsm does no I/O, reads no clock and leaves nothing to chance";
        for (line, word) in [
            ("use std::fs;", "std::fs"),
            ("let at = jiff::Timestamp::now();", "Timestamp::now"),
            ("    let id = Uuid::new_v4();", "new_v4"),
            ("use std::collections::HashMap; // for speed", "HashMap"),
            ("let roll = rand::random();", "rand"),
        ] {
            check_file("fsm/src/order.rs", line, &[&format!("{promise}: fsm/src/order.rs:1 uses `{word}`")]);
        }
        check_file("fsm/src/order.rs", "let operand = 1; // not a HashMap", &[]);
        check_file("lanes/src/settings.rs", "use std::fs;", &[]);
    }

    #[test]
    fn a_runtime_below_fsm_is_found() {
        check_dependency("fsm", "tokio", &["fsm is built from data crates only: fsm depends on `tokio`"]);
    }

    #[test]
    fn a_dependency_that_points_up_is_found() {
        check_dependency(
            "agents",
            "lanes",
            &["no crate knows one that is above it: agents depends on `lanes`"],
        );
        check_dependency(
            "lanes",
            "transcript",
            &["no crate knows one that is above it: lanes depends on `transcript`"],
        );
        check_dependency(
            "speak",
            "parse",
            &["no crate knows one that is above it: speak depends on `parse`"],
        );
    }

    #[test]
    fn a_second_place_that_acts_is_found() {
        let promise = "effects are acted on in one place";
        let places = "`match effect` is at src/http.rs:1, lanes/src/turn/act.rs:2";
        check_file("src/http.rs", "match effect {", &[&format!("{promise}: {places}")]);
        let none = "fn act(turn: &Committed) {}";
        check_file(ACT, none, &[&format!("{promise}: lanes/src/turn/act.rs has no `match effect`")]);
    }

    #[test]
    fn a_second_place_that_calls_a_model_or_a_webhook_is_found() {
        let promise = "models, webhooks and services are called from one module each";
        for (path, line, library) in [
            ("llm/src/chain.rs", "use async_openai::Client;", "async_openai"),
            ("src/client.rs", "use async_openai::Client;", "async_openai"),
            ("lanes/src/pos/file.rs", "reqwest::get(url);", "reqwest"),
        ] {
            check_file(path, line, &[&format!("{promise}: {path}:1 uses `{library}`")]);
        }
        check_file("llm/src/client.rs", "use async_openai::Client; use reqwest::Url;", &[]);
        check_file("lanes/src/pos/webhook/target.rs", "use reqwest::Url;", &[]);
        check_file("src/client.rs", "use reqwest::Client;", &[]);
    }

    #[test]
    fn an_act_before_the_commit_is_found() {
        let promise = "nothing is acted on before it is committed";
        let early = "fn other() {\n    store.commit(commit);\n}\nfn commit() {\n    let turn = Committed { turn };\n    store.commit(commit);\n}\n";
        let expected =
            format!("{promise}: lanes/src/turn/commit.rs:5 makes a `Committed`, and no commit is before it");
        check_file("lanes/src/turn/commit.rs", early, &[&expected]);
        let expected = format!("{promise}: {ACT} has no `fn act` that demands a `&Committed`");
        check_file(ACT, "fn act(effect: &Effect) {\n    match effect {}\n}\n", &[&expected]);
    }

    #[test]
    fn a_wildcard_over_effects_is_found() {
        let text = "fn act(turn: &Committed) {\n    match effect {\n        _ => {}\n    }\n}\n";
        let expected = "no effect is left to a wildcard: lanes/src/turn/act.rs:3 takes what is left over";
        check_file(ACT, text, &[expected]);
    }

    #[test]
    fn a_row_that_the_table_misses_is_found() {
        let promise = "every row of the design is a line of the table";
        let expected = format!("{promise}: fsm/src/machine/table.rs has no line `S01:`");
        check_file("fsm/src/machine/table.rs", "    D01: Idle,\n    // S01: Ordering,\n", &[&expected]);
        check_file(
            "fixtures/transitions.csv",
            "",
            &[&format!("{promise}: fixtures/transitions.csv has no rows")],
        );
    }

    #[test]
    fn a_circle_of_files_is_found() {
        let mut repository = sound();
        for (path, text) in [("lanes/src/a.rs", "use crate::b::B;"), ("lanes/src/b.rs", "use crate::a::A;")] {
            repository.files.insert(path.to_owned(), text.to_owned());
        }
        assert_eq!(broken(&repository), ["no files import one another in a circle: lanes/src/: a <-> b"]);
    }

    #[test]
    fn a_file_that_is_too_long_is_found() {
        let promise = "no source file is longer than one can read";
        let expected =
            format!("{promise}: parse/src/walk.rs has 401 lines, 400 at most without `{WHY_LONG} ...`");
        check_file("parse/src/walk.rs", &"\n".repeat(401), &[&expected]);
        check_file("parse/src/walk.rs", &"\n".repeat(400), &[]);
        let reason = format!("//! Walks.\n//!\n//! {WHY_LONG} it is one match.\n{}", "\n".repeat(400));
        check_file("parse/src/walk.rs", &reason, &[]);
    }
}
