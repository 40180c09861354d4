//! What should not be on something: "I can't stand pickles, keep them off", "everything but pickles".

use fsm::order::{Amount, Line, Modification, Op, Target};

use super::Heard;
use super::said::Said;
use crate::correction::Atom;
use crate::language::{Edit, Word};
use crate::reading::asides::phrase;

impl Said<'_> {
    /// Leaves off the one choice that is named, which the line has: the one mentioned last, or the one that is named too. What
    /// is left off something takes that off no order: "take the ketchup off those burgers".
    pub(super) fn left_off(&self, heard: Heard) -> Option<Op> {
        let (choice, line, things) = self.choice_of_a_line()?;
        let split = self.share(line);
        let hears = match heard {
            Heard::LastGone | Heard::ChangedAndGone => true,
            Heard::Nothing | Heard::Same => things.is_empty(),
            Heard::Gone => !things.is_empty(),
            // "Skip the pickles on one cheeseburger", not "a cheeseburger, no pickles".
            Heard::Added => !things.is_empty() && split.is_some() && !self.wants_more(),
            Heard::Changed => split.is_some(),
            _ => false,
        };
        let pick = self.without(choice, line).filter(|_| hears)?;
        let before = |role| matches!(role, Word::Edit(Edit::Cuts | Edit::Without) | Word::Remove);
        let cut_before = self.says_before(choice.start(), before);
        // "everything but pickles", not "the same but leave the pickles on"
        let all = self.says(|role| matches!(role, Word::All | Word::AsComes));
        let except = all && self.says_before(choice.start(), |role| role == Word::Except);
        let behind = |role| {
            matches!(role, Word::Off | Word::Remove | Word::Negation | Word::Edit(Edit::Out | Edit::Without))
        };
        let behind = (choice.end()..self.tokens.len())
            .any(|at| phrase(self.language, &self.tokens[at..], behind).is_some());
        let none =
            self.atoms.iter().any(|atom| atom.amount == Some(Amount::No) && atom.start() <= choice.start());
        // Not "the one with pickles, take it off", "lose the gluten free burger" nor "no pickles and cancel the hot dog".
        let goes =
            |at: usize| phrase(self.language, &self.tokens[at..], |role| role == Word::Remove).is_some();
        let is_apart =
            |thing: &&Atom| choice.end() < thing.start() && !(choice.end()..thing.start()).any(goes);
        let of_it = things.iter().all(is_apart);
        let change = Modification::of(Target::Line { line_id: line.line_id });
        (except || of_it && (cut_before || behind || none && matches!(heard, Heard::Added | Heard::Changed)))
            .then(|| Op::Modify(Modification { modifiers: vec![pick], split, ..change }))
    }

    /// The one choice that is named, and the line that it is said of: the one that all other names are of, or the one
    /// mentioned last.
    fn choice_of_a_line(&self) -> Option<(&Atom, &Line, Vec<&Atom>)> {
        let (things, choices): (Vec<&Atom>, Vec<&Atom>) =
            self.atoms.iter().filter(|atom| atom.names()).partition(|atom| atom.names_item());
        let [choice] = choices.as_slice() else { return None };
        let line = match things.first() {
            None => self.last()?,
            Some(thing) => self.lines().find(|line| self.names(thing, line))?,
        };
        things.iter().all(|thing| self.names(thing, line)).then_some((*choice, line, things))
    }

    /// How many of a line are meant, where it is one number, and not all of them: "off one of them".
    fn share(&self, line: &Line) -> Option<u32> {
        let mut numbers = self.atoms.iter().filter_map(Atom::number);
        let number = numbers.next().filter(|number| *number < line.quantity);
        number.filter(|_| numbers.next().is_none())
    }

    fn wants_more(&self) -> bool {
        self.says(|role| matches!(role, Word::Want | Word::Add | Word::Another | Word::Edit(Edit::Also)))
    }
}
