//! From a reading to what was said: walks its runs once, from left to right, and gathers lines, changes, questions
//! and what was taken back within the sentence.

use fsm::acts::Amount;
use fsm::menu::Menu;
use fsm::order::Order;

use super::draft::{Asked, Change, Details, Draft, Part, Pick, Said, Statement, Subject};
use super::index::{Entry, Index, ModifierAt};
use super::language::{Cue, Word};
use super::lattice::{Edge, Lattice, Role};
use super::search::{Bind, Reading};
use super::tokens::Token;

/// Walks a reading.
pub(super) fn walk(
    menu: &Menu,
    index: &Index,
    order: Option<&Order>,
    tokens: &[Token],
    lattice: &Lattice,
    reading: &Reading,
) -> Said {
    let runs: Vec<Run<'_>> =
        reading.steps.iter().map(|step| Run { edge: &lattice.edges[step.edge], bind: step.bind }).collect();
    let mut walker = Walker {
        menu,
        index,
        order,
        tokens,
        runs: &runs,
        said: Said::default(),
        mode: Mode::Add,
        focus: Focus::Nothing,
        held: Details::default(),
        number: None,
        ordinal: None,
        amount: None,
        carried: None,
        join: Join::None,
        on: false,
        definite: false,
        article: false,
        correcting: false,
        another: false,
        split: None,
        replaced: None,
    };
    let mut at = 0;
    while at < runs.len() {
        at = walker.run(at);
    }
    walker.finish()
}

#[derive(Clone, Copy)]
struct Run<'a> {
    edge: &'a Edge,
    bind: Bind,
}

/// What an item that is named next is for.
#[derive(Clone, Debug, PartialEq)]
enum Mode {
    Add,
    Remove,
    /// A change whose subject is not known yet.
    Change,
    /// A change of the subject of that statement.
    Changing(usize),
    Swap,
    InsteadOf,
    Except,
    Ask,
}

/// What later words are about.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Focus {
    Nothing,
    /// That statement's line or subject.
    Statement(usize),
    /// That part of that statement's line.
    Part(usize, usize),
}

/// How a run is joined to the one before it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Join {
    None,
    Pause,
    And,
    Or,
    With,
}

struct Walker<'a> {
    menu: &'a Menu,
    index: &'a Index,
    order: Option<&'a Order>,
    tokens: &'a [Token],
    runs: &'a [Run<'a>],
    said: Said,
    mode: Mode,
    focus: Focus,
    /// Sizes and modifiers that wait for their item.
    held: Details,
    number: Option<u32>,
    ordinal: Option<u32>,
    /// The amount that was said for the next modifier.
    amount: Option<Amount>,
    /// The amount of the modifiers so far, if it may be meant for the next one too.
    carried: Option<Amount>,
    join: Join,
    on: bool,
    definite: bool,
    article: bool,
    correcting: bool,
    another: bool,
    /// "on one of them".
    split: Option<u32>,
    /// What was said to be replaced, before what replaces it.
    replaced: Option<Subject>,
}

impl Walker<'_> {
    /// Takes a run, and those after it that belong to it; gives the next one.
    fn run(&mut self, at: usize) -> usize {
        let run = self.runs[at];
        let edge = run.edge;
        if self.tokens[edge.start].pause && self.join == Join::None {
            self.join = Join::Pause;
        }
        match &edge.role {
            Role::Entry { entries, .. } => self.entry(at, entries.clone()),
            Role::NoSuchNumber => {
                let text = self.text(edge.start, edge.end);
                self.said.strange.push((text, Vec::new()));
                self.settle();
            }
            Role::Modifier(modifiers) => self.modifier(run, modifiers),
            Role::Size(sizes) => self.size(run, (sizes.clone(), self.text(edge.start, edge.end))),
            Role::Category(category) => {
                let text = self.text(edge.start, edge.end);
                self.said.categories.push((text, *category));
                self.number = None;
            }
            Role::Group(group) => self.group(*group),
            Role::Amount(amount) => self.amount(at, *amount),
            Role::Number(number) => self.number(at, *number),
            Role::Unknown => return self.unknown(at),
            Role::Word(word) => self.word(at, *word),
        }
        at + 1
    }

    fn word(&mut self, at: usize, word: Word) {
        match word {
            Word::Article => self.article = true,
            Word::Definite => self.definite = true,
            Word::Want => {
                self.mode = Mode::Add;
                self.settle();
            }
            Word::Add => {
                self.mode = Mode::Add;
                self.correcting = false;
                self.settle();
            }
            Word::And => {
                self.join = Join::And;
                self.correcting = false;
            }
            Word::Or => self.join = Join::Or,
            Word::With => {
                self.join = Join::With;
                self.carried = None;
            }
            Word::On => self.on = true,
            Word::Negation => {
                self.amount = Some(Amount::No);
                self.carried = None;
            }
            Word::Remove => self.begin(Mode::Remove),
            Word::Take => {
                let off = self.runs[at + 1..].iter().any(|run| run.edge.role == Role::Word(Word::Off));
                self.begin(if off { Mode::Remove } else { Mode::Add });
            }
            Word::Make => self.begin(Mode::Change),
            Word::To => self.definite = false,
            Word::Swap => self.begin(Mode::Swap),
            Word::InsteadOf => self.mode = Mode::InsteadOf,
            Word::Instead => self.instead(),
            Word::Pronoun => self.pronoun(),
            Word::OfThem => {}
            Word::All | Word::Both => self.all(at, word),
            Word::Another => {
                self.another = true;
                self.number = Some(1);
            }
            Word::Same => self.same(),
            Word::Correction | Word::WeakCorrection => self.correction(at, word),
            Word::Except => self.except(at),
            Word::Just => self.said.just = true,
            Word::Plain => self.plain(at),
            Word::Clear => {
                self.said.statements.push(Statement::Clear);
                self.mode = Mode::Add;
                self.focus = Focus::Nothing;
            }
            Word::Topic(topic) => {
                self.said.questions.push(Asked { topic, entries: Vec::new() });
                self.mode = Mode::Ask;
            }
            Word::Cue(cue) => {
                if matches!(cue, Cue::NeverMind) {
                    self.mode = Mode::Add;
                }
                self.said.cues.push(cue);
            }
            Word::Combo => self.combo(),
            Word::Common => self.said.noise += 1,
            Word::Ordinal(ordinal) => self.ordinal = Some(ordinal),
            Word::Some
            | Word::Filler
            | Word::Unit
            | Word::Of
            | Word::Off
            | Word::SizeWord
            | Word::AsComes
            | Word::NumberSign
            | Word::Scale(_)
            | Word::Number(_)
            | Word::Amount(_) => {}
        }
    }

    fn begin(&mut self, mode: Mode) {
        self.mode = mode;
        self.settle();
    }

    /// What was said for the next thing is done with.
    fn settle(&mut self) {
        self.number = None;
        self.amount = None;
        self.carried = None;
        self.join = Join::None;
        self.on = false;
        self.definite = false;
        self.article = false;
        self.another = false;
    }

    fn entry(&mut self, at: usize, entries: Vec<Entry>) {
        let edge = self.runs[at].edge;
        let text = self.text(edge.start, edge.end);
        let ordinal = self.ordinal.take();
        match self.mode.clone() {
            Mode::Ask => {
                if let Some(asked) = self.said.questions.last_mut() {
                    asked.entries.extend(entries);
                }
            }
            Mode::Remove => self.remove(entries, ordinal),
            Mode::Except => {
                if let Some(Statement::Remove { subject: Subject::All { except }, .. }) =
                    self.said.statements.last_mut()
                {
                    except.push(entries);
                }
            }
            Mode::Change | Mode::Swap => {
                let again = self.drafted(&entries);
                let statement = match again {
                    Some(known) => known,
                    None => self.change(Subject::Entry { entries, ordinal }),
                };
                self.mode = Mode::Changing(statement);
                self.focus = Focus::Statement(statement);
            }
            Mode::Changing(statement) => self.change_into(statement, entries, text),
            Mode::InsteadOf => self.replace(Subject::Entry { entries, ordinal }),
            Mode::Add => self.add(entries, ordinal, text),
        }
        self.settle();
    }

    /// An item that is asked for, or that what is asked for is about.
    fn add(&mut self, entries: Vec<Entry>, ordinal: Option<u32>, text: String) {
        if self.amount == Some(Amount::No) {
            if let Some(known) = self.drafted(&entries) {
                self.said.statements[known] = Statement::Nothing;
            } else if self.on_order(&entries) {
                let subject = Subject::Entry { entries, ordinal };
                self.said.statements.push(Statement::Remove { subject, quantity: self.number });
            }
            return;
        }
        let about = self.on && !self.article && self.number.is_none() || ordinal.is_some();
        if about {
            let known = self.drafted(&entries);
            if known.is_some() || ordinal.is_some() || self.on_order(&entries) {
                let statement =
                    known.unwrap_or_else(|| self.change(Subject::Entry { entries: entries.clone(), ordinal }));
                let held = std::mem::take(&mut self.held);
                self.focus = Focus::Statement(statement);
                self.describe(held);
                return;
            }
        }
        if let Some(part) = self.part(&entries) {
            self.focus = part;
            let held = std::mem::take(&mut self.held);
            self.describe(held);
            return;
        }
        let mut draft = Draft { entries, text, quantity: self.number, ..Draft::default() };
        draft.details = std::mem::take(&mut self.held);
        if std::mem::take(&mut self.correcting)
            && let Some(known) = self.last_draft()
            && let Statement::Add(wrong) = &mut self.said.statements[known]
        {
            draft.quantity = draft.quantity.or(wrong.quantity);
            if draft.details.is_empty() && wrong.parts.is_empty() {
                draft.details = std::mem::take(&mut wrong.details);
            }
            *wrong = draft;
            self.focus = Focus::Statement(known);
            return;
        }
        if let Some(subject) = self.replaced.take() {
            let mut change = Change::of(subject);
            change.with = Some(draft);
            self.said.statements.push(Statement::Change(change));
        } else {
            self.said.statements.push(Statement::Add(draft));
        }
        self.focus = Focus::Statement(self.said.statements.len() - 1);
    }

    /// An item that fills a slot of the combo that was just said.
    fn part(&mut self, entries: &[Entry]) -> Option<Focus> {
        let (Focus::Statement(statement) | Focus::Part(statement, _)) = self.focus else { return None };
        let Statement::Add(draft) = self.said.statements.get_mut(statement)? else { return None };
        let combo = match draft.entries.as_slice() {
            [Entry::Combo(at)] => &self.menu.combos[*at],
            [Entry::Item(item)] if draft.combo => {
                self.menu.combos.iter().find(|combo| combo.main == self.menu.items[*item].id)?
            }
            _ => return None,
        };
        if self.number.is_some_and(|number| number != draft.quantity.unwrap_or(1)) {
            return None;
        }
        let fits = |entry: &Entry, slot: &fsm::menu::Slot| match entry {
            Entry::Item(item) => self.menu.items[*item].category == slot.category,
            Entry::Combo(_) => false,
        };
        let taken = |slot: &fsm::menu::Slot| {
            let fill = draft.parts.iter().filter(|part| part.entries.iter().any(|entry| fits(entry, slot))).count();
            let same = combo.slots.iter().filter(|other| other.category == slot.category).count();
            fill >= same
        };
        let joined = self.join != Join::And;
        let slot = combo.slots.iter().find(|slot| {
            entries.iter().any(|entry| fits(entry, slot)) && !taken(slot) && (joined || slot.default.is_none())
        })?;
        let entries = entries.iter().copied().filter(|entry| fits(entry, slot)).collect();
        draft.parts.push(Part { entries, details: Details::default() });
        Some(Focus::Part(statement, draft.parts.len() - 1))
    }

    fn remove(&mut self, entries: Vec<Entry>, ordinal: Option<u32>) {
        if self.held.is_empty() && self.on && self.removes_modifier() {
            return;
        }
        if let (Some(known), None) = (self.drafted(&entries), ordinal) {
            self.said.statements[known] = Statement::Nothing;
            return;
        }
        if !self.held.picks.is_empty() {
            let held = std::mem::take(&mut self.held);
            let statement = self.change(Subject::Entry { entries, ordinal });
            self.focus = Focus::Statement(statement);
            self.describe(held);
            return;
        }
        let subject = Subject::Entry { entries, ordinal };
        self.said.statements.push(Statement::Remove { subject, quantity: self.number });
    }

    /// "take the onions off the burger": the burger is what the change before is about.
    fn removes_modifier(&self) -> bool {
        false
    }

    fn change_into(&mut self, statement: usize, entries: Vec<Entry>, text: String) {
        let draft = Draft {
            entries,
            text,
            quantity: self.number,
            details: std::mem::take(&mut self.held),
            ..Draft::default()
        };
        match self.said.statements.get_mut(statement) {
            Some(Statement::Add(wrong)) => {
                let quantity = draft.quantity.or(wrong.quantity);
                *wrong = Draft { quantity, ..draft };
            }
            Some(Statement::Change(change)) if change.with.is_none() => change.with = Some(draft),
            _ => {
                self.said.statements.push(Statement::Add(draft));
                self.focus = Focus::Statement(self.said.statements.len() - 1);
                return;
            }
        }
        self.focus = Focus::Statement(statement);
    }

    /// "instead of the cheeseburger": what was said before it, or comes after it, takes its place.
    fn replace(&mut self, subject: Subject) {
        self.mode = Mode::Add;
        let Some(known) = self.last_draft() else {
            self.replaced = Some(subject);
            return;
        };
        if let Statement::Add(draft) = &self.said.statements[known] {
            let mut change = Change::of(subject);
            change.with = Some(draft.clone());
            self.said.statements[known] = Statement::Change(change);
            self.focus = Focus::Statement(known);
        }
    }

    /// "a sprite instead": of the line of the same kind, else of the one last mentioned.
    fn instead(&mut self) {
        let Some(known) = self.last_draft() else { return };
        let Statement::Add(draft) = &self.said.statements[known] else { return };
        let category = draft.entries.first().map(|entry| &self.menu.items[self.index.main(*entry)].category);
        let alike: Vec<_> = self
            .order
            .into_iter()
            .flat_map(Order::lines)
            .filter(|line| self.menu.item(&line.item).map(|item| &item.category) == category)
            .collect();
        let subject = match alike.as_slice() {
            [line] => Subject::Line(line.line_id),
            _ => Subject::Referent,
        };
        self.replace(subject);
    }

    fn pronoun(&mut self) {
        if self.ordinal.is_some() || self.number.is_some() && self.mode == Mode::Add {
            return;
        }
        let subject = self.ordinal.take().map_or(Subject::Referent, Subject::Place);
        match self.mode {
            Mode::Remove if self.held.picks.is_empty() => match self.last_draft() {
                Some(known) => self.said.statements[known] = Statement::Nothing,
                None => self.said.statements.push(Statement::Remove { subject, quantity: self.number.take() }),
            },
            Mode::Change | Mode::Swap => {
                let statement = self.last_draft().unwrap_or_else(|| self.change(subject));
                self.mode = Mode::Changing(statement);
                self.focus = Focus::Statement(statement);
            }
            Mode::InsteadOf => self.replace(subject),
            Mode::Add | Mode::Remove | Mode::Changing(_) | Mode::Except | Mode::Ask => {
                let held = std::mem::take(&mut self.held);
                if !held.is_empty() {
                    self.describe(held);
                }
            }
        }
        self.on = false;
        self.definite = false;
    }

    fn modifier(&mut self, run: Run<'_>, modifiers: &[ModifierAt]) {
        let text = self.text(run.edge.start, run.edge.end);
        let removing = self.mode == Mode::Remove;
        let said = self.amount.take().or(removing.then_some(Amount::No));
        let carried = if said.is_none() { self.carried } else { None };
        let always = self.join == Join::Or;
        let amount = said.or(if always { carried } else { None }).unwrap_or_default();
        let pick = Pick {
            modifiers: modifiers.to_vec(),
            amount,
            quantity: self.number.take().unwrap_or(1),
            text,
            carried: if always { None } else { carried.filter(|amount| *amount == Amount::No) },
            corrects: std::mem::take(&mut self.correcting),
        };
        self.carried = said.or(carried).filter(|amount| *amount == Amount::No);
        self.join = Join::None;
        self.definite = false;
        self.article = false;
        let details = Details { picks: vec![pick], ..Details::default() };
        self.place(run.bind, details);
    }

    fn size(&mut self, run: Run<'_>, size: (Vec<fsm::ids::SizeId>, String)) {
        self.correcting = false;
        self.place(run.bind, Details { size: Some(size), ..Details::default() });
    }

    fn group(&mut self, group: usize) {
        let none = self.amount.take() == Some(Amount::No) || self.mode == Mode::Remove;
        if none {
            let bind = if self.focus == Focus::Nothing { Bind::After } else { Bind::Before };
            self.place(bind, Details { without: vec![group], ..Details::default() });
        }
    }

    fn plain(&mut self, at: usize) {
        let next = self.runs[at + 1..].iter().find(|run| run.edge.role != Role::Word(Word::Filler));
        let before = next.is_some_and(|run| matches!(run.edge.role, Role::Entry { .. } | Role::Size(_)));
        let bind = if before || self.focus == Focus::Nothing { Bind::After } else { Bind::Before };
        self.place(bind, Details { plain: true, ..Details::default() });
    }

    fn place(&mut self, bind: Bind, details: Details) {
        match (bind, self.focus, &self.mode) {
            (_, _, Mode::Changing(statement)) => {
                self.focus = Focus::Statement(*statement);
                self.describe(details);
            }
            (Bind::Before, Focus::Statement(_) | Focus::Part(..), _) => self.describe(details),
            _ => self.held.extend(details),
        }
    }

    /// Says something of what is in focus; of the line last mentioned if nothing is.
    fn describe(&mut self, details: Details) {
        if details.is_empty() {
            return;
        }
        let (statement, part) = match self.focus {
            Focus::Statement(statement) => (statement, None),
            Focus::Part(statement, part) => (statement, Some(part)),
            Focus::Nothing => (self.change(Subject::Referent), None),
        };
        if self.focus == Focus::Nothing {
            self.focus = Focus::Statement(statement);
        }
        let split = self.split.take();
        if let Some(split) = split {
            self.split_off(statement, split, details);
            return;
        }
        match (self.said.statements.get_mut(statement), part) {
            (Some(Statement::Add(draft)), Some(part)) => {
                let fits = details.picks.iter().all(|pick| {
                    draft.parts[part].entries.iter().any(|entry| self.index.allows(self.index.main(*entry), &pick.modifiers))
                });
                let of_part = if fits { &mut draft.parts[part].details } else { &mut draft.details };
                of_part.extend(details);
            }
            (Some(Statement::Add(draft)), None) => draft.details.extend(details),
            (Some(Statement::Change(change)), _) => match &mut change.with {
                Some(draft) => draft.details.extend(details),
                None => change.details.extend(details),
            },
            _ => self.held.extend(details),
        }
    }

    /// "two burgers, one of them without onions".
    fn split_off(&mut self, statement: usize, count: u32, details: Details) {
        match self.said.statements.get_mut(statement) {
            Some(Statement::Add(draft)) => {
                let all = draft.quantity.unwrap_or(1);
                let mut other = draft.clone();
                other.details.extend(details);
                if count >= all {
                    *draft = other;
                    return;
                }
                draft.quantity = Some(all - count);
                other.quantity = Some(count);
                self.said.statements.push(Statement::Add(other));
                self.focus = Focus::Statement(self.said.statements.len() - 1);
            }
            Some(Statement::Change(change)) => {
                change.split = Some(count);
                change.details.extend(details);
            }
            _ => {}
        }
    }

    fn amount(&mut self, at: usize, amount: Amount) {
        let before = at.checked_sub(1).map(|before| &self.runs[before].edge.role);
        let after = self.runs.get(at + 1).map(|run| &run.edge.role);
        let behind = matches!(before, Some(Role::Modifier(_))) && !matches!(after, Some(Role::Modifier(_)));
        if amount == Amount::Side && behind {
            if let Some(pick) = self.last_pick() {
                pick.amount = Amount::Side;
            }
            return;
        }
        self.amount = Some(amount);
        self.carried = None;
    }

    fn last_pick(&mut self) -> Option<&mut Pick> {
        if !self.held.picks.is_empty() {
            return self.held.picks.last_mut();
        }
        match (self.focus, self.said.statements.last_mut()) {
            (Focus::Part(_, part), Some(Statement::Add(draft))) if !draft.parts[part].details.picks.is_empty() => {
                draft.parts[part].details.picks.last_mut()
            }
            (_, Some(Statement::Add(draft))) => draft.details.picks.last_mut(),
            (_, Some(Statement::Change(change))) => match &mut change.with {
                Some(draft) => draft.details.picks.last_mut(),
                None => change.details.picks.last_mut(),
            },
            _ => None,
        }
    }

    fn number(&mut self, at: usize, number: u32) {
        let after = self.after(at);
        let is_pronoun = number == 1 && (self.ordinal.is_some() || self.held.size.is_some() && after.is_none());
        if is_pronoun {
            return;
        }
        if after == Some(Word::OfThem) || after == Some(Word::Pronoun) && self.on {
            self.some_of_them(at, number);
            return;
        }
        let counts = self.runs[at + 1..]
            .iter()
            .take_while(|run| !self.tokens[run.edge.start].pause)
            .find(|run| !matches!(run.edge.role, Role::Word(Word::Unit | Word::Filler | Word::Of | Word::SizeWord | Word::Just)));
        let counted = counts.is_some_and(|run| {
            matches!(run.edge.role, Role::Entry { .. } | Role::Modifier(_) | Role::Size(_) | Role::Amount(_))
                || matches!(run.edge.role, Role::Unknown | Role::Word(Word::Plain | Word::Combo | Word::Another))
                || matches!(run.edge.role, Role::Category(_))
        });
        if counted {
            self.number = Some(number);
            return;
        }
        let correcting = std::mem::take(&mut self.correcting);
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
            (_, None) => {
                self.said.number = Some(number);
                self.number = Some(number);
            }
        }
    }

    /// "two of those", "on one of them".
    fn some_of_them(&mut self, _at: usize, number: u32) {
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
                if let Some(Statement::Change(change)) = self.said.statements.get_mut(statement) {
                    change.quantity = Some(number);
                }
            }
        }
    }

    fn same(&mut self) {
        match self.last_draft() {
            Some(known) => {
                if let Statement::Add(draft) = &mut self.said.statements[known] {
                    draft.quantity = Some(draft.quantity.unwrap_or(1).saturating_add(1));
                }
            }
            None => self.said.statements.push(Statement::Add(Draft { quantity: self.number, ..Draft::default() })),
        }
        self.settle();
    }

    fn all(&mut self, at: usize, word: Word) {
        let except = self.after(at) == Some(Word::Except);
        match self.mode {
            Mode::Remove => {
                self.said.statements.push(Statement::Remove { subject: Subject::All { except: Vec::new() }, quantity: None });
            }
            _ if except => {}
            _ if self.on || word == Word::Both => {
                let held = std::mem::take(&mut self.held);
                let statement = self.change(Subject::Each);
                self.focus = Focus::Statement(statement);
                self.describe(held);
            }
            _ => {}
        }
    }

    fn except(&mut self, at: usize) {
        let of_items = self.runs[at + 1..].iter().find_map(|run| match run.edge.role {
            Role::Entry { .. } => Some(true),
            Role::Modifier(_) => Some(false),
            _ => None,
        });
        if of_items == Some(true) {
            let all = matches!(
                self.said.statements.last(),
                Some(Statement::Remove { subject: Subject::All { .. }, .. })
            );
            if !all {
                let subject = Subject::All { except: Vec::new() };
                self.said.statements.push(Statement::Remove { subject, quantity: None });
            }
            self.mode = Mode::Except;
        } else {
            self.amount = Some(Amount::No);
        }
    }

    fn correction(&mut self, at: usize, word: Word) {
        let nothing_before = self.last_draft().is_none() && self.held.is_empty() && self.number.is_none();
        if nothing_before {
            return;
        }
        let after = self.runs[at + 1..].iter().find(|run| run.edge.role != Role::Word(Word::Filler));
        if after.is_none() && word == Word::Correction {
            if let Some(known) = self.last_draft() {
                self.said.statements[known] = Statement::Nothing;
            }
            return;
        }
        self.number = None;
        self.correcting = true;
    }

    fn combo(&mut self) {
        match (&self.mode, self.focus) {
            (Mode::Changing(statement), _) | (_, Focus::Statement(statement)) => {
                match self.said.statements.get_mut(*statement) {
                    Some(Statement::Add(draft)) => draft.combo = true,
                    Some(Statement::Change(change)) => match &mut change.with {
                        Some(draft) => draft.combo = true,
                        None => change.combo = true,
                    },
                    _ => {}
                }
            }
            (_, Focus::Nothing) => {
                let statement = self.change(Subject::Referent);
                if let Some(Statement::Change(change)) = self.said.statements.get_mut(statement) {
                    change.combo = true;
                }
                self.focus = Focus::Statement(statement);
            }
            (_, Focus::Part(..)) => {}
        }
    }

    /// A run of words of no language and no menu: something to order, if it stands where something is ordered.
    fn unknown(&mut self, at: usize) -> usize {
        let count = self.runs[at..]
            .iter()
            .enumerate()
            .take_while(|(index, run)| {
                run.edge.role == Role::Unknown && (*index == 0 || !self.tokens[run.edge.start].pause)
            })
            .count();
        let (start, end) = (self.runs[at].edge.start, self.runs[at + count - 1].edge.end);
        let before = self.runs[..at].iter().rev().find(|run| {
            !matches!(run.edge.role, Role::Word(Word::Filler | Word::Unit | Word::Of | Word::Some | Word::Just | Word::Common))
        });
        let wanted = self.mode != Mode::Ask
            && (self.article || self.number.is_some() || self.amount.is_some() || self.join == Join::With)
            || before.is_some_and(|run| {
                matches!(run.edge.role, Role::Word(Word::Want | Word::Add | Word::Remove | Word::And | Word::Or))
                    && self.mode != Mode::Ask
            });
        let wanted = wanted && (self.wants() || self.join != Join::And);
        if !wanted {
            self.said.noise += count;
            return at + count;
        }
        let mut end = end;
        let mut next = at + count;
        let mut near = Vec::new();
        if let Some(Run { edge, .. }) = self.runs.get(next)
            && let Role::Entry { entries, .. } = &edge.role
            && !self.tokens[edge.start].pause
        {
            near.clone_from(entries);
            end = edge.end;
            next += 1;
            self.held = Details::default();
        }
        let text = self.text(start, end);
        self.said.strange.push((text, near));
        self.settle();
        next
    }

    /// Whether anything so far was about an order.
    fn wants(&self) -> bool {
        !self.said.statements.is_empty() || !self.said.strange.is_empty()
    }

    /// The next word of the language that is no filler.
    fn after(&self, at: usize) -> Option<Word> {
        self.runs[at + 1..].iter().find_map(|run| match run.edge.role {
            Role::Word(Word::Filler) => None,
            Role::Word(word) => Some(Some(word)),
            _ => Some(None),
        })?
    }

    fn change(&mut self, subject: Subject) -> usize {
        let known = self
            .said
            .statements
            .iter()
            .position(|statement| matches!(statement, Statement::Change(change) if change.subject == subject));
        known.unwrap_or_else(|| {
            self.said.statements.push(Statement::Change(Change::of(subject)));
            self.said.statements.len() - 1
        })
    }

    /// The line of this utterance that is called so.
    fn drafted(&self, entries: &[Entry]) -> Option<usize> {
        self.said.statements.iter().rposition(|statement| match statement {
            Statement::Add(draft) => draft.entries.iter().any(|entry| {
                entries.contains(entry) || entries.contains(&Entry::Item(self.index.main(*entry)))
            }),
            _ => false,
        })
    }

    /// The newest line of this utterance.
    fn last_draft(&self) -> Option<usize> {
        self.said.statements.iter().rposition(|statement| matches!(statement, Statement::Add(_)))
    }

    fn on_order(&self, entries: &[Entry]) -> bool {
        self.order.is_some_and(|order| {
            order.lines().iter().any(|line| {
                entries.iter().any(|entry| line.holds(&self.menu.items[self.index.main(*entry)].id))
            })
        })
    }

    fn text(&self, start: usize, end: usize) -> String {
        let words: Vec<&str> = self.tokens[start..end].iter().map(|token| token.word.as_str()).collect();
        words.join(" ")
    }

    fn finish(mut self) -> Said {
        let held = std::mem::take(&mut self.held);
        if !held.is_empty() {
            if self.split.is_none() && self.said.statements.is_empty() {
                self.focus = Focus::Nothing;
            }
            self.describe(held);
        }
        if let Some(ordinal) = self.ordinal {
            self.said.ordinal = Some(ordinal);
            if self.mode == Mode::Remove {
                let subject = Subject::Place(ordinal);
                self.said.statements.push(Statement::Remove { subject, quantity: None });
            }
        }
        if let (true, true, None) = (self.another, self.said.statements.is_empty(), self.said.strange.first()) {
            self.said.statements.push(Statement::Add(Draft::default()));
        }
        self.said.statements.retain(|statement| match statement {
            Statement::Nothing => false,
            Statement::Change(change) => !change.is_empty(),
            Statement::Add(_) | Statement::Remove { .. } | Statement::Clear => true,
        });
        self.said
    }
}
