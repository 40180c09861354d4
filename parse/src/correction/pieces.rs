//! From atoms to pieces: where a phrase begins and ends, and what each name and number does to it.

mod ahead;
mod words;

use fsm::order::Amount;

use super::atoms::{Atom, Name};
use super::phrase::{Mark, Phrase, Piece};
use crate::language::{Edit, Language, Word};
use crate::tokens::Token;

/// The pieces of an utterance; none where it does what no correction does.
pub(super) fn pieces(language: &Language, tokens: &[Token], atoms: &[Atom]) -> Option<Vec<Piece>> {
    let mut cutter = Cutter {
        language,
        tokens,
        atoms,
        pieces: Vec::new(),
        phrase: Phrase::default(),
        wish: None,
        compares: false,
        whole: None,
        swaps: false,
        skips: None,
    };
    for at in 0..atoms.len() {
        cutter.take(at)?;
    }
    cutter.close();
    let place = cutter.pieces.as_slice();
    if let [.., Piece::Mark(Mark::InsteadOf), Piece::Phrase(_), Piece::Mark(Mark::Is)] = place {
        // "mac and cheese where the fries would be"
        cutter.pieces.pop();
    }
    Some(cutter.pieces)
}

struct Cutter<'a> {
    language: &'a Language,
    tokens: &'a [Token],
    atoms: &'a [Atom],
    pieces: Vec<Piece>,
    phrase: Phrase,
    /// The word of a wish that no name of the menu fulfils: "light ice".
    wish: Option<usize>,
    /// Whether what is said only compares: "like a hamburger".
    compares: bool,
    /// What the phrase is said of, once "on" was said.
    whole: Option<Phrase>,
    /// Whether one thing is to be had for another: "swap the chocolate for strawberry".
    swaps: bool,
    /// What was taken with the word before it, or is said to stay as it is: "a nitro instead, same syrup".
    skips: Option<usize>,
}

impl Cutter<'_> {
    fn take(&mut self, at: usize) -> Option<()> {
        let atom = &self.atoms[at];
        if atom.pause && !self.goes_on_with(at) {
            self.close();
            self.compares = false;
        }
        if self.compares || self.skips == Some(at) {
            return Some(());
        }
        if atom.edits(Edit::Same) && self.keeps_a_choice(at) {
            self.skips = Some(at + 1);
            return Some(());
        }
        if atom.amount == Some(Amount::No) && self.leads_to_so_much(at) {
            // "drop the fries to a medium"
            self.mark(Mark::Make);
            self.phrase.definite = true;
        } else if atom.amount == Some(Amount::No) && self.leads_to_what_is_so(at) {
            // "lose the gluten free burger"
            self.mark(Mark::Remove);
            self.phrase.definite = true;
        } else if atom.amount == Some(Amount::Side) && self.is_so_much() {
            // "ranch on the side"
            self.phrase.picks.iter_mut().for_each(|(_, amount, _)| *amount = Amount::Side);
            self.phrase.end = atom.end;
        } else if self.tells_by_denial(at) {
            // "the one that's not plain", "the one that isn't oat"
            if self.is(at + 1, Word::Plain) {
                (self.phrase.dressed, self.skips) = (true, Some(at + 1));
            } else {
                self.phrase.amount = Some(Amount::No);
            }
        } else if self.is_the_regular_one(at) {
            (self.phrase.dressed, self.phrase.regular) = (true, true);
            self.phrase.sizes.clone_from(&atom.name.sizes);
        } else if atom.edits(Edit::Not) {
            self.mark(Mark::Not);
        } else if atom.names() {
            return self.name(at);
        } else if !atom.name.groups.is_empty() {
            self.begin(at);
            self.phrase.groups.clone_from(&atom.name.groups);
        } else if atom.amount.is_some() && !self.phrase.groups.is_empty() {
            // "the dressing on the side"
            self.phrase.amount = atom.amount;
        } else if let Some(number) = atom.number {
            self.number(at, number)?;
        } else if let Some(amount) =
            atom.amount.filter(|_| self.leads_to_name(at) && !self.is_so_many_fewer(at))
        {
            self.close_which_one();
            self.begin(at);
            self.phrase.amount = Some(amount);
        } else if atom.amount == Some(Amount::Regular) && self.counts_some() {
            // "one with oat milk and the last one regular"
            self.phrase.amount = atom.amount;
            self.begin(at);
            self.close();
        } else if atom.amount.is_some()
            && self.atoms.get(at + 1).is_some_and(|next| next.is_unknown() && !next.pause)
        {
            self.wish = Some(at + 1);
        } else if self.wish == Some(at) {
            self.close();
            self.pieces.push(Piece::Wish(atom.start, atom.end));
        } else {
            return self.word(at);
        }
        Some(())
    }

    fn is(&self, at: usize, word: Word) -> bool {
        self.atoms.get(at).is_some_and(|atom| atom.is(word))
    }

    /// Whether a word of the phrase is a pronoun: "them all".
    fn points_by_pronoun(&self) -> bool {
        let said = &self.tokens[self.phrase.start..self.phrase.end];
        said.iter().any(|token| self.language.roles_by(token.id).contains(&Word::Pronoun))
    }

    fn number(&mut self, at: usize, number: u32) -> Option<()> {
        let atom = &self.atoms[at];
        // "either one of us", "both of the dark ones"
        if number == 1 && self.phrase.both {
            self.phrase.end = atom.end;
            if self.phrase.describes() {
                (self.phrase.ones, self.phrase.definite, self.phrase.several) = (true, true, true);
            }
            return Some(());
        }
        let named = self.phrase.definite && self.phrase.item.is_some();
        let ones = number == 1
            && (named || !self.phrase.names_item())
            && (self.phrase.definite
                || self.phrase.describes()
                || self.phrase.plain
                || self.phrase.place.is_some());
        if number == 1 && self.is_that_one(at) {
            self.begin(at);
            (self.phrase.ones, self.phrase.definite) = (true, true);
            self.mark(Mark::Is);
            return Some(());
        }
        let of = self.atoms.get(at + 1).is_some_and(|next| next.is(Word::Of) || next.is(Word::OfThem));
        // "the Coke one a large"
        let told = (self.phrase.describes() || self.phrase.plain) && !self.phrase.names_item();
        let that_one = self.phrase.definite && (named || told);
        if ones && !of && (that_one || !self.leads_to_name(at)) {
            self.begin(at);
            self.phrase.ones = true;
            let are_several = self.language.is_plural(&self.tokens[atom.start].word);
            self.phrase.several = self.phrase.definite && !self.phrase.share && are_several;
            return Some(());
        }
        // "one of the two cheeseburgers", "one of those two", "another one"
        if self.phrase.share && (self.phrase.definite || self.phrase.other || self.phrase.pronoun) {
            return Some(());
        }
        if self.phrase.number.is_some() || self.phrase.names_item() {
            self.close();
        }
        self.begin(at);
        self.phrase.number = Some(number);
        Some(())
    }

    fn name(&mut self, at: usize) -> Option<()> {
        let atom = &self.atoms[at];
        let name = &atom.name;
        self.close_which_one();
        // "two of the Cokes diet": what they become
        let only_item = !name.entries.is_empty() && name.modifiers.is_empty() && name.sizes.is_empty();
        // "make all three burgers bacon burgers", "make them all bacon burgers", but not "make them both without bacon"
        let all = self.phrase.every && (self.phrase.item.is_some() || self.points_by_pronoun());
        let made = all
            && self.phrase.amount.is_none()
            && matches!(self.pieces.last(), Some(Piece::Mark(Mark::Make)));
        if self.phrase.share && only_item && self.phrase.item.is_some() || made && !name.entries.is_empty() {
            self.close();
        }
        self.begin(at);
        let amount = self.phrase.amount.take();
        let as_size = !name.sizes.is_empty() && (self.phrase.item.is_some() || !name.whole);
        if as_size && matches!(amount, None | Some(Amount::No)) {
            self.phrase.unwanted |= amount == Some(Amount::No);
            self.phrase.sizes.clone_from(&name.sizes);
            self.phrase.after_item |= self.phrase.item.is_some() || self.phrase.combo;
            return Some(());
        }
        let as_modifier = !name.modifiers.is_empty()
            && (amount.is_some() || self.phrase.item.is_some() || name.entries.is_empty());
        if as_modifier {
            self.phrase.picks.push((name.modifiers.clone(), amount.unwrap_or_default(), 1));
            self.phrase.after_item |= self.phrase.item.is_some();
        } else if !name.entries.is_empty() {
            if self.phrase.item.is_some() {
                return None;
            }
            self.phrase.unwanted |= amount == Some(Amount::No);
            // "the oat one" of lattes, where there are oats too
            let so_called = self.phrase.definite && !name.modifiers.is_empty() && self.leads_to_one(at);
            if !so_called && (name.whole || name.modifiers.is_empty()) {
                self.phrase.item = Some(name.clone());
            } else {
                self.phrase.either = Some(name.clone());
            }
        } else if name.category.is_some() {
            self.phrase.unwanted |= amount == Some(Amount::No);
            self.phrase.category = name.category;
        } else {
            return None;
        }
        Some(())
    }

    /// "caramel in the latte": what was said is said of what comes.
    fn on(&mut self, at: usize) {
        // "milk in just one of them"
        let at = if self.is(at + 1, Word::Just) && self.leads_to_number(at + 1) { at + 1 } else { at };
        if self.is_part_of(at) {
            self.phrase = Phrase::default();
            return;
        }
        if let Some(said) = self.said_of_another(at) {
            self.whole = Some(said);
            return;
        }
        let points = self.leads_to_whole(at);
        let every = self.is(at + 1, Word::Both) || self.is(at + 1, Word::All);
        let some = every
            || self.is(at + 1, Word::Other)
            || self.atoms.get(at + 1).is_some_and(|next| next.number.is_some());
        let choice = self.phrase.item.as_ref().is_some_and(|item| !item.modifiers.is_empty());
        let placed = self.phrase.describes() && !self.phrase.names_item()
            || self.phrase.item.is_some()
                && (every || choice && some || self.is(at + 1, Word::Definite) || self.leads_to_share(at));
        if points && self.whole.is_none() && placed {
            let whole = std::mem::take(&mut self.phrase);
            self.whole = Some(if every { whole.as_either() } else { whole });
        } else if self.phrase.names_item() {
            self.close();
        }
    }

    fn left_off(&mut self) {
        let phrase = std::mem::take(&mut self.phrase);
        let mut without = phrase.as_modifier().unwrap_or(phrase);
        without.picks.iter_mut().for_each(|(_, amount, _)| *amount = Amount::No);
        without.definite = false;
        self.pieces.pop();
        self.whole = Some(without);
    }

    fn joined(&mut self, at: usize, mark: Mark) {
        if mark == Mark::With && !self.phrase.is_empty() {
            // "two of those with lemonade"
            let some = self.phrase.share && self.phrase.pronoun && !self.phrase.says_what();
            let atom = self.atoms.get(at + 1).filter(|next| some && !next.pause);
            let is_item = |name: &Name| !name.entries.is_empty() && (name.whole || name.modifiers.is_empty());
            if atom.is_some_and(|next| is_item(&next.name)) {
                self.close();
            }
            return;
        }
        self.mark(mark);
    }

    /// "the small one iced", "the iced one without sugar": which one, and how it should be.
    fn close_which_one(&mut self) {
        let phrase = &self.phrase;
        let told = phrase.definite && phrase.place.is_some() || phrase.describes() || phrase.plain;
        if phrase.ones && (phrase.definite || phrase.every) && told {
            self.close();
        }
    }

    fn begin(&mut self, at: usize) {
        let atom = &self.atoms[at];
        if self.phrase.is_empty() && self.phrase.amount.is_none() {
            self.phrase.start = atom.start;
        }
        self.phrase.end = atom.end;
    }

    fn mark(&mut self, mark: Mark) {
        self.close();
        self.pieces.push(Piece::Mark(mark));
    }

    fn close(&mut self) {
        let phrase = std::mem::take(&mut self.phrase);
        let phrase = match self.whole.take() {
            // "the iced ones, sugar in those": of what was pointed at before
            Some(whole) if phrase.is_empty() || phrase.pronoun && self.follows_ones(&phrase) => whole,
            Some(whole) => Phrase { end: phrase.end, of: Some(Box::new(phrase)), ..whole },
            None => phrase,
        };
        let before = self.pieces.iter().rev().find_map(Piece::phrase);
        if !phrase.is_empty() && !before.is_some_and(|before| phrase.repeats(before)) {
            self.pieces.push(Piece::Phrase(Box::new(phrase)));
        }
    }
}
