//! How an order looks that is often wrong, whatever the reason: long, with parts of names, with much beside what was
//! understood. Each of these is often right; several of them together seldom are.

use fsm::order::Op;

use super::{Doubt, Doubts, Hearing, count, edges};
use crate::accounting::Fate;
use crate::language::{Sort, Word};
use crate::reading::lattice::{Called, Edge, Role};

/// How many runs a plain order has: "a large coffee", "two burgers and a coke".
const PLAIN_RUNS: usize = 4;
/// How far behind the best reading, in hundredths of a word, the next one is no rival.
const RIVAL_MAX: i32 = 100;

impl Doubts {
    /// Doubts about how it looks as a whole. An answer looks as its question wants it.
    pub(super) fn looks(&mut self, hearing: Hearing<'_>) {
        if hearing.asked {
            return;
        }
        let roles = || edges(hearing).map(|edge| &edge.role);
        let with = |is: fn(&Role) -> bool| count(roles().filter(|role| is(role)).count());
        self.amount(Doubt::Common, with(|role| *role == Role::Word(Word::Common)));
        self.amount(Doubt::ForAll, with(|role| *role == Role::Word(Word::All)));

        let fates = || hearing.account.fates.iter().zip(roles());
        let of = |wanted: Fate, is: fn(&Role) -> bool| {
            count(fates().filter(|(fate, role)| **fate == wanted && is(role)).count())
        };
        let (parts, kinds) = (of(Fate::Act, is_part_of_name), of(Fate::Act, is_kind));
        self.amount(Doubt::PartOfName, parts);
        self.amount(Doubt::Kind, kinds - count(told_apart(&edges(hearing).collect::<Vec<_>>())));
        let measures = of(Fate::Told, |role| matches!(role, Role::Size(_) | Role::Term(Sort::Measure)));
        self.amount(Doubt::Told, of(Fate::Told, |_| true) - measures);
        self.amount(Doubt::ToldSize, measures);
        self.amount(Doubt::Noise, of(Fate::Noise, |_| true));

        let ops = &hearing.resolved.ops;
        let with = |is: fn(&Op) -> bool| count(ops.iter().filter(|op| is(op)).count());
        let changed = if hearing.goes_on() { 0.0 } else { with(|op| matches!(op, Op::Modify(_))) };
        self.amount(Doubt::Changed, changed);
        self.amount(Doubt::Exchanged, with(|op| matches!(op, Op::Replace { .. })));

        let runs = roles().filter(|role| !is_manners(role)).count();
        self.amount(Doubt::Long, count(runs.saturating_sub(PLAIN_RUNS)));
        let behind = hearing.rival.map_or(RIVAL_MAX, |rival| hearing.reading.score - rival.score);
        self.amount(Doubt::Rival, f64::from(RIVAL_MAX - behind) / f64::from(RIVAL_MAX));
    }
}

/// How many kinds tell apart what was counted before them, if their numbers come to its own: "four muffins, two bran and
/// two blueberry".
fn told_apart(runs: &[&Edge]) -> usize {
    let counted = runs.windows(2).filter_map(|pair| match pair[0].role {
        Role::Number(number) => Some((number, &pair[1].role)),
        Role::Word(Word::Article) => Some((1, &pair[1].role)),
        _ => None,
    });
    let counted: Vec<(u32, &Role)> = counted.collect();
    let kinds_of = |at: usize| {
        let (all, role) = counted[at];
        let kinds = counted[at + 1..].iter().take_while(|(_, role)| is_kind(role));
        let left = kinds.clone().try_fold(all, |left, (number, _)| left.checked_sub(*number));
        (!is_kind(role) && left == Some(0)).then(|| kinds.count())
    };
    (0..counted.len()).find_map(kinds_of).unwrap_or(0)
}

/// Words around what is ordered.
fn is_manners(role: &Role) -> bool {
    matches!(role, Role::Word(Word::Want | Word::Filler | Word::Cue(_)))
}

fn is_part_of_name(role: &Role) -> bool {
    matches!(role, Role::Entry { called, .. } if called.is_part())
}

fn is_kind(role: &Role) -> bool {
    matches!(role, Role::Entry { called: Called::Kind, .. })
}
