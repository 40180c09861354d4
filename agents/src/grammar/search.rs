//! The best reading of the whole of an utterance: which runs of words are what, and what each modifier and size
//! belongs to. A beam search over the lattice: for each word at most [`beam::BEAM`] readings with each of its at most
//! `lattice::EDGES_PER_WORD_MAX` edges, twice if they can be of what is before and of what comes.

mod beam;

use fsm::acts::Amount;
use fsm::menu::Menu;
use fsm::order::Order;

use self::beam::Beam;
use super::index::{Entry, Index, ModifierAt};
use super::language::{Cue, Word};
use super::lattice::{Called, Edge, Lattice, Role};
use super::tokens::Token;

/// What a modifier or a size is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Bind {
    /// Of nothing: it is no modifier and no size.
    None,
    /// Of the item before it.
    Before,
    /// Of the item after it.
    After,
}

/// One run of the utterance in a reading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) edge: usize,
    pub(super) bind: Bind,
    /// How well it fits what comes before it.
    pub(super) fit: i32,
    before: Option<usize>,
}

/// A reading of the whole utterance.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) steps: Vec<Step>,
    pub(super) score: i32,
}

/// What a search finds.
#[derive(Debug)]
pub(super) struct Found {
    /// The best first; at most two.
    pub(super) readings: Vec<Reading>,
    /// How many steps were taken from the words so far to a run behind them.
    pub(super) followed: usize,
}

/// How many runs a number or an article may stand before what it counts.
const COUNTED_RUNS_MAX: usize = 5;
/// What it costs to take a modifier for an item where none can stand.
const MISPLACED: i32 = -200;
/// How many readings are told apart for the one behind the best.
const READINGS_MAX: usize = 2;
/// How many steps a word usually takes.
const STEPS_PER_WORD: usize = 16;
/// How many modifiers and sizes can wait for their item.
const HELD_MAX: usize = 8;

/// How many items before the last one a modifier can belong to.
const EARLIER: usize = 3;

/// What it costs to take the name of an item for a modifier of nothing.
const HOMONYM: i32 = -45;

/// Finds the best readings, the best first; at most two. `order` is what words can be about that name no item.
pub(super) fn search(
    menu: &Menu,
    index: &Index,
    tokens: &[Token],
    lattice: &Lattice,
    order: Option<&Order>,
) -> Found {
    let lines = order.into_iter().flat_map(Order::lines);
    let ids = lines
        .flat_map(|line| std::iter::once(&line.item).chain(line.components.iter().map(|part| &part.item)));
    let ordered = ids.filter_map(|id| menu.items.iter().position(|item| item.id == *id)).collect();
    let mut search = Search {
        menu,
        index,
        tokens,
        lattice,
        ordered,
        steps: Vec::with_capacity(tokens.len() * STEPS_PER_WORD),
    };
    let mut places: Vec<Beam> = vec![Beam::default(); tokens.len() + 1];
    let mut room: Vec<Vec<Hypothesis>> = Vec::new();
    places[0].offer(Hypothesis::default());
    for at in 0..tokens.len() {
        let here = std::mem::take(&mut places[at]).into_kept();
        for hypothesis in &here {
            for edge in lattice.starts[at].clone() {
                let place = &mut places[lattice.edges[edge].end];
                if place.is_new() {
                    *place = Beam::reusing(room.pop().unwrap_or_default());
                }
                for bind in search.binds(hypothesis, edge).into_iter().flatten() {
                    search.offer(hypothesis, edge, bind, place);
                }
            }
        }
        room.push(here);
    }
    let mut ends = places.pop().unwrap_or_default().into_kept();
    for end in &mut ends {
        end.score += search.at_the_end(end);
    }
    ends.sort_by_key(|end| std::cmp::Reverse(end.score));
    let mut found: Vec<Reading> = Vec::with_capacity(READINGS_MAX);
    for reading in ends.iter().map(|end| search.reading(end)) {
        if found.len() < READINGS_MAX && found.iter().all(|known| search.differ(known, &reading)) {
            found.push(reading);
        }
    }
    Found { readings: found, followed: search.steps.len() }
}

/// What counts of the words so far for the words to come.
#[derive(Clone, Debug, Default)]
struct Hypothesis {
    score: i32,
    last: Option<usize>,
    /// The edge of the item that modifiers can belong to.
    head: Option<usize>,
    /// The items before it, for what it cannot have.
    earlier: [Option<usize>; EARLIER],
    /// Whether something new began since the head.
    fresh: bool,
    /// Whether the head has its size.
    sized: bool,
    /// Whether there are several of the head.
    many: bool,
    kind: Kind,
    held: [usize; HELD_MAX],
    held_count: usize,
}

/// What the last run was that means something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    #[default]
    Start,
    Begin,
    Add,
    And,
    With,
    On,
    Negation,
    Amount,
    Number,
    Entry,
    Modifier,
    Size,
    Remove,
    Make,
    No,
    Asks,
    Other,
}

impl Hypothesis {
    fn held(&self) -> &[usize] {
        &self.held[..self.held_count]
    }
}

struct Search<'a> {
    menu: &'a Menu,
    index: &'a Index,
    tokens: &'a [Token],
    lattice: &'a Lattice,
    /// The items on the order.
    ordered: Vec<usize>,
    steps: Vec<Step>,
}

impl Search<'_> {
    fn binds(&self, hypothesis: &Hypothesis, edge: usize) -> [Option<Bind>; 2] {
        match self.lattice.edges[edge].role {
            Role::Modifier(_) | Role::Size(_) => {
                let before = hypothesis.head.map(|_| Bind::Before);
                let after = (hypothesis.held_count < HELD_MAX).then_some(Bind::After);
                [before, after.or(before.is_none().then_some(Bind::None))]
            }
            // "a large one"
            Role::Again if !self.names_again(hypothesis) => [None, None],
            _ => [Some(Bind::None), None],
        }
    }

    /// Goes on from a reading with a run. What follows from the fit only makes it worse, so that one that is behind
    /// already is not followed.
    fn offer(&mut self, from: &Hypothesis, edge_at: usize, bind: Bind, place: &mut Beam) {
        let edge = &self.lattice.edges[edge_at];
        let fit = self.fit(from, edge, bind, self.tokens[edge.start].pause);
        if !place.is_out_of_reach(from.score + edge.score + fit) {
            let next = self.follow(from, edge_at, bind, fit);
            place.offer(next);
        }
    }

    #[inline]
    fn follow(&mut self, from: &Hypothesis, edge_at: usize, bind: Bind, fit: i32) -> Hypothesis {
        let edge = &self.lattice.edges[edge_at];
        let mut next = from.clone();
        let pause = self.tokens[edge.start].pause;
        next.score += edge.score + fit;
        if pause && from.kind == Kind::Negation {
            next.score -= 30;
        }
        if pause && from.held_count > 0 {
            next.score -= 6;
        }
        match (&edge.role, bind) {
            (Role::Entry { .. }, _) => {
                next.earlier.rotate_right(1);
                next.earlier[0] = next.head;
                next.head = Some(edge_at);
                next.many = self.number_before(from).is_some_and(|number| number > 1);
                next.fresh = false;
                next.sized =
                    from.held().iter().any(|held| matches!(self.lattice.edges[*held].role, Role::Size(_)));
                next.held_count = 0;
            }
            (Role::Again, _) => {
                next.fresh = false;
                next.held_count = 0;
            }
            (Role::Modifier(_) | Role::Size(_), Bind::After) => {
                next.held[next.held_count] = edge_at;
                next.held_count += 1;
            }
            (Role::Modifier(_), Bind::Before) => next.fresh = false,
            (Role::Size(_), Bind::Before) => next.sized = true,
            (Role::Number(_) | Role::Word(Word::Article), _)
                if from.held_count > 0 && matches!(from.kind, Kind::Modifier | Kind::And) =>
            {
                next.score -= 40;
            }
            (Role::Word(Word::Want | Word::Add), _) if from.held_count > 0 => next.score -= 20,
            (Role::Word(Word::And | Word::With), _) if from.kind == Kind::Size && from.held_count > 0 => {
                next.score -= 15;
            }
            _ => {}
        }
        if let Some(kind) = kind(&edge.role) {
            next.kind = kind;
            next.fresh |= next.head.is_some() && matches!(kind, Kind::Begin | Kind::Add | Kind::Number);
        }
        let of_head = matches!(from.kind, Kind::With | Kind::Negation | Kind::Amount);
        if matches!(edge.role, Role::Word(Word::Article | Word::Another)) && next.head.is_some() && !of_head {
            next.fresh = true;
        }
        self.steps.push(Step { edge: edge_at, bind, fit, before: from.last });
        next.last = Some(self.steps.len() - 1);
        next
    }

    /// How well a run fits what came before it.
    fn fit(&self, from: &Hypothesis, edge: &Edge, bind: Bind, pause: bool) -> i32 {
        let waiting = match (from.kind, &edge.role) {
            (
                Kind::Negation | Kind::Amount,
                Role::Modifier(_)
                | Role::Group(_)
                | Role::Category(_)
                | Role::Amount(_)
                | Role::Entry { .. }
                | Role::Number(_)
                | Role::Size(_)
                | Role::Unknown,
            ) => 0,
            (Kind::Negation | Kind::Amount, role) if kind(role).is_some() => -30,
            (
                Kind::No,
                Role::Entry { .. } | Role::Modifier(_) | Role::Group(_) | Role::Category(_) | Role::Amount(_),
            ) if !pause => -25,
            _ => 0,
        };
        let last = from.last.map(|step| &self.lattice.edges[self.steps[step].edge].role);
        let pointing = match (last, &edge.role) {
            (Some(Role::Word(Word::Definite)), Role::Word(Word::Article | Word::To | Word::Make)) => -20,
            (Some(Role::Word(Word::Pronoun)), Role::Entry { .. }) if !pause => -12,
            (Some(Role::Word(Word::Times(_))), Role::Entry { .. }) => -90,
            (Some(Role::Again), Role::Modifier(_) | Role::Size(_)) if !pause => -60,
            (Some(Role::Entry { called: Called::Beginning, .. }), Role::Modifier(_)) if !pause => -80,
            (Some(Role::Word(Word::All | Word::Clear)), Role::Word(Word::Except)) => 40,
            (Some(Role::Modifier(_)), Role::Modifier(_)) if !pause && self.is_part(from) => -35,
            (Some(Role::Modifier(one)), Role::Modifier(other)) if !pause && share_a_group(one, other) => -8,
            (Some(Role::Size(_)), Role::Modifier(_))
                if bind == Bind::Before && from.held_count > 0 && !pause =>
            {
                -25
            }
            _ => 0,
        };
        waiting
            + pointing
            + match &edge.role {
                Role::Entry { .. } => self.fit_entry(from, edge),
                Role::Again => self.fit_again(from),
                Role::Modifier(_) => self.fit_modifier(from, edge, bind),
                Role::Size(_) => self.fit_size(from, edge, bind),
                Role::Group(group) => match from.head {
                    Some(_) if !self.has_group(from, *group) => -40,
                    Some(_) if from.fresh => 0,
                    Some(_) => 35,
                    None => -30,
                },
                Role::Amount(Amount::Side) if from.kind == Kind::Modifier && !pause => 15,
                Role::Amount(_) | Role::Word(Word::Negation) => 0,
                Role::Word(Word::Asks) if from.kind != Kind::Start => -60,
                Role::Word(Word::Swap | Word::Make | Word::Remove | Word::Take)
                    if matches!(from.kind, Kind::Number | Kind::Size)
                        || matches!(last, Some(Role::Word(Word::Article | Word::Definite))) =>
                {
                    -40
                }
                Role::Word(Word::Of) if from.kind == Kind::Size => 20,
                Role::Word(Word::Correction | Word::WeakCorrection)
                    if from.head.is_none()
                        && !matches!(from.kind, Kind::Number | Kind::Size | Kind::Modifier) =>
                {
                    -25
                }
                Role::Word(Word::Correction | Word::WeakCorrection)
                    if matches!(from.kind, Kind::Entry | Kind::Modifier | Kind::Size | Kind::Number) =>
                {
                    15
                }
                Role::Word(Word::Cue(Cue::SmallTalk | Cue::BackChannel | Cue::Unclear | Cue::WeakYes))
                    if from.kind != Kind::Start =>
                {
                    -6
                }
                _ => 0,
            }
    }

    /// Whether what stands right before "one" waits for an item: "a large one".
    fn names_again(&self, from: &Hypothesis) -> bool {
        let last = from.last.map(|step| &self.steps[step]);
        let waits = last.is_some_and(|last| {
            let of_item = matches!(self.lattice.edges[last.edge].role, Role::Modifier(_) | Role::Size(_));
            of_item && last.bind == Bind::After
        });
        waits && from.head.is_some()
    }

    /// "a large one" is of what can be large.
    fn fit_again(&self, from: &Hypothesis) -> i32 {
        let Some(head) = from.head else { return MISPLACED };
        let Role::Entry { entries, .. } = &self.lattice.edges[head].role else { return MISPLACED };
        let held = from.held().iter().map(|held| if self.entries_have(entries, *held) { 16 } else { -40 });
        held.sum()
    }

    /// Whether the item before has a group: "with the eggs scrambled".
    fn has_group(&self, from: &Hypothesis, group: usize) -> bool {
        from.head.is_some_and(|head| match &self.lattice.edges[head].role {
            Role::Entry { entries, .. } => {
                entries.iter().any(|entry| self.index.groups(self.index.main(*entry)).contains(&group))
            }
            _ => false,
        })
    }

    /// Whether the last run was only a part of a modifier's name.
    fn is_part(&self, from: &Hypothesis) -> bool {
        from.last.is_some_and(|step| self.lattice.edges[self.steps[step].edge].part)
    }

    fn fit_entry(&self, from: &Hypothesis, edge: &Edge) -> i32 {
        let Role::Entry { entries, called, .. } = &edge.role else { return 0 };
        if *called == Called::Kind && !self.stands_for_item(from, edge, entries) {
            return MISPLACED;
        }
        // "a pepperoni pizza" is one thing, and so is "a medium lemonade" where only the first word is a kind.
        let last = from.last.map(|step| &self.lattice.edges[self.steps[step].edge].role);
        let again = match (last, from.head.map(|head| &self.lattice.edges[head].role)) {
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
        let place = match from.kind {
            Kind::Start
            | Kind::Begin
            | Kind::Add
            | Kind::Number
            | Kind::Remove
            | Kind::Make
            | Kind::And
            | Kind::On => 8,
            Kind::With => -4,
            Kind::Negation | Kind::Amount => -12,
            Kind::Entry => -10,
            _ => 0,
        };
        let held: i32 = from
            .held()
            .iter()
            .map(|held| match self.entries_have(entries, *held) {
                true if self.names_item(&self.lattice.edges[*held]) => 16 - HOMONYM,
                true => 16,
                false => -40,
            })
            .sum();
        let target = if from.kind == Kind::On && from.held_count > 0 { 25 } else { 0 };
        place + part + held + target
    }

    /// Whether a modifier stands where an item does: it is counted, has an article or a size of its own, or begins
    /// what is ordered; and nothing that is on the order can have it.
    fn stands_for_item(&self, from: &Hypothesis, edge: &Edge, entries: &[Entry]) -> bool {
        let ordered = entries.iter().any(|entry| self.ordered.contains(&self.index.main(*entry)));
        let waiting = matches!(from.kind, Kind::With | Kind::Negation | Kind::Amount | Kind::On | Kind::Make);
        if ordered || waiting {
            return false;
        }
        let Some(head) = from.head else { return true };
        match &self.lattice.edges[head].role {
            // "four cookies, two oatmeal", not "a cookie with an icing".
            Role::Entry { entries: of, called: Called::Kind, .. } if **of == *entries => {
                self.is_counted(from, false)
            }
            Role::Entry { entries: of, .. } if **of == *entries => from.many && self.is_counted(from, true),
            Role::Entry { entries: of, .. } => !self.entries_have_edge(of, edge),
            _ => true,
        }
    }

    /// Whether a number or an article stands before what comes next, with at most its size and the like between.
    fn is_counted(&self, from: &Hypothesis, by_number: bool) -> bool {
        self.number_before(from).is_some_and(|number| !by_number || number > 0)
    }

    /// The number that counts what comes next; 0 for an article, 1 for one before a measure: "an order of rice".
    fn number_before(&self, from: &Hypothesis) -> Option<u32> {
        let mut at = from.last;
        let mut left = COUNTED_RUNS_MAX;
        let mut of_unit = false;
        while let (Some(step), 1..) = (at, left) {
            let step = &self.steps[step];
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

    fn fit_modifier(&self, from: &Hypothesis, edge: &Edge, bind: Bind) -> i32 {
        let place = match from.kind {
            Kind::Negation | Kind::Amount => 20,
            Kind::With | Kind::Modifier => 8,
            // "add a shot": to what was said before, if it can have it.
            Kind::Add if self.head_has(from, edge) => 40,
            Kind::Number => -2,
            _ => 0,
        };
        let of_unit = from.last.is_some_and(|step| {
            let before = &self.lattice.edges[self.steps[step].edge];
            before.role == Role::Word(Word::Unit) && before.end - before.start > 1
        });
        let place = if of_unit { place + 35 } else { place };
        place + self.fit_bound(from, edge, bind) + self.fit_name(from, edge, bind)
    }

    fn head_has(&self, from: &Hypothesis, edge: &Edge) -> bool {
        from.head.is_some_and(|head| match &self.lattice.edges[head].role {
            Role::Entry { entries, .. } => self.entries_have_edge(entries, edge),
            _ => false,
        })
    }

    /// What is also the name of an item is a modifier only of what can have it.
    fn fit_name(&self, from: &Hypothesis, edge: &Edge, bind: Bind) -> i32 {
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
        if (self.names_item(edge) || part_of_item) && !of_head && !of_order { HOMONYM } else { 0 }
    }

    fn names_item(&self, edge: &Edge) -> bool {
        self.lattice.at(edge.start).iter().any(|other| {
            other.end == edge.end && matches!(other.role, Role::Entry { called, .. } if !called.is_part() && called != Called::Kind)
        })
    }

    fn fit_size(&self, from: &Hypothesis, edge: &Edge, bind: Bind) -> i32 {
        let place = if matches!(from.kind, Kind::Amount | Kind::Negation) { -15 } else { 4 };
        let again = if bind == Bind::Before && from.sized { -20 } else { 0 };
        place + again + self.fit_bound(from, edge, bind)
    }

    fn fit_bound(&self, from: &Hypothesis, edge: &Edge, bind: Bind) -> i32 {
        let is_size = matches!(edge.role, Role::Size(_));
        // "a double burger, single fries": what comes right after a pause may be of what comes.
        let after_pause =
            !is_size && self.tokens[edge.start].pause && matches!(from.kind, Kind::Entry | Kind::Modifier);
        match (bind, from.head) {
            (Bind::Before, Some(head)) => {
                let Role::Entry { entries, .. } = &self.lattice.edges[head].role else { return 0 };
                let has = match self.entries_have_edge(entries, edge) {
                    true => 16,
                    false if self.earlier_has(from, edge) => -6,
                    false => -40,
                };
                let near = match (from.fresh, from.kind) {
                    (true, _) => -14,
                    (false, Kind::Entry) if is_size => -2,
                    (false, _) if is_size => -12,
                    (false, Kind::Entry | Kind::With | Kind::Modifier | Kind::Size) => 8,
                    (false, Kind::And) => 2,
                    (false, _) => 5,
                };
                let apart = if from.held_count > 0 { 12 } else { 0 } + if after_pause { 7 } else { 0 };
                has + near - apart
            }
            (_, Some(_)) if !from.fresh && !is_size => {
                if after_pause {
                    -2
                } else {
                    -10
                }
            }
            _ if is_size => 0,
            _ => -4,
        }
    }

    fn earlier_has(&self, from: &Hypothesis, edge: &Edge) -> bool {
        from.earlier.iter().flatten().any(|head| {
            let Role::Entry { entries, .. } = &self.lattice.edges[*head].role else { return false };
            matches!(edge.role, Role::Modifier(_)) && self.entries_have_edge(entries, edge)
        })
    }

    /// Modifiers and sizes that still wait for an item, and words that wait for others.
    fn at_the_end(&self, end: &Hypothesis) -> i32 {
        let waits = matches!(end.kind, Kind::Negation | Kind::Amount | Kind::Remove | Kind::Asks);
        let dangling = if waits { -30 } else { 0 };
        let held: i32 = if end.head.is_none() { 0 } else { end.held().iter().map(|_| -30).sum() };
        dangling + held
    }

    fn entries_have(&self, entries: &[Entry], held: usize) -> bool {
        self.entries_have_edge(entries, &self.lattice.edges[held])
    }

    fn entries_have_edge(&self, entries: &[Entry], edge: &Edge) -> bool {
        entries.iter().any(|entry| match &edge.role {
            Role::Modifier(modifiers) => self.index.allows(self.index.main(*entry), modifiers),
            Role::Entry { by, .. } => self.index.allows(self.index.main(*entry), by),
            Role::Size(sizes) => self.index.has_size(self.menu, *entry, sizes),
            _ => false,
        })
    }

    /// Whether two readings say different things of an order.
    fn differ(&self, one: &Reading, other: &Reading) -> bool {
        let meant = |reading: &Reading| -> Vec<(usize, Bind)> {
            let steps =
                reading.steps.iter().filter(|step| means_something(&self.lattice.edges[step.edge].role));
            steps.map(|step| (step.edge, step.bind)).collect()
        };
        meant(one) != meant(other)
    }

    fn reading(&self, end: &Hypothesis) -> Reading {
        let mut steps = Vec::new();
        let mut at = end.last;
        while let Some(step) = at {
            steps.push(self.steps[step]);
            at = self.steps[step].before;
        }
        steps.reverse();
        Reading { steps, score: end.score }
    }
}

/// Whether a run says something of an order.
fn means_something(role: &Role) -> bool {
    match role {
        Role::Entry { .. }
        | Role::Modifier(_)
        | Role::Size(_)
        | Role::Number(_)
        | Role::Amount(_)
        | Role::Again
        | Role::NoSuchNumber => true,
        Role::Word(word) => {
            matches!(word, Word::Negation | Word::Remove | Word::Make | Word::Swap | Word::InsteadOf)
        }
        Role::Category(_) | Role::Group(_) | Role::Unknown => false,
    }
}

/// Whether two modifiers may be of one group.
fn share_a_group(one: &[ModifierAt], other: &[ModifierAt]) -> bool {
    one.iter().any(|(group, _)| other.iter().any(|(of, _)| group == of))
}

/// What a run is for the run after it; nothing for one that means nothing.
fn kind(role: &Role) -> Option<Kind> {
    Some(match role {
        Role::Entry { .. } | Role::NoSuchNumber | Role::Category(_) | Role::Again => Kind::Entry,
        Role::Modifier(_) | Role::Group(_) => Kind::Modifier,
        Role::Size(_) => Kind::Size,
        Role::Amount(_) => Kind::Amount,
        Role::Number(_) => Kind::Number,
        Role::Unknown => Kind::Other,
        Role::Word(word) => match word {
            Word::Article
            | Word::Definite
            | Word::Some
            | Word::Filler
            | Word::Unit
            | Word::Of
            | Word::Common => {
                return None;
            }
            Word::Sized
            | Word::Ordinal(_)
            | Word::Just
            | Word::Times(_)
            | Word::Off
            | Word::Correction
            | Word::WeakCorrection => return None,
            Word::Want => Kind::Begin,
            Word::Add => Kind::Add,
            Word::And | Word::Or => Kind::And,
            Word::With => Kind::With,
            Word::On | Word::To => Kind::On,
            Word::Negation => Kind::Negation,

            Word::Remove | Word::Take | Word::Swap | Word::InsteadOf => Kind::Remove,
            Word::Cue(Cue::No) => Kind::No,
            Word::Asks => Kind::Asks,
            Word::Make | Word::Should => Kind::Make,
            _ => Kind::Other,
        },
    })
}
