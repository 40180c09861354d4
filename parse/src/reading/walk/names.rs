//! Names in a row: of one thing, of the parts of it, of nothing that there is.

use fsm::dialogue::ActKind;
use fsm::order::Amount;

use crate::index::Entry;
use crate::language::{Cue, Sort, Word};
use crate::persons;
use crate::reading::lattice::{Called, Role};
use crate::reading::said::{Details, Pick, Statement};
use crate::reading::walk::{Focus, Join, Mode, Run, Walker};
use crate::tokens::Token;

impl Walker<'_> {
    /// "get me a float. A root beer float": the line of the sentence before, named again in one of its own.
    pub(crate) fn says_again(&self, entries: &[Entry]) -> Option<usize> {
        let known = self.said.statements.len().checked_sub(1)?;
        let Statement::Add(draft) = &self.said.statements[known] else { return None };
        let one = |number: Option<u32>| number.is_none_or(|number| number == 1);
        let adds = self.another || self.join == Join::And || !one(draft.quantity) || !one(self.number);
        let said = self.tokens.get(draft.start + 1..=self.runs[self.at].edge.start)?;
        let for_somebody = !persons::mentions(self.index.language(), self.tokens).is_empty();
        let same = draft.entries.iter().any(|entry| entries.contains(entry));
        let again = same && self.mode == Mode::Add && !adds && !for_somebody;
        (again && said.iter().any(|token| token.begins)).then_some(known)
    }

    /// "a boba tea": two names of one thing in a row.
    pub(crate) fn is_same_name(&mut self, at: usize, entries: &[Entry]) -> bool {
        let start = self.runs[at].edge.start;
        let alone = self.number.is_none() && !self.article && self.join == Join::None && self.held.is_empty();
        let (true, Some(before), Focus::Statement(known)) = (alone, at.checked_sub(1), self.focus) else {
            return false;
        };
        if self.runs[before].edge.end != start {
            return false;
        }
        if matches!(self.runs[before].edge.role, Role::Modifier(_)) {
            return !self.begins_another(before, known, entries) && self.is_said_again(known, entries);
        }
        if !matches!(self.runs[before].edge.role, Role::Entry { .. }) {
            return false;
        }
        let generic = |run: &Run<'_>| match run.edge.role {
            Role::Entry { called, .. } => called != Called::Name || run.edge.sure < 1.0,
            _ => false,
        };
        let (says_little, said_little) = (generic(&self.runs[at]), generic(&self.runs[before]));
        let category = |entry: &Entry| &self.menu.items[self.index.main(*entry)].category;
        let Some(Statement::Add(draft)) = self.said.statements.get_mut(known) else { return false };
        if draft.entries.iter().any(|one| entries.iter().any(|other| category(one) == category(other))) {
            match (says_little, said_little) {
                (true, false) => return true,
                (false, true) => {
                    draft.entries = entries.to_vec();
                    return true;
                }
                _ => {}
            }
        }
        let both: Vec<Entry> =
            draft.entries.iter().copied().filter(|entry| entries.contains(entry)).collect();
        if both.is_empty() {
            return false;
        }
        draft.entries = both;
        true
    }

    /// "beef lo mein and chicken lo mein": whether a choice begins another line of the same thing. It is of that then, not
    /// of the one before.
    fn begins_another(&mut self, choice: usize, known: usize, entries: &[Entry]) -> bool {
        let joined = choice.checked_sub(1).map(|join| &self.runs[join].edge.role);
        let Some(Statement::Add(draft)) = self.said.statements.get_mut(known) else { return false };
        let again = draft.entries.iter().any(|entry| entries.contains(entry));
        let [own @ .., last] = draft.details.picks.as_slice() else { return false };
        let groups = |pick: &Pick| pick.modifiers.iter().map(|(group, _)| *group).collect::<Vec<_>>();
        let rivals =
            |pick: &Pick| !pick.with && groups(pick).iter().any(|group| groups(last).contains(group));
        if joined != Some(&Role::Word(Word::And)) || !again || !own.iter().any(rivals) {
            return false;
        }
        self.held.picks.extend(draft.details.picks.pop());
        true
    }

    /// "a breakfast burrito with potato and egg": a part of the name of what it is said of.
    pub(crate) fn restates(&self, at: usize, entries: &[Entry]) -> bool {
        let counted = self.number.is_some() || self.article || !self.held.is_empty();
        let is_part = matches!(self.runs[at].edge.role, Role::Entry { called, .. } if called.is_part());
        let Some(Statement::Add(draft)) = self.last_draft().map(|known| &self.said.statements[known]) else {
            return false;
        };
        // "ham and swiss on a croissant", which is called so
        let roles = self.runs[..at].iter().map(|run| &run.edge.role);
        let mut before = roles.rev().filter(|role| **role != Role::Word(Word::Article));
        let on_it =
            before.next() == Some(&Role::Word(Word::On)) && self.number.is_none() && self.held.is_empty();
        if on_it && draft.entries.iter().all(|entry| self.index.is_named_with(*entry, &self.folds(at))) {
            return true;
        }
        is_part
            && !counted
            && (matches!(self.join, Join::With | Join::And) || self.definite)
            && draft.entries.iter().any(|entry| entries.contains(entry))
    }

    /// "the, what is it, the turtle one, yeah, a turtle sundae": whether the name is found of what was described before.
    pub(crate) fn is_thought_of(&self, at: usize, entries: &[Entry]) -> bool {
        let Some(known) = self.last_draft() else { return false };
        let Statement::Add(draft) = &self.said.statements[known] else { return false };
        let named = self.runs[..at].iter().rposition(|run| matches!(run.edge.role, Role::Entry { .. }));
        let pause = named.and_then(|named| {
            (named + 1..at).find(|between| self.tokens[self.runs[*between].edge.start].pause)
        });
        let between = pause.map_or(&[][..], |pause| &self.runs[pause..at]);
        let says_yes = |run: &Run<'_>| {
            matches!(
                run.edge.role,
                Role::Word(Word::Cue(Cue::WeakYes | Cue::Act(ActKind::Yes) | Cue::BackChannel { .. }))
            )
        };
        let small = |run: &Run<'_>| {
            matches!(
                run.edge.role,
                Role::Again
                    | Role::Number(1)
                    | Role::Modifier(_)
                    | Role::Word(
                        Word::Article
                            | Word::Definite
                            | Word::Pronoun
                            | Word::Filler
                            | Word::Common
                            | Word::Cue(_)
                    )
            )
        };
        // "a mocha but with peppermint, like a peppermint mocha"
        let so = |pick: &Pick| draft.details.picks.iter().any(|own| own.modifiers == pick.modifiers);
        let likened =
            self.join == Join::Pause && !self.held.picks.is_empty() && self.held.picks.iter().all(so);
        (draft.definite && between.iter().any(says_yes) || likened)
            && draft.quantity.is_none_or(|quantity| quantity == 1)
            && self.number.is_none_or(|number| number == 1)
            && between.iter().all(small)
            && draft.entries.iter().any(|entry| entries.contains(entry))
    }

    pub(crate) fn name_what_was_thought_of(&mut self, entries: Vec<Entry>, text: String) {
        let held = std::mem::take(&mut self.held);
        let Some(known) = self.last_draft() else { return };
        if let Statement::Add(draft) = &mut self.said.statements[known] {
            (draft.entries, draft.text) = (entries, text);
        }
        self.focus = Focus::Statement(known);
        self.describe(held);
    }

    /// Whether one word of a longer name is probably not meant as the name: "sweet, thanks".
    pub(crate) fn is_by_the_way(&self, at: usize) -> bool {
        let beginning = matches!(self.runs[at].edge.role, Role::Entry { called: Called::Beginning, .. });
        let pointed_at =
            !self.held.is_empty() || self.article || self.definite || self.number.is_some() || self.wanted;
        let filler = |run: &Run<'_>| {
            matches!(run.edge.role, Role::Word(Word::Filler | Word::Cue(Cue::BackChannel { .. })))
        };
        let only = matches!(&self.runs[at].edge.role, Role::Entry { entries, .. } if entries.len() == 1);
        let alone = only && self.runs.iter().filter(|run| !filler(run)).count() == 1;
        // "lox and cream cheese on an everything"
        let is_choice = |run: &Run<'_>| matches!(run.edge.role, Role::Modifier(_)) && run.edge.sure >= 1.0;
        let begins = at == 0 && self.runs.iter().any(is_choice);
        beginning && !pointed_at && !alone && !begins && self.join != Join::And && !self.answering
    }

    /// "can I get that steamed": a way to make something, which alone is no name of what is called so.
    pub(crate) fn is_only_a_way(&self, at: usize) -> bool {
        let edge = self.runs[at].edge;
        let part = matches!(edge.role, Role::Entry { called, .. } if called.is_part());
        let asked_for = self.article || self.definite || self.number.is_some() || self.is_behind_want(at);
        let lexicon = self.index.language().lexicon();
        let is_way = |token: &Token| lexicon.sort(&token.fold) == Some(Sort::Preparation);
        let about_something = self.last_draft().is_some();
        part && !asked_for
            && !self.answering
            && about_something
            && self.held.is_empty()
            && self.tokens[edge.start..edge.end].iter().all(is_way)
    }

    /// "moo shu pork with extra pancakes", where only scallion pancakes are sold.
    pub(crate) fn is_more_of_what_is_not_there(&self, at: usize) -> bool {
        let part = matches!(self.runs[at].edge.role, Role::Entry { called: Called::Part, .. });
        let more = matches!(self.amount, Some(Amount::Extra | Amount::Light));
        part && more && self.number.is_none() && !self.article && self.last_draft().is_some()
    }

    pub(crate) fn more_of_what_is_not_there(&mut self, text: &str, entries: Vec<Entry>) {
        self.amount = None;
        self.said.strange.push((text.to_owned(), entries));
    }

    /// "four piece tender meal": two names of main things in a row are the name of neither. Where one of them is a side
    /// or a drink, it may be a list without commas.
    pub(crate) fn is_other_name(&self, at: usize, entries: &[Entry]) -> bool {
        let (Some(before), true) = (at.checked_sub(1), self.number.is_none() && !self.article) else {
            return false;
        };
        let (before, run) = (&self.runs[before].edge, &self.runs[at].edge);
        let Role::Entry { entries: others, .. } = &before.role else { return false };
        let mut both = others.iter().chain(entries);
        let drafted = matches!(self.focus, Focus::Statement(known)
            if matches!(self.said.statements.get(known), Some(Statement::Add(_))));
        drafted
            && !self.menu.combos.is_empty()
            && before.end == run.start
            && !self.tokens[run.start].pause
            && !both.any(|entry| self.goes_with_others(*entry))
    }

    /// Whether an entry is of a kind that fills slots, as sides and drinks do.
    pub(crate) fn goes_with_others(&self, entry: Entry) -> bool {
        self.menu.combos.iter().flat_map(|combo| &combo.slots).any(|slot| self.fits(entry, slot))
    }

    /// Asks about the last line and what was named right after it, as one.
    pub(crate) fn confuse(&mut self, text: &str, entries: Vec<Entry>) {
        let Focus::Statement(known) = self.focus else { return };
        let wrong = std::mem::replace(&mut self.said.statements[known], Statement::Nothing);
        let Statement::Add(draft) = wrong else { return };
        let near = draft.entries.into_iter().chain(entries).collect();
        self.said.strange.push((format!("{} {text}", draft.text), near));
        self.held = Details::default();
        self.focus = Focus::Strange { combo: false };
    }

    /// "a large pizza with onions and ham pizza", "a toasted sesame bagel": names the line of the modifiers again.
    pub(crate) fn is_said_again(&mut self, known: usize, entries: &[Entry]) -> bool {
        let Some(Statement::Add(draft)) = self.said.statements.get_mut(known) else { return false };
        let both: Vec<Entry> =
            draft.entries.iter().copied().filter(|entry| entries.contains(entry)).collect();
        if both.is_empty() || draft.details.picks.is_empty() {
            return false;
        }
        draft.entries = both;
        true
    }
}
