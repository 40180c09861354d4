use fsm::menu::Menu;
use parse::Languages;

use super::*;

fn stand() -> Value {
    let group = json!({ "id": "dips", "name": "Dips", "min": 0, "max": 2, "modifiers": [
        { "id": "ketchup", "name": "Ketchup", "price": "0.00" }, { "id": "ranch", "name": "Ranch", "price": "0.50" } ] });
    let item = |id: &str, name: &str| json!({ "id": id, "name": name, "category": "food", "price": "2.00", "modifier_groups": ["dips"] });
    json!({
        "id": "stand", "name": "Stand", "version": 1, "currency": "USD", "tax_rate": "0",
        "categories": [{ "id": "food", "name": "Snacks" }],
        "modifier_groups": [group],
        "items": [item("tots", "Tater barrels"), item("fries", "French fries"), item("wrap", "Chicken wrap")],
        "combos": [{ "id": "deal", "name": "Wrap deal", "main": "wrap", "price": "4.00", "slots": [] }],
    })
}

fn book(document: &Value) -> MenuBook {
    MenuBook::compile(Menu::check(document).unwrap(), &Languages::default())
}

/// What comes of proposals for the first items; nothing is said of the rest.
fn enriched(proposed: &[&[(Sort, &str)]]) -> Enrichment {
    let book = book(&stand());
    let count = subjects(&book).len();
    let answer = |at: usize| {
        let proposals = proposed.get(at).copied().unwrap_or_default();
        Ok(proposals.iter().map(|(sort, text)| Proposal::new(*sort, (*text).to_owned())).collect())
    };
    enrichment(&book, "small", "enrich-1", (0..count).map(answer).collect())
}

fn texts(entry: &Entry) -> Vec<&str> {
    entry.proposals.iter().map(|proposal| proposal.text.as_str()).collect()
}

#[test]
fn a_model_is_told_of_each_thing_and_of_no_price() {
    let subjects = subjects(&book(&stand()));
    assert_eq!(subjects.len(), 6);
    assert_eq!(subjects[0]["name"], "Tater barrels");
    assert_eq!(subjects[0]["neighbours"], json!(["French fries", "Chicken wrap"]));
    assert!(!json!(subjects).to_string().contains("2.00"));
}

#[test]
fn what_nothing_else_is_called_is_proposed_and_not_accepted() {
    let enrichment = enriched(&[&[
        (Sort::Alias, "tots"),
        (Sort::Mishearing, "tater berrels"),
        (Sort::Alias, " Tots "),
        (Sort::Kind, "potatoes"),
    ]]);
    let entry = &enrichment.entries[0];
    assert!(texts(entry).contains(&"tots") && texts(entry).contains(&"potatoes"), "{entry:#?}");
    assert!(entry.proposals.iter().all(|proposal| !proposal.accept));
    assert_eq!(texts(entry).iter().filter(|text| text.trim().eq_ignore_ascii_case("tots")).count(), 1);
}

#[test]
fn what_a_liar_proposes_is_kept_out_and_said_why() {
    let long = "very ".repeat(40);
    for (text, why) in [
        ("french fries", "is called so already: $.items[1].name"),
        ("Tater Barrels", "is its name already"),
        ("ketchup", "is called so already: $.modifier_groups[0]"),
        ("snacks", "is called so already: $.categories[0]"),
        ("never mind", "does something else"),
        ("two", "does something else"),
        ("12", "is a number"),
        ("wrap", "is heard as"),
        ("fries with ranch", "is heard as"),
        ("no ketchup", "is heard as"),
        (long.as_str(), "is longer than"),
        ("one two three four five six", "is longer than"),
        ("土豆", "has letters"),
        ("картошка", "has letters"),
        ("<b>tots</b>", "has signs"),
        ("tots\u{0}", "has signs"),
        ("...", "has no words"),
        ("", "has no words"),
    ] {
        let enrichment = enriched(&[&[(Sort::Alias, text)]]);
        let entry = &enrichment.entries[0];
        assert_eq!(entry.proposals, [], "{text:?}");
        assert!(entry.kept_out[0].why.contains(why), "{text:?}: {:?}", entry.kept_out);
    }
}

#[test]
fn thousands_of_proposals_are_cut_off() {
    let many: Vec<String> = (0..5_000).map(|at| format!("frumpel{}", "o".repeat(at % 20))).collect();
    let many: Vec<(Sort, &str)> = many.iter().map(|text| (Sort::Alias, text.as_str())).collect();
    let enrichment = enriched(&[&many]);
    let (proposals, kept_out) = enrichment.counts();
    assert!(proposals <= PROPOSALS_MAX && kept_out == 1, "{proposals} {kept_out}");
    assert!(enrichment.entries[0].kept_out[0].why.starts_with("4988 more"), "{:?}", enrichment.entries[0]);
}

#[test]
fn what_is_proposed_for_two_things_is_for_neither() {
    let enrichment = enriched(&[&[(Sort::Alias, "spuds")], &[(Sort::Alias, "Spuds"), (Sort::Kind, "side")]]);
    assert_eq!(texts(&enrichment.entries[0]), [""; 0]);
    assert_eq!(texts(&enrichment.entries[1]), ["side"]);
    assert_eq!(enrichment.entries[0].kept_out[0].why, "is proposed for something else too");
}

#[test]
fn a_thing_that_was_not_answered_says_why() {
    let book = book(&stand());
    let answers = vec![Err("timed_out".to_owned()), Ok(Vec::new()), Err("timed_out".to_owned())];
    let enrichment = enrichment(&book, "small", "enrich-1", answers);
    assert_eq!(enrichment.failures(), BTreeMap::from([("timed_out", 2)]));
}

/// Accepts all that a file proposes, after somebody has changed the file.
fn accepted(enrichment: &Enrichment, change: impl Fn(&mut Value)) -> Accepted {
    let mut file = json!(enrichment);
    for entry in file["entries"].as_array_mut().unwrap() {
        for proposal in entry["proposals"].as_array_mut().unwrap() {
            proposal["accept"] = json!(true);
        }
    }
    change(&mut file);
    let file: Enrichment = serde_json::from_value(file).unwrap();
    accept(&stand(), &file, &Languages::default()).unwrap()
}

#[test]
fn what_is_accepted_is_on_the_menu_and_heard() {
    let enrichment = enriched(&[&[(Sort::Alias, "tots"), (Sort::Kind, "potatoes")]]);
    let nothing = accept(&stand(), &enrichment, &Languages::default()).unwrap();
    assert_eq!(nothing, Accepted { document: stand(), added: 0, left_out: Vec::new() });

    let accepted = accepted(&enrichment, |_| ());
    assert_eq!((accepted.added, accepted.left_out.len()), (2, 0), "{accepted:#?}");
    let item = &accepted.document["items"][0];
    assert_eq!((&item["aliases"], &item["kind"]), (&json!(["tots"]), &json!("potatoes")));
    let book = book(&accepted.document);
    assert!(super::super::doctor::heard::is_heard(Of::Item(0), "tots", &book));
}

#[test]
fn what_somebody_wrote_into_the_file_is_checked_again() {
    let enrichment = enriched(&[&[(Sort::Alias, "tots"), (Sort::Alias, "spuds")], &[(Sort::Alias, "chips")]]);
    let accepted = accepted(&enrichment, |file| {
        file["entries"][0]["proposals"][0]["text"] = json!("french fries");
        file["entries"][1]["id"] = json!("gone");
    });
    assert_eq!(accepted.document["items"][0]["aliases"], json!(["spuds"]), "{accepted:#?}");
    assert_eq!(accepted.document["items"][1].get("aliases"), None);
    assert_eq!(
        accepted.left_out,
        [
            "$.items[0]: \"french fries\" is called so already: $.items[1].name",
            "$.items[1]: \"chips\" is for what is not there any more"
        ]
    );
}
