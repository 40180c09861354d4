//! What a turn is decided with: the menu as it is at that time, the house, its rules.

use std::sync::Arc;

use fsm::house::House;
use fsm::house_rules::Witness;
use fsm::machine::Policy;
use jiff::Timestamp;

use super::lane_now::LaneNow;
use super::rules::TurnRules;
use crate::error::TurnError;
use crate::event::LaneEvent;
use crate::house_rules::RuleVersions;
use crate::keeper::{Active, Keeper};
use crate::menus::{ActiveMenu, Menus};
use crate::settings::{Settings, zone};
use crate::store::{FeedStore, MenuStore};

/// Finds what turns are decided with.
pub(crate) struct DocumentsNow {
    pub menus: Arc<Menus>,
    pub houses: Arc<Keeper<House>>,
    pub rules: Arc<RuleVersions>,
    pub settings: Arc<Settings>,
    /// Where rules of earlier are.
    pub store: Arc<dyn FeedStore>,
    /// Where menus are.
    pub stock: Arc<dyn MenuStore>,
    pub witness: Option<Arc<dyn Witness>>,
}

/// What is known of an event before anybody has listened to it.
pub(super) struct Scene {
    pub at: Timestamp,
    /// In lower case.
    pub said: String,
    pub cars_waiting: Option<u32>,
}

impl Scene {
    /// Of something that nobody says.
    pub fn silent(at: Timestamp) -> Self {
        Self { at, said: String::new(), cars_waiting: None }
    }
}

/// What an event says, in lower case; nothing where it has no words.
pub(super) fn said(event: &LaneEvent) -> String {
    if let LaneEvent::Utterance(said) = event { said.text.as_str().to_lowercase() } else { String::new() }
}

impl DocumentsNow {
    /// The menu of the drive-thru as it is in that scene, its house, and its rules.
    pub(super) async fn of(
        &self,
        lane: &LaneNow<'_>,
        scene: Scene,
    ) -> Result<(Arc<ActiveMenu>, Option<Arc<Active<House>>>, TurnRules), TurnError> {
        let drive_thru = lane.key.drive_thru();
        let settings = self.settings.of(drive_thru);
        let menu = self.menus.of(&*self.stock, drive_thru).await?;
        let house = self.houses.of(drive_thru, &menu);
        let rules = self.turn_rules(lane, scene.at).await?;
        let menu = menu.at(scene.at, zone(house.as_deref(), settings));
        let Some(newest) = &rules.newest else { return Ok((menu, house, rules)) };
        let policy = Policy {
            house: house.as_deref().map(|active| &active.content),
            zone: &settings.time_zone,
            said: &scene.said,
            cars_waiting: scene.cars_waiting,
            witness: self.witness.as_deref(),
            ..Policy::new(&settings.rules, &menu.book.menu)
        };
        let facts = lane.session().rule_facts(&policy, scene.at, lane.key.lane());
        let barred = newest.content.rules.barred(&facts, &menu.book.menu);
        Ok((menu.without(barred), house, rules))
    }

    /// The rules with which the session began, and those that are the newest at that time.
    async fn turn_rules(&self, lane: &LaneNow<'_>, at: Timestamp) -> Result<TurnRules, TurnError> {
        let drive_thru = lane.key.drive_thru();
        let of_session = self.rules.of_session(drive_thru, lane.session(), &*self.store);
        let session = lane.in_time(of_session).await?;
        Ok(TurnRules { session, newest: self.rules.at(drive_thru, at) })
    }
}
