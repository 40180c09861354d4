//! What `carhop` does in a terminal and in a pipe.

use std::io::Write as _;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Output, Stdio};

use serde_json::{Value, json};

use crate::support::carhop;

/// Repeats what a command is to give: its exit code, and its words.
#[track_caller]
pub fn check(arguments: &[&str], code: i32) -> (String, String) {
    let output = carhop(arguments).output().unwrap();
    told(&output, code)
}

#[track_caller]
fn told(output: &Output, code: i32) -> (String, String) {
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8(bytes.clone()).unwrap());
    assert_eq!(output.status.code(), Some(code), "{out}{err}");
    assert!(
        !out.contains('\u{1b}') && !err.contains('\u{1b}'),
        "colour where there is no terminal: {out}{err}"
    );
    (out, err)
}

#[test]
fn the_help_names_the_commands_and_the_exit_codes() {
    let (help, _) = check(&["--help"], 0);
    for word in [
        "serve",
        "talk",
        "parse",
        "eval",
        "replay",
        "graph",
        "doctor",
        "menu",
        "tickets",
        "health",
        "Exit codes: 0 ",
    ] {
        assert!(help.contains(word), "{word} is not in\n{help}");
    }
    let (help, _) = check(&["serve", "--help"], 0);
    for word in
        ["--listen", "--data", "--store", "--menu", "--config", "CARHOP_POS_EMITTER", "--print-config"]
    {
        assert!(help.contains(word), "{word} is not in\n{help}");
    }
}

#[test]
fn a_faulty_command_line_is_told_with_exit_code_2() {
    for arguments in [
        &["fly"][..],
        &["serve", "--lisen", "127.0.0.1:0"],
        &["serve", "--listen", "nowhere"],
        &["serve", "--store", "redis://"],
        &["serve", "--pos-emitter", "pigeon"],
        &["serve", "--line-quantity-max", "-1"],
        &["graph", "--format", "png"],
        &["parse"],
        &["parse", "a coke", "--expectation", "world_peace"],
        &["menu", "check"],
        &["menu", "enrich", "--menu", "menu.json"],
        &["replay"],
        &["replay", "session.json", "--reparse", "oracle"],
        &["replay", "session.json", "--reparse", "grammar", "--bless"],
        &["eval"],
        &["eval", "sentences.jsonl", "--min", "101"],
        &["eval", "sentences.jsonl", "--agent", "grammar,oracle"],
        &["eval", "sentences.jsonl", "--agents-deadline-ms", "0"],
        &["eval", "sentences.jsonl", "--confidence-min", "60"],
        &["eval", "sentences.jsonl", "--seed", "7"],
        &["eval", "sentences.jsonl", "--suggest", "--noise"],
        &["eval", "sentences.jsonl", "--suggest", "--audit", "log.json"],
        &["eval", "--audit", "log.json"],
        &["eval", "sentences.jsonl", "--noise", "--min", "90"],
        &["tickets", "list", "--status", "lost"],
        &["tickets", "list", "--limit", "0"],
        &["tickets", "list", "--limit", "201"],
        &["tickets", "list", "--drive-thru", "d/1"],
        &["tickets", "show", "seven"],
        &["tickets", "resend"],
        &["tickets", "void", "00000000-0000-0000-0000-000000000007"],
        &["tickets", "list", "--url", "ftp://127.0.0.1:8080"],
        &["tickets", "list", "--url", "127.0.0.1:8080"],
        &["health", "--url", "http://127.0.0.1:8080/v1"],
    ] {
        let (out, err) = check(arguments, 2);
        assert!(out.is_empty() && err.starts_with("error: "), "{arguments:?}: {out}{err}");
    }
    let output = carhop(&["serve"]).env("CARHOP_POS_EMITTER", "pigeon").output().unwrap();
    told(&output, 2);
}

#[test]
fn what_cannot_run_is_told_with_exit_code_3() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("typo.toml"), "lisen = \"127.0.0.1:0\"\n").unwrap();
    std::fs::write(path("mars.toml"), "[drive_thru]\ntime_zone = \"Mars/Olympus\"\n").unwrap();
    std::fs::write(path("menu.json"), "{}").unwrap();
    for (arguments, word) in [
        (["serve", "--config", &path("none.toml")], "none.toml"),
        (["serve", "--config", &path("typo.toml")], "lisen"),
        (["serve", "--config", &path("mars.toml")], "Mars/Olympus"),
        (["serve", "--log", "=,=="], "log filter"),
        (["talk", "--menu", &path("none.json")], "none.json"),
        (["talk", "--menu", &path("menu.json")], "$.name"),
        (["menu", "check", &path("none.json")], "none.json"),
        (["eval", &path("none.jsonl"), "--show=1"], "none.jsonl"),
        (["menu", "check", &path("typo.toml")], "is not JSON"),
    ] {
        let (out, err) = check(&arguments, 3);
        assert!(
            out.is_empty() && err.starts_with("carhop: ") && err.contains(word),
            "{arguments:?}: {out}{err}"
        );
    }
}

#[test]
fn the_version_is_the_package_s() {
    assert_eq!(check(&["--version"], 0).0, concat!("carhop ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn options_without_a_command_are_those_of_serve() {
    let options = ["--data", "elsewhere", "--print-config"];
    assert_eq!(check(&options, 0), check(&["serve", "--data", "elsewhere", "--print-config"], 0));
    check(&["--lisen", "127.0.0.1:0"], 2);
}

#[test]
fn the_table_is_the_design_s() {
    let design = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/transitions.csv");
    assert_eq!(check(&["graph", "--format", "csv"], 0).0, std::fs::read_to_string(design).unwrap());
    assert!(check(&["graph", "--format", "mermaid"], 0).0.starts_with("stateDiagram-v2"));
    assert!(check(&["graph", "--format", "dot"], 0).0.starts_with("digraph"));
    assert!(check(&["graph"], 0).0.contains("USER_SAYS_DONE"));
}

#[test]
fn what_the_parser_hears_is_printed() {
    let (out, _) = check(&["parse", "two cheeseburgers, no pickles, that's it"], 0);
    let heard: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&heard["acts"][0]["act"], &heard["acts"][1]["act"]), (&json!("order"), &json!("done")));
    let (out, _) = check(&["parse", "yes", "--expectation", "yes_no_or_changes"], 0);
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["acts"][0]["act"], "yes");
    let (out, _) = check(&["parse", "--explain", "two cheeseburgers"], 0);
    assert!(out.contains("cheeseburger"), "{out}");
}

#[test]
fn labelled_sentences_are_measured() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (good, odd, figures) = (path("good.jsonl"), path("odd.jsonl"), path("figures.json"));
    let add = |item: &str| json!([{ "act": "order", "ops": [{ "op": "add", "item": item, "quantity": 2 }] }]);
    let order = json!({ "text": "two cheeseburgers", "acts": add("cheeseburger") });
    let yes = json!({ "text": "yes", "expectation": "yes_no_or_changes", "acts": [{ "act": "yes" }] });
    std::fs::write(&good, format!("{order}\n\n{yes}\n")).unwrap();
    let (out, err) = check(&["eval", &good, "--min", "100", "--min-sure", "100", "--json", &figures], 0);
    assert!(out.starts_with("100.0 % exact: 2 of 2 sentences\n") && err.is_empty(), "{out}{err}");
    let written: Value = serde_json::from_str(&std::fs::read_to_string(&figures).unwrap()).unwrap();
    assert_eq!((&written["exact"]["of"], &written["kinds"][0]["kind"]), (&json!(2), &json!("order.add")));

    let wrong = json!({ "text": "two cheeseburgers", "acts": add("hamburger") });
    std::fs::write(&odd, format!("{yes}\n{wrong}\n")).unwrap();
    let (out, err) = check(&["eval", &good, &odd, "--min", "90", "--min-sure", "70", "--show", "1"], 1);
    for part in [
        "75.0 % exact: 3 of 4 sentences in 2 files\n",
        "odd.jsonl:2  two cheeseburgers",
        "want   +2 hamburger",
    ] {
        assert!(out.contains(part), "{part} is not in\n{out}");
    }
    assert_eq!(err, "75.00 % are exact, less than 90 %\n");
    check(&["eval", &good, &odd], 0);
    assert_eq!(
        check(&["eval", &odd, "--min-sure", "70"], 1).1,
        "50.00 % are right of the sure, less than 70 %\n"
    );
}

#[test]
fn sentences_are_said_through_noise_that_can_be_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (sentences, figures) = (path("sentences.jsonl"), path("figures.json"));
    let order = json!([{ "act": "order", "ops": [{ "op": "add", "item": "cheeseburger", "quantity": 2 }] }]);
    let order = json!({ "text": "two cheeseburgers", "acts": order });
    let yes = json!({ "text": "yes", "expectation": "yes_no_or_changes", "acts": [{ "act": "yes" }] });
    std::fs::write(&sentences, format!("{order}\n{yes}\n")).unwrap();
    let (out, _) = check(&["eval", &sentences, "--noise", "--seed", "7", "--json", &figures], 0);
    let title = "2 sentences that are heard exactly, said through noise (seed 7)\n";
    assert!(out.starts_with(title) && out.contains("\nfillers         2 "), "{out}");
    assert_eq!(check(&["eval", &sentences, "--noise", "--seed", "7"], 0).0, out);
    let written: Value = serde_json::from_str(&std::fs::read_to_string(&figures).unwrap()).unwrap();
    assert_eq!((&written["seed"], &written["kinds"][2]["noise"]), (&json!(7), &json!("number")));
    assert_eq!(written["kinds"][2]["exact"]["of"], 1);
}

#[test]
fn misses_are_sorted_by_their_cause() {
    let folder = tempfile::tempdir().unwrap();
    let sentences = folder.path().join("sentences.jsonl");
    let add = |item: &str| json!([{ "act": "order", "ops": [{ "op": "add", "item": item }] }]);
    let wrong = json!({ "text": "a cheeseburger", "acts": add("hamburger") });
    let right = json!({ "text": "a cheeseburger", "acts": add("cheeseburger") });
    std::fs::write(&sentences, format!("{wrong}\n{right}\n{wrong}\n")).unwrap();
    let (out, _) = check(&["eval", sentences.to_str().unwrap(), "--suggest", "--show", "1"], 0);
    let mut lines = out.lines().map(str::trim);
    for line in [
        "2 of 3 sentences are missed, by cause, the most frequent first",
        "2  something heard as something else",
        "2  hamburger heard as cheeseburger",
        "heard  +1 cheeseburger",
    ] {
        assert!(lines.any(|shown| shown == line), "{line:?} does not come next in\n{out}");
    }
    assert!(lines.all(|line| !line.ends_with("a cheeseburger")), "one example is enough: {out}");
}

#[test]
fn agents_are_compared_on_the_same_sentences() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (sentences, figures) = (path("sentences.jsonl"), path("figures.json"));
    let order = json!([{ "act": "order", "ops": [{ "op": "add", "item": "cheeseburger", "quantity": 2 }] }]);
    let order = json!({ "text": "two cheeseburgers", "acts": order });
    let yes = json!({ "text": "yes", "expectation": "yes_no_or_changes", "acts": [{ "act": "yes" }] });
    std::fs::write(&sentences, format!("{order}\n{yes}\n")).unwrap();
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let url = format!("http://{nobody}/v1");
    let agents = ["--agent", "grammar,llm", "--agent", "chain", "--llm-url", &url, "--llm-model", "none"];
    let asked = [&["eval", &sentences, "--min", "50", "--json", &figures], &agents[..]].concat();
    let (out, err) = check(&asked, 1);
    assert_eq!(err, "llm: 0.00 % are exact, less than 50 %\n");
    let table: Vec<&str> = out.lines().rev().take(3).collect();
    for (line, agent, end) in [
        (table[2], "grammar  ", "  0"),
        (table[1], "llm  ", "  2: 1 nothing_to_ask, 1 unreachable"),
        (table[0], "grammar_then_llm  ", "  0"),
    ] {
        assert!(line.starts_with(agent) && line.ends_with(end), "{out}");
    }
    let written: Value = serde_json::from_str(&std::fs::read_to_string(&figures).unwrap()).unwrap();
    assert_eq!(written[0]["exact"]["count"], 2);
    assert_eq!(written[1]["cost"]["fallbacks"], json!({ "nothing_to_ask": 1, "unreachable": 1 }));
    assert_eq!(written[2]["agent"], "grammar_then_llm");

    let (out, err) = check(&["eval", &sentences, "--agent", "grammar", "--agent", "llm"], 3);
    assert!(out.is_empty() && err.contains("`llm` asks a model: name it with --llm-url"), "{out}{err}");
}

#[test]
fn every_fault_of_labelled_sentences_is_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let [bad, none] =
        ["bad.jsonl", "none.jsonl"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let lines = [
        "{",
        "{\"text\": \"a cola\", \"acts\": [{\"act\": \"order\", \"ops\": [{\"op\": \"add\", \"item\": \"cola\"}]}]}",
    ];
    std::fs::write(&bad, lines.join("\n")).unwrap();
    std::fs::write(&none, "\n").unwrap();
    let (out, err) = check(&["eval", &bad, &none], 1);
    let faults: Vec<&str> = out.lines().collect();
    assert_eq!(faults.len(), 3, "{out}");
    assert!(faults[0].starts_with(&format!("{bad}:1: is not JSON: ")), "{out}");
    assert_eq!(faults[1], format!("{bad}:2: $.acts[0].ops[0].item: \"cola\" is no item on the menu"));
    assert_eq!(faults[2], format!("{none}:1: there is no sentence"));
    assert_eq!(err, "3 faults in the sentences\n");
}

#[test]
fn the_printed_configuration_gives_itself_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("carhop.toml");
    let mut command =
        carhop(&["serve", "--print-config", "--listen", "127.0.0.1:9", "--time-zone", "America/Chicago"]);
    let (printed, _) = told(&command.env("CARHOP_POS_EMITTER", "none").output().unwrap(), 0);
    for line in [
        "listen = \"127.0.0.1:9\"",
        "pos_emitter = \"none\"",
        "time_zone = \"America/Chicago\"",
        "store = \"sqlite:\"",
    ] {
        assert!(printed.lines().any(|found| found == line), "{line} is not in\n{printed}");
    }
    std::fs::write(&file, &printed).unwrap();
    let file = file.to_str().unwrap();
    let mut command = carhop(&["serve", "--print-config", "--config", file]);
    assert_eq!(told(&command.env_remove("CARHOP_LOG").output().unwrap(), 0).0, printed);
    let (flagged, _) = check(&["serve", "--print-config", "--config", file, "--pos-emitter", "file"], 0);
    assert!(flagged.contains("pos_emitter = \"file\""), "{flagged}");
}

#[test]
fn the_command_line_wins_over_the_environment_and_that_over_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("carhop.toml");
    let layers =
        "listen = \"127.0.0.1:1\"\ndata = \"file\"\npos_emitter = \"none\"\n[drive_thru]\noffers = false\n";
    std::fs::write(&file, layers).unwrap();
    let mut command = carhop(&["serve", "--print-config", "--listen", "127.0.0.1:3"]);
    command.env("CARHOP_CONFIG", &file).env("CARHOP_LISTEN", "127.0.0.1:2").env("CARHOP_DATA", "environment");
    let (printed, _) = told(&command.output().unwrap(), 0);
    for line in [
        "listen = \"127.0.0.1:3\"",
        "data = \"environment\"",
        "pos_emitter = \"none\"",
        "store = \"sqlite:\"",
        "offers = false",
        "greet = true",
    ] {
        assert!(printed.lines().any(|found| found == line), "{line} is not in\n{printed}");
    }
}

#[test]
fn an_order_is_taken_through_a_pipe_to_its_end() {
    let mut child = carhop(&["talk"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = "two cheeseburgers, no pickles\n\n/nonsense\nthat's all\nyes\n/ack\na coke\n/left\n/car\n/quit\nnever said\n";
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let (out, _) = told(&child.wait_with_output().unwrap(), 0);
    let mut rest = out.as_str();
    for word in [
        "D01 idle -> ordering",
        "> two cheeseburgers, no pickles",
        "S01 ordering -> ordering",
        "2 x Cheeseburger (no ",
        "there is no /nonsense",
        "S03 ordering -> confirming",
        "total 10.37 USD",
        "S15 confirming -> closing",
        "revision 1 is pending",
        "D54 closing -> closing",
        "is acknowledged",
        "S20 closing -> ordering",
        "the ticket stands until the next one is confirmed",
        "G10 ordering -> idle",
        "the crew is told of what was not confirmed",
        "D01 idle -> ordering",
    ] {
        let Some(at) = rest.find(word) else { panic!("{word:?} does not come next in\n{rest}") };
        rest = &rest[at + word.len()..];
    }
    assert!(!rest.contains("never said"));
}
