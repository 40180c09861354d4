use clap::FromArgMatches as _;
use jiff::tz::TimeZone;

use super::*;

fn file(text: &str) -> Options {
    toml::from_str(text).unwrap()
}

#[test]
fn the_command_line_wins_over_the_file_and_that_over_the_defaults() {
    let command = Given::<Options>::augment_args(clap::Command::new("serve"));
    let matches = command.get_matches_from(["serve", "--listen", "127.0.0.1:9"]);
    let flags = Given::<Options>::from_arg_matches(&matches).unwrap();
    let below = file("listen = \"127.0.0.1:1\"\npos_emitter = \"none\"\n[drive_thru]\noffers = false\n");
    let config = flags.over(below).unwrap().check().unwrap();
    assert_eq!(config.options.listen.port(), 9);
    assert_eq!(config.options.pos_emitter, PosEmitter::None);
    assert!(!config.settings.default.rules.offers);
    assert_eq!(config.options.data, Path::new("data"));
}

#[test]
fn a_drive_thru_has_the_rules_of_all_but_for_its_own() {
    let text = "[drive_thru]\ngreeting = \"Hi!\"\n[drive_thrus.d2]\ntime_zone = \"Europe/Berlin\"\n";
    let settings = file(text).check().unwrap().settings;
    assert_eq!(settings.of("d1").time_zone, TimeZone::UTC);
    assert_eq!(settings.of("d2").time_zone.iana_name(), Some("Europe/Berlin"));
    assert_eq!(settings.of("d2").rules.greeting.as_deref(), Some("Hi!"));
}

#[test]
fn the_rules_of_all_are_read_by_their_old_name() {
    let printed = file("[house]\noffers = false\n").to_toml().unwrap();
    assert_eq!(printed, file("[drive_thru]\noffers = false\n").to_toml().unwrap());
    assert!(printed.contains("[drive_thru]\n") && !printed.contains("house"), "{printed}");
    let both = toml::from_str::<Options>("[house]\noffers = false\n[drive_thru]\noffers = true\n");
    assert!(both.is_err(), "{both:?}");
}

#[test]
fn a_fault_in_the_rules_of_a_drive_thru_is_named_by_its_key() {
    for (text, words) in [
        ("gret = true", "drive_thrus.d2: gret: unknown field `gret`: did you mean `greet`?"),
        ("greet = \"secret\"", "drive_thrus.d2: greet: invalid type: string \"...\", expected a boolean"),
        ("agents.parser = \"oracle\"", "drive_thrus.d2: agents.parser: unknown variant `oracle`"),
    ] {
        let error = file(&format!("[drive_thrus.d2]\n{text}\n")).check().unwrap_err();
        assert!(format!("{error:#}").starts_with(words), "{error:#}");
    }
}

#[test]
fn a_drive_thru_names_its_lanes_over_those_of_all() {
    let text = "[drive_thru.lane_names]\n1 = \"Left lane\"\n2 = \"Right lane\"\n[drive_thrus.d2.lane_names]\n1 = \"Nord\"\n";
    let settings = file(text).check().unwrap().settings;
    let names = |drive_thru, lane| {
        let key = fsm::ids::LaneKey::new(drive_thru, lane).unwrap();
        settings.of(drive_thru).rules.lane_name(&key).map(str::to_owned)
    };
    assert_eq!(names("d1", "1").as_deref(), Some("Left lane"));
    assert_eq!(names("d2", "1").as_deref(), Some("Nord"));
    assert_eq!(names("d2", "2").as_deref(), Some("Right lane"));
    assert_eq!(names("d2", "3"), None);
}

#[test]
fn a_faulty_name_of_a_lane_is_named_with_its_key() {
    let long = "x".repeat(41);
    for (lane, name, words) in [
        ("1", "", "lane_names.1: a lane's name is one line of 1 to 40 characters, not \"\""),
        ("1", " Left", "lane_names.1: a lane's name is one line of 1 to 40 characters, not \" Left\""),
        (
            "1",
            "Left\\nlane",
            "lane_names.1: a lane's name is one line of 1 to 40 characters, not \"Left\\nlane\"",
        ),
        ("2", &long, "lane_names.2: a lane's name is one line of 1 to 40 characters, not \"xxx"),
        ("a b", "Left", "lane_names.a b: an id is 1 to 64"),
    ] {
        for place in ["drive_thru", "drive_thrus.d2"] {
            let text = format!("[{place}.lane_names]\n\"{lane}\" = \"{name}\"\n");
            let error = format!("{:#}", file(&text).check().unwrap_err());
            assert!(error.starts_with(&format!("{place}: {words}")), "{error}");
        }
    }
}

#[test]
fn a_fault_in_a_profile_of_specialists_is_named_with_its_key() {
    let long = format!("prompt = {:?}", "x".repeat(100 * 1024));
    let server = "[models.here]\nurl = \"http://127.0.0.1:1/v1\"\nmodel = \"small\"\n";
    for (text, words) in [
        ("[profiles.warm]\n".to_owned(), "profiles.warm: there is no server `llm`: name it in [models.llm]"),
        (
            "[profiles.warm]\nserver = \"http://evil.example/v1\"\n".to_owned(),
            "profiles.warm: there is no server `http://evil.example/v1`",
        ),
        (
            format!("{server}[profiles.warm]\nserver = \"here\"\n{long}\n"),
            "profiles.warm: prompt has 102400 bytes, and at most 4096 are told",
        ),
        (
            format!("{server}[profiles.warm]\nserver = \"here\"\nanswer_tokens_max = 0\n"),
            "profiles.warm: answer_tokens_max is from 1 to 2000, not 0",
        ),
        (
            format!("{server}[profiles.warm]\nserver = \"here\"\ndeadline_ms = 0\n"),
            "profiles.warm: deadline_ms is from 1 to 60000, not 0",
        ),
        ("[models.here]\nmodel = \"small\"\n".to_owned(), "models.here: url is not set"),
        (
            "[models.here]\nurl = \"http://127.0.0.1:1/v1\"\n".to_owned(),
            "models.here: models.here.url is set, but not models.here.model",
        ),
        ("[models.llm]\n".to_owned(), "models.llm: the server of this name is set by [llm]"),
        (
            "[drive_thrus.d2.agents.profiles]\nmenu = \"cold\"\n".to_owned(),
            "agents.profiles names the profile `cold`, and there is no [profiles.cold]",
        ),
        (
            "[drive_thrus.d2.agents.profiles]\nwaiter = \"cold\"\n".to_owned(),
            "drive_thrus.d2: agents.profiles.waiter: unknown field `waiter`, expected one of `menu`",
        ),
    ] {
        let error = format!("{:#}", file(&text).check().unwrap_err());
        assert!(error.starts_with(words), "{error}");
    }
    let text = format!(
        "{server}[profiles.warm]\nserver = \"here\"\n[drive_thrus.d2.agents.profiles]\nmenu = \"warm\"\n"
    );
    let config = file(&text).check().unwrap();
    assert_eq!(config.settings.of("d2").agents.profiles.menu.as_deref(), Some("warm"));
    assert!(config.settings.of("d1").agents.profiles.menu.is_none());
}

#[test]
fn what_makes_no_sense_is_refused() {
    for text in [
        "confidence_min = 1.5",
        "time_zone = \"Mars/Olympus\"",
        "not_understood_max = 1",
        "not_understood_max = 6",
        "upset_max = 0",
        "closing_grace_ms = 999",
        "ticket_unanswered_seconds = 9",
        "handoff_unanswered_seconds = 601",
        "question_open_seconds = 4",
        "visit_idle_seconds = 59",
    ] {
        let options = file(&format!("[drive_thru]\n{text}\n"));
        assert!(options.check().is_err(), "{text}");
    }
    for text in
        ["lisen = \"x\"", "store = \"mysql://x\"", "durability = \"often\"", "pos_emitter = \"pigeon\""]
    {
        assert!(toml::from_str::<Options>(text).is_err(), "{text}");
    }
}

#[test]
fn secrets_are_taken_from_one_place_and_never_shown() {
    let secrets = ["whsec_a", "whsec_b"].map(str::to_owned).to_vec();
    let file = |text: &str| file(&format!("{text}\n")).check();
    for text in ["[\"whsec_a\", \"whsec_b\"]", "\"whsec_a, whsec_b\""] {
        let config = file(&format!("webhook_secrets = {text}")).unwrap();
        assert_eq!(config.webhook_secrets.as_slice(), secrets);
        let shown = format!("{config:?}{}", config.options.to_toml().unwrap());
        assert!(!shown.contains("whsec"), "{shown}");
    }
    let listed = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(listed.path(), "whsec_a\nwhsec_b\n").unwrap();
    let named = format!("webhook_secrets_file = {:?}", listed.path());
    assert_eq!(file(&named).unwrap().webhook_secrets.as_slice(), secrets);
    let twice = file(&format!("{named}\nwebhook_secrets = \"whsec_a\"")).unwrap_err();
    assert!(twice.to_string().contains("both set"), "{twice}");
    assert!(file("webhook_secrets_file = \"nowhere\"").unwrap_err().to_string().contains("nowhere"));
}

#[test]
fn urls_with_secrets_are_taken_from_a_file_or_an_option_and_not_from_both() {
    let folder = tempfile::tempdir().unwrap();
    let read = |option: &str, url: &str, more: &str| {
        let path = folder.path().join("url");
        std::fs::write(&path, url).unwrap();
        let line = option.replace("FILE", &format!("{:?}", path.to_str().unwrap()));
        file(&format!("{more}\n{line}\n")).check()
    };
    let redis = "redis://me:canary@h:1/2";
    let stored = read("store_file = FILE", &format!("{redis}\n"), "").unwrap();
    assert!(matches!(&stored.store, StoreUrl::Redis(url) if url.as_secret() == redis), "{stored:?}");
    let printed = stored.options.to_toml().unwrap();
    assert!(!printed.contains("canary") && !printed.contains("store ="), "{printed}");
    assert_eq!(file(&printed).check().unwrap().store, stored.store, "what is printed can be used");
    let stream = read("redis_stream_url_file = FILE", redis, "").unwrap();
    assert_eq!(stream.redis_stream_url.unwrap().as_secret(), redis);
    let url = "https://me:canary@h/x?canary";
    assert_eq!(read("otlp_endpoint_file = FILE", url, "").unwrap().otlp_endpoint.unwrap().as_secret(), url);
    assert_eq!(read("webhook_url_file = FILE", url, "").unwrap().webhook_url.unwrap().as_secret(), url);
    let model = read("[llm]\nurl_file = FILE\nmodel = \"x\"", url, "").unwrap();
    assert_eq!(model.llm.unwrap().url, url);
    let model = read("[models.m]\nurl_file = FILE\nmodel = \"x\"", url, "").unwrap();
    assert_eq!(model.servers["m"].url, url);

    for (option, url, more, fault) in [
        ("store_file = FILE", redis, "store = \"sqlite:\"", "store and store_file are both set: use one"),
        ("webhook_url_file = FILE", url, "webhook_url = \"http://h\"", "webhook_url and webhook_url_file"),
        (
            "redis_stream_url_file = FILE",
            redis,
            "redis_stream_url = \"redis://h\"",
            "redis_stream_url and redis_stream_url_file are both set",
        ),
        (
            "otlp_endpoint_file = FILE",
            url,
            "otlp_endpoint = \"http://h\"",
            "otlp_endpoint and otlp_endpoint_file",
        ),
        ("url_file = FILE\nmodel = \"x\"", url, "[llm]\nurl = \"http://h\"", "llm.url and llm.url_file"),
        ("store_file = FILE", "canary://h", "", "use `sqlite:`, `memory:`"),
        ("store_file = FILE", " \n", "", "has one URL in it, and nothing else"),
        ("webhook_url_file = FILE", "https://canary https://canary", "", "has one URL in it"),
        ("store_file = \"nowhere\"", "", "", "cannot read store_file nowhere"),
    ] {
        let error = format!("{:#}", read(option, url, more).unwrap_err());
        assert!(error.contains(fault) && !error.contains("canary"), "{error}");
    }
}

#[test]
fn the_printed_configuration_gives_itself_again() {
    let printed = file("[drive_thru]\nline_quantity_max = 7\nlane_names.1 = \"Left\"\n")
        .check()
        .unwrap()
        .options
        .to_toml()
        .unwrap();
    assert_eq!(file(&printed).check().unwrap().options.to_toml().unwrap(), printed);
    assert!(printed.contains("line_quantity_max = 7") && printed.contains("1 = \"Left\""), "{printed}");
}
