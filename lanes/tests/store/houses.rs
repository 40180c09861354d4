//! Houses: promises of every store, and of what is in use over it.

use fsm::house::House;
use lanes::keeper::{Active, Keeper, PutError};
use lanes::menus::ActiveMenu;
use lanes::store::{DocumentKind, Store, StoreError};
use parse::Languages;
use serde_json::{Value, json};

use crate::menus::burger;
use crate::samples::{by, document_change};

pub async fn a_house_is_kept_until_another_is_put(store: &dyn Store) {
    assert_eq!(store.own_document(DocumentKind::House, "d1").await.unwrap(), None);
    store
        .put_own_document(DocumentKind::House, "d1", "{}".to_owned(), None, Some(document_change()))
        .await
        .unwrap();
    store
        .put_own_document(DocumentKind::House, "d1", "[]".to_owned(), None, Some(document_change()))
        .await
        .unwrap();
    store
        .put_own_document(DocumentKind::House, "d0", "{}".to_owned(), None, Some(document_change()))
        .await
        .unwrap();
    assert_eq!(store.own_document(DocumentKind::House, "d1").await.unwrap().as_deref(), Some("[]"));
    assert_eq!(store.drive_thrus_with(DocumentKind::House).await.unwrap(), ["d0", "d1"]);
}

pub async fn a_house_is_replaced_if_it_is_the_expected_one(store: &dyn Store) {
    let put = async |document: &str, expected| {
        store
            .put_own_document(
                DocumentKind::House,
                "d1",
                document.to_owned(),
                Some(expected),
                Some(document_change()),
            )
            .await
    };
    put("1", None).await.unwrap();
    for expected in [None, Some("2")] {
        let put = put("2", expected).await;
        assert!(matches!(put, Err(StoreError::Conflict)), "{expected:?}: {put:?}");
        assert_eq!(store.own_document(DocumentKind::House, "d1").await.unwrap().as_deref(), Some("1"));
    }
    put("2", Some("1")).await.unwrap();
    assert_eq!(store.own_document(DocumentKind::House, "d1").await.unwrap().as_deref(), Some("2"));
}

fn house(phone: &str) -> Value {
    json!({ "id": "barn", "phone": phone })
}

fn menu(name: &str) -> ActiveMenu {
    ActiveMenu::read(burger(name), &Languages::default()).unwrap()
}

pub async fn houses_are_judged_by_what_is_stored(store: &dyn Store) {
    let (mine, own) = (menu("Burgers"), menu("Own"));
    let load = async || {
        let service = Active::<House>::read(house("0")).unwrap();
        Keeper::load(Some(service), &mine, store).await.unwrap()
    };
    let (one, other) = (load().await, load().await);
    let phone =
        |houses: &Keeper<House>, menu| houses.of("d1", menu).and_then(|house| house.content.phone.clone());
    assert_eq!(
        (phone(&one, &mine).as_deref(), phone(&one, &own)),
        (Some("0"), None),
        "it goes with its menu"
    );

    let seen = one.of("d1", &mine).unwrap().etag.clone();
    for (menu, tag) in [(&own, seen.as_str()), (&own, "*"), (&mine, "\"other\"")] {
        let refused = one.put(store, "d1", menu, house("1"), Some(tag), by()).await;
        assert!(matches!(refused, Err(PutError::Conflict { .. })), "{tag}: {refused:?}");
    }
    let put = one.put(store, "d1", &mine, house("1"), Some(&seen), by()).await.unwrap();
    let stale = other.put(store, "d1", &mine, house("2"), Some(&seen), by()).await;
    let told = matches!(&stale, Err(PutError::Conflict { etag, .. }) if etag.as_ref() == Some(&put.etag));
    assert!(told, "{stale:?}");
    assert_eq!(phone(&other, &own).as_deref(), Some("1"), "one of its own goes with any menu");

    let faulty = other.put(store, "d1", &mine, json!({ "phone": 5 }), None, by()).await;
    assert!(
        matches!(&faulty, Err(PutError::Invalid(DocumentKind::House, faults)) if faults.len() == 2),
        "{faulty:?}"
    );
    other.put(store, "d1", &mine, house("3"), Some("*"), by()).await.unwrap();
    assert_eq!(phone(&one, &mine).as_deref(), Some("1"));
    one.reload(store).await.unwrap();
    assert_eq!(phone(&one, &mine).as_deref(), Some("3"));
}
