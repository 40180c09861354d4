//! What each word of the language does to the phrase that is being said, and the marks that it sets.

use fsm::dialogue::ActKind;
use fsm::order::Amount;

use super::Cutter;
use crate::correction::phrase::{Mark, Phrase, Piece};
use crate::language::{Cue, Edit, Word};
use crate::tokens::Token;

impl Cutter<'_> {
    pub(super) fn word(&mut self, at: usize) -> Option<()> {
        let atom = &self.atoms[at];
        let takes = atom.is(Word::Take) || atom.edits(Edit::Gets);
        let some = self.phrase.share || self.phrase.place.is_some();
        if takes && some && self.leads_to_name(at) {
            // "two of them take cream", "one of the lattes gets oat", "the second one gets bacon"
            self.mark(Mark::Is);
            return Some(());
        }
        if self.is_another(at) && self.whole.is_some() && self.phrase.is_empty() {
            // "bacon on another one"
            self.begin(at);
            (self.phrase.other, self.phrase.share, self.phrase.number) = (true, true, Some(1));
            return Some(());
        }
        if self.counts_on(at) {
            // "one iced, and another one with oat milk"
            self.begin(at);
            self.phrase.share = true;
            self.phrase.number = Some(1).filter(|_| atom.is(Word::Same));
            return Some(());
        }
        if atom.is(Word::Cue(Cue::Act(ActKind::NeedsTime))) && self.is_a_second(at) {
            // "a second one", "a second cheeseburger"
            self.mark(Mark::Another);
            return Some(());
        }
        let marks = [
            (Word::Edit(Edit::Insist), Mark::Insist),
            (Word::Edit(Edit::Fewer), Mark::Fewer),
            (Word::Edit(Edit::Back), Mark::Back),
            (Word::Edit(Edit::Larger), Mark::Larger),
            (Word::Edit(Edit::Stays), Mark::Stays),
            (Word::Keep, Mark::Stays),
            (Word::InsteadOf, Mark::InsteadOf),
            (Word::Instead, Mark::Instead),
            (Word::Edit(Edit::Same), Mark::Same),
            (Word::Same, Mark::Same),
            (Word::Another, Mark::Another),
        ];
        if let Some((_, mark)) = marks.iter().find(|(word, _)| atom.is(*word)) {
            self.mark(*mark);
        } else if atom.edits(Edit::Like) && !self.likens() {
            self.compares = true;
        } else if atom.is(Word::Correction) || atom.is(Word::WeakCorrection) {
            self.mark(Mark::Sorry);
            let makes = |token: &Token| self.language.roles_by(token.id).contains(&Word::Make);
            if self.tokens[atom.start..atom.end].iter().any(makes) {
                self.mark(Mark::Make);
            }
        } else if atom.is(Word::Other) {
            self.begin(at);
            self.phrase.other = true;
            self.phrase.ones = true;
        } else if atom.edits(Edit::Tells) && self.tells(at) {
            self.mark(Mark::Is);
        } else if atom.edits(Edit::Neither) {
            self.begin(at);
            (self.phrase.every, self.phrase.both, self.phrase.definite) = (true, true, true);
            self.pieces.push(Piece::Mark(Mark::Neither));
        } else if atom.is(Word::Both) || atom.is(Word::All) {
            self.begin(at);
            self.phrase.every = true;
            self.phrase.both = atom.is(Word::Both);
        } else if let Some(Word::Ordinal(place)) =
            atom.words.iter().find(|word| matches!(word, Word::Ordinal(_)))
        {
            if self.phrase.article && *place > 1 && atom.end > atom.start + 1 && !self.phrase.says_what() {
                // "a second one"
                self.phrase = Phrase::default();
                self.mark(Mark::Another);
                self.begin(at);
                self.phrase.number = Some(1);
                return Some(());
            }
            self.begin(at);
            self.phrase.place = Some(*place);
            // "the first one"
            self.phrase.ones = atom.end > atom.start + 1;
        } else if atom.is(Word::Definite)
            && (self.leads_to_name(at)
                || self.is(at + 1, Word::Combo)
                || !(atom.is(Word::Pronoun) || atom.person))
        {
            let joined = at > 0 && self.is(at - 1, Word::With);
            // "warm the scone"
            let done_to = self.phrase.describes()
                && !self.phrase.definite
                && self.phrase.number.is_none()
                && self.whole.is_none();
            if (self.phrase.names_item() || done_to || !self.phrase.groups.is_empty()) && !joined {
                self.close();
            }
            self.begin(at);
            self.phrase.definite = true;
            self.phrase.own = atom.edits(Edit::Own);
        } else if atom.is(Word::AsComes) {
            self.mark(Mark::AsComes);
        } else if atom.is(Word::Plain) {
            self.begin(at);
            self.phrase.plain = true;
        } else if atom.is(Word::Article) {
            // "one of them a cheeseburger", "the first one a diet"
            // "make one a root beer"
            let some = self.phrase.number.is_some()
                && !self.phrase.says_what()
                && matches!(self.pieces.last(), Some(Piece::Mark(Mark::Make | Mark::Just)));
            let told_apart = some || self.phrase.share && self.phrase.pronoun || self.phrase.place.is_some();
            if self.phrase.names_item() || told_apart {
                self.close();
            }
            self.begin(at);
            self.phrase.article = true;
        } else if atom.edits(Edit::Half) {
            self.begin(at);
            (self.phrase.half, self.phrase.share) = (true, true);
        } else if atom.is(Word::OfThem) {
            self.phrase.share |= self.phrase.number.is_some();
            self.phrase.pronoun = true;
            self.phrase.end = atom.end;
        } else if atom.is(Word::Of) {
            self.phrase.share |= self.phrase.number.is_some();
        } else if atom.is(Word::Combo)
            && self.phrase.is_empty()
            && self.pieces.last().is_some_and(|piece| matches!(piece, Piece::Mark(Mark::No | Mark::Not)))
        {
            // "no combo, only the sandwich"
            if matches!(self.pieces.last(), Some(Piece::Mark(Mark::Not))) {
                self.pieces.pop();
            }
            self.mark(Mark::Just);
        } else if atom.is(Word::Combo)
            && (self.phrase.definite || self.phrase.every || self.removes() || self.is_behind_that(at))
            && self.phrase.item.is_none()
        {
            self.begin(at);
            self.phrase.combo = true;
            self.phrase.definite |= !self.phrase.every;
        } else if atom.is(Word::Combo)
            && (self.phrase.is_empty() || self.phrase.article && !self.phrase.names_item())
        {
            // "make it a large combo"
            if !self.phrase.describes() {
                self.phrase = Phrase::default();
            }
            self.mark(Mark::Combo);
        } else if atom.is(Word::Make) || atom.is(Word::Swap) {
            self.swaps = atom.is(Word::Swap);
            self.mark(Mark::Make);
        } else if self.becomes(at) {
            self.mark(Mark::Becomes);
        } else if atom.is(Word::Take)
            && (self.atoms.get(at + 1).is_some_and(|next| next.person) || self.ends_in_off(at))
        {
            // "take hers off", "take one of the large fries off"
        } else if atom.is(Word::Take) && self.takes_off_of(at) {
            // "take the cheese off one of them"
            self.mark(Mark::Stays);
        } else if atom.edits(Edit::Everyone) && self.is_of_everyone() {
            // "apple juice for everybody"
            let choice = std::mem::take(&mut self.phrase);
            self.whole = choice.as_modifier();
            (self.phrase.every, self.phrase.pronoun) = (true, true);
            self.close();
        } else if atom.edits(Edit::Total) && self.leads_to_number(at) {
            // "room in all four coffees"
            self.on(at);
            self.begin(at);
            self.phrase.every = true;
        } else if atom.edits(Edit::Total) {
            // "three pies altogether"
            self.mark(Mark::Make);
            self.mark(Mark::Is);
        } else if atom.edits(Edit::Out) && self.goes_for_another(at) {
            // "fries out, onion rings in"
            self.mark(Mark::Remove);
            self.mark(Mark::Instead);
        } else if atom.edits(Edit::Out) && self.is_taken(at) {
            self.mark(Mark::Remove);
        } else if atom.edits(Edit::Out) && self.is_left() {
            // "leave the rings out"
            self.pieces.pop();
            (self.phrase.definite, self.phrase.share) = (true, self.phrase.number.is_some());
            self.mark(Mark::Remove);
        } else if atom.is(Word::Off) && self.is_left_off(at) {
            self.left_off();
        } else if atom.is(Word::Off) && self.leaves_off(at) {
            // "one of the singles leave the tomato off"
            self.left_off();
            self.close();
        } else if (atom.is(Word::Remove) || atom.is(Word::Off)) && self.leads_to_so_much(at) {
            // "drop the fries to a medium", "drop the fries to six"
            self.mark(Mark::Make);
        } else if atom.is(Word::Remove)
            || atom.is(Word::Off)
            || atom.edits(Edit::Cuts) && self.leads_to_number(at)
        {
            self.mark(Mark::Remove);
        } else if atom.edits(Edit::Is)
            && self.phrase.describes()
            && !self.phrase.names_item()
            && self.is(at + 1, Word::On)
        {
            // "the caramel goes in the latte"
        } else if atom.edits(Edit::Is) || atom.is(Word::Should) {
            self.mark(Mark::Is);
        } else if self.is_wanted_over(at) {
            self.mark(Mark::InsteadOf);
        } else if atom.is(Word::On)
            || atom.is(Word::To) && (self.leads_to_short_name(at) || self.is_added_to(at))
            || atom.is(Word::Of) && self.is_part_of(at)
        {
            self.on(at);
        } else if atom.is(Word::With)
            && ((self.is(at + 1, Word::Both) || self.is(at + 1, Word::All) || self.leads_to_share(at))
                && self.phrase.item.is_some()
                || self.is(at + 1, Word::Definite) && self.only_says_how()
                || self.goes_with_some(at))
        {
            // "milk with both of those", "butter with the croissant", "ranch with one and barbecue with the other"
            self.on(at);
        } else if atom.is(Word::With) {
            self.joined(at, Mark::With);
        } else if atom.is(Word::Except) && self.removes() {
            self.mark(Mark::Except);
        } else if atom.is(Word::And) || atom.is(Word::Except) {
            self.joined(at, Mark::And);
        } else if atom.is(Word::Want) || atom.is(Word::Add) {
            if self.phrase.only_begins() {
                // "my wife wants"
                self.phrase = Phrase::default();
            }
            if atom.person {
                // "she wants"
                self.mark(Mark::Person);
            }
            self.mark(Mark::Want);
        } else if atom.is(Word::Just) && self.whole.is_some() && self.leads_to_number(at) {
            // "milk in just one of them"
        } else if atom.is(Word::Just) && self.counts_with(at) {
            // "one with just butter"
            self.pieces.push(Piece::Mark(Mark::Just));
        } else if atom.edits(Edit::Alone) && self.phrase.names_item() {
            // "the tea by itself"
            self.pieces.push(Piece::Mark(Mark::Just));
        } else if atom.is(Word::Just) {
            self.mark(Mark::Just);
        } else if atom.is(Word::ForPart) && self.fills_parts(at) {
            // "lemonade for the drinks"
            self.whole = Some(std::mem::take(&mut self.phrase).as_either());
            self.begin(at);
            self.phrase.every = true;
        } else if atom.is(Word::Pronoun) {
            self.begin(at);
            self.phrase.pronoun = true;
        } else if atom.amount == Some(Amount::No) && self.phrase.number.is_some() && !self.phrase.describes()
        {
            // "two with bacon, two without"
            self.phrase.amount = Some(Amount::No);
            self.close();
        } else if atom.is(Word::Negation) && self.leads_to_share(at) {
            // "lose one of the ones with bacon"
            self.mark(Mark::Remove);
        } else if atom.is(Word::Negation) || atom.words.iter().any(is_no) {
            self.mark(Mark::No);
        } else if atom.person {
            self.pieces.push(Piece::Mark(Mark::Person));
        } else if atom.is(Word::Cue(Cue::Act(ActKind::NeverMind))) {
            // "never mind the combo"
            let names = self.is(at + 1, Word::Definite) && !self.atoms[at + 1].pause;
            let names = names || self.leads_to_share(at);
            self.mark(if names { Mark::Remove } else { Mark::No });
        } else if atom.is(Word::ForPart) && self.phrase.says_what() && self.is(at + 1, Word::On) {
            // "apple juice as the drink in both kids meals"
        } else if atom.is(Word::ForPart) && !self.likens() {
            self.mark(Mark::Part);
        } else if atom.says_nothing() || atom.is(Word::ForPart) {
        } else {
            return None;
        }
        Some(())
    }

    /// Whether what comes before it ends by pointing: "make that meal a large".
    fn is_behind_that(&self, at: usize) -> bool {
        let Some(before) = self.atoms[at].start.checked_sub(1) else { return false };
        let points = self.language.roles_by(self.tokens[before].id).contains(&Word::Definite);
        points && !self.atoms[at].pause
    }

    /// Whether what was said is wanted more than what comes: "blue cheese over ranch", "I'd prefer a lemonade to the Coke".
    fn is_wanted_over(&self, at: usize) -> bool {
        let atom = &self.atoms[at];
        let prefers = matches!(self.pieces.last(), Some(Piece::Mark(Mark::Instead)));
        let choices = self.phrase.describes() || prefers && self.phrase.says_what();
        let leads = self.leads_to_item(at) || choices && self.leads_to_name(at);
        (atom.edits(Edit::Over) || prefers && atom.is(Word::To)) && self.phrase.says_what() && leads
    }

    /// Whether the next atom, without a pause, is an item that is pointed at.
    fn leads_to_item(&self, at: usize) -> bool {
        let mut after = self.atoms[at + 1..].iter().take_while(|atom| !atom.pause);
        let definite = after.next().is_some_and(|next| next.is(Word::Definite));
        definite && after.next().is_some_and(|next| !next.name.entries.is_empty())
    }
}

fn is_no(word: &Word) -> bool {
    matches!(word, Word::Cue(Cue::Act(ActKind::No)))
}
