//! Shares of a line: "one with milk and the other without", "no ice in two of them", "both large".

use fsm::ids::SizeId;

use crate::index::Entry;
use crate::language::Word;
use crate::reading::lattice::Role;
use crate::reading::said::{Details, Pick, SaidLine, Statement, Subject};
use crate::reading::walk::counting::leads_to_an_item;
use crate::reading::walk::{Focus, Join, Mode, Walker};

impl Walker<'_> {
    /// "a large one": another line like the one before it; "the large one": that line.
    pub(crate) fn again(&mut self, at: usize) {
        if !self.held.is_empty() && self.is_of_no_item(at) {
            self.held = Details::default();
            return;
        }
        let Some(known) = self.last_draft().filter(|_| !self.held.is_empty()) else {
            return self.number(at, 1);
        };
        let Statement::Add(draft) = &self.said.statements[known] else { return };
        let able = |pick: &Pick| self.can_have(&draft.entries, &pick.modifiers);
        if self.number.is_some() && !self.held.picks.iter().all(able) {
            // "six glazed and four of the chocolate ones"
            let words: Vec<&str> = self.held.picks.iter().map(|pick| pick.text.as_str()).collect();
            let text = words.join(" ");
            self.held = Details::default();
            self.said.strange.push((text, Vec::new()));
            return self.settle();
        }
        if self.definite && !self.article {
            let held = std::mem::take(&mut self.held);
            let known = self.line_like(&held).unwrap_or(known);
            return self.say_of_the_one(at, known, held);
        }
        let held = std::mem::take(&mut self.held);
        let other = self.join == Join::And
            || !held.picks.is_empty()
            || held.size.is_some() && draft.details.size.is_some();
        let new = other && (self.article || self.number.is_some());
        if new && self.mode == Mode::Add && !self.correcting && self.split.is_none() {
            let line = SaidLine { details: held, ..draft.like(self.number.take()) };
            self.said.statements.push(Statement::Add(line));
            self.focus = Focus::Statement(self.said.statements.len() - 1);
        } else {
            self.focus = Focus::Statement(known);
            self.describe(held);
        }
        self.settle();
    }

    /// "this is a big one. Three lattes": a size that ends its clause, with nothing that it can be of.
    pub(crate) fn is_of_no_item(&self, at: usize) -> bool {
        let ends = self.runs.get(at + 1).is_some_and(|next| self.tokens[next.edge.start].pause);
        let empty = self.order.is_none_or(|order| order.lines().is_empty());
        ends && empty && !self.answering && self.last_draft().is_none() && self.held.picks.is_empty()
    }

    /// "no pickles on the spicy one", "the large one with ice": details for the line that is so.
    fn say_of_the_one(&mut self, at: usize, known: usize, held: Details) {
        let like = self.line_like(&held).is_some();
        let last = if self.on { self.take_last_pick_before(at) } else { None };
        self.focus = Focus::Statement(known);
        if !like {
            self.describe(held);
        }
        if let Some(pick) = last {
            self.describe(Details { picks: vec![pick], ..Details::default() });
        }
        self.settle();
    }

    /// What was said right before "on the ... one".
    fn take_last_pick_before(&mut self, at: usize) -> Option<Pick> {
        let mut before = self.runs[..at].iter().rev().map(|run| &run.edge.role);
        before.find(|role| **role == Role::Word(Word::On))?;
        matches!(before.next(), Some(Role::Modifier(_))).then(|| self.take_last_pick()).flatten()
    }

    /// The newest line of this utterance that has such a size or such modifiers.
    fn line_like(&self, held: &Details) -> Option<usize> {
        self.said.statements.iter().rposition(|statement| {
            let Statement::Add(draft) = statement else { return false };
            let sized = held.size.as_ref().is_some_and(|(sizes, _)| {
                draft
                    .details
                    .size
                    .as_ref()
                    .is_some_and(|(own, _)| own.iter().any(|size| sizes.contains(size)))
            });
            let such = |pick: &Pick| {
                draft
                    .details
                    .picks
                    .iter()
                    .any(|own| own.modifiers.iter().any(|at| pick.modifiers.contains(at)))
                    || draft.text.split(' ').any(|word| pick.text.split(' ').any(|said| said == word))
            };
            sized || !held.picks.is_empty() && held.picks.iter().all(such)
        })
    }

    /// "the other one": the rest of a split line.
    pub(crate) fn other(&mut self) {
        let Some(whole) = self.split_from else { return };
        let Some(Statement::Add(draft)) = self.said.statements.get(whole) else { return };
        let rest = draft.quantity.unwrap_or(1);
        if self.on && self.on_some(rest) {
            return;
        }
        self.split = Some(rest);
        self.focus = Focus::Statement(whole);
        self.spread = false;
    }

    /// "two plain, two sesame": what was said of a share is of it when the next one is counted.
    pub(crate) fn end_share(&mut self) {
        let Some(count) = self.split.filter(|_| !self.held.is_empty()) else { return };
        let Some(whole) = self.split_from.or_else(|| self.last_draft()) else { return };
        let held = std::mem::take(&mut self.held);
        self.split_off(whole, count, held);
    }

    /// "one for me and one for him": the last share of a line begins where it is counted.
    pub(crate) fn begin_last_share(&mut self, at: usize, number: u32) {
        let start = self.runs[at].edge.start;
        let whole = self.split_from.and_then(|whole| self.said.statements.get_mut(whole));
        if let Some(Statement::Add(draft)) = whole.filter(|_| number > 0)
            && draft.quantity == Some(number)
        {
            draft.start = start;
        }
    }

    /// Whether a number only repeats "the other": "the other five".
    pub(crate) fn follows_other(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|before| &self.runs[before].edge.role);
        before == Some(&Role::Word(Word::Other)) && self.split.is_some()
    }

    /// Whether the numbers from a run on split the line before them: "four tacos, two chicken and two fish".
    pub(crate) fn tells_apart(&self, at: usize) -> bool {
        let Some(whole) = self.split_from.or_else(|| self.last_draft()) else { return false };
        let Some(Statement::Add(draft)) = self.said.statements.get(whole) else { return false };
        let rest = draft.quantity.unwrap_or(1);
        let (mut shared, mut with, mut kinds) = (0_u32, false, false);
        let mut last = 0;
        for (place, run) in self.runs.iter().enumerate().skip(at) {
            with &= !self.tokens[run.edge.start].pause;
            match &run.edge.role {
                Role::Number(_) if self.is_said_anew(place) => {}
                // "two with scallion one with veggie"
                Role::Number(number) if !with || self.is_before_with(place) => {
                    shared = shared.saturating_add(*number);
                    last = *number;
                }
                // "one glazed, one you pick"
                Role::Again if !with => shared = shared.saturating_add(1),
                Role::Word(Word::Other) => return shared > 0 && shared < rest,
                Role::Entry { entries, .. }
                    if !self.is_share(whole, entries) && self.choices_due(place, draft).is_empty() =>
                {
                    // "two without onions and two large fries"
                    if self.runs[..place]
                        .iter()
                        .rev()
                        .take_while(|run| leads_to_an_item(&run.edge.role))
                        .any(|run| run.edge.role == Role::Number(last))
                    {
                        shared -= last;
                    }
                    break;
                }
                role @ Role::Entry { .. } => kinds |= role.is_counted_kind(),
                Role::Word(Word::Want | Word::Add | Word::Make | Word::Remove) => break,
                Role::Word(Word::With) => with = true,
                Role::Word(Word::And) => with = false,
                _ => {}
            }
            if shared > rest {
                return false;
            }
        }
        shared == rest || kinds && shared < rest && self.join != Join::And
    }

    fn is_before_with(&self, at: usize) -> bool {
        self.runs.get(at + 1).is_some_and(|next| next.edge.role == Role::Word(Word::With))
    }

    /// "two, uh, two carnitas": whether a number is said again right after it.
    fn is_said_anew(&self, at: usize) -> bool {
        let rest = self.runs[at + 1..].iter().map(|run| &run.edge.role);
        let mut rest = rest.filter(|role| !matches!(role, Role::Word(Word::Filler | Word::Common)));
        matches!(rest.next(), Some(Role::Number(_)))
    }

    /// Whether an item can be said of shares of a line: the same item again, or what fills a slot of its combo.
    fn is_share(&self, whole: usize, entries: &[Entry]) -> bool {
        let Some(said @ Statement::Add(draft)) = self.said.statements.get(whole) else { return false };
        let same =
            draft.entries.iter().any(|entry| entries.contains(entry)) && draft.details.picks.is_empty();
        same || self.are_kinds_of(draft, entries) || self.slot_of(said, entries).is_some()
    }

    /// "no ice on one": what was said last is for so many only.
    pub(crate) fn on_some(&mut self, number: u32) -> bool {
        let Some(whole) = self.split_from.or_else(|| self.last_draft()) else { return false };
        let Some(Statement::Add(draft)) = self.said.statements.get(whole) else { return false };
        let rest = draft.quantity.unwrap_or(1);
        if number == 0 || number > rest || number == rest && self.split_from.is_none() {
            return false;
        }
        let Some(pick) = self.take_last_pick() else { return false };
        let details = Details { picks: vec![pick], ..Details::default() };
        self.split_off(whole, number, details);
        self.on = false;
        true
    }

    /// "both with milk", "hot sauce in each": of all lines of this utterance that can have it.
    pub(crate) fn each(&mut self) {
        let ends = self.runs.get(self.at + 1).is_none_or(|next| self.tokens[next.edge.start].pause);
        if ends && !self.on && self.held.is_empty() {
            // "an apple pie and a cookie, large each"
            if let Some(size) = self.last_size() {
                self.describe_each(&Details { size: Some(size), ..Details::default() });
                return;
            }
        }
        if (self.on || ends) && self.held.is_empty() {
            if let Some(pick) = self.take_last_pick() {
                self.spread = true;
                self.describe(Details { picks: vec![pick], ..Details::default() });
            }
            self.on = false;
        }
        self.spread = true;
    }

    /// "both with colas": a drink for each combo of this utterance.
    pub(crate) fn part_of_each(&mut self, entries: &[Entry], text: &str) -> bool {
        let counted = self.article || self.number.is_some();
        if !self.spread || counted && self.join != Join::With {
            return false;
        }
        let combos: Vec<usize> = (0..self.said.statements.len())
            .filter(|at| match &self.said.statements[*at] {
                said @ Statement::Add(_) => self.slot_of(said, entries).is_some(),
                _ => false,
            })
            .collect();
        let (number, join) = (self.number.take(), std::mem::replace(&mut self.join, Join::With));
        for statement in &combos {
            self.focus = Focus::Statement(*statement);
            self.part(entries, text);
        }
        (self.number, self.join) = (number, join);
        !combos.is_empty()
    }

    /// "four with pickles, two without": the share that goes without what the one before it has.
    pub(crate) fn without_it(&mut self) {
        let (Some(count), Some(whole)) = (self.split, self.split_from) else { return };
        let Some(mut pick) = self.last_pick().cloned() else { return };
        (self.split, self.amount) = (None, None);
        pick.amount = fsm::order::Amount::No;
        self.split_off(whole, count, Details { picks: vec![pick], ..Details::default() });
    }

    /// "extra ice in one and none in the other".
    pub(crate) fn is_none_in_the_other(&self, at: usize) -> bool {
        let mut after = self.runs[at + 1..].iter().map(|run| &run.edge.role);
        let placed = after.next() == Some(&Role::Word(Word::On));
        placed && after.next() == Some(&Role::Word(Word::Other)) && self.split_from.is_some()
    }

    /// None of what was said last, of what is told next.
    pub(crate) fn none_of_it(&mut self) {
        let Some(mut pick) = self.last_pick().cloned() else { return };
        pick.amount = fsm::order::Amount::No;
        self.describe(Details { picks: vec![pick], ..Details::default() });
    }

    /// The size of the line that was said last, if nothing else was said of it since.
    fn last_size(&self) -> Option<(Vec<SizeId>, String)> {
        let before = self.at.checked_sub(1).map(|before| &self.runs[before].edge.role);
        match (before, self.last_draft().map(|known| &self.said.statements[known])) {
            (Some(Role::Size(_)), Some(Statement::Add(draft))) => draft.details.size.clone(),
            _ => None,
        }
    }

    /// Says something of every line of this utterance that can have it.
    pub(crate) fn describe_each(&mut self, details: &Details) {
        let sized = |draft: &SaidLine| {
            let able =
                |sizes| draft.entries.iter().any(|entry| self.index.has_size(self.menu, *entry, sizes));
            details.size.as_ref().is_some_and(|(sizes, _)| able(sizes))
        };
        let lacks = |statement: &Statement| matches!(statement, Statement::Add(draft) if draft.details.size.is_none() && sized(draft));
        // "a small fries and two Cokes, both large": those that have no size yet
        let some_lack = self.said.statements.iter().any(lacks);
        for statement in &mut self.said.statements {
            let Statement::Add(draft) = statement else { continue };
            if some_lack && draft.details.size.is_some() {
                continue;
            }
            let mut own =
                Details { plain: details.plain, without: details.without.clone(), ..Details::default() };
            own.size = details.size.clone().filter(|(sizes, _)| {
                draft.entries.iter().any(|entry| self.index.has_size(self.menu, *entry, sizes))
            });
            let able = |entry: &Entry, pick: &crate::reading::said::Pick| {
                self.index.allows(self.index.main(*entry), &pick.modifiers)
            };
            own.picks = details.picks.clone();
            own.picks.retain(|pick| draft.entries.iter().any(|entry| able(entry, pick)));
            draft.details.extend(own);
        }
    }

    /// "two of the lattes with milk": so many of a line on the order.
    pub(crate) fn some_of_named(&mut self, at: usize, number: u32) -> bool {
        if self.mode == Mode::Remove && self.held.is_empty() || self.last_draft().is_some() || number == 0 {
            return false;
        }
        let mut after = self.runs[at + 1..].iter().map(|run| &run.edge.role);
        let of = after.next() == Some(&Role::Word(Word::Of));
        let pointed_at = after.next() == Some(&Role::Word(Word::Definite));
        let Some(Role::Entry { entries, .. }) = after.next() else { return false };
        let known = self.order.is_none() || self.on_order(entries);
        let described = !self.held.is_empty() || self.is_described(at);
        if of && pointed_at && known && described {
            self.some_of = Some(number);
            return true;
        }
        false
    }

    /// "the coffee should be decaf": changes what was only named before it.
    pub(crate) fn should(&mut self) {
        let Some(known) = self.last_draft() else { return };
        if self.mode != Mode::Add || !self.is_on_order(known) {
            return;
        }
        self.change_named(known);
    }

    /// Turns a line that was only named into a change.
    pub(crate) fn change_named(&mut self, known: usize) {
        if let Statement::Add(draft) = &mut self.said.statements[known] {
            let subject = Subject::Entry { entries: draft.entries.clone(), ordinal: None };
            let held = std::mem::take(&mut draft.details);
            self.said.statements[known] = Statement::Change(crate::reading::said::Change::of(subject));
            self.focus = Focus::Statement(known);
            self.describe(held);
        }
        self.mode = Mode::Changing(known);
        self.focus = Focus::Statement(known);
    }

    /// "the lettuce off": none of what was said last.
    pub(crate) fn off(&mut self) {
        let before = self.at.checked_sub(1).map(|before| &self.runs[before].edge.role);
        if self.mode != Mode::Add || !matches!(before, Some(Role::Modifier(_))) {
            return;
        }
        self.not_this();
        // "tomato off the burger"
        let after = self.runs.get(self.at + 1).map(|run| &run.edge.role);
        self.on |= after == Some(&Role::Word(Word::Definite));
    }

    /// None of what was said last.
    pub(crate) fn not_this(&mut self) {
        if let Some(pick) = self.last_pick() {
            pick.amount = fsm::order::Amount::No;
            pick.carried = None;
        }
    }

    /// Whether something that is put on an item stands right before the verb here: "the pickles, take those off".
    pub(crate) fn follows_pick(&self) -> bool {
        let before = self.runs[..self.at].iter().rev().map(|run| &run.edge.role);
        let mut before =
            before.skip_while(|role| matches!(role, Role::Word(Word::Remove | Word::Take | Word::Keep)));
        matches!(before.next(), Some(Role::Modifier(_)))
    }
}
