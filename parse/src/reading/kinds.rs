//! Items that are named by their kind alone, because what they are was said of another: "two fish tacos and two chicken",
//! "four breakfast sandwiches, two sausage and two bacon". In a reading, the words of the kind become the item's.

use fsm::menu::Menu;
use fsm::order::Amount;

use crate::index::{Entry, Index, ModifierAt, Shared};
use crate::language::Word;
use crate::reading::lattice::{Called, Edge, Lattice, Role};
use crate::reading::search::{Bind, Reading};
use crate::resolve;
use crate::tokens::Token;

/// Turns counted kinds of what was named before into the items that they are.
pub(crate) fn settle(
    menu: &Menu,
    index: &Index,
    tokens: &[Token],
    lattice: &mut Lattice,
    reading: &mut Reading,
) {
    let mut kinds = Kinds { menu, index, tokens, lattice, reading };
    kinds.count_articles();
    let mut named = false;
    for at in 1..kinds.reading.steps.len() {
        let Some(number) = kinds.counted_at(at).filter(|_| kinds.ends_with(at)) else { continue };
        if let Some(entry) = kinds.meant(at) {
            let count = kinds.number(number).unwrap_or(1);
            kinds.say(number, Role::Number(count));
            let entries = Shared::new(vec![entry]);
            kinds.say(at, Role::Entry { entries, called: Called::Kind, by: Vec::new() });
            named = true;
        } else if named && kinds.is_as_usual(at) {
            kinds.say(number, Role::Word(Word::Filler));
            kinds.say(at, Role::Word(Word::Filler));
        }
    }
}

struct Kinds<'a> {
    menu: &'a Menu,
    index: &'a Index,
    tokens: &'a [Token],
    lattice: &'a mut Lattice,
    reading: &'a mut Reading,
}

impl Kinds<'_> {
    fn edge(&self, at: usize) -> &Edge {
        &self.lattice.edges[self.reading.steps[at].edge]
    }

    /// The roles that the words of a run can have.
    fn roles(&self, at: usize) -> impl Iterator<Item = &Role> {
        let edge = self.edge(at);
        let same = self.lattice.at(edge.start).iter().filter(|other| other.end == edge.end);
        same.map(|other| &other.role)
    }

    /// Gives a run another role.
    fn say(&mut self, at: usize, role: Role) {
        let edge = Edge { role, part: false, ..self.edge(at).clone() };
        self.lattice.edges.push(edge);
        let step = &mut self.reading.steps[at];
        (step.edge, step.bind, step.fit) = (self.lattice.edges.len() - 1, Bind::None, step.fit.max(0));
    }

    /// The number that a run is, also where it was read as a size: "three" of "three tenders".
    fn number(&self, at: usize) -> Option<u32> {
        if !matches!(self.edge(at).role, Role::Number(_) | Role::Size(_)) {
            return None;
        }
        self.roles(at).find_map(|role| if let Role::Number(number) = role { Some(*number) } else { None })
    }

    /// "four teas, two mint, a black and a green": an article is one of so many where the numbers come out.
    fn count_articles(&mut self) {
        let Some((at, total)) = (0..self.reading.steps.len()).find_map(|at| Some((at, self.total(at)?)))
        else {
            return;
        };
        let after = at + 2..self.reading.steps.len();
        let counted: u32 = after.clone().filter_map(|at| self.number(at)).fold(0, u32::saturating_add);
        let articles: Vec<usize> = after.filter(|at| self.is_one_of_them(*at)).collect();
        let ones = u32::try_from(articles.len()).unwrap_or(u32::MAX);
        if ones > 0 && counted.checked_add(ones) == Some(total) {
            articles.into_iter().for_each(|at| self.say(at, Role::Number(1)));
        }
    }

    /// The number of something that is named: "four hot teas".
    fn total(&self, at: usize) -> Option<u32> {
        let total = self.number(at).filter(|number| *number > 1)?;
        let describes = |role: &Role| matches!(role, Role::Size(_) | Role::Modifier(_));
        let named = (at + 1..self.reading.steps.len()).find(|at| !describes(&self.edge(*at).role))?;
        matches!(self.edge(named).role, Role::Entry { .. } | Role::Category(_)).then_some(total)
    }

    /// Whether an article stands before a kind and nothing else: "a peppermint and".
    fn is_one_of_them(&self, at: usize) -> bool {
        let kind = at + 1;
        let is_kind = |role: &Role| match role {
            Role::Modifier(_) | Role::Size(_) => true,
            Role::Entry { called, .. } => *called == Called::Kind,
            _ => false,
        };
        let with = at.checked_sub(1).is_some_and(|before| self.edge(before).role == Role::Word(Word::With));
        self.edge(at).role == Role::Word(Word::Article)
            && !with
            && kind < self.reading.steps.len()
            && is_kind(&self.edge(kind).role)
            && self.ends_with(kind)
    }

    /// The run of the number right before a run: "one diet", "one of them diet".
    fn counted_at(&self, at: usize) -> Option<usize> {
        let of_them = self.edge(at - 1).role == Role::Word(Word::OfThem);
        let number = if of_them { at.checked_sub(2)? } else { at - 1 };
        self.number(number).map(|_| number)
    }

    /// Whether a run goes on right after the one before it, and the next one begins something else.
    fn ends_with(&self, at: usize) -> bool {
        let pause = |at: usize| self.tokens[self.edge(at).start].pause;
        let ends = |word: &Word| {
            let joins = matches!(word, Word::And | Word::Or | Word::With | Word::Negation | Word::Both);
            joins || matches!(word, Word::Want | Word::Add | Word::Filler | Word::Cue(_))
        };
        let next = at + 1;
        !pause(at)
            && (next == self.reading.steps.len()
                || pause(next)
                || self.number(next).is_some()
                || matches!(&self.edge(next).role, Role::Word(word) if ends(word)))
    }

    /// "one spicy, one regular": whether a run says that the others are as they come.
    fn is_as_usual(&self, at: usize) -> bool {
        let chosen = matches!(self.edge(at).role, Role::Modifier(_) | Role::Entry { .. });
        !chosen
            && self
                .roles(at)
                .any(|role| matches!(role, Role::Amount(Amount::Regular) | Role::Word(Word::AsComes)))
    }

    /// The one thing of a kind among those that were named before, or that is named like the last of them.
    fn meant(&self, at: usize) -> Option<Entry> {
        let edge = self.edge(at);
        let is_kind = match &edge.role {
            Role::Modifier(_) => true,
            // "three large cokes, one of them diet", where diet alone is a name
            Role::Entry { called, .. } => {
                called.is_part()
                    || *called == Called::Kind
                    || self.edge(at - 1).role == Role::Word(Word::OfThem)
            }
            _ => false,
        };
        if !is_kind {
            return None;
        }
        let folds: Vec<&str> =
            self.tokens[edge.start..edge.end].iter().map(|token| token.fold.as_str()).collect();
        let so_called = &self.index.called_by(&self.tokens[edge.start..edge.end])?.partial;
        let one_of =
            |entries: &[Entry]| one(so_called.iter().copied().filter(|entry| entries.contains(entry)));
        let mut last = true;
        for before in (0..at).rev() {
            if let Some(entry) = self.named_with(&folds, self.edge(before)) {
                return Some(entry);
            }
            match &self.edge(before).role {
                Role::Entry { entries, .. } if entries.len() > 1 => {
                    if let Some(entry) = one_of(entries) {
                        return Some(entry);
                    }
                }
                Role::Category(category) => {
                    let items: Vec<Entry> = resolve::items_of(self.menu, *category).collect();
                    if let Some(entry) = one_of(&items) {
                        return Some(entry);
                    }
                }
                Role::Entry { entries, .. }
                    if last && (!self.can_have(entries, &edge.role) || self.is_listed(before)) =>
                {
                    let alike =
                        |entry: &Entry| entries.iter().any(|other| self.differ_by(*entry, *other, &folds));
                    if let Some(entry) = one(so_called.iter().copied().filter(alike)) {
                        return Some(entry);
                    }
                    last = false;
                }
                _ => {}
            }
        }
        None
    }

    /// "two chicken sandwiches, one spicy": what has the kind and the words that were said before as its name.
    fn named_with(&self, kind: &[&str], before: &Edge) -> Option<Entry> {
        let Role::Entry { entries, .. } = &before.role else { return None };
        let said = self.tokens[before.start..before.end].iter().map(|token| token.fold.as_str());
        let name = self.index.called(kind.iter().copied().chain(said))?;
        one(name.entries.iter().copied()).filter(|entry| !entries.contains(entry))
    }

    /// "one pepperoni, one cheese": whether what was named is itself a counted kind, right behind its number.
    fn is_listed(&self, at: usize) -> bool {
        let part = matches!(&self.edge(at).role, Role::Entry { called, .. } if called.is_part());
        let counted = at.checked_sub(1).is_some_and(|before| self.number(before).is_some());
        part && counted && self.ends_with(at)
    }

    /// Whether what is called like the kind can be put on what was named.
    fn can_have(&self, entries: &[Entry], role: &Role) -> bool {
        let modifiers: &[ModifierAt] = if let Role::Modifier(modifiers) = role { modifiers } else { &[] };
        entries.iter().any(|entry| self.index.allows(self.index.main(*entry), modifiers))
    }

    /// Whether the name of an entry without some words is in the name of another one: "chicken taco" without "chicken"
    /// is in "fish taco".
    fn differ_by(&self, entry: Entry, other: Entry, folds: &[&str]) -> bool {
        self.index.names(entry).iter().any(|name| {
            let rest: Vec<&str> =
                name.iter().map(String::as_str).filter(|word| !folds.contains(word)).collect();
            self.index.is_named_with(other, &rest)
        })
    }
}

/// The only one of some entries.
fn one(mut entries: impl Iterator<Item = Entry>) -> Option<Entry> {
    entries.next().filter(|_| entries.next().is_none())
}
