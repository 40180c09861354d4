//! How several things should be: "oat milk in both", "no ketchup on either burger", "the latte and the mocha both with oat
//! milk".

use fsm::ids::GroupId;
use fsm::order::{Amount, Line, ModifierPick, Op};

use super::choices::changed;
use super::said::Said;
use crate::correction::Atom;
use crate::language::{Edit, Word};
use crate::persons;

impl Said<'_> {
    /// Changes every line that is named, or all that can be so, by the one choice that is named.
    pub(super) fn all_of_them(&self, adds: bool) -> Option<Vec<Op>> {
        let lines = self.order.lines();
        let named = || self.atoms.iter().filter(|atom| atom.names());
        let pointed = |line: &&Line| named().any(|atom| self.points_at(atom, line));
        let things: Vec<&Line> = lines.iter().filter(pointed).collect();
        let mut choices = Vec::new();
        for atom in named() {
            let is_thing = lines.iter().any(|line| self.points_at(atom, line));
            let may_be_on = |line: &Line| atom.may_be_on(self.cx, &line.item);
            match is_thing {
                true => {}
                false if lines.iter().any(may_be_on) => choices.push(atom),
                false => return None,
            }
        }
        let meant: Vec<&Line> = match things.as_slice() {
            [] => lines
                .iter()
                .filter(|line| choices.iter().all(|one| one.may_be_on(self.cx, &line.item)))
                .collect(),
            _ => things,
        };
        let count = meant.iter().map(|line| line.quantity).sum();
        if choices.is_empty() || count < 2 || !self.is_of_all(&meant, count) {
            return None;
        }
        if !self.are_one_choice(&choices)
            || self.counts_a_choice()
            || self.has_amounts()
            || adds && self.names_a_new_one()
        {
            return None;
        }
        let off = self.leaves_off();
        let takes_off = self.says(|role| matches!(role, Word::Remove | Word::Off | Word::Edit(Edit::Out)));
        let (mut ops, mut said): (Vec<Op>, Option<ModifierPick>) = (Vec::new(), None);
        for line in meant {
            let mut picks: Vec<ModifierPick> = Vec::new();
            for choice in &choices {
                let pick = match self.without(choice, line) {
                    Some(without) if off => without,
                    None if !off || !takes_off && self.is_instead(choice, &choices) => {
                        self.otherwise_than(choice, line)?
                    }
                    _ => continue,
                };
                if !picks.contains(&pick) {
                    picks.push(pick);
                }
            }
            // "oat milk instead of regular milk"
            let of_one_group = picks.iter().all(|pick| {
                let only_one = self.cx.menu.group(&pick.group).is_some_and(|group| group.max == 1);
                only_one && pick.group == picks[0].group
            });
            if picks.len() > 1 && of_one_group {
                picks.retain(|pick| pick.amount == Amount::Regular);
            }
            let [pick] = picks.as_slice() else { return None };
            if said.replace(pick.clone()).is_some_and(|before| before != *pick) {
                return None;
            }
            ops.push(changed(line, pick.clone()));
        }
        (!ops.is_empty()).then_some(ops)
    }

    /// Whether words are of all of so many things, and of none that comes to them.
    fn is_of_all(&self, lines: &[&Line], count: u32) -> bool {
        let more = |role| {
            matches!(
                role,
                Word::Another
                    | Word::Other
                    | Word::NumberSign
                    | Word::Combo
                    | Word::Ordinal(_)
                    | Word::Edit(Edit::Half)
            )
        };
        let mut counts = self.atoms.iter().filter_map(Atom::number);
        if counts.any(|number| number != count) || self.says(more) || self.unknown() > UNKNOWN_MAX {
            return false;
        }
        let all =
            |role| matches!(role, Word::Both | Word::Edit(Edit::Neither | Edit::TheyAll | Edit::Everyone));
        let points = |role| role == Word::Definite;
        let counted = self.atoms.iter().any(|atom| atom.number() == Some(count)) && self.says(points);
        let one_each = lines.iter().all(|line| line.quantity == 1);
        let is_thing = |atom: &&Atom| atom.names() && lines.iter().any(|line| self.points_at(atom, line));
        let things: Vec<&Atom> = self.atoms.iter().filter(is_thing).collect();
        let each_named =
            lines.len() > 1 && things.len() == lines.len() && one_each && self.are_alike(&things);
        let mentions = persons::mentions(self.language, self.tokens);
        let two = mentions.len() == 2 && count == 2 && persons::only(&mentions).is_none();
        let too =
            |role| matches!(role, Word::Both | Word::Or | Word::Same | Word::Edit(Edit::Also | Edit::Same));
        let plain =
            |role| matches!(role, Word::AsComes | Word::Plain | Word::Edit(Edit::AsItIs | Edit::Unchanged));
        let said_of_all = self.says(all) && (count == 2 || !self.says(|role| role == Word::Both));
        said_of_all || counted || (each_named || two && self.says(too)) && !self.says(plain)
    }

    /// Whether the same is said of all things, and nothing is denied of one of them.
    fn are_alike(&self, things: &[&Atom]) -> bool {
        let (Some(first), Some(last)) = (things.first(), things.last()) else { return false };
        let joins = |role| matches!(role, Word::And | Word::Same | Word::Edit(Edit::Also | Edit::Same));
        let denies = |role| {
            matches!(
                role,
                Word::Negation
                    | Word::Remove
                    | Word::Except
                    | Word::Edit(Edit::Not | Edit::Without | Edit::Cuts)
            )
        };
        let is_denied = (first.end()..last.start()).any(|at| self.says_at(at, denies).is_some());
        !is_denied && !things.iter().any(|thing| self.is_denied(thing)) && self.says(joins)
    }

    /// Whether a choice is wanted though words leave something off: another one, or for a reason: "we can't have dairy, so oat".
    fn is_instead(&self, choice: &Atom, choices: &[&Atom]) -> bool {
        let so = |role| matches!(role, Word::Edit(Edit::Hence) | Word::InsteadOf);
        let other = |other: &&Atom| other.modifiers() != choice.modifiers() && self.is_denied(other);
        !self.is_denied(choice) && (self.says_before(choice.start(), so) || choices.iter().any(other))
    }

    /// Whether choices are one, or of a kind of which there is one: "oat milk instead of regular milk", not "bacon and no onions".
    fn are_one_choice(&self, choices: &[&Atom]) -> bool {
        let groups = |atom: &Atom| -> Vec<GroupId> {
            let exclusive = |id: &&GroupId| self.cx.menu.group(id).is_some_and(|group| group.max == 1);
            atom.choices(self.cx).map(|(group, _)| group).filter(exclusive).cloned().collect()
        };
        choices.windows(2).all(|pair| {
            let [one, other] = pair else { return true };
            let theirs = groups(other);
            one.modifiers() == other.modifiers() || groups(one).iter().any(|group| theirs.contains(group))
        })
    }

    /// Whether a number says how much of a choice: "two pumps of vanilla in both".
    fn counts_a_choice(&self) -> bool {
        let fills = |atom: &Atom| [Word::Unit, Word::Of, Word::Filler].iter().any(|word| atom.is(*word));
        let follows = |at: usize| {
            let mut behind = self.atoms[at + 1..].iter().skip_while(|atom| !atom.names() && fills(atom));
            behind.next().is_some_and(|next| next.has_choices() && !next.names_item())
        };
        (0..self.atoms.len()).any(|at| self.atoms[at].counts() && follows(at))
    }

    /// "A cheeseburger and a hamburger, both with bacon": whether things are counted, and not pointed at.
    fn names_a_new_one(&self) -> bool {
        self.atoms.iter().any(|atom| atom.is(Word::Article) && !atom.is(Word::Definite))
    }
}

/// Among more words that nobody knows, something else may be meant.
const UNKNOWN_MAX: usize = 2;
