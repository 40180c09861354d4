//! The service against its own OpenAPI document: schemathesis makes calls of it, and no answer may be another than it says.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use crate::commands::{build_service, heading, run};
use crate::packages;
use crate::repository::{root, target};

/// How many calls are tried at least.
const CASES_MIN: u64 = 20_000;
/// Of how many events that are tried one becomes a turn at least: an interface that refuses everything holds every promise.
const EVENTS_PER_TURN_MAX: u64 = 4;
/// Where events are posted.
const EVENTS: &str = "/v1/drive-thrus/{drive_thru}/lanes/{lane}/events";

/// Tries the service, and counts what it answers.
pub fn test() -> Result<()> {
    let folder = target().join("openapi");
    heading("schemathesis");
    // 70 MB in all.
    let python = packages::python("openapi/python", "xtask/openapi/requirements.txt")
        .context("schemathesis cannot be had from the Python index")?;
    heading("the service");
    build_service()?;
    let service = Service::start(&folder.join("data"))?;
    heading("calls made of the OpenAPI document");
    let report = folder.join("report.ndjson");
    let here = root().join("xtask/openapi");
    // What it remembers of a run stays there, too.
    let mut cases = Command::new(python);
    cases.current_dir(&folder);
    cases.args(["-B", "-m", "schemathesis.cli", "--config-file"]).arg(here.join("schemathesis.toml"));
    cases.args(["run", "--url", &service.url, "--report-ndjson-path"]).arg(&report);
    cases.arg(format!("{}/openapi.json", service.url));
    let all_hold = run(cases.env("PYTHONPATH", here).env("CARHOP_KEY", &service.key));
    let counts = Counts::of(&report).context("the report cannot be read")?;
    println!("\n{counts}");
    all_hold?;
    counts.check()
}

/// The real service on a free port, with a key for everything. It ends with this.
struct Service {
    process: Child,
    url: String,
    key: String,
}

impl Service {
    /// Starts it with a fresh folder. One key makes all calls, and wrong ones are among them: it has no limits in time.
    fn start(data: &Path) -> Result<Self> {
        let binary = target().join("debug/carhop");
        if data.exists() {
            fs::remove_dir_all(data)?;
        }
        let mut create = Command::new(&binary);
        create.args(["keys", "create", "--scope", "admin", "schemathesis", "--data"]).arg(data);
        let created = create.output().context("`carhop keys create` cannot be started")?;
        let told = String::from_utf8_lossy(&created.stdout);
        let key = told.split_whitespace().find(|word| word.starts_with("carhop_key_"));
        let key = key.with_context(|| String::from_utf8_lossy(&created.stderr).into_owned())?.to_owned();
        let mut serve = Command::new(&binary);
        serve.args(["serve", "--listen", "127.0.0.1:0", "--log", "error", "--pos-emitter", "none", "--data"]);
        serve.arg(data);
        let no_limits = ["--key-calls-per-second", "--lane-events-per-second", "--wrong-keys-per-minute"];
        no_limits.iter().for_each(|limit| {
            serve.args([limit, "0"]);
        });
        let process = serve.stdout(Stdio::piped()).spawn().context("`carhop serve` cannot be started")?;
        let mut service = Self { process, url: String::new(), key };
        // `Carhop serves "..." on http://127.0.0.1:39637`
        let mut line = String::new();
        if let Some(output) = &mut service.process.stdout {
            BufReader::new(output).read_line(&mut line)?;
        }
        let (_, address) = line.rsplit_once("http://").context("the service did not start")?;
        service.url = format!("http://{}", address.trim());
        Ok(service)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What came of the calls.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    cases: u64,
    server_errors: u64,
    undocumented: u64,
    events: u64,
    turns: u64,
}

impl Counts {
    /// Counts what schemathesis has reported, one JSON text a line.
    fn of(report: &Path) -> Result<Self> {
        let mut counts = Self::default();
        for line in BufReader::new(File::open(report)?).lines() {
            let line: Value = serde_json::from_str(&line?)?;
            let recorder = &line["ScenarioFinished"]["recorder"];
            for (id, interaction) in recorder["interactions"].as_object().into_iter().flatten() {
                counts.add(&recorder["cases"][id]["value"], interaction, &recorder["checks"][id]);
            }
        }
        Ok(counts)
    }

    fn add(&mut self, case: &Value, interaction: &Value, checks: &Value) {
        let status = interaction["response"]["status_code"].as_u64();
        let is_event = case["method"] == "POST" && case["path"] == EVENTS;
        let failed = |check: &Value| check["status"] != "success" && check["name"] != "not_a_server_error";
        self.cases += 1;
        self.server_errors += u64::from(status.is_some_and(|status| status >= 500));
        self.undocumented += u64::from(checks.as_array().is_some_and(|checks| checks.iter().any(failed)));
        self.events += u64::from(is_event);
        self.turns += u64::from(is_event && status == Some(200));
    }

    fn check(&self) -> Result<()> {
        let Self { cases, server_errors, undocumented, events, turns } = self;
        ensure!(*server_errors == 0, "{server_errors} server errors");
        ensure!(*undocumented == 0, "{undocumented} answers that the document does not have");
        ensure!(*cases >= CASES_MIN, "{cases} calls are fewer than {CASES_MIN}");
        if turns * EVENTS_PER_TURN_MAX < *events {
            bail!("of {events} events only {turns} became turns");
        }
        Ok(())
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { cases, server_errors, undocumented, events, turns } = self;
        let percent = turns * 100 / events.max(&1);
        writeln!(f, "calls: {cases}")?;
        writeln!(f, "server errors: {server_errors}")?;
        writeln!(f, "answers that the document does not have: {undocumented}")?;
        write!(f, "events that became turns: {turns} of {events} ({percent} %)")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn counted(status: u64, check: &str, outcome: &str) -> Counts {
        let mut counts = Counts::default();
        let checks = json!([{ "name": "not_a_server_error", "status": "success" }, { "name": check, "status": outcome }]);
        let case = json!({ "method": "POST", "path": EVENTS });
        counts.add(&case, &json!({ "response": { "status_code": status } }), &checks);
        counts
    }

    #[test]
    fn a_breach_of_the_document_is_counted_by_its_kind() {
        let taken = Counts { cases: 1, events: 1, turns: 1, ..Counts::default() };
        assert_eq!(counted(200, "response_schema_conformance", "success"), taken);
        assert_eq!(
            counted(200, "response_schema_conformance", "failure"),
            Counts { undocumented: 1, ..taken }
        );
        let refused = Counts { cases: 1, events: 1, ..Counts::default() };
        assert_eq!(counted(422, "status_code_conformance", "success"), refused);
        assert_eq!(counted(500, "not_a_server_error", "failure"), Counts { server_errors: 1, ..refused });
    }

    #[test]
    fn too_few_turns_or_any_breach_fails() {
        let good = Counts { cases: CASES_MIN, events: 4, turns: 1, ..Counts::default() };
        assert!(good.check().is_ok());
        for bad in [
            Counts { cases: CASES_MIN - 1, events: 4, turns: 1, ..Counts::default() },
            Counts { cases: CASES_MIN, events: 5, turns: 1, ..Counts::default() },
            Counts { cases: CASES_MIN, server_errors: 1, ..Counts::default() },
            Counts { cases: CASES_MIN, undocumented: 1, ..Counts::default() },
        ] {
            assert!(bad.check().is_err(), "{bad:?}");
        }
    }
}
