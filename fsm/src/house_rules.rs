//! House rules: what a drive-thru changes every week, as data. A rule hangs on a point of the conversation, and chooses one of
//! the outcomes that the point has; it never names a row, and no rule can take the machine where the table does not lead.
//!
//! ```text
//!   facts of the turn ──> condition of each rule of the point ──> outcome of the first that holds, by priority
//! ```

mod agents;
mod condition;
mod fact;
mod facts;
mod inquiry;
mod outcome;
mod point;
mod price;
mod question;
mod test;
mod visit;
mod watched;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use strum::VariantArray as _;
use utoipa::ToSchema;

use crate::ids::{ItemId, RuleId};
use crate::menu::{Bar, Item, Menu};

pub use self::agents::{AgentPlan, ParserPlan, Profiles, ResponderPlan};
pub use self::condition::{Condition, Quantifier};
pub use self::fact::{FlagFact, NumberFact, TextFact};
pub use self::facts::{OrderFacts, RuleFacts, date_number, minutes};
pub use self::outcome::{Outcome, Upsell};
pub use self::point::Point;
pub use self::price::{Cut, Goods, PriceCut};
pub use self::question::{AnswerDoes, HouseAnswer, HouseQuestion};
pub use self::test::{Comparison, Number, Place, Test};
pub use self::visit::{Limits, NUDGES_BOUNDS, Patience, Welcome};
pub use self::watched::{Asked, Asking, Ground, Seen, Verdict, Witness};

use self::inquiry::Inquiry;

/// The rules of a house, checked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HouseRules {
    /// The document's id.
    pub id: String,
    /// Those that are active, of the highest priority first, then in the document's order.
    rules: Vec<HouseRule>,
    /// Which of them hang on each point, by its place among the points.
    by_point: Vec<Vec<usize>>,
}

/// A rule of a house.
#[derive(Clone, Debug, PartialEq)]
pub struct HouseRule {
    /// Its id.
    pub id: RuleId,
    /// When it holds.
    pub when: Condition,
    /// What it chooses; its point is the one that has this outcome.
    pub then: Outcome,
    /// The higher one counts first.
    pub priority: i32,
    /// The first day on which it counts.
    pub from: Option<Date>,
    /// The last day on which it counts.
    pub until: Option<Date>,
}

/// A rule that has decided something in a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Fired {
    /// Where it hangs.
    pub at: Point,
    /// The rule.
    pub rule: RuleId,
}

/// An item that a rule bars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barred {
    /// The item.
    pub item: ItemId,
    /// By which rule, and why.
    pub bar: Bar,
    /// What can be had instead; without any, what the menu names.
    pub substitutes: Vec<ItemId>,
}

impl HouseRules {
    /// Puts rules in the order in which they count.
    pub fn of(id: String, mut rules: Vec<HouseRule>) -> Self {
        rules.sort_by_key(|rule| std::cmp::Reverse(rule.priority));
        let mut by_point = vec![Vec::new(); Point::VARIANTS.len()];
        for (at, rule) in rules.iter().enumerate() {
            by_point[rule.then.point() as usize].push(at);
        }
        Self { id, rules, by_point }
    }

    /// Whether there is a rule at that point.
    pub(crate) fn hang_on(&self, point: Point) -> bool {
        self.at(point).next().is_some()
    }

    /// All rules, in the order in which they count.
    pub fn rules(&self) -> &[HouseRule] {
        &self.rules
    }

    /// What may not be had as things are. Of the rules about an item, the first that holds decides.
    pub fn barred(&self, facts: &RuleFacts<'_>, menu: &Menu) -> Vec<Barred> {
        // Who watches is told of every rule why it does not hold.
        let may_hold = |rule: &&HouseRule| facts.witness.is_some() || rule.may_hold_for_an_item(facts);
        let rules: Vec<&HouseRule> = self.at(Point::Available).filter(may_hold).collect();
        if rules.is_empty() {
            return Vec::new();
        }
        let bar = |item: &Item| {
            let rule = first(rules.iter().copied(), Point::Available, &facts.of_item(item))?;
            let Outcome::Unavailable { reason, substitutes } = &rule.then else { return None };
            let bar = Bar { rule: rule.id.clone(), reason: reason.clone() };
            Some(Barred { item: item.id.clone(), bar, substitutes: substitutes.clone() })
        };
        menu.items.iter().filter_map(bar).collect()
    }

    /// What is offered by rule: the first that holds and can be made.
    pub(crate) fn offer(
        &self,
        facts: &RuleFacts<'_>,
        can_be_made: impl Fn(&Upsell) -> bool,
    ) -> Option<(&RuleId, &Upsell)> {
        let mut inquiry = Inquiry::at(Point::Offer, facts);
        let offer =
            self.at(Point::Offer).filter(|rule| rule.holds(&mut inquiry)).find_map(|rule| match &rule.then {
                Outcome::Offer(upsell) if can_be_made(upsell) => Some((&rule.id, upsell)),
                _ => None,
            });
        inquiry.end(self.ids_at(Point::Offer), |rule| offer.is_some_and(|(decided, _)| decided == rule));
        offer
    }

    /// The first rule of a point that holds.
    pub(crate) fn first(&self, point: Point, facts: &RuleFacts<'_>) -> Option<&HouseRule> {
        first(self.at(point), point, facts)
    }

    /// The first rule by which the crew is called, of those that may call it.
    pub(crate) fn calls(
        &self,
        facts: &RuleFacts<'_>,
        may_call: impl Fn(&RuleId) -> bool,
    ) -> Option<(&RuleId, &String)> {
        let mut inquiry = Inquiry::at(Point::Crew, facts);
        let call = self.at(Point::Crew).find_map(|rule| {
            if !may_call(&rule.id) {
                inquiry.leave_out(&rule.id);
                return None;
            }
            match &rule.then {
                Outcome::Crew { reason } if rule.holds(&mut inquiry) => Some((&rule.id, reason)),
                _ => None,
            }
        });
        inquiry.end(self.ids_at(Point::Crew), |rule| call.is_some_and(|(decided, _)| decided == rule));
        call
    }

    fn at(&self, point: Point) -> impl Iterator<Item = &HouseRule> + Clone {
        self.by_point.get(point as usize).into_iter().flatten().map(|at| &self.rules[*at])
    }

    fn ids_at(&self, point: Point) -> impl Iterator<Item = &RuleId> {
        self.at(point).map(|rule| &rule.id)
    }
}

/// Of the rules of a point, the first that holds.
fn first<'r>(
    rules: impl Iterator<Item = &'r HouseRule> + Clone,
    point: Point,
    facts: &RuleFacts<'_>,
) -> Option<&'r HouseRule> {
    let mut inquiry = Inquiry::at(point, facts);
    let found = rules.clone().find(|rule| rule.holds(&mut inquiry));
    inquiry.end(rules.map(|rule| &rule.id), |rule| found.is_some_and(|found| found.id == *rule));
    found
}

impl HouseRule {
    fn holds(&self, inquiry: &mut Inquiry<'_>) -> bool {
        let when = self.when_on(inquiry.facts().at.date());
        inquiry.holds(&self.id, when)
    }

    /// Whether there may be an item for which it holds: most rules about items are of a time of day.
    fn may_hold_for_an_item(&self, facts: &RuleFacts<'_>) -> bool {
        self.when_on(facts.at.date()).is_some_and(|when| when.for_any_item(facts) != Some(false))
    }

    /// Its condition, if it counts on that day.
    fn when_on(&self, today: Date) -> Option<&Condition> {
        let has_begun = self.from.is_none_or(|from| from <= today);
        let is_over = self.until.is_some_and(|until| until < today);
        (has_begun && !is_over).then_some(&self.when)
    }
}
