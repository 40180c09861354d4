//! One configuration file: a template of it, what is wrong with one, and reading it again while lanes are open.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::keys::create;
use crate::live::client::Socket;
use crate::support::{Answer, Service, awaited, call, carhop};

fn check(file: &Path) -> Output {
    carhop(&["config", "check"]).arg(file).output().unwrap()
}

#[test]
fn the_template_has_every_option_and_is_kept_for_deployments() {
    let printed = carhop(&["config", "template"]).output().unwrap();
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/carhop.toml");
    let text = String::from_utf8(printed.stdout).unwrap();
    assert!(fs::read_to_string(&kept).unwrap() == text, "carhop config template > deploy/carhop.toml");
    let checked = check(&kept);
    assert!(checked.status.success(), "{checked:?}");
}

#[test]
fn what_is_wrong_with_a_file_is_told_with_its_line_and_what_was_meant() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("carhop.toml");
    for (text, told) in [
        (
            "listen = \"127.0.0.1:1\"\nmenue = \"menu.json\"\n",
            "in line 2: unknown field `menue`: did you mean `menu`?",
        ),
        (
            "[limits]\nkey-calls-per-second = 1\n",
            "in line 2: unknown field `key-calls-per-second`: did you mean `key_calls_per_second`?",
        ),
        (
            "[drive_thrus.d2]\ngreetin = \"Hi\"\n",
            "drive_thrus.d2: greetin: unknown field `greetin`: did you mean `greeting`?",
        ),
        ("listen = 8080\n", "in line 1: invalid type"),
        ("[drive_thru]\nconfidence_min = 3.0\n", "confidence_min is a share from 0 to 1"),
        ("menu = \"/nowhere/menu.json\"\n", "cannot read /nowhere/menu.json"),
        ("webhook_secrets = [\"sk-canary\"]\nstore = \"ftp://u:pass-canary@x\"\n", "in line 2"),
    ] {
        fs::write(&file, text).unwrap();
        let output = check(&file);
        let words = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{words}");
        assert!(words.contains(told) && !words.contains("canary"), "{words}");
    }
    // Several faults are told at once; a table that there is not takes its lines with it.
    let text = "listn = \"x\"\ndata = 7\n\n[limts]\nkey_calls_per_second = 1\n\n[drive_thru]\ngreet = \"sk-canary\"\noffers = true\n";
    fs::write(&file, text).unwrap();
    let words = String::from_utf8(check(&file).stderr).unwrap();
    let lines: Vec<_> = words.lines().filter_map(|line| line.split_once(" is faulty in ")).collect();
    let told: Vec<_> = lines.iter().map(|(_, told)| told.split_inclusive(':').next().unwrap()).collect();
    assert_eq!(told, ["line 1:", "line 2:", "line 4:", "line 8:"], "{words}");
    assert!(!words.contains("canary"), "{words}");
    fs::write(&file, "[drive_thru]\ngreeting = \"Hi!\"\n").unwrap();
    let output = check(&file);
    assert!(output.status.success() && String::from_utf8(output.stdout).unwrap().contains("is right"));
}

/// A menu with one thing on it.
fn write_menu(file: &Path, name: &str, item: &str) {
    let menu = json!({
        "id": "stall", "name": name, "version": 1, "currency": "USD", "tax_rate": "0",
        "categories": [{ "id": "all", "name": "Everything" }],
        "items": [{ "id": item, "name": item, "category": "all", "price": "2.00" }],
    });
    fs::write(file, menu.to_string()).unwrap();
}

fn hang_up(service: &Service) {
    let status = Command::new("sh").args(["-c", &format!("kill -HUP {}", service.id())]).status();
    assert!(status.unwrap().success());
}

#[test]
fn a_hangup_reads_menus_keys_and_limits_again_and_drops_no_lane() {
    let folder = tempfile::tempdir().unwrap();
    let [config, menu, log] = ["carhop.toml", "menu.json", "log"].map(|name| folder.path().join(name));
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    let configure = |calls: u32, listen: &str| {
        let text = format!("menu = {menu:?}\n{listen}\n[limits]\nkey_calls_per_second = {calls}\n");
        fs::write(&config, text).unwrap();
    };
    write_menu(&menu, "Tea Stall", "tea");
    configure(1000, "");
    let key = create(&data, &["crew", "--scope", "admin"]);
    let arguments = ["--config", config.to_str().unwrap()];
    let variables = [("CARHOP_LOG", "info")];
    let service = Service::start_logging(&data, File::create(&log).unwrap(), &arguments, &variables);
    let with = |key: &str, method: &str, path: &str, body: &Value| -> Answer {
        let header = format!("Bearer {key}");
        call(service.address, method, path, &[("authorization", &header)], body.to_string().as_bytes())
    };
    let name = |drive_thru: &str| {
        with(&key, "GET", &format!("/v1/drive-thrus/{drive_thru}/menu"), &json!({})).json(200)["name"].clone()
    };
    let mut own = with(&key, "GET", "/v1/drive-thrus/own/menu", &json!({})).json(200);
    own["name"] = json!("Own");
    own.as_object_mut().unwrap().remove("availability");
    with(&key, "PUT", "/v1/drive-thrus/own/menu", &own).json(201);
    crate::support::call_with_key(service.address, &key);
    let lane = service.lane("1");
    let car = lane.car();
    let mut socket = Socket::behind(&lane, &car);

    let logged =
        |words: &str| awaited(words, || fs::read_to_string(&log).unwrap().contains(words).then_some(()));
    write_menu(&menu, "Coffee Stall", "coffee");
    configure(1000, "audit_days = 31");
    hang_up(&service);
    logged("the configuration was read again");
    assert_eq!(name("d1"), "Coffee Stall");
    assert_eq!(name("own"), "Own");
    logged("option=\"audit_days\"");
    // The lane, its session and its socket go on; what is new can be ordered.
    let turn = lane.say("a coffee");
    assert_eq!(turn["session_id"], car["session_id"]);
    assert_eq!(turn["order"]["lines"][0]["item"], "coffee");
    assert_eq!(socket.next()["turn"], turn["turn"]);
    // What is faulty changes nothing.
    fs::write(&menu, "{").unwrap();
    hang_up(&service);
    logged("the configuration stays as it was");
    assert_eq!(lane.say("another coffee")["state"], "ordering");
    write_menu(&menu, "Coffee Stall", "coffee");
    configure(1, "");
    let another = create(&data, &["another", "--scope", "admin"]);
    hang_up(&service);
    let status = |key: &str| with(key, "GET", "/v1/drive-thrus/d1/menu", &json!({})).status;
    awaited("a limit", || (status(&key) == 429).then_some(()));
    awaited("a new key", || (status(&another) == 200).then_some(()));
}
