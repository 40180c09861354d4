//! Names each line that a turn added, changed or took off.

use fsm::dialogue::Act;
use fsm::ids::{ItemId, LineId};
use fsm::machine::{QuestionKind, Speech};
use fsm::order::{DiffOp, LineView, Missing, Modification, Op, Target};

use super::Composer;
use crate::Wording;
use crate::statements::{Listing, Statement};
use crate::things;

impl Composer<'_> {
    /// What the turn added, changed and took off.
    pub(super) fn tell_changes(&mut self) {
        let Wording { turn, menu, .. } = *self.wording;
        let asks = self.speech.iter().any(|part| matches!(part, Speech::Ask(_)));
        let questioned = turn.question.as_ref().filter(|_| asks).and_then(|question| question.line_id);
        let touched = |op: DiffOp| -> Vec<&LineView> {
            let diffs = turn.diffs.iter().filter(|diff| diff.op == op);
            diffs
                .filter_map(|diff| turn.order.lines.iter().find(|line| line.line_id == diff.line_id))
                .collect()
        };
        let (mut added, mut changed) = (touched(DiffOp::Add), touched(DiffOp::Change));
        // What became part of a combo was not removed: it is told with the combo.
        let combos: Vec<&LineView> = changed.iter().copied().filter(|line| line.combo.is_some()).collect();
        let takes_in = |gone: &LineView| {
            let holds = |combo: &&LineView| combo.components.iter().any(|part| part.item == gone.item);
            !asks_to_remove(&turn.acts) && combos.iter().any(holds)
        };
        let (taken_in, gone): (Vec<_>, Vec<_>) = self.wording.removed.iter().partition(|line| takes_in(line));
        self.tell_gone(&gone);
        let is_told = !taken_in.is_empty();
        let questioned = questioned.filter(|line_id| self.is_named_by_question(*line_id));
        let waits = |line: &&LineView| Some(line.line_id) == questioned;
        added.retain(|line| !waits(line));
        changed.retain(|line| is_told || !waits(line));
        self.has_named_the_questioned =
            added.is_empty() && matches!(changed.as_slice(), [line] if waits(line));
        if !changed.is_empty() {
            self.reply.tell(&Statement::Changed(things::listing(changed, menu)));
        }
        if !added.is_empty() {
            self.reply.tell(&Statement::Added(things::listing(added, menu)));
        }
        let refuses = self.speech.iter().any(|part| matches!(part, Speech::Refuse(_)));
        if self.reply.tells_nothing() && !refuses {
            // Nothing is agreed to that did not happen.
            self.reply.tell(&if turn.diffs.is_empty() {
                Statement::AlreadySo(as_it_is(*self.wording))
            } else {
                Statement::Okay
            });
        }
    }

    /// Whether the question about a line names it, and not only a part of it or what is wanted in its place.
    fn is_named_by_question(&self, line_id: LineId) -> bool {
        let Wording { turn, order, .. } = *self.wording;
        let (Some(question), Some(line)) = (&turn.question, order.line(line_id)) else { return false };
        match (question.kind, line.missing.first()) {
            (QuestionKind::Replacement, _) => line.out_of_stock,
            (QuestionKind::HowMany, _) => question.candidates.iter().any(|id| id == line.item.as_str()),
            (QuestionKind::WhichSize | QuestionKind::WhichOption, Some(missing)) => {
                matches!(missing, Missing::Size | Missing::Group(_) | Missing::Slot(_))
            }
            _ => false,
        }
    }

    /// What went.
    pub(super) fn tell_removed(&mut self) {
        self.tell_gone(&self.wording.removed.iter().collect::<Vec<_>>());
    }

    fn tell_gone(&mut self, gone: &[&LineView]) {
        let Wording { turn, menu, .. } = *self.wording;
        match gone {
            [] => {}
            [_, _, ..] if turn.order.lines.is_empty() => self.reply.tell(&Statement::TookOffAll),
            gone => {
                let listing = things::listing(gone.iter().copied(), menu);
                self.reply.tell(&Statement::TookOff(listing));
            }
        }
    }
}

fn asks_to_remove(acts: &[Act]) -> bool {
    let removes = |op: &Op| matches!(op, Op::Remove { .. } | Op::Clear);
    acts.iter().any(|act| matches!(act, Act::Order { ops, .. } if ops.iter().any(removes)))
}

/// The lines that what was asked for is of: those that it names, else the one last mentioned.
fn as_it_is(wording: Wording<'_>) -> Listing<'_> {
    let Wording { turn, menu, .. } = wording;
    let named: Vec<&ItemId> = ops_of(&turn.acts).flat_map(items_of).collect();
    let is_meant = |line: &&LineView| {
        if named.is_empty() { Some(line.line_id) == turn.order.referent } else { named.contains(&&line.item) }
    };
    things::listing(turn.order.lines.iter().filter(is_meant), menu)
}

fn ops_of(acts: &[Act]) -> impl Iterator<Item = &Op> {
    acts.iter().flat_map(|act| if let Act::Order { ops, .. } = act { ops.as_slice() } else { &[] })
}

/// The items that an edit names.
fn items_of(op: &Op) -> Vec<&ItemId> {
    match op {
        Op::Correct(said) => said.target.items.iter().chain(&said.wanted.items).collect(),
        Op::Modify(Modification { target: Target::Item { item, .. }, .. }) => vec![item],
        Op::Add(line) => vec![&line.item],
        Op::Modify(_) | Op::Remove { .. } | Op::Replace { .. } | Op::Clear => Vec::new(),
    }
}
