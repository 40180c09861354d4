//! Stores that are damaged, emptied or exchanged: refused by name, or told by `/readyz` and counted. Nothing starts as if
//! nothing had ever been there.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Output;
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
use serde_json::json;
use tempfile::TempDir;
use testbed::RedisServer;

use crate::support::{Service, awaited, carhop};

/// How long a test waits for the file.
const BUSY_MAX: Duration = Duration::from_secs(5);

/// A folder in which a service took orders, and has stopped.
fn used() -> TempDir {
    let folder = TempDir::new().unwrap();
    let mut service = Service::start_on(folder.path(), &[]);
    for lane in ["1", "2", "3"] {
        service.lane(lane).confirmed("two cheeseburgers and a large coke");
    }
    service.terminate();
    service.ended();
    // All of it is in the file, and nothing beside it.
    let database = rusqlite::Connection::open(folder.path().join("carhop.db")).unwrap();
    database.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    folder
}

/// Starts on a folder on which nothing starts.
fn refused(data: &Path, variables: &[(&str, &str)]) -> String {
    let status = Service::try_start_on(data, variables).err().expect("it starts");
    assert_eq!(status.code(), Some(3));
    let mut command = carhop(&["serve", "--listen", "127.0.0.1:0", "--data"]);
    let Output { stderr, .. } = command.arg(data).envs(variables.iter().copied()).output().unwrap();
    String::from_utf8(stderr).unwrap()
}

/// Starts on a store that is another than the known one.
fn accepted(data: &Path, store: &str) -> Service {
    let log = fs::File::create(data.join("log")).unwrap();
    Service::start_logging(data, log, &["--accept-new-store"], &[("CARHOP_STORE", store)])
}

/// Something done to a file.
type Damage<'a> = &'a dyn Fn(&Path);

#[test]
fn a_damaged_file_is_refused_by_name() {
    let pages = |file: &Path, every: usize, from: usize, byte: u8| {
        let mut bytes = fs::read(file).unwrap();
        for page in bytes.chunks_mut(4096).skip(from).step_by(every) {
            page.fill(byte);
        }
        fs::write(file, bytes).unwrap();
    };
    let cut = |file: &Path, to: u64| {
        let length = fs::metadata(file).unwrap().len();
        fs::File::options().write(true).open(file).unwrap().set_len(length * to / 100).unwrap();
    };
    let damages: [(&str, Damage<'_>); 9] = [
        ("half of it is cut off", &|file| cut(file, 50)),
        ("most of it is cut off", &|file| cut(file, 5)),
        ("the end is cut off", &|file| cut(file, 95)),
        ("every third page is zeros", &|file| pages(file, 3, 1, 0)),
        ("every third page is ones", &|file| pages(file, 3, 2, 0xff)),
        ("the first page is zeros", &|file| pages(file, usize::MAX, 0, 0)),
        ("one page is garbled", &|file| pages(file, usize::MAX, 3, 0x55)),
        ("it is a text", &|file| fs::write(file, "a text, and no database\n".repeat(1000)).unwrap()),
        ("all is zeros", &|file| pages(file, 1, 0, 0)),
    ];
    for (what, damage) in damages {
        let folder = used();
        damage(&folder.path().join("carhop.db"));
        let told = refused(folder.path(), &[]);
        assert!(told.contains("carhop.db cannot be used"), "{what}: {told}");
    }
}

#[test]
fn an_empty_or_a_foreign_store_is_refused_by_name() {
    let folder = used();
    let data = folder.path();
    let file = data.join("carhop.db");
    fs::rename(&file, data.join("away")).unwrap();
    for _ in 0..2 {
        let told = refused(data, &[]);
        assert!(told.contains("there is no ") && told.contains("--accept-new-store"), "{told}");
        assert!(!file.exists());
    }
    let other = used();
    fs::copy(other.path().join("carhop.db"), &file).unwrap();
    let told = refused(data, &[]);
    assert!(told.contains("this is store ") && told.contains("sqlite.id"), "{told}");
    // The one that was used here goes on. A file that is put in place of another has nothing of that beside it.
    for beside in ["carhop.db-wal", "carhop.db-shm"] {
        let _ = fs::remove_file(data.join(beside));
    }
    fs::rename(data.join("away"), &file).unwrap();
    let mut service = Service::start_on(data, &[]);
    assert_eq!(service.lane("1").now()["turn"], 5);
    service.kill();
    // And a new one, once somebody says so.
    for file in ["carhop.db", "carhop.db-wal", "carhop.db-shm"] {
        fs::remove_file(data.join(file)).unwrap();
    }
    let mut service = accepted(data, "sqlite:");
    assert_eq!(service.lane("1").now()["state"], "idle");
    service.kill();
    Service::start_on(data, &[]);
}

#[test]
fn an_identity_that_cannot_be_read_is_refused_by_name_and_written_again() {
    let folder = used();
    for torn in ["", "7f"] {
        fs::write(folder.path().join("sqlite.id"), torn).unwrap();
        let told = refused(folder.path(), &[]);
        assert!(told.contains("sqlite.id names no store") && told.contains("--accept-new-store"), "{told}");
        let mut service = accepted(folder.path(), "sqlite:");
        assert_eq!(service.lane("1").now()["turn"], 5);
        service.kill();
        Service::start_on(folder.path(), &[]);
    }
}

#[test]
fn a_redis_that_was_emptied_is_told_and_refused_by_name() {
    let server = RedisServer::start(&["--appendonly", "yes", "--appendfsync", "always"]);
    let (folder, url) = (TempDir::new().unwrap(), server.url());
    let variables = [("CARHOP_STORE", url.as_str())];
    let mut service = Service::start_on(folder.path(), &variables);
    service.lane("1").car();
    assert_eq!(service.get("/readyz").status, 200);
    server.command("FLUSHALL");
    let problem = service.get("/readyz").problem(503, "store-unavailable");
    assert!(problem["detail"].as_str().unwrap().contains("it was emptied"), "{problem:#}");
    service.kill();
    let told = refused(folder.path(), &variables);
    assert!(told.contains("this is an empty store") && told.contains("redis.id"), "{told}");
    let mut service = accepted(folder.path(), &url);
    assert_eq!(service.get("/readyz").status, 200);
    service.kill();
    let service = Service::start_on(folder.path(), &variables);
    assert_eq!(service.get("/readyz").status, 200);
}

#[test]
fn turns_that_the_store_fails_make_the_service_unready_and_are_counted() {
    let (service, lane) = Service::with_car();
    let database = rusqlite::Connection::open(service.data().join("carhop.db")).unwrap();
    database.busy_timeout(BUSY_MAX).unwrap();
    database.execute_batch("ALTER TABLE events RENAME TO gone").unwrap();
    lane.event(json!({ "type": "utterance", "text": "a cookie" })).problem(503, "store-unavailable");
    let problem = service.get("/readyz").problem(503, "store-unavailable");
    assert!(problem["detail"].as_str().unwrap().contains("turns: "), "{problem:#}");
    assert!(service.get("/metrics").body.contains("carhop_store_errors_total 1"));
    database.execute_batch("ALTER TABLE gone RENAME TO events").unwrap();
    lane.say("a cookie");
    awaited("ready", || (service.get("/readyz").status == 200).then_some(()));
}

#[test]
fn a_lane_that_cannot_be_read_fails_alone() {
    let folder = used();
    let database = rusqlite::Connection::open(folder.path().join("carhop.db")).unwrap();
    assert_eq!(database.execute("UPDATE lanes SET session = '{' WHERE lane = '1'", []).unwrap(), 1);
    drop(database);
    let service = Service::start_on(folder.path(), &[]);
    service.lane("1").event(json!({ "type": "car_detected" })).problem(503, "store-unavailable");
    service.lane("2").confirmed("a cookie");
    assert_eq!(service.get("/readyz").status, 200);
    let metrics = service.get("/metrics").body;
    let counted = metrics.lines().find_map(|line| line.strip_prefix("carhop_store_errors_total "));
    assert!(counted.is_some_and(|count| count != "0"), "{counted:?}");
}

#[test]
fn a_message_that_cannot_be_read_is_set_aside_and_the_other_tickets_go_on() {
    let folder = used();
    let database = rusqlite::Connection::open(folder.path().join("carhop.db")).unwrap();
    let sql = "INSERT INTO outbox (drive_thru, lane, message, stored_at, next_attempt_at)
               VALUES ('d1', ?, ?, '2026-11-21T20:00:00.000000000Z', '2026-11-21T20:00:00.000000000Z')";
    for (lane, message) in [("1", "{"), ("2", r#"{"type":"ticket.honked"}"#), ("no lane", "{}")] {
        database.execute(sql, [lane, message]).unwrap();
    }
    drop(database);
    let service = Service::start_on(folder.path(), &[]);
    for lane in ["1", "2", "4"] {
        let lane = service.lane(lane);
        lane.confirmed("a cookie");
        lane.until_acknowledged();
    }
    awaited("three messages that are set aside", || {
        service.get("/metrics").body.contains("carhop_messages_unreadable_total 3").then_some(())
    });
}

#[test]
fn only_the_owner_reads_what_is_kept() {
    let folder = used();
    let service = Service::start_on(folder.path(), &[]);
    service.lane("1").car();
    for entry in fs::read_dir(folder.path()).unwrap() {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", entry.path().display());
    }
}

#[test]
fn a_file_that_is_deleted_while_it_is_used_takes_no_more_turns_until_it_is_back() {
    let (service, lane) = Service::with_car();
    let said = lane.say("a cookie");
    for name in ["carhop.db", "carhop.db-wal"] {
        let (file, away) = (service.data().join(name), service.data().join("away"));
        fs::rename(&file, &away).unwrap();
        let refused = lane.event(json!({ "type": "utterance", "text": "a brownie" }));
        refused.problem(503, "store-unavailable");
        let problem = service.get("/readyz").problem(503, "store-unavailable");
        assert!(problem["detail"].as_str().unwrap().contains("deleted or replaced"), "{problem:#}");
        fs::rename(&away, &file).unwrap();
        awaited("ready", || (service.get("/readyz").status == 200).then_some(()));
        assert_eq!(lane.now()["turn"], said["turn"]);
    }
    lane.say("a brownie");
}

#[test]
fn a_file_that_is_garbled_while_it_is_used_makes_the_service_unready_though_nobody_comes() {
    let folder = used();
    let service = Service::start_on(folder.path(), &[]);
    let file = folder.path().join("carhop.db");
    let mut bytes = fs::read(&file).unwrap();
    bytes.chunks_mut(4096).skip(1).step_by(3).for_each(|page| page.fill(0x55));
    fs::write(&file, bytes).unwrap();
    let detail = awaited("red", || {
        let answer = service.get("/readyz");
        (answer.status == 503).then(|| answer.problem(503, "store-unavailable")["detail"].clone())
    });
    assert!(detail.as_str().unwrap().contains("damaged"), "{detail}");
}

#[test]
fn a_file_that_may_not_become_larger_refuses_turns_and_ends_nothing() {
    let (service, lane) = Service::with_car();
    let process = Pid::from_raw(service.id().cast_signed());
    let limit = getrlimit(Resource::Fsize);
    let length = fs::metadata(service.data().join("carhop.db-wal")).unwrap().len();
    let small = Rlimit { current: Some(length + 16_384), ..limit };
    prlimit(process, Resource::Fsize, small).unwrap();
    let refused = awaited("a write that is refused", || {
        let answer = lane.event(json!({ "type": "utterance", "text": "a cookie" }));
        (answer.status != 200).then_some(answer)
    });
    refused.problem(503, "store-unavailable");
    prlimit(process, Resource::Fsize, limit).unwrap();
    awaited("ready", || (service.get("/readyz").status == 200).then_some(()));
    lane.say("a brownie");
}
