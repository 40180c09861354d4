//! Menus and stock: what a drive-thru sells, where that is not the service's menu.

use async_trait::async_trait;
use fsm::menu::MenuPart;
use jiff::Timestamp;

use super::changes::DocumentChange;
use super::error::Result;

/// Stands before both ids of a modifier's key.
const OF_MODIFIERS: char = '\u{1}';
/// Stands before both ids of a size's key.
const OF_SIZES: char = '\u{2}';

/// Stores menus and stock.
///
/// - A menu that is put replaces the one before and forgets its stock.
/// - Of changes of stock that are made at the same time none is lost.
#[async_trait]
pub trait MenuStore: Send + Sync {
    /// A drive-thru's own menu and stock.
    async fn menu(&self, drive_thru: &str) -> Result<MenuRecord>;

    /// The drive-thrus that have a menu of their own or changed their stock, in order.
    async fn drive_thrus_with_menus(&self) -> Result<Vec<String>>;

    /// Counts the changes of menus and stock by any process; always 0 in a store that is not shared.
    async fn menu_stamp(&self) -> Result<u64> {
        Ok(0)
    }

    /// Stores a drive-thru's own menu, and who put it.
    ///
    /// # Errors
    /// [`Conflict`](super::StoreError::Conflict) if a record is expected and the stored one is another.
    async fn put_menu(
        &self,
        drive_thru: &str,
        document: String,
        expected: Option<&MenuRecord>,
        change: DocumentChange,
    ) -> Result<()>;

    /// Takes something off the menu or puts it back on, and stores who did.
    async fn set_available(
        &self,
        drive_thru: &str,
        part: &MenuPart,
        availability: Availability,
        change: DocumentChange,
    ) -> Result<()>;
}

/// A drive-thru's own menu and stock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MenuRecord {
    /// The document as it was put; `None` where the service's menu is used.
    pub document: Option<String>,
    /// What was taken off or put back on since, in order.
    pub availability: Vec<(MenuPart, Availability)>,
}

/// Whether something can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Availability {
    /// `false` while it is off.
    pub available: bool,
    /// When what is off can be had again; until somebody says so without it.
    pub until: Option<Timestamp>,
}

impl From<bool> for Availability {
    fn from(available: bool) -> Self {
        Self { available, until: None }
    }
}

impl MenuRecord {
    /// Whether something was taken off or put back on just so.
    pub(crate) fn says(&self, part: &MenuPart, availability: Availability) -> bool {
        self.availability.contains(&(part.clone(), availability))
    }

    /// Takes something off or puts it back on.
    pub(crate) fn set_available(&mut self, part: &MenuPart, availability: Availability) {
        match self.availability.binary_search_by(|(known, _)| known.cmp(part)) {
            Ok(at) => self.availability[at].1 = availability,
            Err(at) => self.availability.insert(at, (part.clone(), availability)),
        }
    }
}

/// A part of a menu as a key: the id of an item, else a sign that no id can have before each id.
pub(super) fn key_of(part: &MenuPart) -> String {
    match part {
        MenuPart::Item(item) => item.to_string(),
        MenuPart::Modifier { group, modifier } => format!("{OF_MODIFIERS}{group}{OF_MODIFIERS}{modifier}"),
        MenuPart::Size { item, size } => format!("{OF_SIZES}{item}{OF_SIZES}{size}"),
    }
}

/// The part of a menu that has this key.
pub(super) fn part_of(key: &str) -> MenuPart {
    let two = |sign: char| key.strip_prefix(sign).and_then(|rest| rest.split_once(sign));
    if let Some((group, modifier)) = two(OF_MODIFIERS) {
        MenuPart::Modifier { group: group.into(), modifier: modifier.into() }
    } else if let Some((item, size)) = two(OF_SIZES) {
        MenuPart::Size { item: item.into(), size: size.into() }
    } else {
        MenuPart::Item(key.into())
    }
}
