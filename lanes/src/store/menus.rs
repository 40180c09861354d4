//! Menus and stock: what a drive-thru sells, where that is not the service's menu.

use async_trait::async_trait;
use fsm::ids::ItemId;

use super::error::Result;

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

    /// Stores a drive-thru's own menu.
    ///
    /// # Errors
    /// [`Conflict`](super::StoreError::Conflict) if a record is expected and the stored one is another.
    async fn put_menu(&self, drive_thru: &str, document: String, expected: Option<&MenuRecord>)
    -> Result<()>;

    /// Takes an item off the menu or puts it back on.
    async fn set_available(&self, drive_thru: &str, item: &ItemId, available: bool) -> Result<()>;
}

/// A drive-thru's own menu and stock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MenuRecord {
    /// The document as it was put; `None` where the service's menu is used.
    pub document: Option<String>,
    /// Items that were taken off or put back on since, in the order of their ids.
    pub availability: Vec<(ItemId, bool)>,
}

impl MenuRecord {
    /// Takes an item off or puts it back on.
    pub(crate) fn set_available(&mut self, item: &ItemId, available: bool) {
        match self.availability.binary_search_by(|(known, _)| known.cmp(item)) {
            Ok(at) => self.availability[at].1 = available,
            Err(at) => self.availability.insert(at, (item.clone(), available)),
        }
    }
}
