//! How well the name of an item fits what was said before it, and a modifier that may be an item.

use fsm::order::Amount;

use crate::index::Entry;
use crate::language::Word;
use crate::reading::lattice::{Called, Edge, Role};
use crate::reading::search::fit::{HOMONYM, MISPLACED};
use crate::reading::search::{Bind, Hypothesis, Kind, Search, SmallIndex};

/// How far before what it counts a number or an article may stand, in runs.
const COUNTED_RUNS_MAX: usize = 5;

/// What it costs to take what may be an item in a size for a modifier of something else.
const SIZED_HOMONYM: i32 = -120;

impl Search<'_> {
    pub(crate) fn fit_entry(&self, from: &Hypothesis, edge: &Edge) -> i32 {
        let Role::Entry { entries, called, .. } = &edge.role else { return 0 };
        if *called == Called::Kind && !self.stands_for_item(from, edge, entries) {
            return MISPLACED;
        }
        // "a pepperoni pizza" is one thing, and so is "a medium lemonade" where only the first word is a kind.
        let last = self.last_role(from);
        let again = match (last, from.head.map(|head| &self.edge(head).role)) {
            (Some(Role::Entry { called: Called::Kind, .. }), _) => true,
            (_, Some(Role::Entry { entries: of, called: Called::Kind, .. })) => {
                of.iter().any(|entry| entries.contains(entry))
            }
            _ => false,
        };
        let again = again && !self.is_counted(from, false);
        if again {
            return -60;
        }
        let after_detail = matches!(from.kind, Kind::Size | Kind::Modifier | Kind::Entry | Kind::Amount);
        let part = if called.is_part() && after_detail { -25 } else { 0 };
        // "two powdered" are two of what is powdered.
        let counted = called.is_part() && self.names_modifier(edge) && self.is_counted(from, true);
        let part = if counted { part + 35 } else { part };
        let place = match from.kind {
            // "orange chicken with chow mein instead of rice"
            Kind::Remove
                if last == Some(&Role::Word(Word::InsteadOf))
                    && called.is_part()
                    && self.ends_in_a_choice(from, edge) =>
            {
                -70
            }
            Kind::Start
            | Kind::Begin
            | Kind::Add
            | Kind::Number
            | Kind::Remove
            | Kind::Make
            | Kind::And
            | Kind::On => 8,
            Kind::With => -4,
            Kind::Amount if called.is_part() => -42,
            // "extra pickles on that"
            Kind::Amount
                if self.names_modifier(edge)
                    && matches!(last, Some(Role::Amount(Amount::Extra | Amount::Light))) =>
            {
                -60
            }
            // "a caesar wrap with no cheese" is without none of the grilled cheese.
            Kind::Negation if called.is_part() && self.ends_in_a_choice(from, edge) => -70,
            Kind::Negation | Kind::Amount => -12,
            Kind::Entry if self.is_counted(from, false) || self.is_made(from) => 0,
            // "a pastrami, actually make that corned beef"
            Kind::Entry if last == Some(&Role::Word(Word::Correction)) => 0,
            Kind::Entry => -30,
            _ => 0,
        };
        // "i'd like to thighs": the last word of what is wanted may be a number.
        let last_edge = from.last.map(|step| &self.lattice.edges[self.step(step).edge]);
        let swallowed = match last_edge {
            Some(before) if before.role == Role::Word(Word::Want) => {
                let last =
                    self.tokens.get(before.end - 1).map(|token| self.index.language().roles_by(token.id));
                last.is_some_and(|roles| roles.iter().any(|role| matches!(role, Word::NumberAlike(_))))
            }
            _ => false,
        };
        let place = if swallowed { place - 85 } else { place };
        let serves =
            last_edge.is_some_and(|before| before.role == Role::Word(Word::Unit) && self.is_serving(before));
        let place = if serves && !called.is_part() { place + 25 } else { place };
        let held: i32 = from
            .held()
            .iter()
            .map(|held| match self.entries_have(entries, *held) {
                true if self.names_item(self.edge(*held)) => 16 - HOMONYM,
                true => 16,
                false => -40,
            })
            .sum();
        let target = if from.kind == Kind::On && from.held_count > 0 { 25 } else { 0 };
        place + part + held + target
    }

    /// Whether a modifier stands where an item does: it is counted, has an article or a size of its own, or begins
    /// what is ordered; and nothing that is on the order can have it.
    pub(crate) fn stands_for_item(&self, from: &Hypothesis, edge: &Edge, entries: &[Entry]) -> bool {
        let ordered = entries.iter().any(|entry| self.ordered.contains(&self.index.main(*entry)));
        let waiting = matches!(from.kind, Kind::With | Kind::Negation | Kind::Amount | Kind::On | Kind::Make);
        if ordered || waiting {
            return false;
        }
        let Some(head) = from.head else { return true };
        match &self.edge(head).role {
            // "four cookies, two oatmeal", not "a cookie with an icing".
            Role::Entry { entries: of, called: Called::Kind, .. } if **of == *entries => {
                self.is_counted(from, false)
            }
            Role::Entry { entries: of, .. } if **of == *entries => {
                from.many && self.is_counted(from, true) && !self.goes_on_with_modifiers(from)
                    || self.is_had_once(edge) && self.is_counted(from, false)
            }
            // "add bacon, jalapenos, and mayo" goes on with what is put on the item, though it cannot have it.
            Role::Entry { .. } if from.kind == Kind::Modifier && !self.is_counted(from, false) => false,
            // "with extra rice and pickled ginger": what is put on some other item is none by itself.
            Role::Entry { .. }
                if from.kind == Kind::And
                    && self.is_put_on(edge)
                    && !self.is_counted(from, false)
                    && self.goes_on_with_modifiers(from) =>
            {
                false
            }
            Role::Entry { entries: of, .. } => !self.entries_have_edge(of, edge),
            _ => true,
        }
    }

    /// Whether an item is called by a modifier that is one of several on it.
    fn is_put_on(&self, edge: &Edge) -> bool {
        let Role::Entry { by, .. } = &edge.role else { return false };
        by.iter().all(|(group, _)| self.menu.modifier_groups[*group].max != 1)
    }

    /// Whether an item is called by a modifier of which it has just one: "a green tea, a green tea".
    fn is_had_once(&self, edge: &Edge) -> bool {
        let Role::Entry { by, .. } = &edge.role else { return false };
        let words = &self.tokens[edge.start..edge.end];
        let mut earlier = self.tokens[..edge.start].windows(words.len());
        let again = earlier.any(|run| run.iter().zip(words).all(|(one, other)| one.fold == other.fold));
        again && !by.is_empty() && by.iter().all(|(group, _)| self.menu.modifier_groups[*group].max == 1)
    }

    /// Whether what is counted next continues the modifiers before it: "with milk and two sugars".
    pub(crate) fn goes_on_with_modifiers(&self, from: &Hypothesis) -> bool {
        let mut at = from.last;
        let mut left = COUNTED_RUNS_MAX;
        while let (Some(step), 1..) = (at, left) {
            let step = self.step(step);
            match &self.lattice.edges[step.edge].role {
                Role::Modifier(_) => return step.bind == Bind::Before,
                Role::Number(_) | Role::Word(Word::And | Word::Filler | Word::Unit | Word::Of) => {}
                _ => return false,
            }
            (at, left) = (step.before, left - 1);
        }
        false
    }

    /// Whether a number or an article stands before what comes next, with at most its size and the like between.
    pub(crate) fn is_counted(&self, from: &Hypothesis, by_number: bool) -> bool {
        self.number_before(from).is_some_and(|number| !by_number || number > 0)
    }

    /// The number that counts what comes next; 0 for an article, 1 for one before a measure: "an order of rice".
    pub(crate) fn number_before(&self, from: &Hypothesis) -> Option<u32> {
        let mut at = from.last;
        let mut left = COUNTED_RUNS_MAX;
        let mut of_unit = false;
        while let (Some(step), 1..) = (at, left) {
            let step = self.step(step);
            match &self.lattice.edges[step.edge].role {
                Role::Number(number) => return Some(*number),
                Role::Word(Word::Another) => return Some(1),
                Role::Word(Word::Article) => return Some(u32::from(of_unit)),
                Role::Size(_) | Role::Modifier(_) if step.bind == Bind::After => {}
                Role::Word(Word::Unit) => of_unit = true,
                Role::Word(Word::Filler | Word::Of | Word::Just) => {}
                _ => return None,
            }
            (at, left) = (step.before, left - 1);
        }
        None
    }

    pub(crate) fn names_modifier(&self, edge: &Edge) -> bool {
        let is_so =
            |other: &Edge| other.end == edge.end && !other.part && matches!(other.role, Role::Modifier(_));
        self.lattice.at(edge.start).iter().any(is_so)
    }

    /// "a side of", "an order of": what comes is a thing by itself.
    pub(crate) fn is_serving(&self, unit: &Edge) -> bool {
        let aside = |other: &Edge| other.end == unit.end && other.role == Role::Amount(Amount::Side);
        let first = self.index.language().roles_by(self.tokens[unit.start].id);
        self.lattice.at(unit.start).iter().any(aside) || first.contains(&Word::Filler)
    }

    /// A modifier that is also the name of an item must belong to something that can have it.
    pub(crate) fn fit_name(&self, from: &Hypothesis, edge: &Edge, bind: Bind) -> i32 {
        let Role::Modifier(modifiers) = &edge.role else { return 0 };
        let of_head = bind == Bind::Before && self.head_has(from, edge);
        let of_order = matches!(from.kind, Kind::With | Kind::Negation | Kind::Amount)
            && self.ordered.iter().any(|item| self.index.allows(*item, modifiers));
        // "blueberry" alone is the muffin, unless something on the order can have it.
        let is_part = |other: &Edge| {
            let one = matches!(&other.role, Role::Entry { entries, called, .. } if called.is_part() && entries.len() == 1);
            one && (other.start, other.end) == (edge.start, edge.end)
        };
        let part_of_item = from.kind == Kind::Start
            && !self.ordered.iter().any(|item| self.index.allows(*item, modifiers))
            && self.lattice.at(edge.start).iter().any(is_part);
        // "make it with no pickles", where pickles can be ordered too
        let unknown = from.kind == Kind::Negation && from.head.is_none() && self.ordered.is_empty();
        let of_it = unknown && self.points_before(from);
        if of_head || of_order || of_it {
            0
        } else if self.names_sized_item(edge) {
            SIZED_HOMONYM
        } else if self.names_item(edge) || part_of_item {
            HOMONYM
        } else {
            0
        }
    }

    /// "a small lemonade": whether the same words are a size and the name of an item.
    fn names_sized_item(&self, edge: &Edge) -> bool {
        let size = |first: &&Edge| matches!(first.role, Role::Size(_)) && first.end < edge.end;
        let mut sizes = self.lattice.at(edge.start).iter().filter(size);
        let is_item = |other: &Edge| {
            other.end == edge.end
                && matches!(other.role, Role::Entry { called: Called::Name | Called::Generic, .. })
        };
        sizes.any(|first| self.lattice.at(first.end).iter().any(is_item))
    }

    pub(crate) fn names_item(&self, edge: &Edge) -> bool {
        self.lattice.at(edge.start).iter().any(|other| {
            other.end == edge.end && matches!(other.role, Role::Entry { called, .. } if !called.is_part() && called != Called::Kind)
        })
    }

    /// Whether the words of a run are also a part of the name of an item, or all of it.
    pub(crate) fn may_name_an_item(&self, edge: &Edge) -> bool {
        let is_item = |other: &Edge| matches!(other.role, Role::Entry { .. }) && other.end == edge.end;
        matches!(edge.role, Role::Modifier(_)) && self.lattice.at(edge.start).iter().any(is_item)
    }

    /// Whether a size waits for an item that the item before it comes in.
    pub(crate) fn head_has_held_size(&self, from: &Hypothesis) -> bool {
        let Some(Role::Entry { entries, .. }) = from.head.map(|head| &self.edge(head).role) else {
            return false;
        };
        let is_size = |held: &SmallIndex| matches!(self.edge(*held).role, Role::Size(_));
        from.held().iter().any(|held| is_size(held) && self.entries_have(entries, *held))
    }

    /// Whether something was pointed at before: "it".
    fn points_before(&self, from: &Hypothesis) -> bool {
        let mut roles = self.roles_before(from);
        roles.any(|role| *role == Role::Word(Word::Pronoun))
    }

    /// Whether the same words may be a choice of what was named before them.
    fn ends_in_a_choice(&self, from: &Hypothesis, edge: &Edge) -> bool {
        let is_choice = |other: &Edge| {
            other.end == edge.end && matches!(other.role, Role::Modifier(_)) && self.head_has(from, other)
        };
        self.lattice.at(edge.start).iter().any(is_choice)
    }

    /// "make the cheeseburgers bacon burgers": whether the name before is what becomes something else.
    fn is_made(&self, from: &Hypothesis) -> bool {
        let mut roles = self.roles_before(from);
        let points = |role: &&Role| {
            matches!(role, Role::Word(Word::Definite | Word::All | Word::Both) | Role::Number(_))
        };
        let named = matches!(roles.next(), Some(Role::Entry { .. }));
        named && matches!(roles.find(|role| !points(role)), Some(Role::Word(Word::Make)))
    }
}
