//! Words of no language and no menu.

use fsm::menu::Topic;
use fsm::order::Amount;

use crate::index::Entry;
use crate::language::{Sort, Word};
use crate::reading::lattice::Role;
use crate::reading::said::{Details, Statement};
use crate::reading::search::Bind;
use crate::reading::walk::{Focus, Join, Mode, Run, Walker};
use crate::resolve;

impl Walker<'_> {
    /// A run of words of no menu. Names of food are asked about, unless they are only talked about; measures and ways to
    /// make something are told of, beside what they are said of; other words are strange where something is ordered.
    pub(crate) fn strange(&mut self, at: usize) -> usize {
        let joined = |(place, run): &(usize, &Run<'_>)| {
            run.edge.role.is_strange() && (*place == 0 || !self.tokens[run.edge.start].pause)
        };
        let count = self.runs[at..].iter().enumerate().take_while(joined).count();
        let next = at + count;
        let sorts = self.runs[at..next].iter().map(|run| match run.edge.role {
            Role::Term(sort) => Some(sort),
            _ => None,
        });
        let sorts: Vec<Option<Sort>> = sorts.collect();
        let is_food = sorts.contains(&Some(Sort::Food));
        let is_term = sorts.iter().any(Option::is_some);
        if self.said.asks && !(self.asks_for_it(at) && (is_food || !is_term)) {
            self.said.noise += sorts.iter().filter(|sort| sort.is_none()).count();
            return next;
        }
        if is_term && !is_food {
            return self.way_or_measure(at, next);
        }
        let follows = self.runs.get(next).filter(|run| !self.tokens[run.edge.start].pause);
        let of_modifier = follows.is_some_and(|run| matches!(run.edge.role, Role::Modifier(_)));
        let wanted = is_food
            || !of_modifier
                && (self.is_wanted(at) || self.is_listed(at, count) || self.is_sized_after(at, next))
            || self.makes_another_name(at, next);
        if !wanted && (self.is_taken_off(next) || self.is_of_all(at)) && !self.said.statements.is_empty() {
            let text = self.text(self.runs[at].edge.start, self.runs[next - 1].edge.end);
            self.tell(text);
            return next;
        }
        if !wanted && self.is_said_of_it(at, next) {
            let text = self.text(self.runs[at].edge.start, self.runs[next - 1].edge.end);
            self.tell(text);
            return next;
        }
        if !wanted || self.is_the_plain_rest() {
            self.said.noise += count;
            return next;
        }
        if self.amount == Some(Amount::No) {
            let text = self.text(self.runs[at].edge.start, self.runs[next - 1].edge.end);
            self.tell_without(&text);
            return next;
        }
        self.name_strange(at, next)
    }

    /// "a bagel toasted dark", "a shake, thick, with whip": whether strange words stand right behind what they are said of, or
    /// between pauses behind it.
    fn is_said_of_it(&self, at: usize, next: usize) -> bool {
        let pause = |at: usize| self.runs.get(at).is_none_or(|run| self.tokens[run.edge.start].pause);
        let Some(before) = at.checked_sub(1).map(|before| &self.runs[before].edge.role) else { return false };
        let of_menu = |role: &Role| matches!(role, Role::Entry { .. } | Role::Modifier(_) | Role::Size(_));
        // "a masala dosa" is another thing than what has a part of its name.
        let whole = !matches!(before, Role::Entry { called, .. } if called.is_part());
        let behind = of_menu(before) && whole && !pause(at);
        let apart = pause(at) && pause(next) && of_menu(before);
        // "rolled in nuts" only says how the nuts are on it
        let joins = |role: &Role| of_menu(role) || matches!(role, Role::Word(Word::On | Word::With));
        let goes_on = self.runs.get(next).is_some_and(|next| joins(&next.edge.role)) && !pause(next);
        let of_line = matches!(self.focus, Focus::Statement(_)) && self.last_draft().is_some();
        of_line && (behind || apart) && !goes_on && self.mode == Mode::Add && !self.answering
    }

    /// "a plain hamburger, just the meat and the bun": what is left of what has nothing on it.
    fn is_the_plain_rest(&self) -> bool {
        let plain = self.last_draft().is_some_and(|known| match &self.said.statements[known] {
            Statement::Add(draft) => draft.details.plain && draft.details.picks.is_empty(),
            _ => false,
        });
        plain && self.said.just && self.said.strange.is_empty()
    }

    /// "kids", "a carafe of": told of, beside the item that it is said of. "kids meal" is the name of something.
    fn way_or_measure(&mut self, at: usize, next: usize) -> usize {
        let orders = |run: &Run<'_>| matches!(run.edge.role, Role::Entry { .. } | Role::Category(_));
        let names = matches!(self.runs.get(next), Some(run) if run.edge.role == Role::Word(Word::Combo));
        if names && self.amount != Some(Amount::No) {
            return self.name_strange(at, next);
        }
        if self.runs.iter().any(orders) || !self.said.strange.is_empty() {
            let text = self.text(self.runs[at].edge.start, self.runs[next - 1].edge.end);
            self.tell(text);
        } else {
            self.said.noise += next - at;
        }
        next
    }

    /// Keeps what is not wanted of something that does not come with it.
    pub(crate) fn tell_without(&mut self, text: &str) {
        self.tell(format!("{} {text}", self.index.language().say(Word::Negation)));
    }

    /// Keeps words to say of them that they are not to be had.
    pub(crate) fn tell(&mut self, text: String) {
        self.said.told.push(text);
        self.amount = None;
    }

    /// Something that the menu does not have: what stands before its last word belongs to its name, and so does an item
    /// right after it, which may be what is meant.
    pub(super) fn name_strange(&mut self, at: usize, next: usize) -> usize {
        let mut next = next;
        let mut near = Vec::new();
        if let Some(Run { edge, .. }) = self.runs.get(next)
            && let Role::Entry { entries, .. } = &edge.role
            && !self.tokens[edge.start].pause
        {
            near.extend_from_slice(entries);
            next += 1;
            // "a chai tea latte"
            if let Some(Run { edge, .. }) = self.runs.get(next)
                && let Role::Entry { entries, .. } = &edge.role
                && !self.tokens[edge.start].pause
                && self.are_of_a_category(&near, entries)
            {
                near.clone_from(entries);
                next += 1;
            }
        } else if let Some(Run { edge, .. }) = self.runs.get(next)
            && let Role::Category(category) = edge.role
            && !self.tokens[edge.start].pause
        {
            near.extend(resolve::items_of(self.menu, category));
            next += 1;
        }
        let mut combo = false;
        while self.runs.get(next).is_some_and(|run| run.edge.role == Role::Word(Word::Combo)) {
            (combo, next) = (true, next + 1);
        }
        let text = self.text(self.runs[at].edge.start, self.runs[next - 1].edge.end);
        let size = std::mem::take(&mut self.held).size.map(|(_, size)| format!("{size} "));
        let text = format!("{}{text}", size.unwrap_or_default());
        self.said.strange.push((text, near));
        // "nachos with shredded beef, no cream": what comes after it is of the nachos again.
        // "a kids meal with a hot dog, apple sauce and a milk": nor does it end what a combo comes with.
        let listed = matches!(self.join, Join::And | Join::Pause) && !self.article && self.number.is_none();
        // "a burger on a pretzel bun with cheese": nor what it is on.
        let carries = self.on && self.article && self.number.is_none();
        let of_line = (self.join == Join::With || carries) && matches!(self.focus, Focus::Statement(_))
            || listed && self.is_of_a_combo();
        self.settle();
        if !of_line {
            self.focus = Focus::Strange { combo };
        }
        next
    }

    /// Whether the line that is being said is a combo of which something was said already.
    fn is_of_a_combo(&self) -> bool {
        let (Focus::Statement(known) | Focus::Part(known, _)) = self.focus else { return false };
        match self.said.statements.get(known) {
            Some(Statement::Add(draft)) => {
                let is_combo =
                    draft.combo || draft.entries.iter().any(|entry| matches!(entry, Entry::Combo(_)));
                is_combo && (!draft.parts.is_empty() || !draft.details.picks.is_empty())
            }
            _ => false,
        }
    }

    /// What is said of something that the menu does not have is asked about with it.
    pub(crate) fn describe_strange(&mut self, details: &Details) {
        let sizes = details.size.iter().map(|(_, text)| text);
        let words: Vec<&str> =
            sizes.chain(details.picks.iter().map(|pick| &pick.text)).map(String::as_str).collect();
        self.lengthen_strange(&words.join(" "));
    }

    pub(crate) fn lengthen_strange(&mut self, words: &str) {
        if let Some((text, _)) = self.said.strange.last_mut().filter(|_| !words.is_empty()) {
            *text = format!("{text} {words}");
        }
    }

    /// "a kids meal with tenders and a juice": what comes with a combo that the menu does not have.
    pub(crate) fn is_part_of_strange(&mut self, text: &str, is_choice: bool) -> bool {
        let Focus::Strange { combo } = self.focus else { return false };
        let counted = self.number.is_some() || self.article;
        // "a cuban with extra pickles": what may be a choice is one of what it is said of.
        let chosen = is_choice && !counted && (self.amount.is_some() || self.adding);
        let joined = chosen
            || match self.join {
                Join::With => combo || !counted,
                Join::And => combo && !counted,
                Join::None | Join::Pause | Join::Or => false,
            };
        if !joined {
            return false;
        }
        self.lengthen_strange(text);
        true
    }

    /// Whether something is asked for right before a run.
    pub(crate) fn is_behind_want(&self, at: usize) -> bool {
        let mut before = self.runs[..at].iter().rev().map(|run| &run.edge.role);
        let between = |role: &&Role| {
            matches!(
                role,
                Role::Word(Word::Filler | Word::Unit | Word::Of | Word::Some | Word::Just | Word::Definite)
            )
        };
        matches!(before.find(|role| !between(role)), Some(Role::Word(Word::Want | Word::Add)))
    }

    /// Whether strange words stand in a list as items do: "a burger, tater tots, and a coke".
    fn is_listed(&self, at: usize, count: usize) -> bool {
        let ends =
            |run: &Run<'_>| self.tokens[run.edge.start].pause || run.edge.role == Role::Word(Word::And);
        let more = self.runs[at + count..].iter().any(|run| matches!(run.edge.role, Role::Entry { .. }));
        let listed = self.tokens[self.runs[at].edge.start].pause && self.last_draft().is_some();
        listed && more && self.runs.get(at + count).is_some_and(ends)
    }

    /// "a tabouli large, fattoush small": whether strange words have a size of their own, behind a line that has one.
    fn is_sized_after(&self, at: usize, next: usize) -> bool {
        let begins = self.tokens[self.runs[at].edge.start].pause || self.join == Join::And;
        let sized = self.last_draft().is_some_and(|known| match &self.said.statements[known] {
            Statement::Add(draft) => draft.details.size.is_some(),
            _ => false,
        });
        let ends = self.runs.get(next + 1).is_none_or(|after| self.tokens[after.edge.start].pause);
        let size = self.runs.get(next).is_some_and(|run| matches!(run.edge.role, Role::Size(_)));
        begins && sized && size && ends && self.mode == Mode::Add && !self.correcting
    }

    /// Whether what only sounds like a modifier, or is the beginning of strange words, has an article of its own as
    /// the next item of a list has: "a latte, a hot dog".
    pub(crate) fn is_misheard_item(&self, at: usize) -> bool {
        let run = &self.runs[at];
        let listed = self.article
            && self.mode == Mode::Add
            && self.last_draft().is_some()
            && matches!(self.join, Join::Pause | Join::And);
        let next = self.runs.get(at + 1).filter(|next| !self.tokens[next.edge.start].pause);
        let unit = matches!(next.map(|next| &next.edge.role), Some(Role::Word(Word::Unit)));
        let strange = next.is_some_and(|next| next.edge.role.is_strange());
        let ends = next.is_none_or(|next| next.edge.role == Role::Word(Word::And));
        listed
            && self.amount.is_none()
            && (run.bind != Bind::After || ends)
            && !unit
            && (run.edge.sure < 1.0 || strange)
    }

    /// Whether the words of a run also name something that items can have.
    pub(crate) fn may_be_a_choice(&self, at: usize) -> bool {
        let edge = self.runs[at].edge;
        let phrase = self.index.called_by(&self.tokens[edge.start..edge.end]);
        phrase.is_some_and(|phrase| !phrase.modifiers.is_empty())
    }

    /// Takes such words, and what is said of them.
    pub(crate) fn misheard_item(&mut self, at: usize) -> usize {
        let of_it = |run: &&Run<'_>| {
            (run.edge.role.is_strange() || matches!(run.edge.role, Role::Modifier(_)))
                && !self.tokens[run.edge.start].pause
        };
        let next = at + 1 + self.runs[at + 1..].iter().take_while(of_it).count();
        let text = self.text(self.runs[at].edge.start, self.runs[next - 1].edge.end);
        self.said.strange.push((text, Vec::new()));
        self.settle();
        next
    }

    /// Whether something to order stands at a run.
    fn is_wanted(&self, at: usize) -> bool {
        if self.said.asks {
            return self.asks_for_it(at);
        }
        let mut before = self.runs[..at].iter().rev().filter(|run| {
            !matches!(
                run.edge.role,
                Role::Word(
                    Word::Filler
                        | Word::Unit
                        | Word::Of
                        | Word::Some
                        | Word::Just
                        | Word::Common
                        | Word::Definite
                )
            )
        });
        match before.next().map(|run| &run.edge.role) {
            Some(Role::Word(Word::Want | Word::Add | Word::Remove)) => true,
            // "and my wife wants ..."
            _ if self.definite => false,
            Some(Role::Word(Word::And | Word::Or)) => before.next().is_some_and(|run| {
                matches!(run.edge.role, Role::Entry { .. } | Role::Modifier(_) | Role::Size(_))
            }),
            _ => {
                self.article && !self.on
                    || self.number.is_some()
                    || self.amount.is_some()
                    || self.join == Join::With && self.wants()
            }
        }
    }

    /// "do you have lobster": what is asked about comes after the words that ask.
    fn asks_for_it(&self, at: usize) -> bool {
        let mut before = self.runs[..at].iter().rev().filter(|run| {
            !matches!(run.edge.role, Role::Word(Word::Filler | Word::Article | Word::Some | Word::Definite))
        });
        let behind = before.next().is_some_and(|run| match run.edge.role {
            Role::Word(Word::Topic(topic)) => {
                !matches!(topic, Topic::Recommendation | Topic::Combo | Topic::Order)
            }
            _ => false,
        });
        behind || matches!(self.join, Join::And | Join::Or) && !self.said.strange.is_empty()
    }
}
