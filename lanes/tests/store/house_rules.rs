//! Rules of houses: promises of every store, and of what is in use over it.

use lanes::keeper::{Keeper, PutError};
use lanes::menus::ActiveMenu;
use lanes::store::{DocumentKind, Store, StoreError};
use parse::Languages;
use rules::RuleBook;
use serde_json::{Value, json};

use crate::menus::burger;

pub async fn rules_are_kept_and_replaced_if_they_are_the_expected_ones(store: &dyn Store) {
    assert_eq!(store.own_document(DocumentKind::Rules, "d1").await.unwrap(), None);
    store.put_own_document(DocumentKind::Rules, "d0", "{}".to_owned(), None).await.unwrap();
    let put = async |document: &str, expected| {
        store.put_own_document(DocumentKind::Rules, "d1", document.to_owned(), Some(expected)).await
    };
    put("1", None).await.unwrap();
    for expected in [None, Some("2")] {
        let put = put("2", expected).await;
        assert!(matches!(put, Err(StoreError::Conflict)), "{expected:?}: {put:?}");
        assert_eq!(store.own_document(DocumentKind::Rules, "d1").await.unwrap().as_deref(), Some("1"));
    }
    put("2", Some("1")).await.unwrap();
    assert_eq!(store.own_document(DocumentKind::Rules, "d1").await.unwrap().as_deref(), Some("2"));
    store.put_own_document(DocumentKind::Rules, "d1", "3".to_owned(), None).await.unwrap();
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

pub async fn rules_are_judged_by_what_is_stored_and_by_their_menu(store: &dyn Store) {
    let menu = ActiveMenu::read(burger("Burgers"), &Languages::default()).unwrap();
    let load = async || Keeper::<RuleBook>::load(None, &menu, store).await.unwrap();
    let (one, other) = (load().await, load().await);
    let refused = one.put(store, "d1", &menu, rules("A."), Some("*")).await;
    assert!(matches!(refused, Err(PutError::Conflict { etag: None, .. })), "{refused:?}");
    let first = one.put(store, "d1", &menu, rules("A."), None).await.unwrap();
    let second = other.put(store, "d1", &menu, rules("B."), Some(&first.etag)).await.unwrap();
    let stale = one.put(store, "d1", &menu, rules("C."), Some(&first.etag)).await;
    let told = matches!(&stale, Err(PutError::Conflict { etag, .. }) if etag.as_ref() == Some(&second.etag));
    assert!(told, "{stale:?}");
    assert_eq!(one.of("d1", &menu).map(|rules| rules.etag.clone()), Some(second.etag.clone()));

    let faulty = other.put(store, "d1", &menu, json!({ "id": "d" }), None).await;
    assert!(
        matches!(&faulty, Err(PutError::Invalid(DocumentKind::Rules, faults)) if faults.len() == 1),
        "{faulty:?}"
    );
    let offer = json!({ "id": "r", "at": "offer", "then": { "item": "lobster" } });
    let unknown = other.put(store, "d1", &menu, json!({ "id": "d", "rules": [offer] }), None).await;
    assert!(
        matches!(&unknown, Err(PutError::Invalid(DocumentKind::Rules, faults)) if faults[0].path == "$.rules[0].then.item"),
        "{unknown:?}"
    );
    other.put(store, "d1", &menu, rules("A."), Some("*")).await.unwrap();
    one.reload(store).await.unwrap();
    assert_eq!(one.of("d1", &menu).map(|rules| rules.etag.clone()), Some(first.etag.clone()), "back again");
    assert!(one.of("d2", &menu).is_none());
}
