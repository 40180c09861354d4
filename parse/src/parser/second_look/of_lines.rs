//! What is said of the lines that are there, by rules that look at nothing but what is named, and the words around it.

use fsm::dialogue::{ActClass, ActKind, Acts};
use fsm::order::{Amount, Line, Modification, Op, Order, Target};

use super::ops_of;
use super::said::Said;
use crate::Utterance;
use crate::language::{Cue, Word};
use crate::parser::Parsed;
use crate::parser::sentences::after;
use crate::reading::lattice::{Edge, Role};

/// Whether words may say something of a line by its name, or by what can be on it. A question only of what one was left without,
/// of what is in a combo, or of what was not read back.
pub(super) fn may_be(utterance: Utterance<'_>, parsed: &Parsed) -> bool {
    let is_question = parsed.acts.acts.iter().any(|act| act.kind().class() == ActClass::Question);
    let left_off = |line: &Line| line.modifiers.iter().any(|pick| pick.amount == Amount::No);
    let lines = utterance.order.map_or(&[][..], |order| order.lines());
    let names = |edge: &Edge| {
        matches!(
            edge.role,
            Role::Entry { .. }
                | Role::Modifier(_)
                | Role::Size(_)
                | Role::Category(_)
                | Role::Number(_)
                | Role::Word(Word::Combo)
        )
    };
    let is_read = !parsed.lattice.edges.is_empty();
    let of_a_combo = |line: &Line| line.combo.is_some();
    let may_ask =
        lines.iter().any(|line| left_off(line) || of_a_combo(line)) || utterance.is_after_a_summary();
    (!is_question || may_ask) && (!is_read || parsed.lattice.edges.iter().any(names))
}

impl Said<'_> {
    /// What the first rule that fits makes of the lines; none where that is what was heard at first.
    pub(super) fn of_lines(&self, utterance: Utterance<'_>, acts: &Acts) -> Option<Vec<Op>> {
        // Whoever says what they must not have wants none of it.
        let is_allergic = acts.acts.iter().any(|act| act.kind() == ActKind::HasAllergy);
        if self.is_asked || is_allergic {
            return None;
        }
        let is_question = acts.acts.iter().any(|act| act.kind().class() == ActClass::Question);
        let sets_combo = |op: &Op| matches!(op, Op::Modify(change) if change.combo.is_some());
        let heard: Vec<&Op> = acts.acts.iter().flat_map(ops_of).collect();
        let is_combo = matches!(heard.as_slice(), [op] if sets_combo(op));
        let one = |op: Option<Op>| op.map(|op| vec![op]);
        let restated = || utterance.is_after_a_summary().then(|| self.restated(acts)).flatten();
        let adds = heard.iter().any(|op| matches!(op, Op::Add(_)));
        let missing = || utterance.is_after_a_summary().then(|| self.missing()).flatten();
        let of_a_question = one(self.put_back(acts).or_else(missing));
        if is_question {
            return of_a_question.or_else(|| one(self.exchanged().filter(|_| self.asks_to_exchange())));
        }
        let ops = of_a_question
            .or_else(|| one(self.exchanged()))
            .or_else(|| one(self.but_not_the_other()))
            .or_else(|| self.all_of_them(adds))
            .or_else(|| one(self.one_of_the_others()))
            .or_else(|| one(self.one_of_several(adds)))
            .or_else(|| one(self.to_a_combo().filter(|_| !is_combo)))
            .or_else(|| one(self.only_those(utterance.answered.is_some())))
            .or_else(|| one(self.portions(adds)))
            .or_else(restated)?;
        if self.is_heard(&ops, &heard) {
            return None;
        }
        // What the first look made of it may come to the same.
        let now = |ops: &[Op]| after(self.order, ops, self.cx.menu);
        let heard: Vec<Op> = heard.into_iter().cloned().collect();
        let same = |order: &Order| now(&heard).is_some_and(|heard| heard.lines() == order.lines());
        let is_new = ops.is_empty() || now(&ops).is_some_and(|order| !same(&order));
        is_new.then_some(ops)
    }

    /// Whether a question only asks to exchange what is there: "can I have the onion rings in place of the fries",
    /// "what comes with it, a Coke? No, a Sprite".
    fn asks_to_exchange(&self) -> bool {
        let no = Word::Cue(Cue::Act(ActKind::No));
        self.says(|role| matches!(role, Word::Swap | Word::InsteadOf | Word::Instead) || role == no)
    }

    /// Whether the one change is what was heard, of the line mentioned last.
    fn is_heard(&self, ops: &[Op], heard: &[&Op]) -> bool {
        let ([Op::Modify(change)], [Op::Modify(said)]) = (ops, heard) else { return false };
        let is_last = |line: &Line| change.target == Target::Line { line_id: line.line_id };
        let same = Modification { target: Target::REFERENT, ..change.clone() };
        self.last().is_some_and(is_last) && *said == same
    }
}
