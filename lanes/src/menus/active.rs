//! A menu in use, and what of it is off.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use fsm::house_rules::Barred;
use fsm::ids::{DayPartId, GroupId, ItemId, ModifierId, SizeId};
use fsm::machine::Documents;
use fsm::menu::{Menu, MenuPart};
use fsm::reader::Fault;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use parse::{Languages, MenuBook};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::store::{Availability, Document};

/// A menu in use. It never changes; another takes its place.
#[derive(Clone, Debug)]
pub struct ActiveMenu {
    /// The checked menu with its words.
    pub book: MenuBook,
    /// The document as it was put, with what is off now.
    pub document: Value,
    /// Names this state of the menu, quoted as HTTP wants it.
    pub etag: String,
    /// The document as it was put, for replays.
    pub as_put: Document,
    /// What is off now, for replays.
    pub off: Document,
    /// The content of the language packs.
    pub languages: Uuid,
    /// Whether a drive-thru has put it for itself: another's house says nothing of it then.
    pub is_own: bool,
    /// When that can be had again which is off for a while.
    until: BTreeMap<MenuPart, Timestamp>,
    shown: Shown,
    barring: Barring,
}

/// What rules bar, and how a menu was without it when that was asked for last.
#[derive(Debug, Default)]
struct Barring(Mutex<Option<(Vec<Barred>, Arc<ActiveMenu>)>>);

impl Clone for Barring {
    /// The copy is about to be changed.
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// How a menu was at the moment that was asked for last.
#[derive(Debug, Default)]
struct Shown(Mutex<Option<(Now, Arc<ActiveMenu>)>>);

/// What may differ from one moment to the next.
#[derive(Debug, PartialEq, Eq)]
struct Now {
    dayparts: Vec<DayPartId>,
    back: Vec<MenuPart>,
}

impl Clone for Shown {
    /// The copy is about to be changed.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl ActiveMenu {
    /// Checks a document and compiles its words.
    ///
    /// # Errors
    /// Every fault.
    pub fn read(document: Value, languages: &Languages) -> Result<Self, Vec<Fault>> {
        let menu = Menu::check(&document)?;
        let locale = document.get("locale").and_then(Value::as_str).unwrap_or_default();
        if !locale.is_empty() && !languages.knows(locale) {
            tracing::warn!(locale, "there is no language pack for the menu's locale; it is read in English");
        }
        let book = MenuBook::compile(menu, languages);
        if book.index.is_cut() {
            return Err(vec![too_many_names(&book.menu)]);
        }
        Ok(Self {
            etag: etag(&document),
            as_put: Document::of(document.to_string()),
            off: off(&book.menu),
            languages: languages.content_hash(),
            is_own: false,
            book,
            document,
            until: BTreeMap::new(),
            shown: Shown::default(),
            barring: Barring::default(),
        })
    }

    /// The same, put by a drive-thru for itself.
    #[must_use]
    pub(super) fn into_own(self) -> Self {
        Self { is_own: true, ..self }
    }

    /// What turns are decided with, by the hashes of its content.
    pub fn documents(&self) -> Documents {
        Documents {
            menu: self.as_put.hash,
            off: self.off.hash,
            languages: self.languages,
            house: None,
            rules: None,
            newest_rules: None,
        }
    }

    /// The menu at a moment: with what is off until then, and what is served at that time there.
    #[must_use]
    pub fn at(self: &Arc<Self>, at: Timestamp, zone: &TimeZone) -> Arc<Self> {
        let menu = &self.book.menu;
        if self.until.is_empty() && menu.dayparts.is_empty() {
            return self.clone();
        }
        let back = self.until.iter().filter(|(_, until)| **until <= at).map(|(part, _)| part.clone());
        let dayparts = menu.dayparts_on(at.to_zoned(zone.clone()).datetime());
        let now = Now { dayparts, back: back.collect() };
        let mut shown = self.shown.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*shown {
            Some((known, menu)) if *known == now => menu.clone(),
            _ => {
                let mut menu = self.with(now.back.iter().map(|part| (part, true.into())));
                menu.book.menu.serve(&now.dayparts);
                let menu = Arc::new(menu);
                *shown = Some((now, menu.clone()));
                menu
            }
        }
    }

    /// The menu without what rules bar.
    #[must_use]
    pub fn without(self: &Arc<Self>, barred: Vec<Barred>) -> Arc<Self> {
        if barred.is_empty() {
            return self.clone();
        }
        let mut known = self.barring.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((before, menu)) = &*known
            && *before == barred
        {
            return menu.clone();
        }
        let mut menu = (**self).clone();
        for Barred { item, bar, substitutes } in &barred {
            menu.book.menu.bar(item, bar.clone(), substitutes.clone());
        }
        let menu = Arc::new(menu);
        *known = Some((barred, menu.clone()));
        menu
    }

    /// Whether something of it is off, or may be at another time of the day.
    pub fn may_lack(&self) -> bool {
        !self.until.is_empty()
            || !self.book.menu.dayparts.is_empty()
            || !OffList::of(&self.book.menu).parts().is_empty()
    }

    /// Whether something is off at that time, and will be on again by itself.
    pub fn is_off_for_a_while(&self, part: &MenuPart, at: Timestamp) -> bool {
        self.until.get(part).is_some_and(|until| *until > at)
    }

    /// The same menu with something taken off or put back on; none if there is no such thing.
    #[must_use]
    pub fn with_availability(&self, part: &MenuPart, availability: Availability) -> Option<Self> {
        let known = self.book.menu.is_available(part)?;
        let mut next = self.with([(part, availability)]);
        if known == availability.available {
            // It says so even where it is so anyway: whoever reads the stored changes one by one comes to the same document.
            next.say_available(part, known);
            next.etag = etag(&next.document);
        }
        Some(next)
    }

    /// The same menu with only these off.
    #[must_use]
    pub fn with_only_off(self: &Arc<Self>, off: &BTreeSet<MenuPart>) -> Arc<Self> {
        if self.until.is_empty() && OffList::of(&self.book.menu).parts() == *off {
            return self.clone();
        }
        let parts: Vec<MenuPart> = self.book.menu.parts().collect();
        Arc::new(self.with(parts.iter().map(|part| (part, (!off.contains(part)).into()))))
    }

    fn with<'p>(&self, stock: impl IntoIterator<Item = (&'p MenuPart, Availability)>) -> Self {
        let mut next = self.clone();
        for (part, Availability { available, until }) in stock {
            match until.filter(|_| !available) {
                Some(until) => next.until.insert(part.clone(), until),
                None => next.until.remove(part),
            };
            if self.book.menu.is_available(part) != Some(available) {
                next.say_available(part, available);
                next.book.menu.set_available(part, available);
            }
        }
        next.etag = etag(&next.document);
        next.off = off(&next.book.menu);
        next
    }

    fn say_available(&mut self, part: &MenuPart, available: bool) {
        if let Some(entry) = entry_of(&mut self.document, part) {
            entry["available"] = Value::Bool(available);
        }
    }
}

/// Says which list of a menu has the most names.
fn too_many_names(menu: &Menu) -> Fault {
    let modifiers = menu.modifier_groups.iter().flat_map(|group| &group.modifiers);
    let lists = [
        ("$.items", "items", menu.items.iter().map(|item| item.aliases.len()).collect::<Vec<_>>()),
        ("$.combos", "combos", menu.combos.iter().map(|combo| combo.aliases.len()).collect()),
        ("$.modifier_groups", "modifiers", modifiers.map(|modifier| modifier.aliases.len()).collect()),
    ];
    let names = |(_, _, aliases): &(_, _, Vec<usize>)| aliases.len() + aliases.iter().sum::<usize>();
    let [first, rest @ ..] = lists;
    let (path, what, aliases) =
        rest.into_iter().fold(first, |most, list| if names(&list) > names(&most) { list } else { most });
    let (count, each) = (aliases.len(), aliases.iter().sum::<usize>().div_ceil(aliases.len().max(1)));
    let detail = format!(
        "has too many names and parts of names, which may take 32 MiB: {count} {what} with {each} aliases each; leave out \
         aliases, or make long ones shorter"
    );
    Fault { path: path.to_owned(), detail }
}

/// Where a document has something.
fn entry_of<'d>(document: &'d mut Value, part: &MenuPart) -> Option<&'d mut Value> {
    match part {
        MenuPart::Item(item) => entry(document, "items", item.as_str()),
        MenuPart::Modifier { group, modifier } => {
            entry(entry(document, "modifier_groups", group.as_str())?, "modifiers", modifier.as_str())
        }
        MenuPart::Size { item, size } => {
            entry(entry(document, "items", item.as_str())?, "sizes", size.as_str())
        }
    }
}

fn entry<'d>(of: &'d mut Value, list: &str, id: &str) -> Option<&'d mut Value> {
    of.get_mut(list)?.as_array_mut()?.iter_mut().find(|entry| entry["id"] == id)
}

/// What of a menu is off, as a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OffList {
    /// The items, by their ids.
    pub items: BTreeSet<ItemId>,
    /// The modifiers, by their groups' ids and their own.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub modifiers: BTreeSet<(GroupId, ModifierId)>,
    /// The sizes, by their items' ids and their own.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub sizes: BTreeSet<(ItemId, SizeId)>,
}

impl OffList {
    /// What of a menu is off.
    pub fn of(menu: &Menu) -> Self {
        let mut off = Self::default();
        for part in menu.parts().filter(|part| menu.is_available(part) == Some(false)) {
            match part {
                MenuPart::Item(item) => off.items.insert(item),
                MenuPart::Modifier { group, modifier } => off.modifiers.insert((group, modifier)),
                MenuPart::Size { item, size } => off.sizes.insert((item, size)),
            };
        }
        off
    }

    /// All that is off.
    pub fn parts(&self) -> BTreeSet<MenuPart> {
        let items = self.items.iter().map(MenuPart::from);
        let modifiers =
            self.modifiers.iter().cloned().map(|(group, modifier)| MenuPart::Modifier { group, modifier });
        let sizes = self.sizes.iter().cloned().map(|(item, size)| MenuPart::Size { item, size });
        items.chain(modifiers).chain(sizes).collect()
    }
}

fn off(menu: &Menu) -> Document {
    Document::of(json!(OffList::of(menu)).to_string())
}

fn etag(document: &Value) -> String {
    format!("\"{}\"", Uuid::new_v5(&Uuid::NAMESPACE_OID, document.to_string().as_bytes()).simple())
}
