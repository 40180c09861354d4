//! Rules of houses: promises of every store, and of what is in use over it.

use jiff::Timestamp;
use lanes::Change;
use lanes::house_rules::{ActivateError, PLANNED_MAX, RuleVersions, VERSIONS_MAX};
use lanes::keeper::PutError;
use lanes::menus::ActiveMenu;
use lanes::store::{DocumentKind, Store, StoreError};
use parse::Languages;
use rules::KnownAgents;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::menus::burger;

pub async fn rules_are_kept_and_replaced_if_they_are_the_expected_ones(store: &dyn Store) {
    assert_eq!(store.own_document(DocumentKind::Rules, "d1").await.unwrap(), None);
    store.put_own_document(DocumentKind::Rules, "d0", "{}".to_owned(), None, None).await.unwrap();
    let put = async |document: &str, expected| {
        store.put_own_document(DocumentKind::Rules, "d1", document.to_owned(), Some(expected), None).await
    };
    put("1", None).await.unwrap();
    for expected in [None, Some("2")] {
        let put = put("2", expected).await;
        assert!(matches!(put, Err(StoreError::Conflict)), "{expected:?}: {put:?}");
        assert_eq!(store.own_document(DocumentKind::Rules, "d1").await.unwrap().as_deref(), Some("1"));
    }
    put("2", Some("1")).await.unwrap();
    assert_eq!(store.own_document(DocumentKind::Rules, "d1").await.unwrap().as_deref(), Some("2"));
    store.put_own_document(DocumentKind::Rules, "d1", "3".to_owned(), None, None).await.unwrap();
    assert_eq!(store.own_document(DocumentKind::Rules, "d1").await.unwrap().as_deref(), Some("3"));
    assert_eq!(store.drive_thrus_with(DocumentKind::Rules).await.unwrap(), ["d0", "d1"]);
    assert_eq!(
        store.own_document(DocumentKind::House, "d1").await.unwrap(),
        None,
        "a house is another document"
    );
}

fn rules(reason: &str) -> Value {
    json!({ "id": "d", "rules": [{ "id": "r", "at": "crew", "then": { "reason": reason } }] })
}

/// At a second of the day.
fn at(second: i64) -> Change {
    Change { now: Timestamp::from_second(second).unwrap(), by: None }
}

fn menu() -> ActiveMenu {
    ActiveMenu::read(burger("Burgers"), &Languages::default()).unwrap()
}

async fn load(store: &dyn Store) -> RuleVersions {
    RuleVersions::load(&menu(), KnownAgents::default(), store).await.unwrap()
}

/// The ETag of what is in use at a second of the day.
fn in_use(rules: &RuleVersions, second: i64) -> Option<String> {
    rules.at("d1", at(second).now).map(|rules| rules.etag.clone())
}

pub async fn rules_are_judged_by_what_is_stored_and_by_their_menu(store: &dyn Store) {
    let menu = menu();
    let (one, other) = (load(store).await, load(store).await);
    let refused = one.put(store, "d1", &menu, rules("A."), Some("*"), at(1)).await;
    assert!(matches!(refused, Err(PutError::Conflict { etag: None, .. })), "{refused:?}");
    let first = one.put(store, "d1", &menu, rules("A."), None, at(1)).await.unwrap();
    let second = other.put(store, "d1", &menu, rules("B."), Some(&first.etag), at(2)).await.unwrap();
    let stale = one.put(store, "d1", &menu, rules("C."), Some(&first.etag), at(3)).await;
    let told = matches!(&stale, Err(PutError::Conflict { etag, .. }) if etag.as_ref() == Some(&second.etag));
    assert!(told, "{stale:?}");
    assert_eq!(in_use(&one, 3), Some(second.etag.clone()));

    let faulty = other.put(store, "d1", &menu, json!({ "id": "d" }), None, at(3)).await;
    assert!(
        matches!(&faulty, Err(PutError::Invalid(DocumentKind::Rules, faults)) if faults.len() == 1),
        "{faulty:?}"
    );
    let offer = json!({ "id": "r", "at": "offer", "then": { "item": "lobster" } });
    let unknown = other.put(store, "d1", &menu, json!({ "id": "d", "rules": [offer] }), None, at(3)).await;
    assert!(
        matches!(&unknown, Err(PutError::Invalid(DocumentKind::Rules, faults)) if faults[0].path == "$.rules[0].then.item"),
        "{unknown:?}"
    );
    other.put(store, "d1", &menu, rules("A."), Some("*"), at(4)).await.unwrap();
    one.histories().reload(store).await.unwrap();
    assert_eq!(in_use(&one, 4), Some(first.etag.clone()), "back again");
    assert_eq!(
        one.history("d1").unwrap().content.versions().count(),
        2,
        "the same rules are the same version"
    );
    assert!(one.at("d2", at(4).now).is_none());
}

pub async fn a_version_is_in_use_from_its_time_on_in_every_process(store: &dyn Store) {
    let menu = menu();
    let (one, other) = (load(store).await, load(store).await);
    let a = one.put(store, "d1", &menu, rules("A."), None, at(100)).await.unwrap();
    let b = one.keep(store, "d1", &menu, rules("B."), at(110)).await.unwrap();
    let activate = async |process: &RuleVersions, version, from: Option<i64>, now| {
        let from = from.map(|second| at(second).now);
        process.activate(store, "d1", &menu, version, from, at(now)).await
    };
    let (a_hash, b_hash) = (a.as_put.hash, b.as_put.hash);
    // The other process has not read of any of it yet.
    activate(&other, b_hash, Some(200), 120).await.unwrap();
    one.histories().reload(store).await.unwrap();
    let (a, b) = (Some(a.etag.clone()), Some(b.etag.clone()));
    for process in [&one, &other, &load(store).await] {
        let times = [99, 100, 199, 200, 10_000].map(|second| in_use(process, second));
        assert_eq!(times, [None, a.clone(), a.clone(), b.clone(), b.clone()]);
    }
    // Back to the first one, and what is planned stays planned until it is replaced.
    activate(&one, a_hash, None, 300).await.unwrap();
    activate(&one, b_hash, Some(500), 310).await.unwrap();
    assert_eq!([250, 300, 499, 500].map(|second| in_use(&one, second)), [b.clone(), a.clone(), a.clone(), b]);
    activate(&one, a_hash, Some(500), 320).await.unwrap();
    assert_eq!(in_use(&one, 500), a);
    let unknown = activate(&one, Uuid::nil(), None, 330).await;
    assert!(matches!(unknown, Err(ActivateError::Unknown(_))), "{unknown:?}");
}

pub async fn versions_that_do_not_fit_are_not_activated_and_old_ones_go(store: &dyn Store) {
    let (sells, lacks) =
        (menu(), ActiveMenu::read(burger_without("hot_dog"), &Languages::default()).unwrap());
    let versions = load(store).await;
    let offer = json!({ "id": "with_hot_dog", "at": "offer", "then": { "item": "hot_dog" } });
    let planned = json!({ "id": "d", "rules": [offer] });
    let planned = versions.keep(store, "d1", &sells, planned, at(1)).await.unwrap().as_put.hash;
    let unfit = versions.activate(store, "d1", &lacks, planned, None, at(2)).await;
    let Err(ActivateError::Put(PutError::Invalid(_, faults))) = unfit else { panic!("{unfit:?}") };
    assert_eq!(faults[0].detail, "rule \"with_hot_dog\": \"hot_dog\" is no item of the menu");
    versions.activate(store, "d1", &sells, planned, Some(at(1_000).now), at(3)).await.unwrap();
    let first = versions.put(store, "d1", &sells, rules("0"), None, at(4)).await.unwrap();
    for second in 5..50 {
        versions.keep(store, "d1", &sells, rules(&second.to_string()), at(second)).await.unwrap();
    }
    let history = load(store).await.history("d1").unwrap();
    let kept: Vec<Uuid> = history.content.versions().map(|version| version.hash).collect();
    assert_eq!(kept.len(), VERSIONS_MAX);
    assert!(kept.contains(&planned) && kept.contains(&first.as_put.hash), "what is in use or planned stays");
    for second in 0..PLANNED_MAX {
        let from = at(2_000 + i64::try_from(second).unwrap()).now;
        let activated = versions.activate(store, "d1", &sells, planned, Some(from), at(60)).await;
        // One was planned before.
        assert_eq!(activated.is_ok(), second + 1 < PLANNED_MAX, "{second}: {activated:?}");
    }
}

pub async fn rules_that_were_stored_without_versions_are_in_use(store: &dyn Store) {
    let text = rules("A.").to_string();
    store.put_own_document(DocumentKind::Rules, "d1", text, None, None).await.unwrap();
    let versions = load(store).await;
    let before = in_use(&versions, 0);
    assert!(before.is_some());
    versions.put(store, "d1", &menu(), rules("B."), None, at(10)).await.unwrap();
    let again = load(store).await;
    assert_eq!(in_use(&again, 9), before);
    assert_ne!(in_use(&again, 10), before);
}

/// The burger menu without an item; nothing else there names it.
fn burger_without(item: &str) -> Value {
    let mut menu = burger("Burgers");
    menu["items"].as_array_mut().unwrap().retain(|entry| entry["id"] != item);
    menu
}
