//! From a reading to what was said: walks its runs once, from left to right, and gathers lines, changes and what
//! was taken back within the sentence.
//!
//! This file is long because it holds the one `match` over what a word can do to the walk, and the state that it changes.

mod amends;
mod amounts;
mod choices;
mod combos;
mod counting;
mod denials;
mod described;
mod details;
mod finish;
mod halves;
mod items;
mod names;
mod numbers;
mod pointed;
mod shares;
mod sizes;
mod strange;
mod strange_names;
mod swaps;
mod taken_back;
mod targets;

use fsm::dialogue::ActKind;
use fsm::ids::SizeId;
use fsm::menu::Menu;
use fsm::order::{Amount, Order};

use crate::index::Index;
use crate::language::{Cue, Word};
use crate::reading::lattice::{Edge, Lattice, Role};
use crate::reading::said::{Details, Said, SaidLine, Statement, Subject};
use crate::reading::search::{Bind, Reading};
use crate::resolve::Context;
use crate::tokens::Token;

/// Walks a reading.
pub(crate) fn walk(cx: Context<'_>, tokens: &[Token], lattice: &Lattice, reading: &Reading) -> Said {
    let runs: Vec<Run<'_>> =
        reading.steps.iter().map(|step| Run { edge: &lattice.edges[step.edge], bind: step.bind }).collect();
    let mut walker = Walker {
        menu: cx.menu,
        index: cx.index,
        order: cx.order,
        tokens,
        runs: &runs,
        last_item: runs.iter().rposition(|run| matches!(run.edge.role, Role::Entry { .. })),
        last_off: runs.iter().rposition(|run| run.edge.role == Role::Word(Word::Off)),
        said: Said::default(),
        at: 0,
        mode: Mode::Add,
        focus: Focus::Nothing,
        held: Details::default(),
        number: None,
        ordinal: None,
        amount: None,
        times: None,
        carried: None,
        join: Join::None,
        on: false,
        definite: false,
        article: false,
        correcting: false,
        waiting: Vec::new(),
        renumbers: false,
        amending: false,
        another: false,
        split: None,
        split_from: None,
        said_last: Vec::new(),
        spread: false,
        some_of: None,
        adding: false,
        combos: 0,
        every: false,
        replaced: None,
        headed: None,
        answering: cx.question.is_some(),
        answering_for_line: cx.question_line().is_some(),
        not_extra: false,
        excepting: false,
        wanted: false,
    };
    let mut at = 0;
    while at < runs.len() {
        let (start, known) = (runs[at].edge.start, walker.said.statements.len());
        at = walker.run(at);
        for statement in walker.said.statements.iter_mut().skip(known) {
            if let Statement::Add(draft) = statement {
                draft.start = start;
            }
        }
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
    /// What is named stays as it is.
    Keep,
}

/// What later words are about.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Focus {
    Nothing,
    /// That statement's line or subject.
    Statement(usize),
    /// That part of that statement's line.
    Part(usize, usize),
    /// What the menu does not have; `combo` where it was said to be one.
    Strange {
        combo: bool,
    },
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
    /// The last run that names an item.
    last_item: Option<usize>,
    /// The last run that says "off".
    last_off: Option<usize>,
    said: Said,
    /// The run that is taken.
    at: usize,
    mode: Mode,
    focus: Focus,
    /// Sizes and modifiers that wait for their item.
    held: Details,
    number: Option<u32>,
    ordinal: Option<u32>,
    /// The amount that was said for the next modifier.
    amount: Option<Amount>,
    /// How many times as much of the next modifier.
    times: Option<u32>,
    /// The amount of the modifiers so far, if it may be meant for the next one too.
    carried: Option<Amount>,
    join: Join,
    on: bool,
    definite: bool,
    article: bool,
    correcting: bool,
    /// "two large and one small coke": the lines whose item comes later.
    waiting: Vec<(u32, Details)>,
    /// Whether a number that waits for what it counts is corrected.
    renumbers: bool,
    /// Whether a correction of the order was begun: "actually one", "just the one".
    amending: bool,
    another: bool,
    /// "on one of them".
    split: Option<u32>,
    /// The line that was split.
    split_from: Option<usize>,
    /// The lines whose last share was said after the statements up to there: "two cokes, one small and one large".
    said_last: Vec<(usize, usize)>,
    /// Whether what is said is said of all lines of this utterance: "both with milk".
    spread: bool,
    /// "two of the lattes": so many of the line that is named next.
    some_of: Option<u32>,
    /// "both lattes": all of what is named next.
    every: bool,
    /// "two combos, ...": how many of those that are named next are combos.
    combos: u32,
    /// Whether an addition to something was begun: "put bacon on the burger".
    adding: bool,
    /// What should be replaced, if said before what replaces it, and how many of it: "instead of one of the lattes, ...".
    replaced: Option<(Subject, Option<u32>)>,
    /// "three larges, one pepperoni, one cheese, ...": their number and their size.
    headed: Option<(u32, (Vec<SizeId>, String))>,
    /// Whether a question is open.
    answering: bool,
    /// Whether it is about a line.
    answering_for_line: bool,
    /// "no extra".
    not_extra: bool,
    /// "everything but": whether what is listed from here on is not wanted.
    excepting: bool,
    /// Whether something was asked for explicitly.
    wanted: bool,
}

impl Walker<'_> {
    /// Takes a run, and those after it that belong to it; returns the next one.
    pub(crate) fn run(&mut self, at: usize) -> usize {
        let run = self.runs[at];
        let edge = run.edge;
        if self.tokens[edge.start].pause && self.join == Join::None {
            self.join = Join::Pause;
        }
        // "I'll skip those. Apple slices for her"
        let goes_on = edge.role == Role::Word(Word::And);
        if self.tokens[edge.start].begins && self.mode == Mode::Remove && !goes_on {
            self.begin(Mode::Add);
        }
        // "Live a little. Cheese on one burger"
        if self.tokens[edge.start].begins && self.amount == Some(Amount::Light) {
            self.amount = None;
        }
        self.at = at;
        if self.mode == Mode::Keep && self.asks_for_more(at) {
            self.begin(Mode::Add);
        }
        self.answer_before(at);
        if let Some(next) = self.strange_name(at) {
            return next;
        }
        if let Some(next) = self.description(at) {
            self.said.described.push((edge.start, self.runs[next - 1].edge.end));
            self.settle();
            return next;
        }
        match &edge.role {
            Role::Modifier(_) | Role::Entry { .. } if let Some(renamed) = self.renamed(at) => {
                self.rename(at, renamed);
            }
            Role::Entry { called, .. } if called.is_part() && self.is_what_it_is_on(at) => {
                self.said.told.push(self.text(edge.start, edge.end));
                self.settle();
            }
            Role::Entry { entries, by, .. } => {
                if !by.is_empty() && self.split.is_none() {
                    self.kind(run, by);
                }
                self.entry(at, entries.to_vec());
            }
            Role::NoSuchNumber => {
                let text = self.text(edge.start, edge.end);
                self.said.strange.push((text, Vec::new()));
                self.settle();
            }
            Role::Modifier(_) if self.is_misheard_item(at) => return self.misheard_item(at),
            Role::Size(_) | Role::Term(_) if let Some(next) = self.halves(at) => return next,
            Role::Modifier(_) | Role::Size(_) if self.chooses_again(at) => self.choose_again(at),
            Role::Modifier(_) if let Some(entries) = self.named_as_a_part(at) => self.entry(at, entries),
            Role::Modifier(modifiers) if self.is_in_its_name(at, modifiers) => self.join = Join::None,
            Role::Modifier(modifiers) => self.modifier(run, modifiers),
            Role::Size(sizes) => self.size(run, (sizes.to_vec(), self.text(edge.start, edge.end))),
            Role::Category(category) if self.amount == Some(Amount::No) => self.without(*category),
            Role::Category(category) if self.is_of_no_kind(at, *category) => self.of_no_kind(at, *category),
            Role::Category(category)
                if let Some(there) =
                    self.of_category_on_order(at, *category).or_else(|| self.of_category_here(*category)) =>
            {
                self.entry(at, there);
            }
            Role::Category(category) => {
                let text = self.text(edge.start, edge.end);
                let quantity = self.number.take();
                self.said.categories.push((*category, SaidLine { text, quantity, ..SaidLine::default() }));
                if self.mode == Mode::Add {
                    self.describe_category();
                }
            }
            // "french toast, I don't want the pancakes", which are ordered
            Role::Group(_) if let Some(entries) = self.denied_of_order(at) => self.entry(at, entries),
            Role::Group(group) => self.group(*group),
            Role::Amount(amount) => self.amount(at, *amount),
            Role::Number(number) => self.number(at, *number),
            Role::Unknown | Role::Term(_) => return self.strange(at),
            Role::Again => self.again(at),
            Role::Word(Word::Swap) if let Some(next) = self.swap(at) => return next,
            Role::Word(Word::InsteadOf) if let Some(next) = self.instead_of(at) => return next,
            Role::Word(word) => self.word(at, *word),
        }
        at + 1
    }

    pub(crate) fn word(&mut self, at: usize, word: Word) {
        match word {
            Word::Article => {
                if self.join == Join::Pause {
                    self.leave_what_waits(at);
                }
                if self.begins_anew(at) {
                    self.number = None;
                }
                self.article = true;
            }
            Word::Definite => self.definite = true,
            Word::Want => {
                let edge = self.runs[at].edge;
                let takes =
                    self.index.language().roles_by(self.tokens[edge.end - 1].id).contains(&Word::Take);
                self.mode = if takes && self.is_off(at) { Mode::Remove } else { Mode::Add };
                self.wanted = true;
                self.amending = false;
                self.adding = false;
                self.settle();
            }
            Word::Add => {
                self.mode = Mode::Add;
                (self.correcting, self.amending, self.adding) = (false, false, true);
                self.settle();
            }
            Word::And => {
                self.leave_what_waits(at);
                self.join = Join::And;
                self.correcting = false;
                // "a bud light and a large pizza"
                self.amount = self.amount.filter(|amount| !matches!(amount, Amount::Light | Amount::Extra));
            }
            Word::Or => self.join = Join::Or,
            Word::With => {
                self.leave_what_has_something(at);
                // "put ranch with the wings"
                self.on |= self.adding && !self.held.is_empty() && self.last_draft().is_none();
                self.join = Join::With;
                self.carried = None;
                self.excepting = false;
            }
            Word::On => {
                self.on = true;
                self.carried = None;
            }
            Word::Times(times) => {
                self.carried = None;
                self.times(at, times);
            }
            Word::Negation => {
                self.amount = Some(Amount::No);
                self.carried = None;
            }
            Word::Remove => self.begin(Mode::Remove),
            Word::Take => {
                let off = self.is_off(at);
                self.begin(if off { Mode::Remove } else { Mode::Add });
            }
            Word::Keep => {
                let off = self.is_off(at);
                self.begin(if off { Mode::Remove } else { Mode::Keep });
            }
            Word::Make => self.begin(Mode::Change),
            Word::To => self.to(),
            Word::Off => self.off(),
            Word::Swap => self.begin(Mode::Swap),
            Word::InsteadOf => self.mode = Mode::InsteadOf,
            Word::Instead => self.instead(),
            Word::Pronoun => self.pronoun(),
            Word::OfThem => {}
            Word::All | Word::Both => self.all(at, word),
            Word::Another => {
                self.another = true;
                self.number = self.number.or(Some(1));
            }
            Word::Other => self.other(),
            Word::Should => self.should(),
            // "a Sprite, the same size"
            Word::Same if self.after(at) == Some(Word::Sized) => {}
            Word::Same => self.same(),
            Word::Correction | Word::WeakCorrection => self.correction(at, word),
            Word::Except => self.except(at),
            Word::Just if self.suffices(at) => {}
            // "forget the fries, just the sandwich"
            Word::Just if self.mode == Mode::Remove && self.after(at) == Some(Word::Definite) => {
                self.begin(Mode::Keep);
            }
            Word::Just => {
                self.with_nothing_else(at);
                self.said.just = true;
                self.amending = true;
            }
            Word::Plain => self.plain(at),
            Word::ForPart => self.for_part(),
            Word::Clear => {
                self.said.statements.push(Statement::Clear);
                self.mode = Mode::Add;
                self.focus = Focus::Nothing;
            }
            Word::Topic(_) | Word::Asks => self.said.asks = true,
            Word::Cue(Cue::Act(ActKind::No)) if self.is_taken_back(at) => {
                self.correction(at, Word::Correction);
            }
            Word::Cue(Cue::Nothing) if self.is_none_in_the_other(at) => self.none_of_it(),
            Word::Cue(cue) => {
                if cue == Cue::Act(ActKind::NeverMind) {
                    self.mode = Mode::Add;
                }
                if cue == Cue::Act(ActKind::NeedsTime) {
                    self.said.waits = !self.orders_later(at);
                    self.amending |= self.leads(at) && !self.answering;
                }
                if matches!(cue, Cue::Act(ActKind::Yes | ActKind::No) | Cue::WeakYes) {
                    self.said.answers |= self.leads(at);
                    self.said.goes_on |= self.after(at) == Some(Word::And);
                }
                self.said.cues.push(cue);
            }
            Word::Sized if self.follows_same(at) => self.same_size(),
            Word::Combo if self.is_no_combo(at) => {}
            Word::Combo => self.combo(),
            Word::Common => self.said.noise += 1,
            // "three with tea and the last one with coffee"
            Word::Ordinal(0) if self.split_from.is_some() => self.other(),
            Word::Ordinal(_) if self.lists_by_place(at) => self.settle(),
            Word::Ordinal(ordinal) => self.ordinal = Some(ordinal),
            Word::Some
            | Word::Filler
            | Word::Unit
            | Word::Of
            | Word::Sized
            | Word::AsComes
            | Word::NumberSign
            | Word::Claim(_)
            | Word::Edit(_)
            | Word::Which
            | Word::AsTo
            | Word::Aside { .. }
            | Word::Listening
            | Word::Own
            | Word::Elsewhere
            | Word::AsksOthers { .. }
            | Word::You
            | Word::TakesCall
            | Word::Vocative
            | Word::Denial
            | Word::Missing
            | Word::Rest
            | Word::NothingElse
            | Word::Part
            | Word::Fallback
            | Word::IfThere
            | Word::Apology
            | Word::Opening
            | Word::Closing
            | Word::Hesitation
            | Word::Thinking
            | Word::Indifferent { .. }
            | Word::Scale(_)
            | Word::NumberAlike(_)
            | Word::Number(_)
            | Word::Amount(_) => {}
        }
    }

    /// Whether a sentence began since something was counted: "three of us today. He gets a latte".
    fn begins_anew(&self, at: usize) -> bool {
        let counted = self.runs[..at].iter().rposition(|run| matches!(run.edge.role, Role::Number(_)));
        let since = counted.map_or(0, |counted| self.runs[counted].edge.end);
        self.tokens[since..=self.runs[at].edge.start].iter().any(|token| token.begins)
    }

    pub(crate) fn begin(&mut self, mode: Mode) {
        self.mode = mode;
        self.settle();
    }

    /// Forgets what was said for the next thing.
    pub(crate) fn settle(&mut self) {
        self.count_what_is_held();
        self.amount = None;
        self.times = None;
        self.carried = None;
        self.join = Join::None;
        self.on = false;
        self.definite = false;
        self.article = false;
        self.another = false;
        self.excepting = false;
    }

    /// Whether something else is ordered after what stays: "leave the burger like it is, and a large coke".
    fn asks_for_more(&self, at: usize) -> bool {
        let edge = self.runs[at].edge;
        let counts = matches!(edge.role, Role::Number(_) | Role::Size(_) | Role::Word(Word::Article));
        let names = self.tokens[edge.start].pause && matches!(edge.role, Role::Entry { .. });
        names || counts && matches!(self.join, Join::Pause | Join::And)
    }

    /// Whether anything so far was about an order.
    pub(crate) fn wants(&self) -> bool {
        !self.said.statements.is_empty() || !self.said.strange.is_empty()
    }

    /// The next word of the language that is no filler.
    pub(crate) fn after(&self, at: usize) -> Option<Word> {
        self.runs[at + 1..].iter().find_map(|run| match run.edge.role {
            Role::Word(Word::Filler) => None,
            Role::Word(word) => Some(Some(word)),
            _ => Some(None),
        })?
    }

    pub(crate) fn text(&self, start: usize, end: usize) -> String {
        let words: Vec<&str> = self.tokens[start..end].iter().map(|token| token.word.as_str()).collect();
        words.join(" ")
    }
}
