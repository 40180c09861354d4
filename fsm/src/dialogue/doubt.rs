//! What was hardly heard: it is named, and made only after a yes.

use super::acts::{Act, ActKind};
use super::answer;
use super::hearing::{Found, edits_of};
use super::meaning::Case;
use super::take::Taking;
use crate::ids::ItemId;
use crate::machine::{Policy, Unclear};
use crate::order::{
    self, Bounds, Change, DiffOp, Modification, NewLine, Op, Order, Plan, Recent, Target, Unresolved,
};

impl Taking<'_> {
    /// Takes acts below the confidence that applies them. Edits are asked about by name, a yes is asked for once more, and
    /// the rest counts as not understood.
    pub(super) fn doubt(&mut self, acts: &[Act], confidence: f64) {
        let unclear = if acts == [Act::Yes] { Unclear::Yes } else { Unclear::Confidence(confidence) };
        let (act, case, change) = match self.understood(acts) {
            Some(change) => (ActKind::Order, Case::Unsafe, Some(change)),
            None => (ActKind::Unclear, Case::Plain, None),
        };
        self.take(act, case, &Found { change, unclear, ..Found::default() });
    }

    /// What was heard, where who orders on, or is done, lets stand what was read back: "a cinnamon roll, is that right?",
    /// "and a scone". Who names the same again, corrects, denies or did not hear it to its end, does not; nor
    /// does the crew.
    pub(super) fn with_assent(&self, mut acts: Vec<Act>, was_heard: bool) -> Vec<Act> {
        let Some(waiting) = self.session.proposal().filter(|change| change.is_unsure()) else { return acts };
        let only_adds = waiting.diffs().iter().all(|diff| diff.op == DiffOp::Add);
        let added = || waiting.diffs().iter().filter_map(|diff| waiting.after().line(diff.line_id));
        let is_another = |op: &Op| match op {
            Op::Add(line) => !added().any(|added| added.holds(&line.item)),
            _ => false,
        };
        let goes_on = |act: &Act| match act {
            Act::Done => true,
            Act::Order { ops, unresolved } => unresolved.is_empty() && ops.iter().all(is_another),
            _ => false,
        };
        if only_adds && was_heard && !acts.is_empty() && acts.iter().all(goes_on) {
            acts.insert(0, Act::Yes);
        }
        acts
    }

    /// The change that the words would be, if they were heard. After the grace they may be anybody's.
    fn understood(&self, acts: &[Act]) -> Option<Change> {
        let Policy { rules, menu, .. } = *self.policy;
        if self.session.is_grace_over(self.now.at, rules.closing_grace()) {
            return None;
        }
        let (ops, unresolved) = edits_of(acts);
        let ops = answer::settle(ops, self.session.asked_or_open(), self.session.order()?, menu);
        let change = self.plan(&ops, &unresolved, acts.contains(&Act::Yes))?.change?;
        (!change.diffs().is_empty()).then(|| change.hardly_heard())
    }

    /// Tries edits on the order. Who corrects what was hardly heard, or says more with the yes to it, means the order as
    /// it would be.
    pub(super) fn plan(&self, ops: &[Op], unresolved: &[Unresolved], is_yes: bool) -> Option<Plan> {
        let menu = self.policy.menu;
        let order = self.session.order()?;
        let bounds = Bounds { caps: &self.caps(), safety: &self.safety() };
        let waiting = self.session.proposal().filter(|change| change.is_unsure());
        let waiting =
            waiting.filter(|change| is_yes || ops.iter().any(|op| is_about(op, order, change.after())));
        if let Some(change) = waiting {
            return Some(order::plan_after(order, change, ops, unresolved, menu, bounds));
        }
        let none = Recent::default();
        let recent = self.session.visit.as_ref().map_or(&none, |visit| &visit.recent);
        Some(order::plan_within(order, recent, ops, unresolved, menu, bounds))
    }

    /// Takes out of what waits what a change settles that was asked about before it was made.
    pub(super) fn settle_by(&mut self, change: &Change) {
        let touched = change.diffs().iter().filter_map(|diff| change.after().line(diff.line_id));
        let ops: Vec<Op> = touched
            .map(|line| {
                let (modifiers, target) = (line.modifiers.clone(), Target::Line { line_id: line.line_id });
                match self.session.order().and_then(|order| order.line(line.line_id)) {
                    Some(_) => Op::Modify(Modification { modifiers, ..Modification::of(target) }),
                    None => Op::Add(NewLine { modifiers, ..NewLine::of(line.item.clone()) }),
                }
            })
            .collect();
        self.settle_open(None, &ops);
    }
}

/// Whether an operation changes what is there only after a change, or whatever was said last.
fn is_about(op: &Op, order: &Order, after: &Order) -> bool {
    let has = |order: &Order, item: &ItemId| order.holds(item);
    let is_named = |item: &ItemId| !has(order, item) && has(after, item);
    let is_new = |target: &Target| match target {
        Target::Referent { .. } => true,
        Target::Line { line_id } => order.line(*line_id).is_none() && after.line(*line_id).is_some(),
        Target::Item { item, .. } => is_named(item),
        Target::Described { described } => described.items.is_empty() || described.items.iter().any(is_named),
        Target::All { .. } => false,
    };
    match op {
        Op::Correct(correction) => {
            let mut named = correction.target.items.iter().chain(&correction.unwanted.items).peekable();
            named.peek().is_none() || named.any(is_named)
        }
        Op::Modify(Modification { target, .. }) | Op::Remove { target, .. } | Op::Replace { target, .. } => {
            is_new(target)
        }
        Op::Add(_) | Op::Clear => false,
    }
}
