//! Backups of a service at work: they are whole or not there, whatever is killed, and what is made of them goes on.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Output;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::keys::create;
use crate::support::{Service, ask, call_with_key, carhop, fresh_id, try_call};

const LANES: usize = 4;
/// How many backups are killed, each later than the one before.
const KILLED: u64 = 6;
const KILLED_LATER: Duration = Duration::from_millis(15);

fn run(command: &str, place: &Path, data: &Path) -> Output {
    carhop(&[command, "--data"]).arg(data).arg(place).output().unwrap()
}

#[track_caller]
fn done(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[track_caller]
fn refused(output: &Output, words: &str) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains(words), "{told}");
}

/// Has cars order on a lane until it is over. Every order that was confirmed is noted, as its ticket.
fn drive(service: &Service, lane: usize, is_over: &AtomicBool, confirmed: &Mutex<Vec<String>>) {
    let path = service.lane(&lane.to_string()).path + "/events";
    while !is_over.load(Ordering::Relaxed) {
        for text in ["", "two cheeseburgers and a large coke", "that's all", "yes"] {
            let event = match text {
                "" => json!({ "id": fresh_id(), "type": "car_detected" }),
                _ => json!({ "id": fresh_id(), "type": "utterance", "text": text }),
            };
            // The service is killed at the end.
            let answer = try_call(service.address, "POST", &path, &[], event.to_string().as_bytes());
            let Ok(answer) = answer else { return };
            if answer.status == 200
                && let Some(ticket) = answer.json(200)["ticket"]["ticket_id"].as_str()
            {
                confirmed.lock().unwrap().push(ticket.to_owned());
            }
        }
    }
}

#[test]
fn a_backup_under_load_has_all_that_was_answered_before_it_and_a_killed_one_is_none() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    let key = create(&data, &["boss", "--scope", "admin"]);
    let variables = [("CARHOP_KEY_CALLS_PER_SECOND", "0"), ("CARHOP_LANE_EVENTS_PER_SECOND", "0")];
    let mut service = Service::start_on(&data, &variables);
    call_with_key(service.address, &key);
    let (is_over, confirmed) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    let (good, killed) = (folder.path().join("good"), folder.path().join("killed"));
    let before = thread::scope(|scope| {
        let (service, is_over, confirmed) = (&service, &is_over, &confirmed);
        let lanes: Vec<_> =
            (0..LANES).map(|lane| scope.spawn(move || drive(service, lane, is_over, confirmed))).collect();
        thread::sleep(Duration::from_millis(300));
        for round in 0..KILLED {
            let mut child = carhop(&["backup", "--data"]).arg(&data).arg(&killed).spawn().unwrap();
            thread::sleep(KILLED_LATER * u32::try_from(round).unwrap());
            child.kill().unwrap();
            child.wait().unwrap();
            // It is there as a whole or not at all.
            if killed.exists() {
                done(&carhop(&["restore", "--check"]).arg(&killed).output().unwrap());
                fs::remove_dir_all(&killed).unwrap();
            }
        }
        let before = confirmed.lock().unwrap().clone();
        let told = done(&run("backup", &good, &data));
        assert!(told.contains("backup.json") || told.contains("carhop.db"), "{told}");
        is_over.store(true, Ordering::Relaxed);
        lanes.into_iter().for_each(|lane| lane.join().unwrap());
        before
    });
    assert!(before.len() >= LANES, "{}", before.len());
    service.kill();
    for file in fs::read_dir(&good).unwrap() {
        let file = file.unwrap();
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o077, 0, "{file:?}");
    }

    let restored = folder.path().join("restored");
    let told = done(&run("restore", &good, &restored));
    assert!(told.contains("revoked"), "{told}");
    let again = Service::start_on(&restored, &variables);
    call_with_key(again.address, &key);
    for ticket in &before {
        ask(again.address, "GET", &format!("/v1/tickets/{ticket}"), "").json(200);
    }
    // Each is delivered once, whatever was under way when it was backed up.
    again.lane("new").confirmed("a cookie");
    again.lane("new").until_acknowledged();
    let delivered = || -> Vec<String> {
        let text = fs::read_to_string(restored.join("tickets.jsonl")).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let created = lines.filter(|line| line["type"] == "ticket.created");
        created.map(|line| line["data"]["ticket_id"].as_str().unwrap().to_owned()).collect()
    };
    crate::support::awaited("all tickets", || {
        let delivered = delivered();
        let each: BTreeSet<&String> = delivered.iter().collect();
        assert_eq!(each.len(), delivered.len(), "a ticket was delivered twice");
        before.iter().all(|ticket| each.contains(ticket)).then_some(())
    });
    println!("{} tickets before the backup, all in it", before.len());
}

#[test]
fn a_backup_is_put_into_an_empty_folder_alone_and_only_if_it_is_whole() {
    let folder = TempDir::new().unwrap();
    let [data, backup, other] = ["data", "backup", "other"].map(|name| folder.path().join(name));
    drop(Service::start_on(&data, &[]));
    done(&run("backup", &backup, &data));
    refused(&run("backup", &backup, &data), "is not empty");
    refused(&run("restore", &backup, &data), "is not empty");
    refused(&run("restore", &data, &other), "is no backup");
    refused(
        &carhop(&["backup", "--store", "redis://127.0.0.1:1", "x"]).output().unwrap(),
        "backups of its own",
    );
    let database = backup.join("carhop.db");
    let mut bytes = fs::read(&database).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&database, &bytes).unwrap();
    refused(&run("restore", &backup, &other), "is damaged");
    refused(&carhop(&["restore", "--check"]).arg(&backup).output().unwrap(), "is damaged");
    assert!(!other.exists());
    bytes[middle] ^= 1;
    fs::write(&database, &bytes).unwrap();
    fs::create_dir(&other).unwrap();
    done(&run("restore", &backup, &other));
    let doctor = carhop(&["doctor", "--data"]).arg(&other).output().unwrap();
    assert!(
        String::from_utf8_lossy(&doctor.stdout).lines().all(|line| !line.starts_with("fail")),
        "{doctor:?}"
    );
    drop(Service::start_on(&other, &[]));
}
