//! The pages that people read are true: their links lead somewhere, their commands run, their tables name what there is.

mod page;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use fsm::dialogue::ActKind;
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::Value;
use tempfile::TempDir;

use self::page::{Page, root};
use crate::command_line::check;
use crate::support::Service;

/// What comes between the outputs of two blocks.
const NEXT_BLOCK: &str = "\n\u{1e}\n";

#[test]
fn every_link_leads_somewhere() {
    let mut broken = Vec::new();
    for page in Page::all() {
        for link in page.links().filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let path = match file {
                "" => page.path.clone(),
                file => page.path.parent().unwrap_or(Path::new("")).join(file),
            };
            let has_anchor = || Page::read(path.clone()).anchors().iter().any(|known| known == anchor);
            if !root().join(&path).exists() || !(anchor.is_empty() || has_anchor()) {
                broken.push(format!("{}: {link}", page.path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn what_is_marked_to_run_runs_and_shows_what_its_page_says() {
    let pages = Page::all();
    let marked = pages.iter().filter(|page| page.blocks().iter().any(|block| block.info == "sh run"));
    assert!(marked.map(run).count() > 5);
}

/// Runs the commands of a page against a service of its own, and compares what they show.
fn run(page: &Page) {
    let folder = TempDir::new().unwrap();
    for shared in ["fixtures", "parse"] {
        symlink(root().join(shared), folder.path().join(shared)).unwrap();
    }
    let service = page.prose().filter_map(|line| line.strip_prefix("<!-- service: ")?.strip_suffix(" -->"));
    let variables: Vec<(&str, &str)> = service.filter_map(|variable| variable.split_once('=')).collect();
    let service = Service::start_on(&folder.path().join("data"), &variables);
    let url = format!("http://{}", service.address);

    // Who begins with it begins again.
    let rounds = if page.path == Path::new("README.md") { 2 } else { 1 };
    for round in 0..rounds {
        run_once(page, folder.path(), &url, round);
    }
}

fn run_once(page: &Page, folder: &Path, url: &str, round: u32) {
    let blocks = page.blocks();
    let commands = blocks.iter().filter(|block| block.info == "sh run");
    let commands: Vec<String> =
        commands.map(|block| block.text.replace("http://127.0.0.1:8080", url)).collect();
    // What a reader does on another day.
    let day = 1_763_755_290 + 86_400 * round;
    let shell = format!(
        "set -euo pipefail\ncurl() {{ command curl --fail-with-body \"$@\"; }}\ndate() {{ echo {day}; }}\n"
    );
    let script = shell + &commands.join(&format!("printf '{NEXT_BLOCK}'\n"));
    let binary = Path::new(env!("CARGO_BIN_EXE_carhop")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let mut bash = Command::new("bash");
    bash.args(["-c", &script]).current_dir(folder).env_clear().env("PATH", path).env("CARHOP_URL", url);
    let output = bash.output().unwrap();
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(output.status.success(), "{}: {out}{err}", page.path.display());

    let mut outputs = out.split(NEXT_BLOCK);
    let mut shown = "";
    for block in &blocks {
        match block.info {
            "sh run" => shown = outputs.next().unwrap_or_default(),
            "json shown" => {
                let answers = serde_json::Deserializer::from_str(shown).into_iter::<Value>();
                let answer = answers.map(Result::unwrap).last().unwrap();
                let part = serde_json::from_str(&block.text).unwrap();
                assert!(contains(&answer, &part), "{}: {part:#} is not in {answer:#}", page.path.display());
            }
            "text shown" => {
                let mut lines = shown.lines().map(str::trim_end);
                for line in block.text.lines() {
                    let is_next = lines.any(|shown| shown == line);
                    assert!(is_next, "{}: {line:?} does not come next in\n{shown}", page.path.display());
                }
            }
            _ => {}
        }
    }
}

/// Whether an answer has what a page shows of it. Any date or time stands for another.
fn contains(answer: &Value, part: &Value) -> bool {
    let is_time = |text: &str| text.parse::<Timestamp>().is_ok() || text.parse::<Date>().is_ok();
    match (answer, part) {
        (Value::Object(answer), Value::Object(part)) => {
            part.iter().all(|(name, part)| answer.get(name).is_some_and(|answer| contains(answer, part)))
        }
        (Value::Array(answer), Value::Array(part)) => {
            answer.len() == part.len() && answer.iter().zip(part).all(|(answer, part)| contains(answer, part))
        }
        (Value::String(answer), Value::String(part)) => answer == part || (is_time(answer) && is_time(part)),
        _ => answer == part,
    }
}

#[test]
fn what_is_marked_as_a_part_of_a_file_is_in_it() {
    let pages = Page::all();
    let marked = pages.iter().flat_map(Page::blocks);
    let marked = marked.filter_map(|block| Some((block.info.split_once(" of ")?.1, block.text)));
    let wrong = marked.filter(|(file, text)| !fs::read_to_string(root().join(file)).unwrap().contains(text));
    let files: Vec<&str> = wrong.map(|(file, _)| file).collect();
    assert!(files.is_empty(), "{files:?} say otherwise");
}

#[test]
fn the_life_of_an_utterance_has_at_most_twelve_stops_and_each_is_a_function_of_its_file() {
    let page = Page::named("architecture.md");
    let section = page.section("## The life of one utterance");
    let stops: Vec<&str> = section.iter().filter_map(|line| Some(line.split_once(". [`")?.1)).collect();
    assert!((1..=12).contains(&stops.len()), "{stops:#?}");
    for stop in stops {
        let (function, rest) = stop.split_once("`](../").unwrap();
        let code = fs::read_to_string(root().join(rest.split(')').next().unwrap())).unwrap();
        let is_there = ["(", "<"].iter().any(|next| code.contains(&format!("fn {function}{next}")));
        assert!(is_there, "{stop}");
    }
}

#[test]
fn the_names_of_the_glossary_are_in_the_code() {
    let folders = ["agents", "fsm", "lanes", "llm", "parse", "speak", "src", "transcript"];
    let code: String = folders.iter().flat_map(|folder| sources(&root().join(folder))).collect();
    let words: BTreeSet<&str> =
        code.split(|letter: char| !(letter.is_alphanumeric() || letter == '_')).collect();
    let page = Page::named("glossary.md");
    let cells = page.prose().filter_map(|line| cells(line).get(2).copied());
    let names: Vec<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    let unknown: Vec<&&str> = names.iter().filter(|name| !words.contains(**name)).collect();
    assert!(names.len() > 50 && unknown.is_empty(), "{unknown:?} of {names:?}");
}

#[test]
fn what_a_recipe_adds_is_in_the_code() {
    let recipes = Page::named("recipes.md");
    for diff in recipes.blocks().iter().filter(|block| block.info == "diff") {
        let mut file = String::new();
        for line in diff.text.lines() {
            if let Some(path) = line.strip_prefix("+++ b/") {
                file = fs::read_to_string(root().join(path)).unwrap();
            } else if let Some(added) = line.strip_prefix('+') {
                assert!(file.lines().any(|known| known == added), "{added:?} is not in\n{file}");
            }
        }
    }
}

#[test]
fn what_is_marked_as_configuration_is_taken() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("carhop.toml");
    let pages = Page::all();
    let files: Vec<_> =
        pages.iter().flat_map(Page::blocks).filter(|block| block.info == "toml config").collect();
    assert!(!files.is_empty());
    for config in files {
        fs::write(&file, config.text).unwrap();
        check(&["serve", "--print-config", "--config", file.to_str().unwrap()], 0);
    }
}

#[test]
fn the_rows_guards_and_actions_of_the_conversation_are_those_of_the_table() {
    let page = Page::named("conversation.md");
    let table = fs::read_to_string(root().join("fixtures/transitions.csv")).unwrap();
    let mut rows = vec!["row,state,event,guard,next,actions".to_owned()];
    let mut state = "";
    for line in page.section("## Rows") {
        if let Some(heading) = line.strip_prefix("### From `") {
            state = heading.trim_end_matches('`');
        } else if let [row, event, guard, next, actions] = cells(line)[..]
            && !["row", "---"].contains(&row)
        {
            rows.push(
                format!("{row},{state},{event},{guard},{next},{}", actions.replace(", ", "+"))
                    .replace('`', ""),
            );
        }
    }
    let written: BTreeSet<&str> = rows.iter().map(String::as_str).collect();
    let real: BTreeSet<&str> = table.lines().collect();
    let [missing, extra] =
        [real.difference(&written), written.difference(&real)].map(Iterator::collect::<Vec<_>>);
    assert!(
        missing.is_empty() && extra.is_empty(),
        "the page misses {missing:#?} and has besides {extra:#?}"
    );
    assert_eq!(rows, table.lines().collect::<Vec<_>>(), "the rows have another order");

    let fields = |at: usize| {
        let fields = table
            .lines()
            .skip(1)
            .filter_map(move |row| row.split(',').nth(at))
            .flat_map(|field| field.split('+'));
        fields
            .map(|name| name.trim_start_matches('!'))
            .filter(|name| !name.is_empty())
            .collect::<BTreeSet<_>>()
    };
    for (heading, at) in [("## Guards", 3), ("## Actions", 5)] {
        let lines = page.section(heading);
        let firsts = lines.iter().filter_map(|line| cells(line).first().copied());
        let described: BTreeSet<&str> = firsts.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
        assert_eq!(described, fields(at), "{heading}");
    }
    let acts = page.section("## From words to events").concat();
    for act in ActKind::ALL {
        assert!(acts.contains(&format!("`{}`", act.wire())), "{} is not described", act.wire());
    }
}

/// The cells of a table's line; none of another line.
fn cells(line: &str) -> Vec<&str> {
    let inside = line.strip_prefix('|').and_then(|line| line.strip_suffix('|'));
    inside.map(|line| line.split('|').map(str::trim).collect()).unwrap_or_default()
}

#[test]
fn every_option_is_described() {
    let page: String = Page::named("operations.md").prose().collect();
    let (help, _) = check(&["serve", "--help"], 0);
    let words = help.split(|letter: char| !(letter.is_alphanumeric() || "-_".contains(letter)));
    let options = words.filter(|word| {
        word.starts_with("CARHOP_") || word.strip_prefix("--").is_some_and(|name| !name.is_empty())
    });
    let missing: BTreeSet<&str> =
        options.filter(|option| *option != "--help" && !page.contains(*option)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_problem_and_every_metric_is_described() {
    let code: String =
        ["src", "lanes", "llm"].iter().flat_map(|folder| sources(&root().join(folder))).collect();
    let problems = code.split("new(").filter_map(|call| {
        let (status, rest) = call.trim_start().split_once(',')?;
        status.parse::<u16>().ok()?;
        rest.trim_start().strip_prefix('"')?.split('"').next()
    });
    let metrics = code.split("!(\"carhop_").skip(1).filter_map(|call| call.split('"').next());
    check_described("integrating.md", problems.map(|name| format!("`{name}`")));
    check_described("operations.md", metrics.map(|name| format!("`carhop_{name}")));
}

#[track_caller]
fn check_described(page: &str, names: impl Iterator<Item = String>) {
    let names: BTreeSet<String> = names.collect();
    let text: String = Page::named(page).prose().collect();
    let missing: Vec<_> = names.iter().filter(|name| !text.contains(*name)).collect();
    assert!(names.len() > 10 && missing.is_empty(), "{page} lacks {missing:?} of {names:?}");
}

/// The Rust sources below a folder.
fn sources(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    let mut folders: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path if path.extension().is_some_and(|extension| extension == "rs") => {
                    texts.push(fs::read_to_string(path).unwrap());
                }
                _ => {}
            }
        }
    }
    texts
}
