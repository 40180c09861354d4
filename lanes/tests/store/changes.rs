//! Who changed what: promises of every store.

use fsm::ids::ItemId;
use fsm::menu::MenuPart;
use futures_util::future::join_all;
use lanes::Actor;
use lanes::store::{
    Availability, CHANGES_KEPT, ChangedDocument, DocumentChange, DocumentKind, Store, StoreError,
};
use uuid::Uuid;

use crate::samples::{at, document_change, id};

pub async fn what_is_changed_is_stored_with_who_changed_it(store: &dyn Store) {
    assert_eq!(store.changes("d1", 10).await.unwrap(), []);
    let put = |seconds, document| {
        let actor = Actor { key: "3f9a1c20".to_owned(), name: "Manager".to_owned(), by_code: false };
        DocumentChange { at: at(seconds), document, actor: Some(actor) }
    };
    let menu = put(1, ChangedDocument::Menu { hash: id(1) });
    let house = DocumentChange { actor: None, ..put(2, ChangedDocument::House { hash: id(2) }) };
    let rules = put(3, ChangedDocument::Rules { hash: id(3) });
    let part = MenuPart::Size { item: "cola".into(), size: "large".into() };
    let tea = MenuPart::from(ItemId::from("tea"));
    let off = Availability { available: false, until: Some(at(60)) };
    let changed = |seconds, part: &MenuPart, Availability { available, until }| {
        put(seconds, ChangedDocument::Availability { part: part.clone(), available, until })
    };
    let (large_off, tea_on) = (changed(4, &part, off), changed(5, &tea, true.into()));
    store.put_menu("d1", "{}".to_owned(), None, menu.clone()).await.unwrap();
    for (kind, change) in [(DocumentKind::House, &house), (DocumentKind::Rules, &rules)] {
        store.put_own_document(kind, "d1", "{}".to_owned(), None, Some(change.clone())).await.unwrap();
    }
    store.set_available("d1", &part, off, large_off.clone()).await.unwrap();
    store.set_available("d1", &tea, true.into(), tea_on.clone()).await.unwrap();
    store.put_menu("d2", "{}".to_owned(), None, document_change()).await.unwrap();
    let kind = DocumentKind::House;
    let refused =
        store.put_own_document(kind, "d1", "1".to_owned(), Some(Some("2")), Some(document_change())).await;
    assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
    let newest = [tea_on, large_off];
    assert_eq!(store.changes("d1", 2).await.unwrap(), newest);
    let all = [&newest[..], &[rules, house, menu]].concat();
    assert_eq!(store.changes("d1", 10).await.unwrap(), all);
    assert_eq!(store.changes("d1", 0).await.unwrap(), []);
    assert_eq!(store.changes("d2", 10).await.unwrap(), [document_change()]);
}

pub async fn the_newest_changes_are_kept(store: &dyn Store) {
    let put = async |number| {
        let change = DocumentChange {
            document: ChangedDocument::House { hash: Uuid::from_u128(number) },
            ..document_change()
        };
        store.put_own_document(DocumentKind::House, "d1", "{}".to_owned(), None, Some(change)).await.unwrap();
    };
    put(0).await;
    join_all((1..=CHANGES_KEPT as u128).map(put)).await;
    let changes = store.changes("d1", CHANGES_KEPT + 1).await.unwrap();
    assert_eq!(changes.len(), CHANGES_KEPT);
    assert!(
        !changes.iter().any(|change| change.document == ChangedDocument::House { hash: Uuid::nil() }),
        "the oldest is forgotten"
    );
}
