//! The menus that are compiled: those that were used last, as far as there is room for them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use uuid::Uuid;

use super::active::ActiveMenu;

/// How much memory a menu's document takes for each byte of its text: the text, the same as JSON and as a checked menu.
const DOCUMENT_FACTOR: usize = 8;
/// How much memory an index takes for each byte that it counts itself: it leaves out what the allocator adds to many small texts. 24
/// menus that count 37 MiB each took 70.
const INDEX_FACTOR: usize = 2;

/// What is in use at drive-thrus that do not have the service's menu as it is.
#[derive(Debug)]
pub(super) struct Kept {
    /// How many bytes those that are compiled may take together.
    bytes_max: usize,
    own: BTreeMap<String, Own>,
    uses: u64,
}

#[derive(Debug)]
struct Own {
    compiled: Option<Compiled>,
    /// Whether something of it is off, or may be at another time of the day, as far as one knows before it is compiled.
    may_lack: bool,
    /// Which use of all was its last.
    used: u64,
}

/// A menu in use, with its words.
#[derive(Clone, Debug)]
pub(super) struct Compiled {
    /// What the drive-thru has put, with everything on; none where it has the service's. It is shared with whoever has put the same.
    pub put: Option<Arc<ActiveMenu>>,
    /// The same with what is off.
    pub menu: Arc<ActiveMenu>,
    /// Whether the store knows it, so that it can be let go.
    pub is_stored: bool,
}

/// What is known of a drive-thru's menu.
pub(super) enum Found {
    /// It has the service's, as it is.
    Service,
    /// It is compiled.
    Here(Arc<ActiveMenu>),
    /// It has to be read and compiled.
    LetGo,
}

impl Kept {
    pub fn new(bytes_max: usize) -> Self {
        Self { bytes_max, own: BTreeMap::new(), uses: 0 }
    }

    /// The menu of a drive-thru, which is used now.
    pub fn find(&mut self, drive_thru: &str) -> Found {
        let Some(own) = self.own.get_mut(drive_thru) else { return Found::Service };
        self.uses += 1;
        own.used = self.uses;
        own.compiled.as_ref().map_or(Found::LetGo, |compiled| Found::Here(compiled.menu.clone()))
    }

    /// What a drive-thru uses that is not stored.
    pub fn shown(&self, drive_thru: &str) -> Option<Compiled> {
        let own = self.own.get(drive_thru)?;
        own.compiled.clone().filter(|compiled| !compiled.is_stored)
    }

    /// Whether a drive-thru has something of its own.
    pub fn has(&self, drive_thru: &str) -> bool {
        self.own.contains_key(drive_thru)
    }

    /// Whether something of a drive-thru's own menu may be off; none if it has none of its own.
    pub fn may_lack(&self, drive_thru: &str) -> Option<bool> {
        let own = self.own.get(drive_thru)?;
        Some(own.compiled.as_ref().map_or(own.may_lack, |compiled| compiled.menu.may_lack()))
    }

    /// That a drive-thru has a menu, which is compiled once it is used.
    pub fn note(&mut self, drive_thru: &str, may_lack: bool) {
        let used = self.own.get(drive_thru).map_or(0, |own| own.used);
        self.own.insert(drive_thru.to_owned(), Own { compiled: None, may_lack, used });
    }

    /// Uses a menu. Gives what has no room beside it any more, those first that were used longest ago: to be dropped elsewhere, which takes a while.
    #[must_use]
    pub fn insert(&mut self, drive_thru: &str, compiled: Compiled) -> Vec<Compiled> {
        self.uses += 1;
        let may_lack = compiled.menu.may_lack();
        let own = Own { compiled: Some(compiled), may_lack, used: self.uses };
        self.own.insert(drive_thru.to_owned(), own);
        self.make_room()
    }

    fn make_room(&mut self) -> Vec<Compiled> {
        if self.bytes() <= self.bytes_max {
            return Vec::new();
        }
        let mut newest_first: Vec<_> = self.own.values_mut().collect();
        newest_first.sort_unstable_by_key(|own| Reverse(own.used));
        let (mut bytes, mut counted) = (0, BTreeSet::new());
        let mut let_go = Vec::new();
        for (at, own) in newest_first.into_iter().enumerate() {
            bytes += own.compiled.as_ref().map_or(0, |compiled| compiled.bytes(&mut counted));
            // The one that is used now stays, however long it is.
            if at > 0 && bytes > self.bytes_max {
                let_go.extend(own.compiled.take_if(|compiled| compiled.is_stored));
            }
        }
        let_go
    }

    /// How much memory all of them take, in bytes, as estimated.
    pub fn bytes(&self) -> usize {
        let mut counted = BTreeSet::new();
        self.own.values().filter_map(|own| own.compiled.as_ref()).map(|it| it.bytes(&mut counted)).sum()
    }
}

impl Compiled {
    /// How much memory it takes besides those that were counted before: what several have put is there once.
    fn bytes(&self, counted: &mut BTreeSet<Uuid>) -> usize {
        let put = self.put.as_ref().filter(|put| counted.insert(put.as_put.hash));
        let put_bytes = put.map_or(0, |put| put.bytes());
        let is_as_put = self.put.as_ref().is_some_and(|put| Arc::ptr_eq(put, &self.menu));
        put_bytes + if is_as_put { 0 } else { self.menu.document_bytes() }
    }
}

impl ActiveMenu {
    /// How much memory it takes, in bytes, as estimated.
    pub(super) fn bytes(&self) -> usize {
        INDEX_FACTOR * self.book.index.bytes() + self.document_bytes()
    }

    fn document_bytes(&self) -> usize {
        DOCUMENT_FACTOR * self.as_put.text.len()
    }
}
