//! The manifests for Kubernetes against its own schemas.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

use crate::packages;
use crate::repository::root;

/// The oldest and the newest Kubernetes of which the schemas are there.
const VERSIONS: [&str; 2] = ["1.25", "1.37"];
/// What is misspelt on purpose: a check that lets one of these through is none.
const PLANTED: [(&str, &str); 4] = [
    ("volumeMounts:", "volumeMount:"),
    ("updateStrategy:", "updateStratgey:"),
    ("kind: PodDisruptionBudget", "kind: PodDisruptionBugdet"),
    ("minReplicas: 2", "minReplicas: two"),
];

/// Holds each manifest against the schema of its kind, which allows no field that there is not.
pub fn check() -> Result<()> {
    let python = packages::python("kubernetes/python", "xtask/kubernetes/requirements.txt")
        .context("kubernetes-validate cannot be had from the Python index")?;
    let manifests = fs::read_to_string(root().join("deploy/kubernetes.yml"))?;
    let kinds = manifests.lines().filter(|line| line.starts_with("kind: ")).count();
    let told = faults(&python, &manifests, kinds)?;
    ensure!(told.is_empty(), "deploy/kubernetes.yml: {}", told.join("\n"));
    for (right, wrong) in PLANTED {
        ensure!(manifests.contains(right), "deploy/kubernetes.yml has no `{right}` to misspell");
        if faults(&python, &manifests.replacen(right, wrong, 1), kinds)?.is_empty() {
            bail!("`{wrong}` would not be noticed in deploy/kubernetes.yml");
        }
    }
    println!("{kinds} manifests are as Kubernetes {} say", VERSIONS.join(" and "));
    Ok(())
}

/// What is told of manifests, but for those that are right. One of a kind that there is not is passed over with a warning, and
/// the exit code says nothing of it.
fn faults(python: &Path, manifests: &str, kinds: usize) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for version in VERSIONS {
        let mut validate = Command::new(python);
        validate.args(["-m", "kubernetes_validate", "--strict", "-k", version, "-"]);
        let mut validate = validate.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().context("Python")?;
        validate.stdin.take().context("its input")?.write_all(manifests.as_bytes())?;
        let told = validate.wait_with_output()?;
        let told = String::from_utf8_lossy(&told.stdout);
        let (right, wrong): (Vec<&str>, Vec<&str>) =
            told.lines().partition(|line| line.starts_with("INFO ") && line.contains(" passed "));
        faults.extend(wrong.into_iter().map(str::to_owned));
        if right.len() != kinds {
            faults.push(format!("{} of {kinds} are right for Kubernetes {version}", right.len()));
        }
    }
    Ok(faults)
}
