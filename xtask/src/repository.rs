//! What the invariants look at: the crates' sources and the dependencies between them.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

/// The repository as text, so that a test can write one that breaks a promise.
#[derive(Debug, Default)]
pub struct Repository {
    /// Every Rust source and CSV table by its path from the root, with `/` between the parts.
    pub files: BTreeMap<String, String>,
    /// What each package of the workspace is built from, by its name; what only its tests use is left out.
    pub dependencies: BTreeMap<String, Vec<String>>,
}

/// The root of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// Where what is built or downloaded stays, as it is found from anywhere.
pub fn target() -> PathBuf {
    root().join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

impl Repository {
    /// Reads the one that this program was built in.
    pub fn read() -> Result<Self> {
        let mut files = BTreeMap::new();
        read_below(&root(), "", &mut files)?;
        Ok(Self { files, dependencies: dependencies(&metadata()?) })
    }

    /// The Rust sources below a folder, as lines of code with their place; comments are left out.
    pub fn code<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (String, &'a str)> {
        let below =
            self.files.iter().filter(move |(path, _)| path.starts_with(folder) && path.ends_with(".rs"));
        below.flat_map(|(path, text)| {
            let lines = text.lines().enumerate();
            lines.map(move |(index, line)| {
                (format!("{path}:{}", index + 1), line.split("//").next().unwrap_or_default())
            })
        })
    }

    /// A file's text; empty if there is none.
    pub fn text(&self, path: &str) -> &str {
        self.files.get(path).map_or("", String::as_str)
    }
}

/// Reads what is below a folder into `files`; hidden folders and what was built or installed are left out.
fn read_below(root: &Path, folder: &str, files: &mut BTreeMap<String, String>) -> Result<()> {
    for entry in fs::read_dir(root.join(folder)).with_context(|| format!("{folder}/ cannot be read"))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        if entry.file_type()?.is_dir() {
            if !name.starts_with('.') && name != "target" && name != "node_modules" {
                read_below(root, &path, files)?;
            }
        } else if name.ends_with(".rs") || name.ends_with(".csv") {
            let text = fs::read_to_string(entry.path()).with_context(|| format!("{path} cannot be read"))?;
            files.insert(path, text);
        }
    }
    Ok(())
}

fn dependencies(metadata: &Value) -> BTreeMap<String, Vec<String>> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let of_package = |package: &Value| {
        let all = package["dependencies"].as_array().into_iter().flatten();
        all.filter(|dependency| dependency["kind"].is_null()).map(name).collect()
    };
    packages.map(|package| (name(package), of_package(package))).collect()
}

fn name(value: &Value) -> String {
    value["name"].as_str().unwrap_or_default().to_owned()
}

fn metadata() -> Result<Value> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["metadata", "--no-deps", "--locked", "--format-version", "1"];
    let output = Command::new(cargo).args(arguments).current_dir(root()).output()?;
    ensure!(output.status.success(), "`cargo metadata` failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}
