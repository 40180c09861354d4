//! What the service is made of, as a CycloneDX document: every package that is built into it, as the lock file names it, and
//! the libraries of its web pages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::commands::cargo;
use crate::repository::{root, target};

/// The package of the program.
const PROGRAM: &str = "carhop";
/// The libraries in `board/vendor`: name, version and license.
const PAGES: [(&str, &str, &str); 2] = [("htm", "3.1.1", "Apache-2.0"), ("preact", "11.2.0", "MIT")];

/// Writes the document into a file, by default `target/sbom.json`.
pub fn write(file: Option<&str>) -> Result<()> {
    let document = document(&metadata()?, &checksums(&fs::read_to_string(root().join("Cargo.lock"))?))?;
    let path = file.map_or_else(|| target().join("sbom.json"), Into::into);
    fs::write(&path, format!("{document:#}\n"))
        .with_context(|| format!("cannot write {}", path.display()))?;
    let count = document["components"].as_array().map_or(0, Vec::len);
    println!("{}: {count} components", path.display());
    Ok(())
}

/// What Cargo builds for this kind of machine.
fn metadata() -> Result<Value> {
    let rustc = Command::new("rustc").arg("-vV").output().context("`rustc` cannot be started")?;
    let told = String::from_utf8_lossy(&rustc.stdout);
    let host = told.lines().find_map(|line| line.strip_prefix("host: ")).context("`rustc` names no host")?;
    let arguments = ["--locked", "--format-version", "1", "--filter-platform", host];
    let output = cargo("metadata").args(arguments).output()?;
    ensure!(output.status.success(), "`cargo metadata` failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The SHA-256 of each package's archive, by its name and version.
fn checksums(lock: &str) -> BTreeMap<(&str, &str), &str> {
    lock.split("[[package]]")
        .filter_map(|package| {
            let of = |name: &str| {
                package
                    .lines()
                    .find_map(|line| line.strip_prefix(name)?.strip_prefix(" = \"")?.strip_suffix('"'))
            };
            Some(((of("name")?, of("version")?), of("checksum")?))
        })
        .collect()
}

fn document(metadata: &Value, checksums: &BTreeMap<(&str, &str), &str>) -> Result<Value> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let packages: BTreeMap<&str, &Value> = packages.map(|package| (text(&package["id"]), package)).collect();
    let nodes = metadata["resolve"]["nodes"].as_array().into_iter().flatten();
    let needs: BTreeMap<&str, Vec<&str>> = nodes.map(|node| (text(&node["id"]), needed(node))).collect();
    let program = packages.iter().find(|(_, package)| package["name"] == PROGRAM);
    let (program, package) = program.with_context(|| format!("there is no package {PROGRAM}"))?;

    let mut found = BTreeSet::from([*program]);
    let mut open = vec![*program];
    while let Some(id) = open.pop() {
        open.extend(needs[id].iter().filter(|id| found.insert(id)));
    }
    let reference = |id: &&str| purl(packages[id]);
    let dependencies: Vec<Value> = found
        .iter()
        .map(|id| json!({ "ref": reference(id), "dependsOn": needs[id].iter().map(reference).collect::<Vec<_>>() }))
        .collect();
    let crates = found.iter().filter(|id| *id != program).map(|id| component(packages[id], checksums));
    Ok(json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": { "component": {
            "type": "application",
            "bom-ref": purl(package),
            "name": PROGRAM,
            "version": package["version"],
            "licenses": [{ "expression": package["license"] }],
        } },
        "components": crates.chain(PAGES.map(of_pages)).collect::<Vec<_>>(),
        "dependencies": dependencies,
    }))
}

/// The packages that are needed to run a package, or to build it; not those of its tests.
fn needed(node: &Value) -> Vec<&str> {
    let all = node["deps"].as_array().into_iter().flatten();
    let is_built_in = |dependency: &&Value| {
        let mut kinds = dependency["dep_kinds"].as_array().into_iter().flatten();
        kinds.any(|kind| kind["kind"] != "dev")
    };
    all.filter(is_built_in).map(|dependency| text(&dependency["pkg"])).collect()
}

fn component(package: &Value, checksums: &BTreeMap<(&str, &str), &str>) -> Value {
    let (name, version) = (text(&package["name"]), text(&package["version"]));
    let mut component = json!({
        "type": "library",
        "bom-ref": purl(package),
        "name": name,
        "version": version,
        "purl": purl(package),
        "licenses": [{ "expression": text(&package["license"]).replace('/', " OR ") }],
    });
    if let Some(checksum) = checksums.get(&(name, version)) {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    if let Some(repository) = package["repository"].as_str() {
        component["externalReferences"] = json!([{ "type": "vcs", "url": repository }]);
    }
    component
}

fn of_pages((name, version, license): (&str, &str, &str)) -> Value {
    let purl = format!("pkg:npm/{name}@{version}");
    let licenses = json!([{ "license": { "id": license } }]);
    json!({ "type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl, "licenses": licenses })
}

/// The name of a package in the world: its package URL.
fn purl(package: &Value) -> String {
    format!("pkg:cargo/{}@{}", text(&package["name"]), text(&package["version"]))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(id: &str) -> Value {
        json!({ "id": id, "name": id, "version": "1.0.0", "license": "MIT/Apache-2.0", "repository": null })
    }

    fn needs(id: &str, kind: Option<&str>) -> Value {
        json!({ "pkg": id, "dep_kinds": [{ "kind": kind, "target": null }] })
    }

    #[test]
    fn what_is_built_in_is_named_and_what_only_tests_use_is_not() {
        let metadata = json!({
            "packages": [package(PROGRAM), package("one"), package("two"), package("tests")],
            "resolve": { "nodes": [
                { "id": PROGRAM, "deps": [needs("one", None), needs("tests", Some("dev"))] },
                { "id": "one", "deps": [needs("two", Some("build"))] },
                { "id": "two", "deps": [] },
                { "id": "tests", "deps": [] },
            ] },
        });
        let lock = "[[package]]\nname = \"two\"\nversion = \"1.0.0\"\nchecksum = \"abc\"\n";
        let document = document(&metadata, &checksums(lock)).unwrap();
        let components = document["components"].as_array().unwrap();
        let names: Vec<&str> = components.iter().map(|component| text(&component["purl"])).collect();
        let expected =
            ["pkg:cargo/one@1.0.0", "pkg:cargo/two@1.0.0", "pkg:npm/htm@3.1.1", "pkg:npm/preact@11.2.0"];
        assert_eq!(names, expected);
        assert_eq!(components[0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(components[1]["hashes"][0]["content"], "abc");
        assert_eq!(
            document["dependencies"][1],
            json!({ "ref": "pkg:cargo/one@1.0.0", "dependsOn": ["pkg:cargo/two@1.0.0"] })
        );
    }

    #[test]
    fn every_library_of_the_pages_is_named() {
        let files = fs::read_dir(root().join("board/vendor")).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut licensed: Vec<String> =
            names.filter_map(|name| name.strip_prefix("LICENSE-").map(str::to_owned)).collect();
        licensed.sort();
        assert_eq!(licensed, PAGES.map(|(name, ..)| name));
    }
}
