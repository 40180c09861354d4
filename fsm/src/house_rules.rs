//! House rules: what a drive-thru changes every week, as data. A rule hangs on a point of the conversation, and chooses one of
//! the outcomes that the point has; it never names a row, and no rule can take the machine where the table does not lead.
//!
//! ```text
//!   facts of the turn ──> condition of each rule of the point ──> outcome of the first that holds, by priority
//! ```

mod condition;
mod facts;
mod outcome;
mod price;
mod question;
mod visit;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::{ItemId, RuleId};
use crate::menu::{Bar, Item, Menu};

pub use self::condition::{Comparison, Condition, Number, Quantifier};
pub use self::facts::{FlagFact, NumberFact, RuleFacts, TextFact, date_number, minutes};
pub use self::outcome::{Outcome, Point, Upsell};
pub use self::price::{Cut, Goods, PriceCut};
pub use self::question::{AnswerDoes, HouseAnswer, HouseQuestion};
pub use self::visit::{Limits, NUDGES_BOUNDS, Patience, Welcome};

/// The rules of a house, checked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HouseRules {
    /// The document's id.
    pub id: String,
    /// Those that are active, of the highest priority first, then in the document's order.
    rules: Vec<HouseRule>,
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
        Self { id, rules }
    }

    /// Whether there is a rule at that point.
    pub(crate) fn hang_on(&self, point: Point) -> bool {
        self.rules.iter().any(|rule| rule.then.point() == point)
    }

    /// All rules, in the order in which they count.
    pub fn rules(&self) -> &[HouseRule] {
        &self.rules
    }

    /// What may not be had as things are. Of the rules about an item, the first that holds decides.
    pub fn barred(&self, facts: &RuleFacts<'_>, menu: &Menu) -> Vec<Barred> {
        let rules: Vec<&HouseRule> = self.at(Point::Available, facts).collect();
        if rules.is_empty() {
            return Vec::new();
        }
        let bar = |item: &Item| {
            let facts = facts.of_item(item);
            let rule = rules.iter().find(|rule| rule.when.holds(&facts))?;
            let Outcome::Unavailable { reason, substitutes } = &rule.then else { return None };
            let bar = Bar { rule: rule.id.clone(), reason: reason.clone() };
            Some(Barred { item: item.id.clone(), bar, substitutes: substitutes.clone() })
        };
        menu.items.iter().filter_map(bar).collect()
    }

    /// What is offered by rule, the best first.
    pub(crate) fn offers<'r>(
        &'r self,
        facts: &'r RuleFacts<'_>,
    ) -> impl Iterator<Item = (&'r RuleId, &'r Upsell)> {
        self.holding(Point::Offer, facts).filter_map(|rule| match &rule.then {
            Outcome::Offer(upsell) => Some((&rule.id, upsell)),
            _ => None,
        })
    }

    /// The first rule of a point that holds.
    pub(crate) fn first(&self, point: Point, facts: &RuleFacts<'_>) -> Option<&HouseRule> {
        self.at(point, facts).find(|rule| rule.when.holds(facts))
    }

    /// The rules of a point that hold, in the order in which they count.
    pub(crate) fn holding<'r>(
        &'r self,
        point: Point,
        facts: &'r RuleFacts<'_>,
    ) -> impl Iterator<Item = &'r HouseRule> {
        self.at(point, facts).filter(|rule| rule.when.holds(facts))
    }

    fn at(&self, point: Point, facts: &RuleFacts<'_>) -> impl Iterator<Item = &HouseRule> + use<'_> {
        let today = facts.at.date();
        self.rules.iter().filter(move |rule| rule.then.point() == point && rule.counts_on(today))
    }
}

impl HouseRule {
    fn counts_on(&self, today: Date) -> bool {
        self.from.is_none_or(|from| from <= today) && self.until.is_none_or(|until| today <= until)
    }
}
