//! Numbers: of items, of modifiers, of those that were named before.

use fsm::order::Amount;

use crate::index::ModifierAt;
use crate::language::Word;
use crate::reading::lattice::Role;
use crate::reading::said::{Details, SaidLine, Statement, Subject};
use crate::reading::search::Bind;
use crate::reading::walk::{Focus, Join, Mode, Run, Walker};

impl Walker<'_> {
    /// "first one is a burger, second a coke": a place in what is being said, not on the order.
    pub(crate) fn lists_by_place(&self, at: usize) -> bool {
        let mut after = self.runs[at + 1..].iter().map(|run| &run.edge.role);
        let next = after.find(|role| !matches!(role, Role::Word(Word::Filler | Word::Just | Word::Want)));
        self.mode == Mode::Add && matches!(next, Some(Role::Word(Word::Article) | Role::Number(2..)))
    }

    pub(crate) fn number(&mut self, at: usize, number: u32) {
        if self.follows_other(at) {
            return;
        }
        if std::mem::take(&mut self.renumbers) {
            self.number = Some(number);
            return;
        }
        if self.is_put_right_later(at) {
            self.number = Some(number);
            return;
        }
        if self.heads_a_list(at, number) {
            self.headed = self.number.zip(self.held.size.take());
            self.number = Some(number);
            return;
        }
        if self.shares_what_comes(at) {
            self.waiting.push((self.number.unwrap_or(1), std::mem::take(&mut self.held)));
            self.number = Some(number);
            return;
        }
        if self.counts_others(at) {
            self.said.noise += 1;
            return;
        }
        if let Some(text) = self.counts_what_is_not_had(at) {
            self.said.strange.push((text, Vec::new()));
            return self.settle();
        }
        if number == 1 && !self.held.is_empty() && self.is_of_no_item(at) {
            self.held = Details::default();
            return;
        }
        // "only two of the cokes": their new number, if there are more.
        if self.amending && self.after(at) == Some(Word::Of) && self.names_next(at) && !self.is_described(at)
        {
            self.number = Some(number);
            return;
        }
        if self.some_of_named(at, number) || self.repeats(at) {
            return;
        }
        let after = self.after(at);
        let is_pronoun = number == 1
            && (self.ordinal.is_some()
                || self.held.size.is_some() && after.is_none()
                || self.answering && self.names_it(at));
        if is_pronoun {
            return;
        }
        let of_them = matches!(after, Some(Word::OfThem | Word::Pronoun));
        // "pancakes, two of those", and not "pancakes and two of those hash browns"
        let names = after == Some(Word::OfThem) && self.names_right_after(at + 1);
        if of_them && !names && !self.on && self.mode == Mode::Add && self.counts_last(number) {
            return;
        }
        // "one of them orange juices"
        let of_kind = self.runs.get(at + 2).is_some_and(|run| run.edge.role.is_counted_kind());
        if names && !of_kind {
            self.number = Some(number);
            return;
        }
        if after == Some(Word::OfThem) || after == Some(Word::Pronoun) && self.on {
            self.some_of_them(at, number);
            return;
        }
        let counts =
            self.runs[at + 1..].iter().take_while(|run| !self.tokens[run.edge.start].pause).find(|run| {
                !matches!(
                    run.edge.role,
                    Role::Word(Word::Unit | Word::Filler | Word::Of | Word::Sized | Word::Just)
                )
            });
        let counted = counts.is_some_and(|run| {
            matches!(run.edge.role, Role::Entry { .. } | Role::Modifier(_) | Role::Size(_) | Role::Amount(_))
                || matches!(
                    run.edge.role,
                    Role::Unknown | Role::Term(_) | Role::Word(Word::Plain | Word::Combo | Word::Another)
                )
                || matches!(run.edge.role, Role::Category(_))
        });
        if counts.is_some_and(|run| matches!(run.edge.role, Role::Group(_))) {
            return;
        }
        // "two hamburgers, one with extra pickles"
        let with = |run: &Run<'_>| {
            let first = self.tokens[run.edge.start].id;
            let is_amount = matches!(run.edge.role, Role::Amount(_));
            is_amount && self.index.language().roles_by(first).contains(&Word::With)
        };
        let describes = counts.is_some_and(|run| {
            matches!(run.edge.role, Role::Word(Word::With | Word::On | Word::Negation | Word::Plain))
                || with(run)
                || matches!(run.edge.role, Role::Size(_)) && run.bind == Bind::Before
                || self.is_of_one(run) && self.join != Join::With
        });
        let before = self.runs[..at].iter().rev().map(|run| &run.edge.role);
        let mut before = before.filter(|role| !matches!(role, Role::Word(Word::Filler | Word::Definite)));
        let on_it = self.on && before.next() == Some(&Role::Word(Word::On));
        if on_it && !counted && self.on_some(number) {
            return;
        }
        if number > 0 && self.adds_so_beside(at, number) {
            return;
        }
        if matches!(self.join, Join::And | Join::Pause) && self.splits(number) {
            self.end_share();
        }
        let tells_apart =
            self.splits(number) && (describes || self.join != Join::With && self.tells_apart(at));
        let sized = counts.is_some_and(|run| matches!(run.edge.role, Role::Size(_)))
            && self.ends_its_thing(at + 1)
            && self.is_sized_otherwise();
        if tells_apart && !sized || self.is_of_some(at, number) {
            self.split = Some(number);
            self.spread = false;
            self.begin_last_share(at, number);
            return;
        }
        if number > 0 && self.adds_without(at, number) {
            return;
        }
        if counted {
            self.number = Some(number);
            return;
        }
        if number > 0 && self.adds_so(at, number) {
            return;
        }
        if number == 0 && (self.correcting || matches!(self.mode, Mode::Change | Mode::Changing(_))) {
            // "a scone, make that zero"
            if let Some(known) = self.last_draft() {
                self.said.statements[known] = Statement::Nothing;
                self.correcting = false;
                return;
            }
        }
        if number == 0 && self.mode == Mode::Add && !self.answering {
            self.said.noise += 1;
            return;
        }
        let amending = std::mem::take(&mut self.amending);
        let correcting = std::mem::take(&mut self.correcting) || amending;
        match (&self.mode, self.last_draft()) {
            (Mode::Change | Mode::Changing(_), _) => {
                let statement = match (self.focus, self.last_draft()) {
                    (Focus::Statement(statement), _) => statement,
                    (_, Some(statement)) => statement,
                    (_, None) => self.change(Subject::Referent),
                };
                match self.said.statements.get_mut(statement) {
                    Some(Statement::Add(draft)) => draft.quantity = Some(number),
                    Some(Statement::Change(change)) => change.quantity = Some(number),
                    _ => {}
                }
            }
            (_, Some(known)) => {
                if let Statement::Add(draft) = &mut self.said.statements[known]
                    && (correcting || draft.quantity.is_none())
                {
                    draft.quantity = Some(number);
                }
            }
            (Mode::Remove, None) => self.number = Some(number),
            (_, None)
                if amending
                    && !self.answering
                    && self.order.is_some_and(|order| order.referent().is_some()) =>
            {
                let subject = match self.said.statements.pop() {
                    // "not two burgers, just one"
                    Some(Statement::Remove { subject, quantity: Some(_) }) => subject,
                    before => {
                        self.said.statements.extend(before);
                        Subject::Referent
                    }
                };
                let statement = self.change(subject);
                if let Some(Statement::Change(change)) = self.said.statements.get_mut(statement) {
                    change.quantity = Some(number);
                }
            }
            (_, None) => {
                self.said.number = Some(number);
                self.number = Some(number);
            }
        }
    }

    /// "make it three, one each": says again of a new number how it is shared.
    fn repeats(&self, at: usize) -> bool {
        let Mode::Changing(statement) = self.mode else { return false };
        let has_number = match self.said.statements.get(statement) {
            Some(Statement::Change(change)) => change.quantity.is_some(),
            Some(Statement::Add(draft)) => draft.quantity.is_some(),
            _ => false,
        };
        let next = self.runs.get(at + 1).map(|run| self.tokens[run.edge.start].id);
        let each = next.is_some_and(|id| self.index.language().roles_by(id).contains(&Word::Both));
        has_number && each && self.runs.len() == at + 2
    }

    /// "tacos, two of them": the number of the line that was named without one.
    fn counts_last(&mut self, number: u32) -> bool {
        let Some(known) = self.last_draft() else { return false };
        match &mut self.said.statements[known] {
            Statement::Add(draft) if draft.quantity.is_none() && !draft.one => {
                draft.quantity = Some(number);
                true
            }
            _ => false,
        }
    }

    /// Whether "one" only ends a name: "the grilled one".
    fn names_it(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|before| &self.runs[before].edge.role);
        let named = matches!(before, Some(Role::Entry { .. }));
        let counted = self.last_draft().is_some_and(
            |known| matches!(&self.said.statements[known], Statement::Add(draft) if draft.quantity.is_some()),
        );
        named && !counted && self.mode == Mode::Add && !self.tokens[self.runs[at].edge.start].pause
    }

    /// Whether a number splits the line that was just said: "four cokes, two large".
    fn splits(&self, number: u32) -> bool {
        let Some(whole) = self.split_from.or_else(|| self.last_draft()) else { return false };
        let Some(Statement::Add(draft)) = self.said.statements.get(whole) else { return false };
        let rest = draft.quantity.unwrap_or(1);
        number > 0 && (number < rest || number == rest && self.split_from.is_some())
    }

    /// "three large fries and two medium": whether a size after "and" is of others than the last line, which has its own.
    fn is_sized_otherwise(&self) -> bool {
        let last = self.last_draft().map(|known| &self.said.statements[known]);
        let listed = self.join == Join::And && self.split_from.is_none();
        listed && matches!(last, Some(Statement::Add(line)) if line.details.size.is_some())
    }

    /// "two cokes with no ice and one with ice": so many more where all of those before are said to be so.
    fn adds_so_beside(&mut self, at: usize, number: u32) -> bool {
        let all_so = self.last_draft().is_some_and(|known| match &self.said.statements[known] {
            Statement::Add(draft) => draft.details.picks.iter().any(|pick| pick.with && !pick.of_share),
            _ => false,
        });
        let pause = self.runs[..at].iter().rev().take_while(|run| run.edge.role != Role::Word(Word::And));
        let runs_on =
            !pause.chain(std::iter::once(&self.runs[at])).any(|run| self.tokens[run.edge.start].pause);
        let joined = at.checked_sub(1).is_some_and(|before| {
            let run = &self.runs[before].edge;
            run.role == Role::Word(Word::And) && !self.tokens[run.start].pause
        });
        // "both with cheese and one with bacon" is one of those
        let of_both = self.spread;
        all_so && !of_both && runs_on && joined && self.split_from.is_none() && self.adds_so(at, number)
    }

    /// "a latte, and one with oat milk": a line like the newest that can be so, with what is said of it.
    fn adds_so(&mut self, at: usize, number: u32) -> bool {
        let mut after = self.runs[at + 1..].iter().map(|run| &run.edge.role);
        let Some(Role::Word(Word::With | Word::Negation) | Role::Amount(_)) = after.next() else {
            return false;
        };
        let leads = |role: &&Role| {
            matches!(role, Role::Word(Word::Article | Word::Definite | Word::Filler) | Role::Amount(_))
        };
        let choice = after.find(|role| !leads(role));
        let Some(Role::Modifier(choice)) = choice else { return false };
        if self.mode != Mode::Add || self.join != Join::And || self.correcting || self.amending {
            return false;
        }
        let able = |draft: &&SaidLine| self.can_have(&draft.entries, choice);
        let drafts = self.said.statements.iter().rev().filter_map(|statement| match statement {
            Statement::Add(draft) => Some(draft),
            _ => None,
        });
        let Some(like) = drafts.take(1).find(able) else { return false };
        let line = like.like(Some(number));
        self.said.statements.push(Statement::Add(line));
        self.focus = Focus::Statement(self.said.statements.len() - 1);
        self.settle();
        true
    }

    /// "one Coke with ice and one without": a line like the last, with none of what was said of it.
    fn adds_without(&mut self, at: usize, number: u32) -> bool {
        let without = self.runs.get(at + 1).is_some_and(|run| run.edge.role == Role::Word(Word::Negation));
        let ends = self.runs.get(at + 2).is_none_or(|next| self.tokens[next.edge.start].pause);
        let joined = self.mode == Mode::Add && self.join == Join::And && !self.correcting;
        let Some(known) = self.last_draft().filter(|_| without && ends && joined) else { return false };
        let Statement::Add(draft) = &self.said.statements[known] else { return false };
        let Some(mut pick) = draft.details.picks.last().cloned() else { return false };
        pick.amount = Amount::No;
        let details = Details { picks: vec![pick], ..Details::default() };
        let line = SaidLine { details, ..draft.like(Some(number)) };
        self.said.statements.push(Statement::Add(line));
        self.focus = Focus::Statement(self.said.statements.len() - 1);
        self.settle();
        true
    }

    /// Whether what comes after a number cannot be had several times: "two lattes, one iced".
    fn is_of_one(&self, run: &Run<'_>) -> bool {
        let Role::Modifier(modifiers) = &run.edge.role else { return false };
        let once = |(group, at): &ModifierAt| {
            let group = &self.menu.modifier_groups[*group];
            group.max == 1 || group.modifiers[*at].max_quantity == 1
        };
        run.bind == Bind::Before && modifiers.iter().all(once)
    }

    /// Whether a number splits a line on the order: "make one iced", "one of the lattes".
    fn is_of_some(&self, at: usize, number: u32) -> bool {
        if !matches!(self.mode, Mode::Change) || number == 0 || self.last_draft().is_some() {
            return false;
        }
        let mut after = self.runs[at + 1..].iter().filter(|run| run.edge.role != Role::Word(Word::Filler));
        match after.next().map(|run| &run.edge.role) {
            Some(Role::Word(Word::Of)) => self.is_described(at),
            Some(Role::Modifier(_) | Role::Size(_)) => {
                let referent = self.order.and_then(|order| order.line(order.referent()?));
                let names = self.runs[at + 1..].iter().any(|run| matches!(run.edge.role, Role::Entry { .. }));
                !names && referent.is_some_and(|line| number < line.quantity)
            }
            _ => false,
        }
    }

    /// Whether a description comes after a run.
    pub(crate) fn is_described(&self, at: usize) -> bool {
        self.runs[at + 1..].iter().any(|run| match run.edge.role {
            Role::Modifier(_) | Role::Size(_) | Role::Group(_) => true,
            Role::Word(word) => matches!(word, Word::Plain | Word::Combo),
            _ => false,
        })
    }

    /// "two of those", "on one of them".
    pub(crate) fn some_of_them(&mut self, at: usize, number: u32) {
        if self.on && self.held.is_empty() && self.on_some(number) {
            return;
        }
        if self.on || self.last_draft().is_some() {
            self.split = Some(number);
            let held = std::mem::take(&mut self.held);
            self.describe(held);
            self.on = false;
            return;
        }
        match self.mode {
            Mode::Remove => self
                .said
                .statements
                .push(Statement::Remove { subject: Subject::Referent, quantity: Some(number) }),
            _ => {
                let statement = self.change(Subject::Referent);
                self.focus = Focus::Statement(statement);
                let described = self.is_described(at);
                if let Some(Statement::Change(change)) = self.said.statements.get_mut(statement) {
                    let told = if described { &mut change.split } else { &mut change.quantity };
                    *told = Some(number);
                }
            }
        }
    }
}
