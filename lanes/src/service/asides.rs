//! What is said aside of any turn: a text that is only read, and a question without a lane. Nothing is stored.

use fsm::dialogue::Acts;
use fsm::ids::LaneKey;
use fsm::machine::{Expectation, Policy, RulesInUse};
use parse::Utterance;

use super::Lanes;
use crate::ask::{Answerers, AskAnswer, AskBody};
use crate::error::LaneError;
use crate::event::SpokenText;
use crate::store::LaneRecord;

impl Lanes {
    /// Understands a text as a lane would, and changes nothing.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`].
    pub async fn parse(
        &self,
        drive_thru: &str,
        text: &SpokenText,
        expectation: Option<Expectation>,
        lane: Option<&LaneKey>,
    ) -> Result<Acts, LaneError> {
        let text = text.without_long_numbers(self.menus.languages());
        let menu = self.menus.of(&*self.store, drive_thru).await?;
        let record = if let Some(lane) = lane { self.store.lane(lane).await? } else { LaneRecord::default() };
        let house = self.houses.of(drive_thru, &menu);
        let mut utterance = Utterance::on(&record.session, text.as_str(), &menu.book);
        utterance.house = house.as_deref().map(|active| &active.content);
        let usual = if lane.is_none() { Expectation::FreeFormOrdering } else { utterance.expectation };
        utterance.expectation = expectation.unwrap_or(usual);
        let (settings, at) = (self.settings.of(drive_thru), (self.clock)());
        let newest = self.rules.at(drive_thru, at);
        let of_session = self.rules.of_session(drive_thru, &record.session, &*self.store).await?;
        let policy = Policy {
            house: utterance.house,
            zone: &settings.time_zone,
            house_rules: RulesInUse {
                session: of_session.as_deref().map(|active| &active.content.rules),
                newest: newest.as_deref().map(|active| &active.content.rules),
            },
            ..Policy::new(&settings.rules, &menu.book.menu)
        };
        let agents = settings.agents_of(&policy, at, lane.map_or("", LaneKey::lane), &record.session);
        let brief = settings.brief(&agents, drive_thru, record.session.exchanges());
        Ok(self.parser.parse(utterance, brief).await)
    }

    /// Answers a question without a lane, and stores nothing.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`].
    pub async fn ask(&self, drive_thru: &str, asked: &AskBody) -> Result<AskAnswer, LaneError> {
        let at = asked.at.unwrap_or_else(|| (self.clock)());
        let menu = self.menu_at(drive_thru, at).await?;
        let house = self.houses.of(drive_thru, &menu);
        let rules = self.rules.at(drive_thru, at);
        let by = Answerers {
            parser: &*self.parser,
            generator: &*self.generator,
            settings: self.settings.of(drive_thru),
            drive_thru,
            book: &menu.book,
            house: house.as_deref().map(|active| &active.content),
            rules: rules.as_deref().map(|active| &active.content.rules),
            at,
        };
        Ok(asked.without_long_numbers(self.menus.languages()).answer(&by).await)
    }
}
