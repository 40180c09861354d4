//! What rules take off a price.
//!
//! Each line takes part in the first rule that takes something off it, by priority; then the first rule for the whole order
//! takes something off what is left.

use super::inquiry::Inquiry;
use super::{HouseRules, OrderFacts, Outcome, Point, RuleFacts};
use crate::ids::{CategoryId, ComboId, ItemId, LineId};
use crate::menu::Menu;
use crate::money::Money;
use crate::order::{Discount, Line, modifiers_price};

/// What a rule takes off a price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceCut {
    /// What the customer is told that it is.
    pub name: String,
    /// What it is for; the whole order if it is for nothing in particular.
    pub on: Option<Goods>,
    /// How much it takes off.
    pub by: Cut,
}

/// Lines of an order, by what they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goods {
    /// Items by themselves.
    pub items: Vec<ItemId>,
    /// Items of these categories by themselves.
    pub categories: Vec<CategoryId>,
    /// Combos.
    pub combos: Vec<ComboId>,
}

/// How much is taken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// So many percent of the line, or of what is left of the order; half of a hundredth is taken off whole.
    Percent(u32),
    /// So much of each piece, or of the order once.
    Amount(Money),
    /// So many pieces together cost that much, the dearest first. What is changed on a piece is paid beside it.
    Bundle {
        /// How many pieces.
        quantity: u32,
        /// What they cost together.
        price: Money,
    },
}

impl HouseRules {
    /// What is taken off the order of the facts.
    pub(crate) fn discounts(&self, facts: &RuleFacts<'_>) -> Vec<Discount> {
        let Some(OrderFacts { order, .. }) = facts.order else { return Vec::new() };
        let mut inquiry = Inquiry::at(Point::Price, facts);
        let holding = self.at(Point::Price).filter(|rule| rule.holds(&mut inquiry));
        let cuts = holding.filter_map(|rule| match &rule.then {
            Outcome::Price(cut) => Some((&rule.id, cut)),
            _ => None,
        });
        let (of_lines, of_order): (Vec<_>, Vec<_>) = cuts.partition(|(_, cut)| cut.on.is_some());
        let mut free: Vec<&Line> = order.lines().iter().filter(|line| line.missing.is_empty()).collect();
        let mut discounts: Vec<Discount> = Vec::new();
        for (rule, cut) in of_lines {
            let Some(goods) = &cut.on else { continue };
            let these: Vec<&Line> = free.iter().filter(|line| goods.are(line, facts.menu)).copied().collect();
            let (amount, lines) = cut.by.of_lines(&these, facts.menu);
            if amount > Money::ZERO {
                free.retain(|line| !lines.contains(&line.line_id));
                discounts.push(Discount { rule: rule.clone(), name: cut.name.clone(), amount, lines });
            }
        }
        let left = discounts.iter().fold(order.subtotal(), |left, discount| left - discount.amount);
        let first = of_order.into_iter().find_map(|(rule, cut)| {
            let amount = cut.by.of_order(left);
            let name = cut.name.clone();
            (amount > Money::ZERO).then(|| Discount { rule: rule.clone(), name, amount, lines: Vec::new() })
        });
        discounts.extend(first);
        inquiry
            .end(self.ids_at(Point::Price), |rule| discounts.iter().any(|discount| discount.rule == *rule));
        discounts
    }
}

impl Goods {
    pub(super) fn are(&self, line: &Line, menu: &Menu) -> bool {
        let of_category =
            || menu.item(&line.item).is_some_and(|item| self.categories.contains(&item.category));
        match &line.combo {
            Some(combo) => self.combos.contains(combo),
            None => self.items.contains(&line.item) || of_category(),
        }
    }
}

impl Cut {
    /// What it takes off lines, and off which of them.
    fn of_lines(self, lines: &[&Line], menu: &Menu) -> (Money, Vec<LineId>) {
        let each = |cut: &dyn Fn(&Line) -> Money| {
            let cuts = lines.iter().map(|line| (line.line_id, cut(line)));
            let cuts: Vec<_> = cuts.filter(|(_, amount)| *amount > Money::ZERO).collect();
            (cuts.iter().map(|(_, amount)| *amount).sum(), cuts.iter().map(|(line, _)| *line).collect())
        };
        match self {
            Self::Percent(percent) => each(&|line| line.price().percent(percent).min(line.price())),
            Self::Amount(amount) => each(&|line| amount.min(line.unit_price).times(line.quantity)),
            Self::Bundle { quantity, price } => bundles(lines, quantity, price, menu),
        }
    }

    /// What it takes off an order of which so much is left.
    fn of_order(self, left: Money) -> Money {
        match self {
            Self::Percent(percent) => left.percent(percent).min(left),
            Self::Amount(amount) => amount.min(left),
            // A bundle is of lines.
            Self::Bundle { .. } => Money::ZERO,
        }
    }
}

fn bundles(lines: &[&Line], quantity: u32, price: Money, menu: &Menu) -> (Money, Vec<LineId>) {
    let of_line = |line: &&Line| {
        let pieces = usize::try_from(line.quantity).unwrap_or(usize::MAX);
        std::iter::repeat_n((plain_price(line, menu), line.line_id), pieces)
    };
    let mut pieces: Vec<(Money, LineId)> = lines.iter().flat_map(of_line).collect();
    pieces.sort_by_key(|(price, _)| std::cmp::Reverse(*price));
    let (mut saved, mut together) = (Money::ZERO, Vec::new());
    for bundle in pieces.chunks_exact(usize::try_from(quantity).unwrap_or(usize::MAX).max(1)) {
        let saving = bundle.iter().map(|(price, _)| *price).sum::<Money>() - price;
        if saving > Money::ZERO {
            saved += saving;
            together.extend(bundle.iter().map(|(_, line)| *line));
        }
    }
    together.sort_unstable();
    together.dedup();
    (saved, together)
}

/// What one costs without what was changed on it.
fn plain_price(line: &Line, menu: &Menu) -> Money {
    let changes = match (&line.combo, menu.item(&line.item)) {
        (None, Some(item)) => modifiers_price(item, &line.modifiers, menu),
        _ => Money::ZERO,
    };
    (line.unit_price - changes).or_zero()
}
