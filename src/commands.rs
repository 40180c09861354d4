//! The command line: a file for each command.

mod backup;
mod config;
mod doctor;
mod eval;
mod exit;
mod graph;
mod health;
mod house;
mod keys;
mod load;
mod menu;
mod order_view;
mod parse;
mod replay;
mod rules;
mod serve;
mod sessions;
mod table;
mod talk;
mod tickets;
mod verify;

use std::env;
use std::ffi::OsString;
use std::process::{self, ExitCode};

use clap::{Parser, Subcommand};

use crate::config::without_secrets;

/// Takes drive-thru orders. Without a command it serves.
#[derive(Parser)]
#[command(version, after_help = exit::CODES)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve drive-thru lanes over HTTP.
    Serve(serve::Serve),
    /// Order on a lane in the terminal.
    Talk(talk::Talk),
    /// Check that the store keeps what it acknowledges: write, cut the connections, read back, count.
    ///
    /// It takes the options of `serve` and can run beside it. Turns are written to lanes of a drive-thru that is made up
    /// for the check and is removed afterwards; nothing reaches the POS.
    VerifyDurability(verify::VerifyDurability),
    /// Look whether a service can start here and keep going, and say what to do where it cannot.
    ///
    /// It takes the options of `serve`, changes nothing, and can run beside the service. A line for each check: ok, warn or fail.
    Doctor(doctor::Doctor),
    /// Copy what a service on SQLite keeps into a folder, also while it runs.
    ///
    /// Store, keys and `tickets.jsonl`, as of one moment. It takes the options of `serve`.
    Backup(backup::Backup),
    /// Make a data folder from a backup, or look whether one is whole.
    ///
    /// It takes the options of `serve`; the data folder must not be there yet, or be empty.
    Restore(backup::Restore),
    /// Show what the parser hears.
    Parse(parse::Parse),
    /// Measure agents on labelled sentences, and compare them.
    Eval(Box<eval::Eval>),
    /// Replay transcripts and audit logs of sessions, and compare what comes out.
    ///
    /// A session is replayed with the acts that were heard then, or with what another agent hears (`--reparse`). It takes the
    /// options of `serve`: the menu, the languages and the rules of the drive-thru have to be those of the session. A transcript
    /// names its own.
    Replay(replay::Replay),
    /// Show the transition table, and where house rules bite.
    Graph(graph::Graph),
    /// Work with configuration files.
    #[command(subcommand)]
    Config(config::Config),
    /// Work with menus.
    #[command(subcommand)]
    Menu(menu::Menu),
    /// Work with what houses say of themselves.
    #[command(subcommand)]
    House(house::House),
    /// Work with the rules of houses.
    #[command(subcommand)]
    Rules(rules::Rules),
    /// Make, list, replace and revoke keys, and make codes to sign in with.
    Keys(keys::Keys),
    /// Look after tickets of a service that runs.
    Tickets(tickets::Tickets),
    /// Take out or forget sessions of a service that runs.
    Sessions(sessions::Sessions),
    /// Find out how many cars a service that runs can take, and whether it loses anything meanwhile.
    ///
    /// The cars order on drive-thrus that are made up for it. Their sessions and tickets stay, and its POS gets them: load a
    /// service that is not at work.
    Load(Box<load::Load>),
    /// Ask whether a service is alive.
    Health(health::Health),
}

/// Runs what the command line asks for, and says why if it cannot.
pub fn run() -> ExitCode {
    let command_line = CommandLine::try_parse_from(arguments()).unwrap_or_else(|error| refuse(&error));
    let code = match command_line.command {
        Some(Command::Serve(serve)) => serve.run(),
        Some(Command::Talk(talk)) => talk.run(),
        Some(Command::VerifyDurability(check)) => check.run(),
        Some(Command::Doctor(doctor)) => doctor.run(),
        Some(Command::Backup(backup)) => backup.run(),
        Some(Command::Restore(restore)) => restore.run(),
        Some(Command::Parse(parse)) => parse.run(),
        Some(Command::Eval(eval)) => eval.run(),
        Some(Command::Replay(replay)) => replay.run(),
        Some(Command::Graph(graph)) => graph.run(),
        Some(Command::Config(config)) => config.run(),
        Some(Command::Menu(menu)) => menu.run(),
        Some(Command::House(house)) => house.run(),
        Some(Command::Rules(rules)) => rules.run(),
        Some(Command::Keys(keys)) => keys.run(),
        Some(Command::Tickets(tickets)) => tickets.run(),
        Some(Command::Sessions(sessions)) => sessions.run(),
        Some(Command::Load(load)) => load.run(),
        Some(Command::Health(health)) => health.run(),
        None => Ok(exit::FINE),
    };
    let code = code.unwrap_or_else(|error| {
        anstream::eprintln!("carhop: {}", without_secrets(&format!("{error:#}")));
        exit::CANNOT_RUN
    });
    code.into()
}

/// Says what is wrong with the command line, or shows the help that it asks for, and ends. A URL in the wrong place or without
/// its scheme is quoted without what it may hold.
fn refuse(error: &clap::Error) -> ! {
    let text = error.render().to_string();
    let shown = without_secrets(&text);
    if shown == text || !error.use_stderr() {
        error.exit();
    }
    anstream::eprint!("{shown}");
    process::exit(error.exit_code())
}

/// What was written on the command line. Options without a command are those of `serve`.
fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<OsString> = env::args_os().collect();
    let serves = arguments.get(1).is_none_or(|first| {
        let about_all = ["-h", "--help", "-V", "--version"].iter().any(|option| first == option);
        first.to_string_lossy().starts_with('-') && !about_all
    });
    if serves && !arguments.is_empty() {
        arguments.insert(1, "serve".into());
    }
    arguments
}
