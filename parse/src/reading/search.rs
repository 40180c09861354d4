//! The best reading of a whole utterance: which runs of words are what, and what each modifier and size belongs to. A
//! beam search over the lattice: for each word at most [`beam::BEAM`] readings with each of its at most
//! `lattice::builder::EDGES_PER_WORD_MAX` edges, twice if an edge can belong to what is before and to what comes.

mod beam;
mod fit;

use fsm::dialogue::ActKind;
use fsm::menu::Menu;
use fsm::order::Order;

use self::beam::Beam;
use crate::index::Index;
use crate::language::{Cue, Sort, Word};
use crate::reading::lattice::{Edge, Lattice, Role};
use crate::tokens::Token;

/// What a modifier or a size belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Bind {
    /// Nothing: it is no modifier and no size.
    None,
    /// The item before it.
    Before,
    /// The item after it.
    After,
}

/// One run of the utterance in a reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) edge: usize,
    pub(crate) bind: Bind,
    /// How well it fits what comes before it.
    pub(crate) fit: i32,
    before: Option<SmallIndex>,
}

/// The place of an edge or of a step, in half the size of a `usize`, because readings are copied at every step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct SmallIndex(u32);

impl SmallIndex {
    /// An utterance has far less than 2^32 of either.
    fn of(index: usize) -> Self {
        Self(u32::try_from(index).expect("fewer steps than 2^32"))
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A reading of the whole utterance.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) steps: Vec<Step>,
    pub(crate) score: i32,
}

/// What a search finds.
#[derive(Debug)]
pub(crate) struct Found {
    /// The best first; at most two.
    pub(crate) readings: Vec<Reading>,
    /// How many times a reading was extended by a run.
    pub(crate) followed: usize,
}

/// How many different readings are kept: the best and the second best.
const READINGS_MAX: usize = 2;
/// How many steps a word usually takes.
const STEPS_PER_WORD: usize = 16;
/// How many modifiers and sizes can wait for their item.
const HELD_MAX: usize = 8;
/// How far behind the best one a reading of the words so far is still followed: a word and a half, which later words
/// cannot make up for.
const BEHIND_MAX: i32 = 150;

/// How many items before the last one a modifier can belong to.
const EARLIER: usize = 3;

/// Finds the best readings, the best first; at most two. `order` is what words without an item can be about.
pub(crate) fn search(
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
        let least = here.first().map_or(0, |best| best.score) - BEHIND_MAX;
        for hypothesis in here.iter().take_while(|hypothesis| hypothesis.score >= least) {
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
        if found.iter().all(|known| search.differ(known, &reading)) {
            found.push(reading);
        }
        if found.len() == READINGS_MAX {
            break;
        }
    }
    Found { readings: found, followed: search.steps.len() }
}

/// What the next words need to know of the words so far.
#[derive(Clone, Debug, Default)]
struct Hypothesis {
    score: i32,
    last: Option<SmallIndex>,
    /// The edge of the item that modifiers can belong to.
    head: Option<SmallIndex>,
    /// The items before it, for modifiers that it cannot have.
    earlier: [Option<SmallIndex>; EARLIER],
    /// Whether something new began since the head.
    fresh: bool,
    /// Whether the head has its size.
    sized: bool,
    /// Whether there are several of the head.
    many: bool,
    kind: Kind,
    held: [SmallIndex; HELD_MAX],
    held_count: u8,
}

/// The kind of the last run that means something.
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
    fn held(&self) -> &[SmallIndex] {
        &self.held[..usize::from(self.held_count)]
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
    fn edge(&self, place: SmallIndex) -> &Edge {
        &self.lattice.edges[place.index()]
    }

    fn step(&self, place: SmallIndex) -> &Step {
        &self.steps[place.index()]
    }

    fn last_role(&self, from: &Hypothesis) -> Option<&Role> {
        from.last.map(|step| &self.lattice.edges[self.step(step).edge].role)
    }

    fn binds(&self, hypothesis: &Hypothesis, edge: usize) -> [Option<Bind>; 2] {
        match self.lattice.edges[edge].role {
            Role::Modifier(_) | Role::Size(_) => {
                let before = hypothesis.head.map(|_| Bind::Before);
                let after = (hypothesis.held().len() < HELD_MAX).then_some(Bind::After);
                [before, after.or(before.is_none().then_some(Bind::None))]
            }
            // "a large one"
            Role::Again if !self.names_again(hypothesis) => [None, None],
            _ => [Some(Bind::None), None],
        }
    }

    /// Extends a reading by a run. Nothing after the fit raises the score, so that a reading that is already behind is
    /// not followed.
    fn offer(&mut self, from: &Hypothesis, edge_at: usize, bind: Bind, place: &mut Beam) {
        let edge = &self.lattice.edges[edge_at];
        if place.is_out_of_reach(from.score + edge.score + fit::most(from, edge)) {
            return;
        }
        let fit = self.fit(from, edge, bind, self.tokens[edge.start].pause);
        debug_assert!(fit <= fit::most(from, edge), "{fit} for {edge:?}");
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
            // What is put on something is nothing that others are put on.
            (Role::Term(Sort::Food), _) if from.kind == Kind::With && from.head.is_some() => {
                next.held_count = 0;
            }
            (Role::Entry { .. } | Role::Term(Sort::Food), _) => {
                next.earlier.rotate_right(1);
                next.earlier[0] = next.head;
                next.head = Some(SmallIndex::of(edge_at));
                next.many = self.number_before(from).is_some_and(|number| number > 1);
                next.fresh = false;
                next.sized = from.held().iter().any(|held| matches!(self.edge(*held).role, Role::Size(_)));
                next.held_count = 0;
            }
            (Role::Again, _) => {
                next.fresh = false;
                next.held_count = 0;
            }
            (Role::Modifier(_) | Role::Size(_), Bind::After) => {
                next.held[next.held().len()] = SmallIndex::of(edge_at);
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
        let of_head = matches!(from.kind, Kind::With | Kind::On | Kind::Negation | Kind::Amount);
        if matches!(edge.role, Role::Word(Word::Article | Word::Another)) && next.head.is_some() && !of_head {
            next.fresh = true;
        }
        self.steps.push(Step { edge: edge_at, bind, fit, before: from.last });
        next.last = Some(SmallIndex::of(self.steps.len() - 1));
        next
    }

    /// Whether two readings say different things of an order.
    fn differ(&self, one: &Reading, other: &Reading) -> bool {
        let means_something = |step: &&Step| means_something(&self.lattice.edges[step.edge].role);
        let meant = |step: &Step| (step.edge, step.bind);
        let one = one.steps.iter().filter(means_something).map(meant);
        one.ne(other.steps.iter().filter(means_something).map(meant))
    }

    fn reading(&self, end: &Hypothesis) -> Reading {
        let mut steps = Vec::new();
        let mut at = end.last;
        while let Some(step) = at {
            steps.push(*self.step(step));
            at = self.step(step).before;
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
        Role::Category(_) | Role::Group(_) | Role::Unknown | Role::Term(_) => false,
    }
}

/// What a run is for the next run; `None` if it means nothing.
fn kind(role: &Role) -> Option<Kind> {
    Some(match role {
        Role::Entry { .. } | Role::NoSuchNumber | Role::Category(_) | Role::Again => Kind::Entry,
        Role::Modifier(_) | Role::Group(_) => Kind::Modifier,
        Role::Size(_) => Kind::Size,
        Role::Amount(_) => Kind::Amount,
        Role::Number(_) => Kind::Number,
        Role::Term(Sort::Preparation | Sort::Measure) => return None,
        Role::Unknown | Role::Term(Sort::Food) => Kind::Other,
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
            Word::Cue(Cue::Act(ActKind::No)) => Kind::No,
            Word::Asks => Kind::Asks,
            Word::Make | Word::Should => Kind::Make,
            _ => Kind::Other,
        },
    })
}
