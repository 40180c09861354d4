//! The project's housekeeping: `cargo xtask test` is everything that must hold.

mod browser;
mod checks;
mod circles;
mod clients;
mod commands;
mod fuzz;
mod instructions;
mod invariants;
mod manifests;
mod model;
mod openapi;
mod packages;
mod picture;
mod repository;
mod sbom;
mod voice;
mod walk;

use std::env;
use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask <COMMAND>

Commands:
  test            Run every check, stop at the first that fails
  test --nightly  The same at its full size, such as 2,000 kills in the crash tests instead of 32, and with all of --openapi
  test --llm      Only the tests that speak to a language model, with a small one that runs here
  test --voice    Only the orders that a voice speaks and a recognizer hears, both of which run here
  test --openapi  Only 20,000 calls that are made of the OpenAPI document: no answer is another than it says
  invariants      Only what the compiler does not see: purity, layers, one place that acts
  manifests       Only whether deploy/kubernetes.yml is as the schemas of Kubernetes say
  clients         Write the clients in other languages anew from the document of the calls
  test --pages    Only the tests of the pages, in a browser
  screenshots [FOLDER]
                  Make pictures of every page in every theme at three sizes, in target/screenshots
  model           Serve that language model until Ctrl-C
  power-cut [--cuts N]
                  Cut the power of a disk under the service N times (50) and look what is left; takes root
  fuzz [--seconds N]
                  Run each fuzz target for N seconds (600); takes a nightly toolchain
  bench           Run the benchmarks
  bench --check   Count the instructions of each stage and compare them with the kept ones
  bench --bless   Count them and keep the counts
  walk            Walk from a clone to a lane that speaks, as the README says, and tell how long each step takes
  walk --dev      The same with a build that is not optimized
  picture REPORT FILE
                  Draw a report of `carhop load --find-max --report REPORT` as SVG
  sbom [FILE]     Write what the service is made of as CycloneDX, in target/sbom.json
  help            Show this

Exit codes: 0 all is well, 1 a check failed, 2 the command is not known.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["test"] => checks::test(checks::Size::Normal),
        ["test", "--nightly"] => checks::test(checks::Size::Nightly),
        ["test", "--llm"] => model::test(),
        ["test", "--voice"] => voice::test(),
        ["test", "--pages"] => browser::test(),
        ["test", "--openapi"] => openapi::test(),
        ["clients"] => clients::write(),
        ["manifests"] => manifests::check(),
        ["invariants"] => checks::hold_invariants(),
        ["screenshots"] => browser::screenshots(None),
        ["screenshots", folder] if !folder.starts_with('-') => browser::screenshots(Some(folder)),
        ["model"] => model::serve(),
        ["power-cut"] => checks::power_cut("50"),
        ["power-cut", "--cuts", cuts] if cuts.parse::<u32>().is_ok_and(|cuts| cuts > 0) => {
            checks::power_cut(cuts)
        }
        ["fuzz"] => fuzz::run_all("600"),
        ["fuzz", "--seconds", seconds] if seconds.parse::<u32>().is_ok_and(|seconds| seconds > 0) => {
            fuzz::run_all(seconds)
        }
        ["bench"] => checks::bench(),
        ["bench", "--check"] => instructions::check(),
        ["bench", "--bless"] => instructions::bless(),
        ["sbom"] => sbom::write(None),
        ["sbom", file] if !file.starts_with('-') => sbom::write(Some(file)),
        ["walk"] => walk::walk(walk::Build::Release),
        ["walk", "--dev"] => walk::walk(walk::Build::Dev),
        ["picture", report, file] => picture::draw(report, file),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(())
        }
        [] => return refuse("a command is missing"),
        _ => return refuse(&format!("there is no `cargo xtask {}`", arguments.join(" "))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn refuse(why: &str) -> ExitCode {
    eprint!("error: {why}\n\n{USAGE}");
    ExitCode::from(2)
}
