//! Words about what is on the order.

use fsm::ids::SizeId;
use fsm::order::{Amount, Line, ModifierPick, Order};

use crate::Utterance;
use crate::correction::Atom;
use crate::index::Entry;
use crate::language::{Edit, Language, Word};
use crate::persons;
use crate::reading::asides::phrase;
use crate::resolve::Context;
use crate::tokens::{Token, tokenize};

/// Names that are all of one line.
pub(super) struct OfALine<'a> {
    pub(super) line: &'a Line,
    /// Whether the line is named, and not only the one mentioned last.
    pub(super) is_named: bool,
    /// The choices of it that are named.
    pub(super) choices: Vec<&'a Atom>,
    /// The sizes of it that are named.
    pub(super) sizes: Vec<SizeId>,
}

impl OfALine<'_> {
    /// The one size that is named and that the line does not have.
    pub(super) fn other_size(&self) -> Option<&SizeId> {
        let mut others = self.sizes.iter().filter(|size| self.line.size.as_ref() != Some(*size));
        let size = others.next()?;
        others.all(|other| other == size).then_some(size)
    }
}

/// Words about what is on the order.
pub(in crate::parser) struct Said<'a> {
    pub(in crate::parser) cx: Context<'a>,
    pub(in crate::parser) language: &'a Language,
    pub(in crate::parser) order: &'a Order,
    pub(in crate::parser) tokens: &'a [Token],
    pub(in crate::parser) atoms: &'a [Atom],
    /// Whether something is asked that has answers.
    pub(in crate::parser) is_asked: bool,
}

impl<'a> Said<'a> {
    /// None where nothing is on the order.
    pub(in crate::parser) fn of(
        utterance: Utterance<'a>,
        tokens: &'a [Token],
        atoms: &'a [Atom],
    ) -> Option<Self> {
        let order = utterance.order.filter(|order| !order.lines().is_empty())?;
        let cx = Context::of(utterance);
        let is_asked = utterance.question.is_some_and(|question| !question.candidates.is_empty());
        Some(Self { cx, language: cx.index.language(), order, tokens, atoms, is_asked })
    }

    /// The line mentioned last.
    pub(in crate::parser) fn last(&self) -> Option<&'a Line> {
        self.order.line(self.order.referent()?)
    }

    /// The lines, the one mentioned last first.
    pub(in crate::parser) fn lines(&self) -> impl Iterator<Item = &'a Line> {
        self.last().into_iter().chain(self.order.lines())
    }

    /// Whether a phrase of such a role stands anywhere.
    pub(in crate::parser) fn says(&self, is_it: impl Fn(Word) -> bool) -> bool {
        self.says_before(self.tokens.len(), is_it)
    }

    /// The length of a phrase of such a role that begins at a word.
    pub(super) fn says_at(&self, at: usize, is_it: impl Fn(Word) -> bool) -> Option<usize> {
        phrase(self.language, &self.tokens[at..], is_it)
    }

    /// Whether a phrase of such a role begins before a word.
    pub(in crate::parser) fn says_before(&self, end: usize, is_it: impl Fn(Word) -> bool) -> bool {
        (0..end).any(|at| phrase(self.language, &self.tokens[at..], &is_it).is_some())
    }

    /// The one thing that is named, by its place among the atoms; none where several are.
    pub(in crate::parser) fn only_name(&self) -> Option<(usize, &'a Atom)> {
        let mut named = self.atoms.iter().enumerate().filter(|(_, atom)| atom.names());
        named.next().filter(|_| named.next().is_none())
    }

    /// Whether an atom names what a line is, by its name or a word of it: "the burger" of a cheeseburger.
    pub(in crate::parser) fn names(&self, atom: &Atom, line: &Line) -> bool {
        let words: Vec<&str> = self.words(atom).iter().map(|token| token.fold.as_str()).collect();
        let by_part = |item| match words.as_slice() {
            [word] => self.cx.index.ends_in(item, word),
            words => self.cx.index.is_named_with(Entry::Item(item), words),
        };
        atom.may_be(self.cx, &line.item) || self.cx.position(&line.item).is_some_and(by_part)
    }

    pub(in crate::parser) fn words(&self, atom: &Atom) -> &'a [Token] {
        &self.tokens[atom.start()..atom.end()]
    }

    /// What all names are to the one line that they are of; none where any is of something else.
    pub(super) fn of_one_line(&self) -> Option<OfALine<'a>> {
        let named = || self.atoms.iter().filter(|atom| atom.names());
        let line = named().find_map(|atom| self.lines().find(|line| self.points_at(atom, line)));
        let line = line.or_else(|| self.with_the_choices()).or_else(|| self.last())?;
        let mut said = OfALine { line, is_named: false, choices: Vec::new(), sizes: Vec::new() };
        for atom in named() {
            if self.points_at(atom, line) {
                said.is_named = true;
            } else if atom.may_be_on(self.cx, &line.item) {
                said.choices.push(atom);
            } else if let Some(size) = self.size_of(atom, line) {
                said.sizes.push(size);
            } else if !self.is_in_a_choice(atom, line) {
                return None;
            }
        }
        said.sizes.extend(self.atoms.iter().filter_map(|atom| self.size_by_number(atom, line)));
        Some(said)
    }

    /// The one line that has what "the" is said of: "two pumps of the hazelnut", of the latte and not of the chai.
    fn with_the_choices(&self) -> Option<&'a Line> {
        let named: Vec<&Atom> = self.atoms.iter().filter(|atom| atom.names()).collect();
        let of_it = |role| matches!(role, Word::Pronoun | Word::Add | Word::Edit(Edit::Also));
        let are_definite = named.iter().all(|atom| self.definite(atom).is_some());
        if named.is_empty() || !are_definite || self.says(of_it) {
            return None;
        }
        let has = |line: &Line, atom: &Atom| {
            let is_it = |pick: &ModifierPick| {
                let mut said = atom.choices(self.cx);
                pick.amount != Amount::No
                    && said.any(|(group, modifier)| (group, modifier) == (&pick.group, &pick.modifier))
            };
            line.combo.is_none() && line.modifiers.iter().any(is_it)
        };
        let has_all = |line: &&Line| named.iter().all(|atom| has(line, atom));
        let mut lines = self.order.lines().iter().filter(has_all);
        lines.next().filter(|_| lines.next().is_none())
    }

    /// Whether an atom names a line, by what it is or by its kind: "the drink" of a Coke.
    pub(super) fn points_at(&self, atom: &Atom, line: &Line) -> bool {
        let category = || self.cx.menu.item(&line.item).map(|item| &item.category);
        let of_its_kind = || category().is_some_and(|category| atom.is_the_kind(self.cx, category));
        let is_choice =
            atom.may_be_on(self.cx, &line.item) && !(atom.names_item() && atom.may_be(self.cx, &line.item));
        !atom.sizes() && !is_choice && line.combo.is_none() && (self.names(atom, line) || of_its_kind())
    }

    /// The size of a line that a number alone is: "make the other one sixteen" of what comes in 8 and 16 ounces.
    pub(super) fn size_by_number(&self, atom: &Atom, line: &Line) -> Option<SizeId> {
        let number = atom.number().filter(|_| !atom.names())?;
        let begins = |name: &str| {
            tokenize(self.language, name)
                .first()
                .is_some_and(|token| self.language.number(token) == Some(number))
        };
        let item = self.cx.menu.item(&line.item)?;
        item.sizes().iter().find(|size| begins(&size.name)).map(|size| size.id.clone())
    }

    /// Whether what an atom names is only a word of a choice that is named too: "a shot of espresso".
    fn is_in_a_choice(&self, atom: &Atom, line: &Line) -> bool {
        let words = self.words(atom);
        let mut choices = self.atoms.iter().filter(|choice| choice.may_be_on(self.cx, &line.item));
        choices.any(|choice| {
            choice.modifiers().iter().any(|one| {
                let name = self.cx.index.modifier_name(*one);
                words.iter().all(|word| name.contains(&word.fold))
            })
        })
    }

    /// The one size of a line that an atom names.
    fn size_of(&self, atom: &Atom, line: &Line) -> Option<SizeId> {
        let item = self.cx.menu.item(&line.item)?;
        atom.may_size().iter().find(|size| item.size(size).is_some()).cloned()
    }

    /// Whether somebody is named.
    pub(super) fn is_for_somebody(&self) -> bool {
        !persons::mentions(self.language, self.tokens).is_empty()
    }

    /// How many words nobody knows.
    pub(in crate::parser) fn unknown(&self) -> usize {
        self.atoms.iter().filter(|atom| atom.says_more() && !atom.names() && !atom.counts()).count()
    }
}
