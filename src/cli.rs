//! The command line.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use fsm::graph;

use crate::client::Service;
use crate::config::{Given, Options};
use crate::exit::{self, FINE};
use crate::{eval, menus, parse, replay, serve, talk, tickets, verify};

/// Takes drive-thru orders. Without a command it serves.
#[derive(Parser)]
#[command(version, after_help = exit::CODES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve drive-thru lanes over HTTP.
    Serve {
        #[command(flatten)]
        options: Given<Options>,
        /// Print the configuration in effect, as TOML, and stop.
        #[arg(long)]
        print_config: bool,
    },
    /// Order on a lane in the terminal.
    Talk {
        #[command(flatten)]
        options: Given<Options>,
    },
    /// Check that the store keeps what it acknowledges: write, cut the connections, read back, count.
    ///
    /// It takes the options of `serve` and can run beside it. Turns are written to lanes of a drive-thru that is made up
    /// for the check and is removed afterwards; nothing reaches the POS.
    VerifyDurability {
        #[command(flatten)]
        plan: verify::Plan,
        #[command(flatten)]
        options: Given<Options>,
    },
    /// Show what the parser hears.
    Parse {
        /// What was said.
        text: String,
        /// The menu; the sample menu without it.
        #[arg(long, env = "CARHOP_MENU")]
        menu: Option<PathBuf>,
        /// A folder of language packs; the built-in ones without it.
        #[arg(long, env = "CARHOP_LANGUAGES")]
        languages: Option<PathBuf>,
        /// What the lane expects to hear.
        #[arg(long, value_parser = parse::expectation, default_value = "free_form_ordering")]
        expectation: fsm::kind::Expectation,
        /// Show the matches and scores.
        #[arg(long)]
        explain: bool,
    },
    /// Measure agents on labelled sentences, and compare them.
    Eval {
        #[command(flatten)]
        options: eval::Options,
    },
    /// Replay transcripts and audit logs of sessions, and compare what comes out.
    ///
    /// A session is replayed with the acts that were heard then, or with what another agent hears (`--reparse`). It takes the
    /// options of `serve`: the menu, the languages and the rules of the house have to be those of the session. A transcript
    /// names its own.
    Replay {
        #[command(flatten)]
        plan: replay::Plan,
        #[command(flatten)]
        options: Given<Options>,
    },
    /// Show the transition table.
    Graph {
        /// In which form.
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Work with menus.
    Menu {
        #[command(subcommand)]
        command: MenuCommand,
    },
    /// Look after tickets of a service that runs.
    Tickets {
        #[command(subcommand)]
        command: tickets::Command,
        /// Where the service is.
        #[arg(long, env = "CARHOP_URL", value_name = "URL", default_value = Service::DEFAULT, global = true)]
        url: Service,
        /// Show what the service answers, as JSON.
        #[arg(long, global = true)]
        json: bool,
    },
    /// Ask whether a service is alive.
    Health {
        /// Where the service is.
        #[arg(long, env = "CARHOP_URL", value_name = "URL", default_value = Service::DEFAULT)]
        url: Service,
    },
}

#[derive(Subcommand)]
enum MenuCommand {
    /// Check a menu and name every fault.
    Check {
        /// The menu.
        file: PathBuf,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// States by events on one screen.
    Text,
    /// One row a line.
    Csv,
    /// A Mermaid state diagram.
    Mermaid,
    /// A Graphviz digraph.
    Dot,
}

/// Runs what the command line asks for.
///
/// # Errors
/// Why it could not run.
pub fn run() -> anyhow::Result<ExitCode> {
    let cli = Cli::parse();
    // Without a command, the options still come from the environment.
    let command = cli.command.map_or_else(|| Cli::parse_from(["carhop", "serve"]).command, Some);
    let code = match command {
        Some(Command::Serve { options, print_config }) => {
            let config = options.resolve()?;
            if print_config {
                anstream::print!("{}", config.options.to_toml()?);
            } else {
                serve::run(config)?;
            }
            FINE
        }
        Some(Command::Talk { options }) => {
            talk::run(options.resolve()?)?;
            FINE
        }
        Some(Command::VerifyDurability { plan, options }) => verify::run(&options.resolve()?, &plan)?,
        Some(Command::Parse { text, menu, languages, expectation, explain }) => {
            parse::run(&text, menu.as_deref(), languages.as_deref(), expectation, explain)?
        }
        Some(Command::Eval { options }) => eval::run(&options)?,
        Some(Command::Replay { plan, options }) => replay::run(&plan, options.resolve()?)?,
        Some(Command::Graph { format }) => {
            let text = match format {
                Format::Text => graph::matrix(),
                Format::Csv => graph::csv(),
                Format::Mermaid => graph::mermaid(),
                Format::Dot => graph::dot(),
            };
            anstream::print!("{text}");
            FINE
        }
        Some(Command::Menu { command: MenuCommand::Check { file } }) => menus::check(&file)?,
        Some(Command::Tickets { command, url, json }) => {
            tickets::run(&url, &command, json)?;
            FINE
        }
        Some(Command::Health { url }) => {
            url.get("/healthz")?;
            anstream::println!("{url} is alive");
            FINE
        }
        None => FINE,
    };
    Ok(code.into())
}
