//! What is so when rules are asked.

use jiff::civil::{Date, DateTime, Time};

use super::fact::{FlagFact, NumberFact, TextFact};
use super::watched::Witness;
use crate::machine::StateKind;
use crate::menu::{Item, Menu};
use crate::order::{Line, Order};
use crate::times::day_name;

/// What is so in a turn. But for the sums of the order, each fact is worked out when a condition asks for it.
#[derive(Clone, Copy, Debug)]
pub struct RuleFacts<'a> {
    /// The time on the clock of the house.
    pub at: DateTime,
    /// The lane's id.
    pub lane: &'a str,
    /// The state that the lane is in.
    pub state: StateKind,
    /// The number of the turn.
    pub turn: u32,
    /// How many sentences in a row were not understood.
    pub unclear: u32,
    /// How many nudges the customer got in a row.
    pub nudges: u32,
    /// The order.
    pub order: Option<OrderFacts<'a>>,
    /// Whether the order's one upsell was made.
    pub offered: bool,
    /// Whether the customer said no to it.
    pub declined: bool,
    /// Whether there was a payment problem.
    pub payment_problem: bool,
    /// How many cars wait, as the frontend said last; 0 if it never did.
    pub cars_waiting: u32,
    /// What was said, in lower case.
    pub words: &'a str,
    /// What is remembered of the session.
    pub tags: &'a [String],
    /// Whether the crew has taken over.
    pub is_handed_off: bool,
    /// What can be ordered now.
    pub menu: &'a Menu,
    /// The item that the rule is asked about.
    pub item: Option<&'a Item>,
    /// The line that the condition is about.
    pub line: Option<&'a Line>,
    /// Who is told how rules were asked.
    pub witness: Option<&'a dyn Witness>,
}

/// An order with its sums, which many rules may ask for.
#[derive(Clone, Copy, Debug)]
pub struct OrderFacts<'a> {
    pub(super) order: &'a Order,
    subtotal: i64,
    total: i64,
    items: u32,
}

impl<'a> OrderFacts<'a> {
    /// Of an order as it is now.
    pub fn of(order: &'a Order) -> Self {
        let (subtotal, total) = (order.subtotal().hundredths(), order.total().hundredths());
        Self { order, subtotal, total, items: order.item_count() }
    }
}

impl<'a> RuleFacts<'a> {
    pub(super) fn of_item(self, item: &'a Item) -> Self {
        Self { item: Some(item), ..self }
    }

    pub(super) fn of_line(self, line: &'a Line) -> Self {
        Self { line: Some(line), ..self }
    }

    pub(super) fn lines(&self) -> &'a [Line] {
        self.order.map(|of| of.order.lines()).unwrap_or_default()
    }

    pub(super) fn number(&self, fact: NumberFact) -> i64 {
        match fact {
            NumberFact::Time => minutes(self.at.time()),
            NumberFact::Date => date_number(self.at.date()),
            NumberFact::Turn => self.turn.into(),
            NumberFact::Unclear => self.unclear.into(),
            NumberFact::Nudges => self.nudges.into(),
            NumberFact::Subtotal => self.order.map_or(0, |order| order.subtotal),
            NumberFact::Total => self.order.map_or(0, |order| order.total),
            NumberFact::Items => self.order.map_or(0, |order| order.items).into(),
            NumberFact::Lines => i64::try_from(self.lines().len()).unwrap_or(i64::MAX),
            NumberFact::CarsWaiting => self.cars_waiting.into(),
            NumberFact::LineQuantity => self.line.map_or(0, |line| line.quantity).into(),
            NumberFact::LinePrice => self.line.map_or(0, |line| line.price().hundredths()),
        }
    }

    pub(super) fn text(&self, fact: TextFact) -> &'a str {
        match fact {
            TextFact::Weekday => day_name(self.at.date().weekday()),
            TextFact::Lane => self.lane,
            TextFact::State => self.state.as_str(),
            TextFact::Words => self.words,
            TextFact::Listener => {
                if self.is_handed_off {
                    "crew"
                } else {
                    "lane"
                }
            }
            TextFact::ItemId => self.item.map_or("", |item| item.id.as_str()),
            TextFact::ItemCategory => self.item.map_or("", |item| item.category.as_str()),
            TextFact::LineItem => self.line.map_or("", |line| line.item.as_str()),
            TextFact::LineCategory => {
                let item = self.line.and_then(|line| self.menu.item(&line.item));
                item.map_or("", |item| item.category.as_str())
            }
            TextFact::LineCombo => {
                self.line.and_then(|line| Some(line.combo.as_ref()?.as_str())).unwrap_or("")
            }
            TextFact::LineSize => self.line.and_then(|line| Some(line.size.as_ref()?.as_str())).unwrap_or(""),
        }
    }

    pub(super) fn flag(&self, fact: FlagFact) -> bool {
        match fact {
            FlagFact::Offered => self.offered,
            FlagFact::Declined => self.declined,
            FlagFact::PaymentProblem => self.payment_problem,
        }
    }
}

/// A time of day as the fact has it.
pub fn minutes(time: Time) -> i64 {
    i64::from(time.hour()) * 60 + i64::from(time.minute())
}

/// A date as the fact has it.
pub fn date_number(date: Date) -> i64 {
    (i64::from(date.year()) * 100 + i64::from(date.month())) * 100 + i64::from(date.day())
}
