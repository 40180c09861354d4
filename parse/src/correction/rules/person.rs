//! What is for somebody: "hers with oat milk", "his is a large", "she wants lemonade". The order is only theirs here.

use fsm::ids::ItemId;
use fsm::order::{Correction, Description, Line, Op, Person, Target};

use crate::correction::phrase::{Mark, Phrase, Piece};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;
use crate::language::Word;
use crate::tokens::Token;

impl Scene<'_> {
    /// How what is for somebody should be: by choices and sizes, or by an item of the kind that they have.
    pub(in crate::correction) fn of_person(&self, shape: &Shape<'_>, person: Option<&Person>) -> Option<Op> {
        if let ([Piece::Mark(Mark::Remove)], [line]) = (shape.pieces.as_slice(), self.lines()) {
            // "take hers off"
            let target = Target::Line { line_id: line.line_id };
            return self.pinned_to(Op::Remove { target, quantity: None }, line, person);
        }
        let marks = [Mark::Is, Mark::Make, Mark::Instead];
        // "make mine a diet Coke" wants it in place of what they have
        let makes = |token: &Token| self.cx.index.language().roles_by(token.id).contains(&Word::Make);
        let becomes = marks.iter().any(|mark| shape.has(*mark)) || self.tokens.iter().any(makes);
        let phrases = shape.without(&marks).phrases()?;
        let says_more = |phrase: &&Phrase| phrase.names_item() || phrase.describes();
        let said: Vec<&Phrase> = phrases.into_iter().filter(says_more).collect();
        let plain = |phrase: &&Phrase| {
            let points = phrase.definite && (phrase.ones || phrase.names_item() && self.is_on_order(phrase));
            phrase.number.is_none() && !points && phrase.of.is_none()
        };
        if said.is_empty() || !said.iter().all(plain) {
            return None;
        }
        // "she wants lemonade": a choice of what she has before it is a drink of its own
        let as_choice = |phrase: &&Phrase| {
            phrase.as_modifier().filter(|phrase| !phrase.picks.is_empty() || !phrase.sizes.is_empty())
        };
        let choices: Option<Vec<Phrase>> = said.iter().map(as_choice).collect();
        let choices = choices.filter(|choices| !choices.iter().any(|phrase| phrase.category.is_some()));
        let choices = choices.and_then(|choices| self.merged(&choices.iter().collect::<Vec<_>>()));
        let named = || self.merged(&said).filter(|wanted| !wanted.items.is_empty());
        let (line, wanted) = choices
            .and_then(|wanted| {
                Some((self.lines().iter().rev().find(|line| self.can_be(line, &wanted))?, wanted))
            })
            .or_else(|| {
                let wanted = named().filter(|_| becomes || shape.wants)?;
                Some((self.line_for(&wanted, becomes)?, wanted))
            })?;
        let text = self.text(said.first()?.start, said.last()?.end);
        let line_id = Some(line.line_id);
        let target = Description { line_id, ..Description::default() };
        let unwanted = if becomes { self.exchanged(&target, &wanted) } else { Description::default() };
        let op = Op::from(Correction { text, wanted, unwanted, ..Correction::default() });
        self.pinned_to(op, line, person)
    }

    /// The line whose kind is that of what is wanted, or which has a part of that kind.
    fn line_for(&self, wanted: &Description, becomes: bool) -> Option<&Line> {
        let kind = |id: &ItemId| self.cx.menu.item(id).map(|item| item.category.clone());
        let wanted = kind(wanted.items.first()?)?;
        let has_part = |line: &&Line| {
            let combo = line.combo.as_ref().and_then(|id| self.cx.menu.combo(id));
            combo.is_some_and(|combo| combo.slots.iter().any(|slot| slot.category == wanted))
        };
        let mut lines = self.lines().iter().rev();
        let alike = |line: &&Line| becomes && kind(&line.item).as_ref() == Some(&wanted);
        // "make hers a hot dog", of the only thing that she has
        let only =
            self.lines().first().filter(|line| becomes && self.lines().len() == 1 && line.combo.is_none());
        lines.clone().find(alike).or_else(|| lines.find(has_part)).or(only)
    }

    /// An edit of what is for somebody, of the one line of it that is meant.
    pub(in crate::correction) fn pinned(&self, op: Op, person: Option<&Person>) -> Option<Op> {
        let fits = |described: &Description| {
            let mut fitting = self.lines().iter().rev().filter(|line| described.fits(line, self.cx.menu));
            let last = self.last().filter(|line| described.fits(line, self.cx.menu));
            last.or_else(|| fitting.next())
        };
        let line = match &op {
            Op::Correct(said) if !said.target.is_empty() => fits(&said.target),
            Op::Correct(said) => {
                let of = |said: &Description| Description { quantity: None, which: None, ..said.clone() };
                let able = |line: &&Line| self.can_be(line, &said.wanted);
                Some(&said.unwanted)
                    .filter(|unwanted| !unwanted.is_empty())
                    .and_then(|unwanted| fits(&of(unwanted)))
                    .or_else(|| self.last().filter(able).or_else(|| self.lines().iter().rev().find(able)))
                    .or(self.last())
            }
            Op::Remove { target, .. } | Op::Replace { target, .. } => self.targeted(target),
            Op::Modify(change) => self.targeted(&change.target),
            Op::Add(_) | Op::Clear => None,
        };
        self.pinned_to(op, line?, person)
    }

    fn targeted(&self, target: &Target) -> Option<&Line> {
        match target {
            Target::Line { line_id } => self.lines().iter().find(|line| line.line_id == *line_id),
            Target::Referent { .. } => self.last(),
            Target::Item { item, .. } => self.lines().iter().rev().find(|line| line.holds(item)),
            Target::Described { described } => {
                self.lines().iter().rev().find(|line| described.fits(line, self.cx.menu))
            }
            Target::All { .. } => None,
        }
    }

    fn pinned_to(&self, op: Op, line: &Line, person: Option<&Person>) -> Option<Op> {
        let order = self.order?;
        let share = person.and_then(|person| order.share_of(line, person));
        let target = Target::Line { line_id: line.line_id };
        Some(match op {
            Op::Correct(said) => {
                let target = Description::of_line(line.line_id);
                let split = said.split.or(share);
                Op::from(Correction { target, split, person: person.cloned(), ..*said })
            }
            Op::Remove { quantity, .. } => Op::Remove { target, quantity: quantity.or(share) },
            Op::Modify(change) => {
                let split = change.split.or(share);
                Op::Modify(fsm::order::Modification { target, split, ..change })
            }
            Op::Replace { with, .. } => Op::Replace { target, with },
            Op::Add(_) | Op::Clear => return None,
        })
    }
}
