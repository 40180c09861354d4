//! What is pointed at: "it", "all of them", "the same again", "everything but the coffee", "to the burger".

use fsm::order::Amount;

use crate::index::Entry;
use crate::language::Word;
use crate::reading::lattice::Role;
use crate::reading::said::{Change, SaidLine, Statement, Subject};
use crate::reading::walk::{Focus, Join, Mode, Walker};

impl Walker<'_> {
    /// "to", and "the coke should be ...": changes what was only named and is on the order.
    pub(crate) fn to(&mut self) {
        self.definite = false;
        // "change the white rice to brown"
        self.correcting |= self.mode == Mode::Change && !self.held.picks.is_empty();
        match self.last_draft() {
            Some(known) if self.mode == Mode::Add && self.join != Join::And && self.is_on_order(known) => {
                if let Statement::Add(draft) = &self.said.statements[known] {
                    let subject = Subject::Entry { entries: draft.entries.clone(), ordinal: None };
                    self.said.statements[known] = Statement::Change(Change::of(subject));
                }
                self.mode = Mode::Changing(known);
                self.focus = Focus::Statement(known);
            }
            _ => self.on = self.mode == Mode::Add,
        }
    }

    /// Whether a line of this utterance was only named and is on the order.
    pub(crate) fn is_on_order(&self, known: usize) -> bool {
        match &self.said.statements[known] {
            Statement::Add(draft) => {
                let known = match self.order {
                    Some(_) => self.on_order(&draft.entries),
                    None => draft.definite,
                };
                !draft.asked_for && known
            }
            _ => false,
        }
    }

    /// What is on the order and is denied by a name that is also that of a kind of choices.
    pub(crate) fn denied_of_order(&self, at: usize) -> Option<Vec<Entry>> {
        let edge = self.runs[at].edge;
        let phrase = self.index.called_by(&self.tokens[edge.start..edge.end])?;
        let denied = self.amount == Some(Amount::No) && self.on_order(&phrase.entries);
        denied.then(|| phrase.entries.to_vec())
    }

    /// Whether an item is named right after a run.
    pub(crate) fn names_next(&self, at: usize) -> bool {
        let mut after = self.runs[at + 1..].iter().map(|run| &run.edge.role);
        let next = after.find(|role| !matches!(role, Role::Word(Word::Definite | Word::Of | Word::Filler)));
        matches!(next, Some(Role::Entry { .. }))
    }

    /// Whether a run is followed by an item without a pause.
    pub(crate) fn names_right_after(&self, at: usize) -> bool {
        let next = self.runs.get(at + 1).filter(|next| !self.tokens[next.edge.start].pause);
        next.is_some_and(|next| matches!(next.edge.role, Role::Entry { .. }))
    }

    pub(crate) fn remove_named(&mut self, known: usize) {
        if let Statement::Add(draft) = &self.said.statements[known] {
            let subject = Subject::Entry { entries: draft.entries.clone(), ordinal: None };
            self.said.statements[known] = Statement::Remove { subject, quantity: None };
        }
    }

    /// Whether "off" comes after a run.
    pub(crate) fn is_off(&self, at: usize) -> bool {
        self.last_off.is_some_and(|last| last > at)
    }

    pub(crate) fn pronoun(&mut self) {
        if matches!(self.mode, Mode::Remove | Mode::Keep) && self.follows_pick() {
            // "a burger, and the pickles, take those off"
            if std::mem::replace(&mut self.mode, Mode::Add) == Mode::Remove {
                self.not_this();
            }
            return;
        }
        if self.ordinal.is_some() || self.number.is_some() && self.mode == Mode::Add {
            return;
        }
        if self.split_from.is_some() && self.place_of_pronoun() == Some(0) {
            return self.other();
        }
        // "the cold brew, put some milk in it"
        if let (Mode::Add, Some(known)) =
            (&self.mode, self.last_draft().filter(|known| self.is_on_order(*known)))
        {
            self.change_named(known);
            self.mode = Mode::Add;
            return;
        }
        if self.answering && self.mode == Mode::Add {
            self.ordinal = self.place_of_pronoun();
        }
        let subject = Subject::Referent;
        if self.mode == Mode::Change && self.puts_right_what_is_not_had() {
            self.said.strange.pop();
            self.mode = Mode::Add;
            return self.settle();
        }
        match self.mode {
            Mode::Remove if self.held.picks.is_empty() => match self.last_draft() {
                Some(known) if self.is_on_order(known) => self.remove_named(known),
                Some(known) => self.said.statements[known] = Statement::Nothing,
                None => {
                    self.said.statements.push(Statement::Remove { subject, quantity: self.number.take() });
                }
            },
            Mode::Change | Mode::Swap => {
                let statement = self.last_draft().unwrap_or_else(|| self.change(subject));
                self.mode = Mode::Changing(statement);
                self.focus = Focus::Statement(statement);
            }
            Mode::InsteadOf => self.replace(subject, None),
            Mode::Add | Mode::Remove | Mode::Changing(_) | Mode::Except | Mode::Keep => {
                let held = std::mem::take(&mut self.held);
                if !held.is_empty() {
                    self.describe(held);
                }
            }
        }
        self.on = false;
        self.definite = false;
    }

    /// "the last one", of what was offered.
    pub(crate) fn place_of_pronoun(&self) -> Option<u32> {
        let edge = self.runs[self.at].edge;
        let language = self.index.language();
        self.tokens[edge.start..edge.end].iter().find_map(|token| language.place(token.id))
    }

    pub(crate) fn same(&mut self) {
        match self.last_draft() {
            Some(known) => {
                if let Statement::Add(draft) = &mut self.said.statements[known] {
                    draft.quantity = Some(draft.quantity.unwrap_or(1).saturating_add(1));
                }
            }
            None => {
                self.said
                    .statements
                    .push(Statement::Add(SaidLine { quantity: self.number, ..SaidLine::default() }));
            }
        }
        self.settle();
    }

    pub(crate) fn all(&mut self, at: usize, word: Word) {
        let except = self.after(at) == Some(Word::Except);
        match self.mode {
            // "all the shakes", "both burgers": of what is named next.
            _ if self.names_next(at) => (self.definite, self.every) = (true, true),
            Mode::Swap => self.pronoun(),
            Mode::Remove | Mode::Change if word == Word::Both => self.pronoun(),
            Mode::Remove => {
                self.said
                    .statements
                    .push(Statement::Remove { subject: Subject::All { except: Vec::new() }, quantity: None });
            }
            // "two subs, one with no onions, one with everything": as it comes
            Mode::Add if word == Word::All && self.join == Join::With && self.split.is_some() => {
                self.split = None;
            }
            Mode::Change if self.last_draft().is_some() => {
                self.mode = Mode::Add;
                self.each();
            }
            Mode::Change => {
                let statement = self.change(Subject::All { except: Vec::new() });
                self.mode = Mode::Changing(statement);
                self.focus = Focus::Statement(statement);
            }
            _ if self.last_draft().is_some() => self.each(),
            _ if self.on || word == Word::Both => {
                let held = std::mem::take(&mut self.held);
                let statement = self.change(Subject::All { except: Vec::new() });
                self.focus = Focus::Statement(statement);
                self.describe(held);
            }
            _ if except => {}
            _ => {}
        }
    }

    pub(crate) fn except(&mut self, at: usize) {
        let of_items = self.runs[at + 1..].iter().find_map(|run| match run.edge.role {
            Role::Entry { .. } => Some(true),
            Role::Modifier(_) => Some(false),
            _ => None,
        });
        let likens = self.runs[..at]
            .iter()
            .any(|run| matches!(run.edge.role, Role::Word(Word::Another | Word::Same) | Role::Again));
        if likens {
            // "another one just like that, except with fries" takes nothing off
            return;
        }
        if of_items == Some(true) {
            let all = matches!(
                self.said.statements.last(),
                Some(
                    Statement::Remove { subject: Subject::All { .. }, .. }
                        | Statement::Change(Change { subject: Subject::All { .. }, .. })
                )
            );
            // "cancel everything" alone would be all of the order.
            if matches!(self.said.statements.last(), Some(Statement::Clear)) {
                self.said.statements.pop();
            }
            if !all {
                let subject = Subject::All { except: Vec::new() };
                self.said.statements.push(Statement::Remove { subject, quantity: None });
            }
            self.mode = Mode::Except;
        } else {
            self.amount = Some(Amount::No);
            self.excepting = true;
        }
    }
}
