//! `carhop doctor`, on installations that are well and on those that are not.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::{Duration, SystemTime};

use rcgen::{CertificateParams, KeyPair, date_time_ymd};
use serde_json::Value;
use tempfile::TempDir;

use crate::keys;
use crate::support::{Service, carhop};
use crate::tls::pem;

const CHECKS: [&str; 10] = [
    "configuration",
    "data folder",
    "store",
    "menu",
    "keys",
    "certificate",
    "disk",
    "clock",
    "open files",
    "secret files",
];

/// What it finds, and its exit code.
fn examined(data: &Path, options: &[&str]) -> (Value, Option<i32>) {
    let mut command = carhop(&["doctor", "--json", "--data"]);
    let output = command.arg(data).args(options).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}")), output.status.code())
}

/// That a check, and no other, comes to that, and that the exit code says so.
#[track_caller]
fn check_found(data: &Path, options: &[&str], check: &str, state: &str, words: &str) {
    let (report, code) = examined(data, options);
    let failed = state == "fail";
    assert_eq!((&report["ok"], code), (&Value::Bool(!failed), Some(i32::from(failed))), "{report:#}");
    for finding in report["checks"].as_array().unwrap() {
        if finding["check"] == check {
            assert_eq!(finding["state"], state, "{report:#}");
            assert!(finding["detail"].as_str().unwrap().contains(words), "{words}: {report:#}");
            assert_eq!(finding["todo"].is_string(), state != "ok", "{report:#}");
        } else {
            assert_ne!(finding["state"], "fail", "{report:#}");
        }
    }
}

/// A folder in which a service ran.
fn used() -> TempDir {
    let folder = TempDir::new().unwrap();
    let mut service = Service::start_on(folder.path(), &[]);
    service.lane("1").confirmed("a cookie");
    service.lane("1").until_acknowledged();
    service.terminate();
    assert!(service.ended().success());
    folder
}

#[test]
fn a_folder_that_is_new_in_use_or_was_used_is_well() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let (report, code) = examined(&data, &[]);
    assert_eq!(code, Some(0), "{report:#}");
    let names: Vec<&str> =
        report["checks"].as_array().unwrap().iter().map(|it| it["check"].as_str().unwrap()).collect();
    assert_eq!(names, CHECKS);
    assert!(!data.exists(), "it changes nothing");

    let service = Service::start();
    service.lane("1").car();
    check_found(service.data(), &[], "store", "ok", "is whole");
    service.lane("1").say("a cookie");

    check_found(used().path(), &[], "store", "ok", "is whole");
}

#[test]
fn each_check_is_a_line_that_says_what_to_do() {
    let folder = used();
    fs::set_permissions(folder.path().join("carhop.db"), Permissions::from_mode(0o644)).unwrap();
    let output = carhop(&["doctor", "--data"]).arg(folder.path()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!((output.status.code(), text.lines().count()), (Some(1), CHECKS.len()), "{text}");
    for (line, check) in text.lines().zip(CHECKS) {
        let (state, rest) = line.split_once(' ').unwrap();
        assert!(["ok", "warn", "fail"].contains(&state) && rest.trim_start().starts_with(check), "{line}");
    }
    let line = text.lines().nth(1).unwrap();
    assert!(
        line.starts_with("fail") && line.contains(": chmod 600 ") && line.ends_with("carhop.db"),
        "{line}"
    );
}

#[test]
fn a_configuration_that_makes_no_sense_is_the_one_finding() {
    let folder = TempDir::new().unwrap();
    for options in [&["--confidence-min", "2"][..], &["--tls-cert", "x"]] {
        let (report, code) = examined(folder.path(), options);
        assert_eq!((code, report["checks"].as_array().map(Vec::len)), (Some(1), Some(1)), "{report:#}");
        assert_eq!(report["checks"][0]["state"], "fail");
    }
    check_found(folder.path(), &["--listen", "0.0.0.0:8080"], "configuration", "fail", "from other machines");
}

#[test]
fn a_store_that_is_damaged_gone_or_another_is_found() {
    let folder = used();
    let file = folder.path().join("carhop.db");
    let bytes = fs::read(&file).unwrap();
    let mut damaged = bytes.clone();
    damaged[4096..].iter_mut().step_by(97).for_each(|byte| *byte ^= 0x5a);
    fs::write(&file, damaged).unwrap();
    check_found(folder.path(), &[], "store", "fail", "damaged");
    fs::remove_file(&file).unwrap();
    check_found(folder.path(), &[], "store", "fail", "was used here");
    fs::copy(used().path().join("carhop.db"), &file).unwrap();
    check_found(folder.path(), &[], "store", "fail", "was used here");
    fs::write(&file, bytes).unwrap();
    check_found(folder.path(), &[], "store", "ok", "is whole");
    check_found(folder.path(), &["--store", "memory:"], "store", "warn", "memory");
}

#[test]
fn a_database_that_is_away_or_was_emptied_is_found_and_its_password_is_not_told() {
    let folder = TempDir::new().unwrap();
    let away = "redis://someone:hunter2@127.0.0.1:1";
    let (report, code) = examined(folder.path(), &["--store", away]);
    assert_eq!((code, &report["checks"][2]["state"]), (Some(1), &Value::from("fail")), "{report:#}");
    assert!(!report.to_string().contains("hunter2"), "{report:#}");

    let redis = testbed::RedisServer::start(&[]);
    let options = ["--store", &redis.url(), "--durability", "memory"];
    let environment = [("CARHOP_STORE", redis.url()), ("CARHOP_DURABILITY", "memory".to_owned())];
    let environment = environment.each_ref().map(|(name, value)| (*name, value.as_str()));
    drop(Service::start_on(folder.path(), &environment));
    check_found(folder.path(), &options, "store", "ok", "is whole");
    let empty = testbed::RedisServer::start(&[]);
    let options = ["--store", &empty.url(), "--durability", "memory"];
    check_found(folder.path(), &options, "store", "fail", "was used here");
    check_found(folder.path(), &["--store", &redis.url()], "store", "fail", "appendonly");
}

#[test]
fn a_menu_that_has_faults_is_found() {
    let folder = TempDir::new().unwrap();
    let menu = folder.path().join("menu.json");
    fs::write(&menu, "{}").unwrap();
    fs::set_permissions(&menu, Permissions::from_mode(0o600)).unwrap();
    check_found(folder.path(), &["--menu", menu.to_str().unwrap()], "menu", "fail", "faults");
}

#[test]
fn a_file_with_a_secret_that_others_may_read_is_found() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("url");
    fs::write(&file, "memory:\n").unwrap();
    let (data, options) = (folder.path().join("data"), ["--store-file", file.to_str().unwrap()]);
    for (mode, state, words) in
        [(0o600, "ok", "1 are named"), (0o440, "ok", "1 are named"), (0o604, "warn", "url")]
    {
        fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
        check_found(&data, &options, "secret files", state, words);
    }
}

#[test]
fn keys_that_are_over_or_unreadable_are_found() {
    let folder = TempDir::new().unwrap();
    keys::create(folder.path(), &["x", "--scope", "admin"]);
    check_found(folder.path(), &[], "keys", "ok", "1 that are good");
    keys::create(folder.path(), &["short", "--scope", "lane", "--days", "3"]);
    check_found(folder.path(), &[], "keys", "warn", "short");
    fs::write(folder.path().join("keys.json"), r#"{ "keys": [] }"#).unwrap();
    check_found(folder.path(), &[], "keys", "fail", "no key");
    fs::write(folder.path().join("keys.json"), "{").unwrap();
    let (report, code) = examined(folder.path(), &[]);
    assert_eq!((code, &report["checks"][4]["state"]), (Some(1), &Value::from("fail")), "{report:#}");
}

#[test]
fn a_certificate_is_looked_at_for_how_long_it_is_good() {
    let folder = TempDir::new().unwrap();
    let now: i32 = jiff::Timestamp::now().to_string()[..4].parse().unwrap();
    let (soon, key) = (folder.path().join("cert.pem"), folder.path().join("key.pem"));
    let options = ["--tls-cert", soon.to_str().unwrap(), "--tls-key", key.to_str().unwrap()];
    let data = folder.path().join("data");
    for (from, to, state, words) in [
        (now - 1, now + 2, "ok", "is good until"),
        (now - 2, now - 1, "fail", "is good from"),
        (now + 1, now + 2, "fail", "is good from"),
    ] {
        let pair = KeyPair::generate().unwrap();
        let mut about = CertificateParams::new(["localhost".to_owned()]).unwrap();
        (about.not_before, about.not_after) = (date_time_ymd(from, 1, 1), date_time_ymd(to, 1, 1));
        fs::write(&soon, pem("CERTIFICATE", about.self_signed(&pair).unwrap().der())).unwrap();
        fs::write(&key, pem("PRIVATE KEY", &pair.serialize_der())).unwrap();
        check_found(&data, &options, "certificate", state, words);
    }
    fs::write(&key, pem("PRIVATE KEY", &KeyPair::generate().unwrap().serialize_der())).unwrap();
    check_found(&data, &options, "certificate", "fail", "no certificate for that key");
}

#[test]
fn a_clock_that_was_set_back_is_found() {
    let folder = used();
    let file = File::options().append(true).open(folder.path().join("tickets.jsonl")).unwrap();
    file.set_modified(SystemTime::now() + Duration::from_secs(3600)).unwrap();
    check_found(folder.path(), &[], "clock", "fail", "tickets.jsonl");
}
