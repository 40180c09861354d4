//! How rules are asked. There is one way to do so; who watches is told what is seen on it.

use super::condition::{Condition, Grounds};
use super::facts::RuleFacts;
use super::point::Point;
use super::watched::{Asked, Asking, Ground, Verdict};
use crate::ids::RuleId;

/// The rules of a point while they are asked.
pub(super) struct Inquiry<'f> {
    facts: RuleFacts<'f>,
    asking: Option<Asking>,
}

impl<'f> Inquiry<'f> {
    pub fn at(point: Point, facts: &RuleFacts<'f>) -> Self {
        let item = facts.item.map(|item| item.id.clone());
        let asking = facts.witness.map(|_| Asking { at: point, turn: facts.turn, item, rules: Vec::new() });
        Self { facts: *facts, asking }
    }

    /// What is so.
    pub fn facts(&self) -> &RuleFacts<'f> {
        &self.facts
    }

    /// Whether a rule holds, which has no condition on a day on which it does not count.
    pub fn holds(&mut self, rule: &RuleId, when: Option<&Condition>) -> bool {
        let holds = |when: &Condition, grounds: &mut Grounds| when.holds(&self.facts, grounds).then_some(());
        found(&mut self.asking, rule, when, holds).is_some()
    }

    /// The first of several things, each with its facts, for which a rule holds.
    pub fn holds_for<'t, T>(
        &mut self,
        rule: &RuleId,
        when: Option<&Condition>,
        things: &'t [(RuleFacts<'f>, T)],
    ) -> Option<&'t (RuleFacts<'f>, T)> {
        found(&mut self.asking, rule, when, |when, grounds| {
            let mut found = None;
            grounds.any(things, |thing, grounds| {
                let holds = when.holds(&thing.0, grounds);
                found = holds.then_some(thing);
                holds
            });
            found
        })
    }

    /// A rule is left out that has had its turn in this session.
    pub fn leave_out(&mut self, rule: &RuleId) {
        note(&mut self.asking, rule, Verdict::Spent, Vec::new());
    }

    /// Tells who watches, with what decided and what was not asked any more.
    pub fn end<'r>(self, of_point: impl Iterator<Item = &'r RuleId>, decided: impl Fn(&RuleId) -> bool) {
        let (Some(mut asking), Some(witness)) = (self.asking, self.facts.witness) else { return };
        for asked in asking.rules.iter_mut().filter(|asked| asked.verdict == Verdict::PassedOver) {
            if decided(&asked.rule) {
                asked.verdict = Verdict::Decided;
            }
        }
        for rule in of_point.skip(asking.rules.len()) {
            let rule = rule.clone();
            asking.rules.push(Asked { rule, verdict: Verdict::NotAsked, because: Vec::new() });
        }
        witness.asked(asking);
    }
}

/// What a rule is found to hold for, which has no condition on a day on which it does not count.
fn found<T>(
    asking: &mut Option<Asking>,
    rule: &RuleId,
    when: Option<&Condition>,
    find: impl FnOnce(&Condition, &mut Grounds) -> Option<T>,
) -> Option<T> {
    let Some(when) = when else {
        note(asking, rule, Verdict::OtherDay, Vec::new());
        return None;
    };
    let mut grounds = Grounds::new(asking.is_some());
    let found = find(when, &mut grounds);
    // Whether it decides anything is known once it is over.
    let verdict = if found.is_some() { Verdict::PassedOver } else { Verdict::DoesNotHold };
    note(asking, rule, verdict, grounds.into_found());
    found
}

fn note(asking: &mut Option<Asking>, rule: &RuleId, verdict: Verdict, because: Vec<Ground>) {
    if let Some(asking) = asking {
        asking.rules.push(Asked { rule: rule.clone(), verdict, because });
    }
}
