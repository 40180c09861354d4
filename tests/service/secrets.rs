//! URLs with a login or a token: whatever is printed, they are shown without it.

use tempfile::TempDir;

use crate::support::carhop;

const SECRET: &str = "canary-7f3a";

/// Runs a command. Gives all that it printed, which has no secret in it, and whether it did what it was to do.
#[track_caller]
fn printed(arguments: &[&str], variables: &[(&str, &str)]) -> (String, bool) {
    let with_secret = |text: &str| text.replace("SECRET", SECRET);
    let arguments: Vec<String> = arguments.iter().copied().map(with_secret).collect();
    let mut command = carhop(&[]);
    command.args(&arguments).env("CARHOP_LOG", "trace");
    for (name, value) in variables {
        command.env(name, with_secret(value));
    }
    let output = command.output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(!text.contains(SECRET), "{arguments:?} {variables:?}:\n{text}");
    (text, output.status.success())
}

#[test]
fn the_printed_configuration_has_urls_without_their_secrets() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("carhop.toml");
    let models = format!("[models.other]\nurl = \"http://me:{SECRET}@127.0.0.1:9/v1\"\nmodel = \"large\"\n");
    std::fs::write(&file, models).unwrap();
    let variables = [
        ("CARHOP_WEBHOOK_URL", "https://SECRET@pos.example/tickets?token=SECRET"),
        ("CARHOP_LLM_URL", "http://me:SECRET@127.0.0.1:9/v1?key=SECRET"),
        ("CARHOP_LLM_MODEL", "small"),
        ("CARHOP_STORE", "redis://me:SECRET@127.0.0.1:9/1"),
    ];
    let (text, is_fine) =
        printed(&["serve", "--print-config", "--config", file.to_str().unwrap()], &variables);
    assert!(is_fine, "{text}");
    for line in [
        "webhook_url = \"https://***@pos.example/tickets?***\"",
        "url = \"http://***@127.0.0.1:9/v1?***\"",
        "url = \"http://***@127.0.0.1:9/v1\"",
        "store = \"redis://***@127.0.0.1:9/1\"",
    ] {
        assert!(text.lines().any(|printed| printed == line), "{line} is not in\n{text}");
    }
    assert!(printed(&["serve", "--help"], &variables).1);
}

#[test]
fn no_error_quotes_the_secret_of_a_url() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().to_str().unwrap();
    let webhook = ["serve", "--data", data, "--store", "memory:", "--pos-emitter", "webhook"];
    for (arguments, variables, named) in [
        (&["serve", "--store", "redis//:SECRET@localhost"][..], &[][..], "--store"),
        (&["serve", "--store", "rediss:SECRET"], &[], "--store"),
        (&["serve"], &[("CARHOP_STORE", "postgres://me:SECRET@localhost")], "--store"),
        (&["serve", "--redis-stream-url", "http://me:SECRET@localhost"], &[], "--redis-stream-url"),
        (&["serve", "redis://me:SECRET@localhost"], &[], "redis://***@localhost"),
        (&["serve", "--stroe=redis://me:SECRET@localhost"], &[], "--stroe"),
        (&["health", "--url", "http://me:SECRET@localhost:1"], &[], "http://HOST:PORT"),
        (&["serve", "--data", data, "--store", "redis://me:SECRET@127.0.0.1:1"], &[], "Redis"),
        (
            &["serve", "--data", data, "--store", "redis+sentinel://me:SECRET@127.0.0.1:1/main"],
            &[],
            "carhop: ",
        ),
        (
            &webhook,
            &[
                ("CARHOP_WEBHOOK_URL", "https://me:SECRET@pos.example"),
                ("CARHOP_WEBHOOK_SECRETS", "whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0"),
            ],
            "webhook_url",
        ),
        (&["serve", "--llm-model", "x"], &[("CARHOP_LLM_URL", "ftp://me:SECRET@localhost")], "llm.url"),
    ] {
        let (text, is_fine) = printed(arguments, variables);
        assert!(!is_fine && text.contains(named), "{arguments:?}: {text}");
    }
}

#[test]
fn a_url_in_a_file_is_used_and_conflicts_with_the_option_that_it_stands_for() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("url");
    std::fs::write(&file, format!("redis://me:{SECRET}@127.0.0.1:1/1\n")).unwrap();
    let (data, file) = (folder.path().to_str().unwrap(), file.to_str().unwrap());
    let (text, is_fine) = printed(&["serve", "--data", data, "--store-file", file], &[]);
    assert!(!is_fine && text.contains("Redis"), "{text}");
    for option in ["store", "webhook-url", "redis-stream-url", "llm-url"] {
        let (direct, of_file) = (format!("--{option}"), format!("--{option}-file"));
        let (variable, url) =
            (format!("CARHOP_{}", option.replace('-', "_").to_uppercase()), "redis://SECRET@localhost");
        let print = ["serve", "--print-config", &of_file, file];
        for (text, is_fine) in
            [printed(&[&print[..], &[&direct, url]].concat(), &[]), printed(&print, &[(&variable, url)])]
        {
            assert!(!is_fine && text.contains("cannot be used with"), "{option}: {text}");
        }
    }
}
