//! The menus and houses of a service: what is in use, and what is put in use.

use std::sync::Arc;

use fsm::house::House;
use fsm::machine::{Policy, Session};
use fsm::menu::MenuPart;
use jiff::Timestamp;
use serde_json::Value;

use super::Lanes;
use crate::actor::{Actor, Change};
use crate::error::LaneError;
use crate::keeper::{Active, PutError};
use crate::menus::{ActiveMenu, MenuError};
use crate::settings::zone;
use crate::store::{Availability, DocumentChange};

impl Lanes {
    /// Uses another menu for a drive-thru without storing it, and tells no lane: for a replay, whose events say what the
    /// lanes were told.
    pub fn show_menu(&self, drive_thru: &str, menu: Arc<ActiveMenu>) {
        self.menus.show(drive_thru, menu);
    }

    /// Uses another house, or none, as [`Lanes::show_menu`] does with a menu.
    pub fn show_house(&self, drive_thru: &str, house: Option<Arc<Active<House>>>) {
        self.houses.show(drive_thru, house);
    }

    /// How much memory all menus take that are compiled, in bytes, as estimated.
    pub fn menu_bytes(&self) -> usize {
        self.menus.bytes()
    }

    /// What the house of a drive-thru says of itself; none if it says nothing.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`] if the menu that it goes with cannot be read.
    pub async fn house(&self, drive_thru: &str) -> Result<Option<Arc<Active<House>>>, LaneError> {
        Ok(self.houses.of(drive_thru, &*self.menus.of(&*self.store, drive_thru).await?))
    }

    /// Whether a drive-thru has a house of its own.
    pub fn has_own_house(&self, drive_thru: &str) -> bool {
        self.houses.has_own(drive_thru)
    }

    /// Puts a house in use.
    ///
    /// # Errors
    /// [`PutError`]; the house in use stays in use then.
    pub async fn put_house(
        &self,
        drive_thru: &str,
        document: Value,
        if_match: Option<&str>,
        actor: Option<Actor>,
    ) -> Result<Arc<Active<House>>, PutError> {
        let (lanes, drive_thru, if_match) =
            (self.clone(), drive_thru.to_owned(), if_match.map(str::to_owned));
        let put = async move {
            let menu = lanes.menus.of(&*lanes.store, &drive_thru).await?;
            let by = Change { now: (lanes.clock)(), by: actor };
            lanes.houses.put(&*lanes.store, &drive_thru, &menu, document, if_match.as_deref(), by).await
        };
        self.tasks.finish(put).await
    }

    /// The menu of a drive-thru as it is now.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`] if it cannot be read.
    pub async fn menu(&self, drive_thru: &str) -> Result<Arc<ActiveMenu>, LaneError> {
        self.menu_at(drive_thru, (self.clock)()).await
    }

    /// The menu of a drive-thru for replays: with what is off now, and without anything that rules bar now. It is a copy, since a menu
    /// remembers how it was when it was asked last, and replays ask for other times and other rules than lanes do.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`] if it cannot be read.
    pub async fn menu_to_replay(&self, drive_thru: &str) -> Result<Arc<ActiveMenu>, LaneError> {
        Ok(Arc::new((*self.menus.of(&*self.store, drive_thru).await?).clone()))
    }

    /// The menu of a drive-thru as it is at a time to somebody of whom nothing is known: without what the rules bar then.
    pub(super) async fn menu_at(
        &self,
        drive_thru: &str,
        at: Timestamp,
    ) -> Result<Arc<ActiveMenu>, LaneError> {
        let menu = self.menus.of(&*self.store, drive_thru).await?;
        let house = self.houses.of(drive_thru, &menu);
        let settings = self.settings.of(drive_thru);
        let menu = menu.at(at, zone(house.as_deref(), settings));
        let Some(rules) = self.rules.at(drive_thru, at) else { return Ok(menu) };
        let policy = Policy {
            house: house.as_deref().map(|active| &active.content),
            zone: &settings.time_zone,
            ..Policy::new(&settings.rules, &menu.book.menu)
        };
        let nobody = Session::idle();
        let facts = nobody.rule_facts(&policy, at, "");
        let barred = rules.content.rules.barred(&facts, &menu.book.menu);
        Ok(menu.without(barred))
    }

    /// Whether a drive-thru has a menu of its own.
    pub fn has_own_menu(&self, drive_thru: &str) -> bool {
        self.menus.has_own(drive_thru)
    }

    /// Puts a menu in use. Open orders that hold what is gone get their out-of-stock turns.
    ///
    /// # Errors
    /// [`MenuError`]; the menu in use stays in use then.
    pub async fn put_menu(
        &self,
        drive_thru: &str,
        document: Value,
        if_match: Option<&str>,
        actor: Option<Actor>,
    ) -> Result<Arc<ActiveMenu>, MenuError> {
        let (lanes, drive_thru, if_match) =
            (self.clone(), drive_thru.to_owned(), if_match.map(str::to_owned));
        self.tasks
            .finish(async move {
                let by = Change { now: (lanes.clock)(), by: actor };
                let missing = lanes.named_by_rules(&drive_thru, &document, by.now);
                if !missing.is_empty() {
                    return Err(MenuError::Invalid(missing));
                }
                let menu =
                    lanes.menus.put(&*lanes.store, &drive_thru, document, if_match.as_deref(), by).await?;
                lanes.registry.check_stock(&drive_thru, None).await;
                Ok(menu)
            })
            .await
    }

    /// Who changed what of a drive-thru, the newest first, `limit` at most.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`] if the store cannot be read.
    pub async fn changes(&self, drive_thru: &str, limit: usize) -> Result<Vec<DocumentChange>, LaneError> {
        Ok(self.store.changes(drive_thru, limit).await?)
    }

    /// Uses another menu, and what its house says of itself, for every drive-thru that has none of its own. Each open order
    /// that holds an item that is off gets its out-of-stock turn.
    pub async fn replace_menu(&self, menu: ActiveMenu, house: Option<Active<House>>) {
        self.houses.replace_service(house, &menu);
        self.menus.replace_service(Arc::new(menu)).await;
        self.registry.check_all_stock().await;
    }

    /// Takes something off or puts it back on. Each open order that holds an item that is off gets its out-of-stock turn;
    /// modifiers and sizes that were ordered stay.
    ///
    /// # Errors
    /// [`MenuError::UnknownPart`] or [`MenuError::Store`].
    pub async fn set_available(
        &self,
        drive_thru: &str,
        part: &MenuPart,
        availability: Availability,
        actor: Option<Actor>,
    ) -> Result<(), MenuError> {
        let (lanes, drive_thru, part) = (self.clone(), drive_thru.to_owned(), part.clone());
        self.tasks
            .finish(async move {
                let by = Change { now: (lanes.clock)(), by: actor };
                lanes.menus.set_available(&*lanes.store, &drive_thru, &part, availability, by).await?;
                if !availability.available && matches!(part, MenuPart::Item(_)) {
                    lanes.registry.check_stock(&drive_thru, None).await;
                }
                Ok(())
            })
            .await
    }
}
