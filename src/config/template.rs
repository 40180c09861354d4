//! A configuration file with every option, as it is by default, and what it sets: from the options themselves.

use clap::{Arg, Args, Command};
use toml::{Table, Value};

use super::drive_thru::AgentOptions;
use super::{DriveThruOptions, LimitOptions, LlmOptions, Options};

/// How wide a comment is, in characters.
const COLUMNS: usize = 118;

const HEAD: &str = "\
# The configuration of Carhop: every option, as it is if nothing is said. Take away the `#` of a line to change it.
# The command line and the variables `CARHOP_...` win over this file. `carhop config check FILE` finds its faults.
#   carhop serve --config carhop.toml
";

/// What no flag sets.
const TAIL: &str = r#"
# What signs the webhooks, instead of a file: above the first table.
# webhook_secrets = ["whsec_..."]

# The key of the server of language models, instead of a file: below [llm].
# key = "..."

# What people call the lanes, by lane id.
# [drive_thru.lane_names]
# 1 = "Left lane"

# How each specialist works with a model: the name of a profile.
# [drive_thru.agents.profiles]
# menu = "warm"
# house = "warm"
# order = "warm"
# small_talk = "warm"

# The rules of a drive-thru that differ, by id: the keys of [drive_thru].
# [drive_thrus.d2]
# time_zone = "Europe/Berlin"

# More servers of language models, by name: the keys of [llm].
# [models.here]
# url = "http://127.0.0.1:8092/v1"
# model = "the-model"

# Profiles of specialists, by name.
# [profiles.warm]
# server = "here"
# prompt = "We call the lot behind the house the yard."
# proposes = true
# words = false
# answer_tokens_max = 200
# deadline_ms = 1200
# on = true
"#;

/// The file.
///
/// # Errors
/// If a default has no form in TOML.
pub fn template() -> anyhow::Result<String> {
    let defaults = Table::try_from(Options::default().check()?.options)?;
    let (limits, llm) = (arguments::<LimitOptions>(), arguments::<LlmOptions>());
    let (agents, drive_thru) = (arguments::<AgentOptions>(), arguments::<DriveThruOptions>());
    let nested: Vec<Arg> = [&limits, &llm, &drive_thru].into_iter().flatten().cloned().collect();
    let tables = [
        ("", but(arguments::<Options>(), &nested)),
        ("limits", limits),
        ("llm", llm),
        ("drive_thru", but(drive_thru, &agents)),
        ("drive_thru.agents", agents),
    ];
    let mut text = HEAD.to_owned();
    for (table, arguments) in tables {
        let defaults = table
            .split('.')
            .filter(|part| !part.is_empty())
            .try_fold(&defaults, |table, part| table.get(part).and_then(Value::as_table));
        if !table.is_empty() {
            text += &format!("\n# [{table}]\n");
        }
        for argument in arguments.iter().filter(|argument| argument.get_id() != "config") {
            text += &option(argument, table, defaults);
        }
    }
    Ok(text + TAIL)
}

fn arguments<T: Args>() -> Vec<Arg> {
    T::augment_args(Command::new("")).get_arguments().cloned().collect()
}

fn but(arguments: Vec<Arg>, others: &[Arg]) -> Vec<Arg> {
    let is_other = |argument: &Arg| others.iter().any(|other| other.get_id() == argument.get_id());
    arguments.into_iter().filter(|argument| !is_other(argument)).collect()
}

/// An option with its default, or with what its value is where it has none, below what it sets.
fn option(argument: &Arg, table: &str, defaults: Option<&Table>) -> String {
    let id = argument.get_id().as_str();
    let key = id.strip_prefix(&format!("{table}_")).unwrap_or(id);
    let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let help = help.split(" [default:").next().unwrap_or_default();
    let value = match defaults.and_then(|defaults| defaults.get(key)) {
        Some(value) => value.to_string(),
        None => {
            let names = argument.get_value_names().unwrap_or_default();
            format!("{:?}", names.first().map(ToString::to_string).unwrap_or_default())
        }
    };
    format!("\n{}# {key} = {value}\n", comment(help))
}

fn comment(text: &str) -> String {
    let mut lines = vec!["#".to_owned()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if lines[last].len() + word.len() >= COLUMNS {
            lines.push("#".to_owned());
        }
        let last = lines.len() - 1;
        lines[last] += &format!(" {word}");
    }
    let last = lines.len() - 1;
    if !lines[last].ends_with('.') {
        lines[last].push('.');
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_that_a_file_may_have_is_in_the_template() {
        let text = template().unwrap_or_else(|error| unreachable!("{error}"));
        for table in
            ["", "[limits]\n", "[llm]\n", "[drive_thru]\n", "[drive_thru.agents]\n", "[profiles.x]\n"]
        {
            let error = toml::from_str::<Options>(&format!("{table}nothing_of_the_kind = 1")).unwrap_err();
            for name in error.message().split('`').skip(3).step_by(2) {
                let is_there = text.lines().any(|line| {
                    line.starts_with(&format!("# {name} = "))
                        || line.starts_with("# [") && line.contains(name)
                });
                assert!(is_there || name == "house", "{table}{name}");
            }
        }
    }

    #[test]
    fn what_stands_in_the_template_is_how_it_is_by_default() {
        let text = template().unwrap_or_else(|error| unreachable!("{error}"));
        let (options, _) = text.split_once("# What signs").unwrap_or_else(|| unreachable!());
        let is_set = |line: &&str| {
            // What has no default is shown by what its value is, in capital letters.
            line.starts_with("# [")
                || line.contains(" = ")
                    && !line.trim_end_matches('"').ends_with(|last: char| last.is_uppercase())
        };
        let lines: Vec<&str> =
            options.lines().filter(is_set).filter_map(|line| line.strip_prefix("# ")).collect();
        let read: Options = toml::from_str(&lines.join("\n")).unwrap();
        let printed = |options: Options| options.check().unwrap().options.to_toml().unwrap();
        assert_eq!(printed(read), printed(Options::default()));
    }
}
