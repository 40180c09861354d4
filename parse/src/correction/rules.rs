//! The rules of corrections: what shape of pieces each reads, and what that asks for.

mod apart;
mod becomes;
mod combine;
mod comes;
mod contrast;
mod counted;
mod denied;
mod into;
mod kind;
mod last;
mod like;
mod misheard;
mod moved;
mod one_more;
mod only;
mod part;
mod person;
mod plain;
mod rather;
mod recount;
mod remove;
mod same_kind;
mod share;
mod sized;
mod so;
mod that_one;
mod told;
mod too;

use fsm::order::{Op, Which};

use super::phrase::{Mark, Piece};
use super::scene::Scene;
use super::shape::Shape;
use crate::resolve::Resolved;

pub(super) use self::like::ellipsis;

/// "one of them should be a burger instead": at the end of what says what becomes of something, "instead" adds nothing.
fn without_instead(pieces: &[Piece]) -> &[Piece] {
    let becomes = |piece: &Piece| matches!(piece, Piece::Mark(Mark::Make | Mark::Is | Mark::Becomes));
    match pieces {
        [before @ .., Piece::Mark(Mark::Instead)] if before.iter().any(becomes) => before,
        all => all,
    }
}

/// "the lattes iced, both of them": what ends by saying again which are meant, or what becomes of them, without that.
fn without_repetition(pieces: &[Piece]) -> &[Piece] {
    let several = |piece: &Piece| {
        piece.phrase().is_some_and(|said| said.definite && said.names_item() && said.describes())
    };
    let removes = |piece: &Piece| matches!(piece, Piece::Mark(Mark::Remove));
    match pieces {
        [before @ .., Piece::Phrase(all)] if all.every && !all.says_what() && before.iter().any(several) => {
            before
        }
        // "forget the medium one, take it off"
        [before @ .., Piece::Phrase(it), Piece::Mark(Mark::Remove)]
            if it.pronoun && !it.says_what() && before.iter().any(removes) =>
        {
            before
        }
        all => all,
    }
}

impl Scene<'_> {
    /// The operations of the first rule that fits. What is said of somebody's own is said of one: "almond milk in his flat
    /// white", of two.
    pub(in crate::correction) fn read(&self, pieces: &[Piece]) -> Option<Resolved> {
        let mut read = self.read_of_all(pieces)?;
        let said = pieces.iter().filter_map(Piece::phrase);
        let mut named = said.flat_map(|phrase| std::iter::once(phrase).chain(phrase.of.as_deref()));
        let own = named.find(|phrase| phrase.own && phrase.names_item() && !phrase.every);
        if let Some(own) = own.filter(|own| own.number.is_none())
            && let [Op::Correct(said)] = read.ops.as_mut_slice()
            && said.split.is_none()
            && said.wanted.quantity.is_none()
            && let Some(line) = self.one_line(own).filter(|line| line.quantity > 1)
            && self.told(own).is_some_and(|own| own.which != Some(Which::Every))
            && said.target.fits(line, self.cx.menu)
        {
            said.split = Some(1);
        }
        Some(read)
    }

    fn read_of_all(&self, pieces: &[Piece]) -> Option<Resolved> {
        if let Some(op) = self.goes_and_stays(pieces) {
            return Some(Resolved { ops: vec![op], unresolved: Vec::new() });
        }
        let pieces = without_repetition(without_instead(pieces));
        let placed = self.in_place_of_that(pieces);
        let pieces = placed.as_deref().unwrap_or(pieces);
        let neither = denied::of_neither(pieces);
        let pieces = neither.as_deref().unwrap_or(pieces);
        let others = counted::of_the_others(pieces);
        let pieces = others.as_deref().unwrap_or(pieces);
        let denied = denied::with_denials(pieces);
        let pieces = denied.as_deref().unwrap_or(pieces);
        let carried = self.with_carried_denials(pieces);
        let pieces = carried.as_deref().unwrap_or(pieces);
        let counted = self.with_counted(pieces);
        let pieces = counted.as_deref().unwrap_or(pieces);
        self.read_shape(&Shape::of(pieces)).or_else(|| self.clauses(pieces))
    }

    /// "put the egg back and leave off the turkey": two corrections, one after the other.
    fn clauses(&self, pieces: &[Piece]) -> Option<Resolved> {
        let joins = |at: &usize| matches!(pieces[*at], Piece::Mark(Mark::And));
        let corrects = |op: &Op| matches!(op, Op::Correct(_) | Op::Modify(_));
        (1..pieces.len()).filter(joins).find_map(|at| {
            let mut one = self.read_shape(&Shape::of(&pieces[..at]))?;
            let other = self.read_shape(&Shape::of(&pieces[at + 1..]))?;
            one.ops.extend(other.ops);
            let both = one.unresolved.is_empty() && other.unresolved.is_empty();
            Some(one).filter(|one| both && one.ops.iter().all(corrects))
        })
    }

    fn read_shape(&self, shape: &Shape<'_>) -> Option<Resolved> {
        if let Some(op) = self.other_combo_than(shape) {
            return Some(Resolved { ops: vec![op], unresolved: Vec::new() });
        }
        if let Some(op) = self.size_for_another(shape) {
            return Some(Resolved { ops: vec![op], unresolved: Vec::new() });
        }
        if let Some(op) = self.choice_of_that_one(shape) {
            return Some(Resolved { ops: vec![op], unresolved: Vec::new() });
        }
        if let Some(ops) = self.moved(shape) {
            return Some(Resolved { ops, unresolved: Vec::new() });
        }
        if let Some(op) = self.contrast(shape) {
            return Some(Resolved { ops: vec![op], unresolved: Vec::new() });
        }
        if let Some(op) = self.which_line(shape) {
            return Some(Resolved { ops: vec![op], unresolved: Vec::new() });
        }
        // What may be an answer is none of these, unless it names something else that is on the order.
        if self.is_asked {
            let answer = self
                .sized_like(shape)
                .or_else(|| self.so_many_sized(shape))
                .or_else(|| self.asked_kind_becomes(shape));
            if let Some(op) = answer.or_else(|| self.nothing_instead(shape)) {
                return Some(Resolved { ops: vec![op], unresolved: Vec::new() });
            }
            // "just the panini", while its drink is asked for
            if let Some(ops) = self.apart_from_combo(shape) {
                return Some(Resolved { ops, unresolved: Vec::new() });
            }
            if !self.points_elsewhere(shape) {
                return None;
            }
            let rules = [
                Self::fewer,
                Self::just,
                Self::remove,
                Self::share,
                Self::so_many_of_it,
                Self::become_so,
                Self::so,
            ];
            let op = rules.iter().find_map(|rule| rule(self, shape))?;
            return Some(Resolved { ops: vec![op], unresolved: Vec::new() });
        }
        if let Some(unresolved) = self.wish(shape).or_else(|| self.no_half(shape)) {
            return Some(Resolved { ops: Vec::new(), unresolved: vec![unresolved] });
        }
        let several = self
            .stays(shape)
            .or_else(|| self.so_many_of_each(shape))
            .or_else(|| self.recount_several(shape))
            .or_else(|| self.several_sizes_instead(shape))
            .or_else(|| self.exchange(shape))
            .or_else(|| self.apart_from_combo(shape))
            .or_else(|| self.combine(shape))
            .or_else(|| self.put_into(shape))
            .or_else(|| self.apart_in_line(shape))
            .or_else(|| self.only_that_one_so(shape))
            .or_else(|| self.every_line(shape))
            .or_else(|| self.also_of(shape));
        if let Some(ops) = several {
            return Some(Resolved { ops, unresolved: Vec::new() });
        }
        let rules = [
            Self::back,
            Self::meant_of,
            Self::other_combo,
            Self::one_as_it_comes,
            Self::one_more_of_it,
            Self::another_of_a_size,
            Self::same_of_a_kind,
            Self::like,
            Self::one_too,
            Self::on_second_thought,
            Self::kind_becomes,
            Self::choice_becomes,
            Self::kind_so,
            Self::in_place_of_removed,
            Self::part_for_another,
            Self::for_its_part,
            Self::would_rather,
            Self::own_rather,
            Self::rather_than_denied,
            Self::sized_anew,
            Self::so_many_sized,
            Self::sized_by_number,
            Self::portions,
            Self::fewer,
            Self::just,
            Self::remove,
            Self::drop_one,
            Self::share,
            Self::place_becomes,
            Self::recount,
            Self::that_one_so,
            Self::told_by_first_choice,
            Self::in_its_slot,
            Self::with_that,
            Self::choice_in_it,
            Self::choice_of_last,
            Self::only_on_it,
            Self::it_becomes,
            Self::it_so_many,
            Self::so_many_of_it,
            Self::larger,
            Self::goes_so,
            Self::become_that_one,
            Self::become_so,
            Self::so,
            Self::rather,
            Self::insist,
            Self::in_its_place,
            Self::one_of_a_kind,
            Self::form,
            Self::of_one,
        ];
        let op = rules.iter().find_map(|rule| rule(self, shape))?;
        Some(Resolved { ops: vec![op], unresolved: Vec::new() })
    }
}
