//! Menus and what is off them: promises of every store, and of what is in use over it.

use std::path::Path;
use std::sync::Arc;

use fsm::ids::{GroupId, ItemId, ModifierId, SizeId};
use fsm::menu::MenuPart;
use futures_util::future::join_all;
use jiff::Timestamp;
use lanes::Change;
use lanes::menus::{ActiveMenu, MenuError, Menus};
use lanes::store::{Availability, MenuRecord, Store, StoreError};
use parse::Languages;
use serde_json::{Value, json};

use crate::samples::{by, document_change};

/// When menus are put.
const NOW: Timestamp = Timestamp::constant(1_795_000_000, 0);

pub async fn a_new_menu_forgets_what_was_taken_off(store: &dyn Store) {
    let (cola, fries) = (ItemId::from("cola"), ItemId::from("fries"));
    assert_eq!(store.menu("d1").await.unwrap(), MenuRecord::default());
    store.set_available("d1", &(&fries).into(), false.into(), document_change()).await.unwrap();
    store.set_available("d1", &(&cola).into(), false.into(), document_change()).await.unwrap();
    store.set_available("d1", &(&fries).into(), true.into(), document_change()).await.unwrap();
    let menu = store.menu("d1").await.unwrap();
    assert_eq!(
        menu,
        MenuRecord {
            document: None,
            availability: vec![((&cola).into(), false.into()), (fries.into(), true.into())]
        }
    );

    store.put_menu("d1", "{}".to_owned(), None, document_change()).await.unwrap();
    store.put_menu("d1", "[]".to_owned(), None, document_change()).await.unwrap();
    store.put_menu("d0", "{}".to_owned(), None, document_change()).await.unwrap();
    store.set_available("d2", &(&cola).into(), false.into(), document_change()).await.unwrap();
    let menu = store.menu("d1").await.unwrap();
    assert_eq!(menu, MenuRecord { document: Some("[]".to_owned()), availability: Vec::new() });
    assert_eq!(store.drive_thrus_with_menus().await.unwrap(), ["d0", "d1", "d2"]);
}

pub async fn of_what_is_off_the_part_and_the_end_are_kept(store: &dyn Store) {
    let (group, modifier) = (GroupId::from("toppings"), ModifierId::from("size/large"));
    let (item, size) = (ItemId::from("toppings/fries"), SizeId::from("large"));
    let off_for_a_while = Availability { available: false, until: Some(NOW) };
    let expected = vec![
        (MenuPart::Item("fries".into()), off_for_a_while),
        (MenuPart::Modifier { group, modifier }, false.into()),
        (MenuPart::Size { item, size }, off_for_a_while),
    ];
    for (part, availability) in expected.iter().rev() {
        store.set_available("d1", part, true.into(), document_change()).await.unwrap();
        store.set_available("d1", part, *availability, document_change()).await.unwrap();
    }
    let menu = store.menu("d1").await.unwrap();
    assert_eq!(menu, MenuRecord { document: None, availability: expected });
    let other_end = Availability { until: None, ..off_for_a_while };
    let others = menu.availability.iter().map(|(part, _)| (part.clone(), other_end)).collect();
    let expected = MenuRecord { availability: others, ..menu.clone() };
    let stale = store.put_menu("d1", "{}".to_owned(), Some(&expected), document_change()).await;
    assert!(matches!(stale, Err(StoreError::Conflict)), "{stale:?}");
    store.put_menu("d1", "{}".to_owned(), Some(&menu), document_change()).await.unwrap();
}

pub async fn a_menu_is_replaced_if_it_is_the_expected_one(store: &dyn Store) {
    let cola = ItemId::from("cola");
    let put = async |document: &str, expected: &MenuRecord| {
        store.put_menu("d1", document.to_owned(), Some(expected), document_change()).await
    };
    let nothing = MenuRecord::default();
    put("1", &nothing).await.unwrap();
    let first = store.menu("d1").await.unwrap();
    store.set_available("d1", &(&cola).into(), false.into(), document_change()).await.unwrap();
    let without_cola = store.menu("d1").await.unwrap();
    let with_cola = MenuRecord { availability: vec![(cola.into(), true.into())], ..without_cola.clone() };
    let other = MenuRecord { document: Some("2".to_owned()), ..without_cola.clone() };
    for expected in [nothing, first, with_cola, other] {
        let put = put("2", &expected).await;
        assert!(matches!(put, Err(StoreError::Conflict)), "{expected:?}: {put:?}");
        assert_eq!(store.menu("d1").await.unwrap(), without_cola);
    }
    put("2", &without_cola).await.unwrap();
    let second = MenuRecord { document: Some("2".to_owned()), availability: Vec::new() };
    assert_eq!(store.menu("d1").await.unwrap(), second);
}

/// The menus in use of two processes, neither of which has read them since it started.
async fn of_two_processes(store: &dyn Store) -> (Menus, Menus) {
    (load(store, usize::MAX).await, load(store, usize::MAX).await)
}

async fn load(store: &dyn Store, bytes_max: usize) -> Menus {
    let languages = Languages::default();
    let menu = ActiveMenu::read(burger("Burgers"), &languages).unwrap();
    Menus::load(languages, Arc::new(menu), store, bytes_max).await.unwrap()
}

/// The menu of the burger stand, under that name.
pub fn burger(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/menus/burger.json");
    let mut document: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    document["name"] = name.into();
    document
}

pub async fn menus_are_judged_by_what_is_stored(store: &dyn Store) {
    let (one, other) = of_two_processes(store).await;
    let seen = one.of(store, "d1").await.unwrap().etag.clone();
    let put = one.put(store, "d1", burger("One"), Some(&seen), Change { now: NOW, by: None }).await.unwrap();
    let stale = other.put(store, "d1", burger("Other"), Some(&seen), Change { now: NOW, by: None }).await;
    assert!(matches!(&stale, Err(MenuError::Conflict { etag }) if *etag == put.etag), "{stale:?}");
    assert_eq!(other.of(store, "d1").await.unwrap().etag, put.etag);

    one.set_available(store, "d1", &ItemId::from("cookie").into(), false.into(), by()).await.unwrap();
    let stale = other.put(store, "d1", burger("Other"), Some(&put.etag), Change { now: NOW, by: None }).await;
    assert!(matches!(stale, Err(MenuError::Conflict { .. })), "{stale:?}");
    let of_any = [&one, &other]
        .map(|menus| menus.put(store, "d1", burger("Other"), Some("*"), Change { now: NOW, by: None }));
    for put in join_all(of_any).await {
        put.unwrap();
    }

    let stall = json!({
        "id": "stall", "name": "Stall", "version": 3, "currency": "USD", "tax_rate": "0.10",
        "categories": [{ "id": "all", "name": "Everything" }],
        "items": [{ "id": "tea", "name": "Tea", "category": "all", "price": "2.00" }],
    });
    other.put(store, "d1", stall, None, Change { now: NOW, by: None }).await.unwrap();
    one.set_available(store, "d1", &ItemId::from("tea").into(), false.into(), by()).await.unwrap();
    let unknown = one.set_available(store, "d1", &ItemId::from("cookie").into(), false.into(), by()).await;
    assert!(matches!(unknown, Err(MenuError::UnknownPart(_))), "{unknown:?}");
}

pub async fn the_same_menu_is_compiled_once_for_all_who_put_it(store: &dyn Store) {
    let (one, _) = of_two_processes(store).await;
    let put = async |menus: &Menus, drive_thru: &str, name: &str| {
        menus.put(store, drive_thru, burger(name), None, Change { now: NOW, by: None }).await.unwrap()
    };
    let first = put(&one, "d1", "Chain").await;
    assert!(Arc::ptr_eq(&first, &put(&one, "d2", "Chain").await));
    assert!(!Arc::ptr_eq(&first, &put(&one, "d3", "Another").await));
    // What is off is off in one of them.
    let cookie = ItemId::from("cookie");
    one.set_available(store, "d1", &(&cookie).into(), false.into(), by()).await.unwrap();
    let is_off = async |menus: &Menus, drive_thru| {
        !menus.of(store, drive_thru).await.unwrap().book.menu.item(&cookie).unwrap().available
    };
    assert!(is_off(&one, "d1").await && !is_off(&one, "d2").await);
    assert!(first.book.menu.item(&cookie).unwrap().available);
    put(&one, "d4", "Chain").await;
    // So it is with what is read at a start.
    let (read, _) = of_two_processes(store).await;
    let [second, fourth] = [read.of(store, "d2").await.unwrap(), read.of(store, "d4").await.unwrap()];
    assert!(Arc::ptr_eq(&second, &fourth) && is_off(&read, "d1").await && !is_off(&read, "d2").await);
}

pub async fn a_menu_that_was_let_go_is_read_again_with_what_is_off(store: &dyn Store) {
    // There is room for the one alone that is used.
    let menus = load(store, 1).await;
    let cookie = ItemId::from("cookie");
    let by = || Change { now: NOW, by: None };
    for name in ["One", "Other", "Third"] {
        menus.put(store, name, burger(name), None, by()).await.unwrap();
    }
    menus.set_available(store, "One", &(&cookie).into(), false.into(), by()).await.unwrap();
    let alone = menus.bytes();
    for name in ["Other", "Third", "One", "Other", "One"] {
        let menu = menus.of(store, name).await.unwrap();
        assert_eq!((menu.document["name"].as_str(), menu.is_own), (Some(name), true));
        assert_eq!(menu.book.menu.item(&cookie).unwrap().available, name != "One");
        assert!(menus.bytes() <= alone, "{} of {alone} bytes", menus.bytes());
        // Whoever has it meanwhile shares it.
        assert!(Arc::ptr_eq(&menu, &menus.of(store, name).await.unwrap()));
    }
    // It has the same name as before, also where something is back on.
    menus.set_available(store, "One", &(&cookie).into(), true.into(), by()).await.unwrap();
    let etag = menus.of(store, "One").await.unwrap().etag.clone();
    menus.of(store, "Other").await.unwrap();
    assert_eq!(menus.of(store, "One").await.unwrap().etag, etag);
    menus.of(store, "Other").await.unwrap();
    menus.put(store, "One", burger("Next"), Some(&etag), by()).await.unwrap();
    let stale = menus.put(store, "One", burger("Next"), Some(&etag), by()).await;
    assert!(matches!(stale, Err(MenuError::Conflict { .. })), "{stale:?}");
}

pub async fn of_changes_at_once_none_is_lost(store: &dyn Store) {
    let (one, other) = of_two_processes(store).await;
    let items = ["cheeseburger", "hamburger", "cookie", "brownie", "milk", "coke"].map(ItemId::from);
    let changes = items.iter().enumerate().map(|(number, item)| {
        let menus = if number % 2 == 0 { &one } else { &other };
        async move { menus.set_available(store, "d1", &item.into(), false.into(), by()).await }
    });
    for change in join_all(changes).await {
        change.unwrap();
    }
    // What a process has changed itself it knows at once.
    let is_off = async |menus: &Menus, item| {
        let menu = menus.of(store, "d1").await.unwrap();
        menu.book.menu.item(item).is_some_and(|item| !item.available)
    };
    for (number, item) in items.iter().enumerate() {
        assert!(is_off(if number % 2 == 0 { &one } else { &other }, item).await, "{item}");
    }
    let stored = store.menu("d1").await.unwrap().availability;
    assert_eq!(stored.len(), items.len(), "{stored:?}");
    for menus in [&one, &other] {
        menus.reload(store).await.unwrap();
        for item in &items {
            assert!(is_off(menus, item).await, "{item}");
        }
    }
}
