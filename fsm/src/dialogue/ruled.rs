//! What the rules of the house decide in a turn.

use jiff::Timestamp;

use super::offer;
use super::take::Taking;
use crate::house_rules::{
    AgentPlan, Fired, OrderFacts, Outcome, Patience, Point, RuleFacts, Upsell, Welcome,
};
use crate::ids::RuleId;
use crate::machine::{Offer, Policy, Session};
use crate::menu::Item;
use crate::order::{Caps, Change, Diff, Discount, Order, Plan, Safety};

impl Session {
    /// What the rules of the house can ask of a lane.
    pub fn rule_facts<'a>(&'a self, policy: &Policy<'a>, at: Timestamp, lane: &'a str) -> RuleFacts<'a> {
        let visit = self.visit.as_deref();
        RuleFacts {
            at: policy.local(at),
            lane,
            state: self.kind(),
            turn: self.turn(),
            unclear: visit.map_or(0, |visit| visit.misses),
            nudges: visit.map_or(0, |visit| visit.nudges),
            order: self.order().map(OrderFacts::of),
            offered: visit.is_some_and(|visit| visit.offered),
            declined: visit.is_some_and(|visit| visit.declined),
            payment_problem: visit.is_some_and(|visit| visit.payment_problem),
            cars_waiting: policy.cars_waiting.or(visit.and_then(|visit| visit.cars_waiting)).unwrap_or(0),
            words: policy.said,
            tags: visit.map_or(&[], |visit| &visit.tags),
            is_handed_off: self.handoff().is_some(),
            menu: policy.menu,
            item: None,
            line: None,
            witness: policy.witness,
        }
    }

    /// Who understands and words the next turn, if a rule of the house says so. It is asked of the lane as it is before
    /// anything is understood.
    pub fn agents_by_rule<'a>(
        &self,
        policy: &Policy<'a>,
        at: Timestamp,
        lane: &str,
    ) -> Option<(&'a RuleId, &'a AgentPlan)> {
        let rules = policy.house_rules.of(self).filter(|rules| rules.hang_on(Point::Agent))?;
        let facts = RuleFacts { turn: self.turn() + 1, words: "", ..self.rule_facts(policy, at, lane) };
        rules.agents(&facts)
    }
}

impl Taking<'_> {
    pub(super) fn rule_facts(&self) -> RuleFacts<'_> {
        let facts = self.session.rule_facts(self.policy, self.now.at, self.lane.lane());
        RuleFacts { turn: self.number, ..facts }
    }

    pub(super) fn fire(&mut self, at: Point, rule: RuleId) {
        let fired = Fired { at, rule };
        if !self.fired.contains(&fired) {
            self.fired.push(fired);
        }
    }

    /// From where on a change needs a yes.
    pub(super) fn safety(&self) -> Safety {
        self.safety_by_rule().map(|(_, safety)| safety.clone()).unwrap_or_default()
    }

    /// How the visit of a car that comes begins.
    pub(super) fn welcome(&mut self) -> Welcome {
        let facts = self.rule_facts();
        let welcome =
            self.house_rules.filter(|_| self.session.visit.is_none()).and_then(|rules| rules.welcome(&facts));
        let Some((rule, welcome)) = welcome.map(|(rule, welcome)| (rule.clone(), welcome.clone())) else {
            return Welcome::default();
        };
        self.fire(Point::Arrival, rule);
        welcome
    }

    /// How much may be ordered.
    pub(super) fn caps(&self) -> Caps {
        let limits = self.session.visit.as_ref().map(|visit| visit.limits);
        limits.unwrap_or_default().within(self.policy.rules.caps)
    }

    /// How patient the lane is.
    pub(super) fn patience(&self) -> Patience {
        self.patience_by_rule().map(|(_, patience)| patience).unwrap_or_default()
    }

    /// How patient the lane is, where that decides: its rule is named.
    pub(super) fn deciding_patience(&mut self) -> Patience {
        let by_rule = self.patience_by_rule().map(|(rule, patience)| (rule.clone(), patience));
        let Some((rule, patience)) = by_rule else { return Patience::default() };
        self.fire(Point::Patience, rule);
        patience
    }

    pub(super) fn patience_by_rule(&self) -> Option<(&RuleId, Patience)> {
        self.house_rules?.patience(&self.rule_facts())
    }

    fn safety_by_rule(&self) -> Option<(&RuleId, &Safety)> {
        let rule = self.house_rules?.first(Point::Unsafe, &self.rule_facts())?;
        if let Outcome::Unsafe(safety) = &rule.then { Some((&rule.id, safety)) } else { None }
    }

    /// Names the rules by which edits are judged: what cannot be had, and which change takes much away.
    pub(super) fn note_rules(&mut self, plan: &Plan) {
        for off in &plan.off {
            let bar = self.policy.menu.item(&off.item).and_then(|item| item.barred.as_ref());
            if let Some(bar) = bar {
                self.fire(Point::Available, bar.rule.clone());
            }
        }
        let takes_away = |before: &Order, after: &Order| {
            let left = |line_id| after.line(line_id).map_or(0, |line| line.quantity);
            before.lines().iter().any(|line| left(line.line_id) < line.quantity)
        };
        let is_judged = plan
            .change
            .as_ref()
            .zip(self.session.order())
            .is_some_and(|(change, order)| takes_away(order, change.after()));
        let rule = is_judged.then(|| self.safety_by_rule()).flatten().map(|(rule, _)| rule.clone());
        if let Some(rule) = rule {
            self.fire(Point::Unsafe, rule);
        }
    }

    /// Takes off what the rules take off as things are now.
    pub(super) fn reprice(&mut self) {
        let Some(rules) = self.house_rules.filter(|rules| rules.hang_on(Point::Price)) else { return };
        let facts = self.rule_facts();
        let discounts = |order| rules.discounts(&RuleFacts { order: Some(OrderFacts::of(order)), ..facts });
        let order = self.session.order().map(discounts).unwrap_or_default();
        let proposal = self.session.proposal().map(Change::after).map(discounts).unwrap_or_default();
        self.session.state.discount(order, proposal);
    }

    /// Names the rules that take off something else than before the turn.
    pub(super) fn note_discounts(&mut self, order: &Order) {
        let before = self.before.as_ref().map(Order::discounts).unwrap_or_default();
        let is_new = |discount: &&Discount| {
            !before.iter().any(|known| known.rule == discount.rule && known.amount == discount.amount)
        };
        let new = order.discounts().iter().filter(is_new);
        let rules: Vec<RuleId> = new.map(|discount| discount.rule.clone()).collect();
        for rule in rules {
            self.fire(Point::Price, rule);
        }
    }

    /// What a rule has for the one upsell, where one may stand: the first that holds and can be had decides. None if no
    /// rule does.
    pub(super) fn offer_by_rule(&self, order: &Order, diffs: &[Diff]) -> Option<(RuleId, Option<Offer>)> {
        if !offer::may_stand(diffs) {
            return None;
        }
        let menu = self.policy.menu;
        let facts = self.rule_facts();
        let can_be_made = |offer: &Offer| match offer {
            Offer::Item(item) => menu.item(item).is_some_and(Item::is_had) && !order.holds(item),
            Offer::Combo(combo) => offer::accepted(&Offer::Combo(combo.clone()), order, menu)
                .is_some_and(|_| menu.combo(combo).is_some_and(|combo| combo.served)),
        };
        let (rule, upsell) = self.house_rules?.offer(&facts, |upsell| match upsell {
            Upsell::This(offer) => can_be_made(offer),
            Upsell::OfMenu | Upsell::Nothing => true,
        })?;
        let offer = match upsell {
            Upsell::This(offer) => Some(offer.clone()),
            Upsell::OfMenu => offer::best(order, diffs, menu),
            Upsell::Nothing => None,
        };
        Some((rule.clone(), offer))
    }

    /// Hands over to the crew where a rule says so, each rule once in a session.
    pub(super) fn ask_whether_to_call(&mut self) {
        let (Some(rules), Some(visit)) = (self.policy.house_rules.newest, &self.session.visit) else {
            return;
        };
        if visit.handoff.is_some() || self.ended.is_some() {
            return;
        }
        let facts = self.rule_facts();
        let is_new = |rule: &RuleId| !visit.called_by.contains(rule);
        let call = rules.calls(&facts, is_new).map(|(rule, reason)| (rule.clone(), reason.clone()));
        let Some((rule, reason)) = call else { return };
        self.hand_over(rule.clone(), reason);
        if let Some(visit) = &mut self.session.visit {
            visit.called_by.push(rule.clone());
        }
        self.fire(Point::Crew, rule);
    }
}
