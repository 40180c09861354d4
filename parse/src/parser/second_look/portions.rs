//! How much of each of some choices there should be, however it is counted: "two ranch and one barbecue for the nuggets",
//! "barbecue, just one, and ranch, two of those", "ranch, ranch and barbecue", "one more shot".

use fsm::order::{Amount, Line, Modification, ModifierPick, Op, Target};

use super::said::{OfALine, Said};
use crate::correction::Atom;
use crate::language::{Edit, Word};

/// A choice, and how many of it are said.
struct Portion<'a> {
    named: &'a Atom,
    pick: ModifierPick,
    is_counted: bool,
}

impl<'a> Said<'a> {
    /// So many of each choice that is named of one line. None where all would be one, and nothing else comes to the order.
    pub(super) fn portions(&self, adds_a_line: bool) -> Option<Op> {
        let OfALine { line, is_named, choices, .. } = self.of_one_line()?;
        let otherwise = |role| {
            matches!(
                role,
                Word::NumberSign
                    | Word::Negation
                    | Word::Remove
                    | Word::Off
                    | Word::Swap
                    | Word::InsteadOf
                    | Word::Same
                    | Word::Edit(Edit::Not | Edit::Without | Edit::Half)
            )
        };
        if choices.is_empty() || line.quantity > 1 || self.unknown() > UNKNOWN_MAX || self.says(otherwise) {
            return None;
        }
        let portions = self.counted(line)?;
        let several = portions.iter().any(|portion| portion.pick.quantity > 1);
        let again = |pair: &[Atom]| {
            let [again, choice] = pair else { return false };
            again.is(Word::Another) && self.is_choice(choice, line) && !choice.pauses()
        };
        let more = adds_a_line && self.atoms.windows(2).any(again);
        // "two vanilla lattes", "oat milk in each, and two pumps of vanilla in the latte"
        let all = |role| matches!(role, Word::Both | Word::Edit(Edit::TheyAll | Edit::Everyone));
        if is_named && adds_a_line && self.definite_of(line).is_none() || self.says(all) {
            return None;
        }
        let with_it = is_named && adds_a_line && self.is_with_it(line);
        let change = Modification::of(Target::Line { line_id: line.line_id });
        (several || more || with_it).then(|| {
            let modifiers = portions.into_iter().map(|portion| portion.pick).collect();
            Op::Modify(Modification { modifiers, ..change })
        })
    }

    /// Where "the" stands before the name of a line: "the nuggets".
    fn definite_of(&self, line: &Line) -> Option<usize> {
        self.definite(self.atoms.iter().find(|atom| atom.names() && self.points_at(atom, line))?)
    }

    /// Whether a line is named as what something is for: "with the nuggets", "for my nuggets".
    fn is_with_it(&self, line: &Line) -> bool {
        let gives = |role| matches!(role, Word::With | Word::On | Word::To | Word::ForPart | Word::Filler);
        self.definite_of(line).is_some_and(|at| at > 0 && self.says_at(at - 1, gives).is_some())
    }

    /// The choices with their numbers, which stand before or behind them.
    fn counted(&self, line: &Line) -> Option<Vec<Portion<'a>>> {
        let mut portions: Vec<Portion<'a>> = Vec::new();
        let (mut count, mut again): (Option<u32>, bool) = (None, false);
        for (at, atom) in self.atoms.iter().enumerate() {
            if self.is_choice(atom, line) {
                self.count_one(line, atom, &mut portions, count.take(), again)?;
                again = false;
            } else if let Some(number) = self.count(atom, line) {
                again |= atom.is(Word::Another);
                let before = portions.iter().rposition(|portion| !portion.is_counted);
                match before
                    .filter(|before| before + 1 == portions.len() && !self.counts_what_follows(at, line))
                {
                    Some(before) => {
                        portions[before].pick.quantity = number;
                        portions[before].is_counted = true;
                    }
                    None => count = Some(number),
                }
            } else if atom.is_a_group() {
                count = None;
            } else if count.is_some() && atom.is(Word::With) || self.is_on_some(at) {
                return None;
            }
        }
        let fits = |portion: &Portion<'_>| {
            let group = self.cx.menu.group(&portion.pick.group);
            let modifier = group.and_then(|group| group.modifier(&portion.pick.modifier));
            modifier.is_some_and(|modifier| portion.pick.quantity <= modifier.max_quantity)
        };
        (count.is_none() && portions.iter().all(fits)).then_some(portions)
    }

    /// Counts a choice: as it is said, or one more where it is said again or more of it is wanted.
    fn count_one(
        &self,
        line: &Line,
        atom: &'a Atom,
        portions: &mut Vec<Portion<'a>>,
        count: Option<u32>,
        again: bool,
    ) -> Option<()> {
        if atom.amount.is_some() {
            return None;
        }
        let (group, modifier) = atom.only_choice_of(self.cx, &line.item)?;
        let is_it = |pick: &ModifierPick| (&pick.group, &pick.modifier) == (group, modifier);
        if let Some(portion) = portions.iter_mut().find(|portion| is_it(&portion.pick)) {
            // "change the sauce to pesto" says it once
            let folds = |atom| self.words(atom).iter().map(|word| &word.fold);
            let is_said_again = folds(portion.named).eq(folds(atom));
            match count {
                None if !is_said_again => {}
                Some(count) if !again => portion.pick.quantity = count,
                count => portion.pick.quantity += count.unwrap_or(1),
            }
            portion.is_counted |= count.is_some();
            return Some(());
        }
        let there = line.modifiers.iter().find(|pick| is_it(pick) && pick.amount == Amount::Regular);
        let there = there.filter(|_| again).map_or(0, |pick| pick.quantity);
        let (group, modifier) = (group.clone(), modifier.clone());
        let quantity = there + count.unwrap_or(1);
        let pick = ModifierPick { group, modifier, amount: Amount::Regular, quantity };
        portions.push(Portion { named: atom, pick, is_counted: count.is_some() });
        Some(())
    }

    fn is_choice(&self, atom: &Atom, line: &Line) -> bool {
        atom.may_be_on(self.cx, &line.item) && !self.points_at(atom, line)
    }

    /// How many an atom says, which is no size of the line, nor how many there are of it: "with the ten nuggets".
    fn count(&self, atom: &Atom, line: &Line) -> Option<u32> {
        let is_size = line.size.as_ref().is_some_and(|size| atom.may_size().contains(size));
        let next = self.atoms.iter().find(|next| next.start() >= atom.end());
        let of_the_line = next.is_some_and(|next| next.names() && self.points_at(next, line));
        let one = || (atom.is(Word::Article) || atom.is(Word::Another)).then_some(1);
        // Not "to" of "allergic to".
        let is_number = |role| matches!(role, Word::Number(_));
        let counts =
            self.tokens[atom.start()].value.is_some() || self.says_at(atom.start(), is_number).is_some();
        let said = atom.number().filter(|_| counts).or_else(|| atom.times()).or_else(one);
        said.filter(|_| !is_size && !of_the_line && !atom.names())
    }

    /// "Cheese on two of them".
    fn is_on_some(&self, at: usize) -> bool {
        self.atoms[at].is(Word::On) && self.atoms.get(at + 1).is_some_and(Atom::counts)
    }

    /// Whether a number counts what comes behind it, and not what was named before: "ranch, two of those, and one barbecue".
    fn counts_what_follows(&self, at: usize, line: &Line) -> bool {
        let behind = self.atoms[at + 1..].iter().take_while(|atom| !atom.pauses() && !atom.is(Word::And));
        let mut behind =
            behind.skip_while(|atom| !self.is_choice(atom, line) && self.count(atom, line).is_none());
        behind.next().is_some_and(|next| self.is_choice(next, line))
    }
}

/// Among more words that nobody knows, something else may be meant.
const UNKNOWN_MAX: usize = 3;
