//! How many there should be, in place of how many there are: "one, not three", "two in all", "keep one and lose the other two".

use fsm::order::{Line, Modification, Op, Target};

use super::Heard;
use super::said::Said;
use crate::correction::Atom;
use crate::language::{Edit, Word};
use crate::reading::asides::phrase;

/// Among more words that nobody knows, a number may count anything.
const UNKNOWN_MAX: usize = 1;
/// The same, where one of two numbers is that of a line.
const UNKNOWN_BESIDE_MAX: usize = 3;

impl Said<'_> {
    /// The number of one line, where only it is named, or nothing.
    pub(super) fn so_many(&self, heard: Heard) -> Option<Op> {
        let numbers: Vec<u32> = self.atoms.iter().filter_map(Atom::number).collect();
        let most = if numbers.len() > 1 { UNKNOWN_BESIDE_MAX } else { UNKNOWN_MAX };
        if numbers.is_empty() || self.is_asked || self.unknown() > most || self.adds() {
            return None;
        }
        // "take off one of the three"
        let too_many = |role| role == Word::Edit(Edit::TooMuch);
        let goes = matches!(heard, Heard::Gone | Heard::LastGone);
        if goes && (numbers.len() < 2 || !self.says(too_many) && !self.keeps()) {
            return None;
        }
        let name = self.only_name().map(|(_, name)| name);
        if name.is_none() && self.atoms.iter().any(Atom::names) || heard == Heard::Added && name.is_none() {
            return None;
        }
        let line = match name {
            Some(name) => self.lines().find(|line| self.names(name, line))?,
            None => self.lines().next()?,
        };
        let number = match numbers.as_slice() {
            [number] => *number,
            [one, other] if one != other => self.of_two(line, *one, *other)?,
            _ => return None,
        };
        let is_set = match numbers.as_slice() {
            [_] => self.sets(line, number) || name.is_none() && self.wants_so_many(heard),
            _ => {
                heard != Heard::Answer
                    || self.says(|role| matches!(role, Word::InsteadOf | Word::Edit(Edit::Not)))
            }
        };
        let is_new = 0 < number && number != line.quantity && is_set;
        let change = Modification::of(Target::Line { line_id: line.line_id });
        is_new.then_some(Op::Modify(Modification { quantity: Some(number), ..change }))
    }

    /// Whether words say that something comes to what is there, or count something else.
    fn adds(&self) -> bool {
        let more = |role| {
            matches!(role, Word::Another | Word::Ordinal(_) | Word::NumberSign | Word::Edit(Edit::Half))
        };
        let also = |role| role == Word::Edit(Edit::Also);
        self.says(more) || self.says(also) && !self.says(is_too_many)
    }

    /// The one of two numbers that there are not yet, or what is kept, of what goes: "get rid of two and keep one".
    fn of_two(&self, line: &Line, one: u32, other: u32) -> Option<u32> {
        match line.quantity {
            all if all == one + other && self.keeps() => self.kept(),
            all if all == one => Some(self.left_of(all, other)),
            all if all == other => Some(self.left_of(all, one)),
            _ => None,
        }
    }

    /// So many as are said, or what is left without so many: "take off one of the three".
    fn left_of(&self, all: u32, said: u32) -> u32 {
        let goes = self.says(|role| matches!(role, Word::Remove | Word::Off)) && !self.says(is_too_many);
        if goes && !self.says(|role| role == Word::InsteadOf) { all.saturating_sub(said) } else { said }
    }

    fn keeps(&self) -> bool {
        self.says(|role| role == Word::Keep)
    }

    /// The number of what is kept: "get rid of two and keep one".
    fn kept(&self) -> Option<u32> {
        let keeps =
            |at: &usize| phrase(self.language, &self.tokens[*at..], |role| role == Word::Keep).is_some();
        let from = (0..self.tokens.len()).find(keeps)?;
        self.atoms.iter().filter(|atom| atom.start() > from).find_map(Atom::number)
    }

    /// Whether words set a number, and do not count something new.
    fn sets(&self, line: &Line, number: u32) -> bool {
        let sets = |role| {
            matches!(
                role,
                Word::Edit(Edit::Total | Edit::Insist | Edit::Not)
                    | Word::InsteadOf
                    | Word::Should
                    | Word::Make
            )
        };
        let fewer = number < line.quantity;
        let only = |role| fewer && (role == Word::Just || is_too_many(role));
        let keeps =
            fewer && self.keeps() && self.says(|role| matches!(role, Word::Other | Word::Off | Word::Remove));
        self.says(|role| sets(role) || only(role)) || keeps
    }

    /// "I want two", where there is one thing that it can be said of.
    fn wants_so_many(&self, heard: Heard) -> bool {
        let alone = self.order.lines().len() == 1 && self.unknown() == 0;
        heard == Heard::Nothing && alone && self.says(|role| role == Word::Want)
    }
}

fn is_too_many(role: Word) -> bool {
    matches!(role, Word::Edit(Edit::Fewer | Edit::TooMuch))
}
