//! How well a run fits what was said before it.

mod items;
mod words;

use fsm::dialogue::ActKind;
use fsm::menu::Topic;
use fsm::order::Amount;

use crate::index::{Entry, ModifierAt};
use crate::language::{Cue, Sort, Word};
use crate::reading::lattice::{Called, Edge, Role};
use crate::reading::search::{Bind, Hypothesis, Kind, Search, SmallIndex, kind};

/// What it costs to take a modifier for an item where none can stand.
const MISPLACED: i32 = -200;
/// What it costs to say a modifier of an item that cannot have it.
const MISFIT: i32 = -70;
/// What it costs to take the name of an item for a modifier of nothing.
const HOMONYM: i32 = -45;
/// What it is worth to take a size for one of food that the menu does not have.
const OF_FOOD: i32 = 30;
/// What it is worth to say how some of what was named are.
const OF_THEM: i32 = 75;
/// What it is worth to go on filling a box: "a dozen, three jelly, three glazed".
const FILLS_ON: i32 = 40;
/// What it costs to take a name for an item where it is a name of other food.
const OF_OTHER_FOOD: i32 = -120;
/// What it costs to put on an item what comes in a measure of its own: "and a pint of hot mustard".
const OF_ITS_OWN: i32 = -80;
/// What it costs to say a modifier of nothing, where nothing is on the order.
const OF_NOTHING: i32 = -6;
/// What it costs to name nothing by a word that is also a part of a name: "a large pepperoni", of a pepperoni pizza.
const NAMES_NOTHING: i32 = -110;

/// What it costs to take for two choices what is the name of one.
const IN_A_NAME: i32 = -80;

/// The most that [`Search::fit`] can give, without looking closer.
pub(crate) fn most(from: &Hypothesis, edge: &Edge) -> i32 {
    match edge.role {
        Role::Entry { .. } | Role::Again => 45 + (16 - HOMONYM) * i32::from(from.held_count),
        Role::Modifier(_) => 100,
        Role::Term(Sort::Food) => OF_FOOD,
        Role::Unknown | Role::Term(_) => 0,
        Role::Number(_) => 85,
        _ => 40,
    }
}

impl Search<'_> {
    /// How well a run fits what came before it.
    pub(crate) fn fit(&self, from: &Hypothesis, edge: &Edge, bind: Bind, pause: bool) -> i32 {
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
                | Role::Unknown
                | Role::Term(_),
            ) => 0,
            (Kind::Negation | Kind::Amount, role) if kind(role).is_some() => -30,
            (
                Kind::No,
                Role::Entry { .. } | Role::Modifier(_) | Role::Group(_) | Role::Category(_) | Role::Amount(_),
            ) if !pause => -25,
            _ => 0,
        };
        let last = self.last_role(from);
        let pointing = match (last, &edge.role) {
            // "two gluten free donuts" asks nothing.
            (Some(Role::Number(_) | Role::Word(Word::Article)), Role::Word(Word::Topic(_))) if !pause => -60,
            // "the kids meal" is no meal for the kids.
            (Some(Role::Word(Word::Filler)), Role::Word(Word::Combo | Word::NumberSign))
                if !pause && self.ends_in_a_way(from) =>
            {
                -120
            }
            // "a gluten free cone" asks nothing.
            (
                Some(Role::Word(Word::Topic(Topic::Allergens))),
                Role::Entry { .. } | Role::Modifier(_) | Role::Category(_),
            ) if !pause && self.is_several_words(from) => -60,
            // "can you make that a large" is about no can.
            (
                Some(Role::Size(_) | Role::Entry { .. }),
                Role::Word(Word::Filler | Word::Make | Word::Common),
            ) if !pause && self.addresses(edge) => -60,
            // "sweet tea" is no tea that is welcome.
            (Some(Role::Word(Word::Cue(Cue::WeakYes))), Role::Entry { .. }) if !pause => -80,
            // "i'd like to thighs"
            (Some(Role::Word(Word::Want)), Role::Number(_)) if edge.sure < 1.0 => 85,
            (Some(Role::Word(Word::Definite)), Role::Word(Word::Article | Word::To | Word::Make)) => -20,
            // "off that sandwich", "in that drink"
            (
                Some(Role::Word(Word::Pronoun)),
                Role::Entry { .. } | Role::Category(_) | Role::Word(Word::Combo),
            ) if !pause && self.is_pointed_at(from) => -40,
            (Some(Role::Word(Word::Pronoun)), Role::Entry { .. }) if !pause => -12,
            (Some(Role::Word(Word::Times(_))), Role::Entry { .. }) => -90,
            (Some(Role::Again), Role::Modifier(_) | Role::Size(_) | Role::Word(Word::Plain)) if !pause => -60,
            // "one toasted, one not"
            (Some(Role::Again), Role::Word(Word::Negation)) if !pause => -20,
            (Some(Role::Entry { called: Called::Beginning, .. }), Role::Modifier(_)) if !pause => -100,
            (Some(Role::Word(Word::All | Word::Clear)), Role::Word(Word::Except)) => 40,
            // "no wait, make that a croissant" denies no croissant.
            (Some(Role::Word(Word::Negation)), Role::Word(Word::Correction)) if !pause => -60,
            // "no, make that"
            (
                Some(Role::Word(Word::Correction | Word::Cue(Cue::Act(ActKind::No)))),
                Role::Word(Word::Correction),
            ) if from.head.is_some()
                || from.held_count > 0
                || matches!(self.role_before_last(from), Some(Role::Number(_))) =>
            {
                25
            }

            // "a bag of those noodles"
            (Some(Role::Word(Word::Unit | Word::Of)), Role::Word(Word::Pronoun)) if !pause => -20,
            // "a burger and a large ..."
            (Some(Role::Word(Word::Article)), Role::Size(_))
                if bind == Bind::Before && from.kind == Kind::And && !pause =>
            {
                -30
            }
            // "a side of guac" is a thing by itself.
            (Some(Role::Word(Word::Article)), Role::Amount(Amount::Side)) if from.kind != Kind::With => -35,
            (
                Some(Role::Entry { called, .. }),
                Role::Category(_) | Role::Term(Sort::Food | Sort::Measure) | Role::Unknown,
            ) if called.is_part() && !pause => -30,
            // "a slice of cheesecake" is no slice of what the menu has slices of.
            (Some(Role::Word(Word::Of)), Role::Term(Sort::Food) | Role::Unknown)
                if matches!(self.role_before_last(from), Some(Role::Entry { .. })) =>
            {
                OF_OTHER_FOOD
            }
            // "slaw and an extra large wedges"
            (Some(Role::Size(_)), Role::Term(Sort::Food)) if from.held_count > 0 && !pause => OF_FOOD,
            (Some(Role::Word(Word::Ordinal(_))), Role::Word(Word::Asks)) => -60,
            // "two pumps" are none of the two percent milk.
            (_, Role::Modifier(_)) if edge.part && self.is_a_number_of_something(edge) => -60,
            // "jalapeno cream cheese" is one thing.
            (Some(Role::Modifier(one)), Role::Modifier(other))
                if !pause && share_a_group(one, other) && self.is_one_name(from, edge) =>
            {
                IN_A_NAME
            }
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
                // "a combo, large, with a Coke"
                Role::Word(Word::With) if from.kind == Kind::Size && self.head_has_held_size(from) => -40,
                // "and is the shake ..."
                Role::Word(Word::Asks) if from.kind == Kind::And && from.head.is_none() => 0,
                Role::Word(Word::Asks) if from.kind != Kind::Start => -60,
                Role::Word(Word::Swap | Word::Make | Word::Remove | Word::Take)
                    if matches!(from.kind, Kind::Number | Kind::Size)
                        || matches!(last, Some(Role::Word(Word::Article | Word::Definite))) =>
                {
                    -40
                }
                Role::Word(Word::Of) if from.kind == Kind::Size => 34,
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
                Role::Word(Word::Cue(
                    Cue::Act(ActKind::SmallTalk | ActKind::Unclear) | Cue::BackChannel { .. } | Cue::WeakYes,
                )) if from.kind != Kind::Start => -6,
                _ => 0,
            }
    }

    /// Whether what stands right before "one" waits for an item: "a large one".
    pub(crate) fn names_again(&self, from: &Hypothesis) -> bool {
        let last = from.last.map(|step| self.step(step));
        let waits = last.is_some_and(|last| {
            let of_item = matches!(self.lattice.edges[last.edge].role, Role::Modifier(_) | Role::Size(_));
            of_item && last.bind == Bind::After
        });
        waits && from.head.is_some()
    }

    /// "a large one" needs something that can be large.
    pub(crate) fn fit_again(&self, from: &Hypothesis) -> i32 {
        let Some(head) = from.head else { return MISPLACED };
        let Role::Entry { entries, .. } = &self.edge(head).role else { return MISPLACED };
        let held = from.held().iter().map(|held| if self.entries_have(entries, *held) { 16 } else { -40 });
        held.sum()
    }

    /// Whether the item before has a group: "with the eggs scrambled".
    pub(crate) fn has_group(&self, from: &Hypothesis, group: usize) -> bool {
        from.head.is_some_and(|head| match &self.edge(head).role {
            Role::Entry { entries, .. } => {
                entries.iter().any(|entry| self.index.groups(self.index.main(*entry)).contains(&group))
            }
            _ => false,
        })
    }

    /// Whether the last run was only a part of a modifier's name.
    pub(crate) fn is_part(&self, from: &Hypothesis) -> bool {
        from.last.is_some_and(|step| self.lattice.edges[self.step(step).edge].part)
    }

    /// Whether the run before and this one are together what one choice is called.
    fn is_one_name(&self, from: &Hypothesis, edge: &Edge) -> bool {
        let Some(last) = from.last.map(|step| &self.lattice.edges[self.step(step).edge]) else {
            return false;
        };
        let (Role::Modifier(first), Role::Modifier(_)) = (&last.role, &edge.role) else { return false };
        let is_all = |whole: &Edge| matches!(&whole.role, Role::Modifier(of) if whole.end == edge.end && share_a_group(of, first));
        last.end == edge.start && self.lattice.at(last.start).iter().any(is_all)
    }

    pub(crate) fn fit_modifier(&self, from: &Hypothesis, edge: &Edge, bind: Bind) -> i32 {
        let place = match from.kind {
            Kind::Negation | Kind::Amount => 20,
            Kind::With | Kind::Modifier => 8,
            // "add a shot": to what was said before, if it can have it.
            Kind::Add if self.head_has(from, edge) => 40,
            Kind::Number => -2,
            _ => 0,
        };
        let of_unit = from.last.is_some_and(|step| {
            let before = &self.lattice.edges[self.step(step).edge];
            before.role == Role::Word(Word::Unit) && before.end - before.start > 1 && !self.is_serving(before)
        });
        let place = if of_unit { place + 35 } else { place };
        // "three milks, one of them chocolate"
        let of_them = bind == Bind::Before && self.is_some_of_them(from);
        let place = if of_them && self.head_has(from, edge) { place + OF_THEM } else { place };
        let of_its_own = self.is_of_its_own(from) || self.is_behind_side_of(from) && self.names_item(edge);
        let place = if bind == Bind::Before && of_its_own { place + OF_ITS_OWN } else { place };
        let fills_on = bind == Bind::Before && self.head_has(from, edge) && self.fills_on(from, edge);
        let place = if fills_on { place + FILLS_ON } else { place };
        place + self.fit_bound(from, edge, bind) + self.fit_name(from, edge, bind)
    }

    pub(crate) fn head_has(&self, from: &Hypothesis, edge: &Edge) -> bool {
        from.head.is_some_and(|head| match &self.edge(head).role {
            Role::Entry { entries, .. } => self.entries_have_edge(entries, edge),
            _ => false,
        })
    }

    pub(crate) fn fit_size(&self, from: &Hypothesis, edge: &Edge, bind: Bind) -> i32 {
        let place = if matches!(from.kind, Kind::Amount | Kind::Negation) { -15 } else { 4 };
        let again = if bind == Bind::Before && from.sized { -20 } else { 0 };
        place + again + self.fit_bound(from, edge, bind)
    }

    pub(crate) fn fit_bound(&self, from: &Hypothesis, edge: &Edge, bind: Bind) -> i32 {
        let is_size = matches!(edge.role, Role::Size(_));
        // "a double burger, single fries": what comes right after a pause may belong to the next item.
        let after_pause =
            !is_size && self.tokens[edge.start].pause && matches!(from.kind, Kind::Entry | Kind::Modifier);
        match (bind, from.head) {
            (Bind::Before, Some(head)) => {
                let Role::Entry { entries, .. } = &self.edge(head).role else {
                    return if from.fresh { -12 } else { 0 };
                };
                let has = match self.entries_have_edge(entries, edge) {
                    true => 16,
                    false if self.earlier_has(from, edge) => -6,
                    false if is_size => -40,
                    false => MISFIT,
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

    pub(crate) fn earlier_has(&self, from: &Hypothesis, edge: &Edge) -> bool {
        from.earlier.iter().flatten().any(|head| {
            let Role::Entry { entries, .. } = &self.edge(*head).role else { return false };
            matches!(edge.role, Role::Modifier(_)) && self.entries_have_edge(entries, edge)
        })
    }

    /// The cost of modifiers and sizes that still wait for an item, and of words that wait for others.
    pub(crate) fn at_the_end(&self, end: &Hypothesis) -> i32 {
        let waits = matches!(end.kind, Kind::Negation | Kind::Amount | Kind::Remove | Kind::Asks);
        let dangling = if waits { -30 } else { 0 };
        // A part of a modifier's name that nothing can have is probably no modifier: "wedges".
        let left = |held: &SmallIndex| if self.edge(*held).part { -90 } else { -30 };
        let held: i32 = match end.head {
            Some(_) => end.held().iter().map(left).sum(),
            None if self.ordered.is_empty() => {
                let is_choice = |held: &&SmallIndex| matches!(self.edge(**held).role, Role::Modifier(_));
                let choices: i32 = end.held().iter().filter(is_choice).map(|_| OF_NOTHING).sum();
                choices + if self.names_nothing(end) { NAMES_NOTHING } else { 0 }
            }
            None => 0,
        };
        dangling + held
    }

    /// Whether what was read as a pronoun could point at what is named next: "that" of "off that sandwich".
    fn is_pointed_at(&self, from: &Hypothesis) -> bool {
        let Some(step) = from.last.map(|last| self.step(last)) else { return false };
        let edge = &self.lattice.edges[step.edge];
        let before = step.before.map(|before| &self.lattice.edges[self.step(before).edge].role);
        let placed = matches!(before, Some(Role::Word(Word::Off | Word::On | Word::Of)));
        let last = self.index.language().roles_by(self.tokens[edge.end - 1].id);
        (placed || edge.end - edge.start > 1) && last.contains(&Word::Definite)
    }

    /// What was said before, the last of it first.
    pub(crate) fn roles_before(&self, from: &Hypothesis) -> impl Iterator<Item = &Role> {
        let mut at = from.last;
        std::iter::from_fn(move || {
            let step = self.step(at?);
            at = step.before;
            Some(&self.lattice.edges[step.edge].role)
        })
    }

    fn role_before_last(&self, from: &Hypothesis) -> Option<&Role> {
        let before = self.step(from.last?).before?;
        Some(&self.lattice.edges[self.step(before).edge].role)
    }

    pub(crate) fn entries_have(&self, entries: &[Entry], held: SmallIndex) -> bool {
        self.entries_have_edge(entries, self.edge(held))
    }

    pub(crate) fn entries_have_edge(&self, entries: &[Entry], edge: &Edge) -> bool {
        entries.iter().any(|entry| match &edge.role {
            Role::Modifier(modifiers) => self.index.allows(self.index.main(*entry), modifiers),
            Role::Entry { by, .. } => self.index.allows(self.index.main(*entry), by),
            Role::Size(sizes) => self.index.has_size(self.menu, *entry, sizes),
            _ => false,
        })
    }
}

/// Whether two modifiers may be of one group.
fn share_a_group(one: &[ModifierAt], other: &[ModifierAt]) -> bool {
    one.iter().any(|(group, _)| other.iter().any(|(of, _)| group == of))
}
