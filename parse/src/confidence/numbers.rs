//! Numbers that were said, and count nothing of what was understood.

use fsm::ids::SizeId;
use fsm::menu::Item;
use fsm::order::{NewLine, Op};

use super::{Hearing, edges};
use crate::language::Word;
use crate::reading::lattice::{Edge, Role, counts_people};
use crate::tokens;

/// Into how many kinds a number can be split.
const SHARES_MAX: usize = 6;

/// Whether a number above one was said that nothing was ordered by and nothing is asked about with.
pub(super) fn counts_nothing(hearing: Hearing<'_>) -> bool {
    let is_taken_back = |edge: &Edge| {
        matches!(
            edge.role,
            Role::Word(Word::Correction | Word::WeakCorrection | Word::Just) | Role::Number(0)
        )
    };
    if edges(hearing).any(is_taken_back) {
        return false;
    }
    let mut used: Vec<u32> = Vec::new();
    for op in &hearing.resolved.ops {
        match op {
            Op::Add(line) => line_numbers(line, &mut used),
            Op::Replace { with, .. } => line_numbers(with, &mut used),
            Op::Remove { quantity, .. } => used.extend(quantity),
            Op::Modify(change) => {
                used.extend(change.quantity.iter().chain(&change.split));
                used.extend(change.modifiers.iter().map(|pick| pick.quantity));
            }
            Op::Correct(_) | Op::Clear => return false,
        }
    }
    let asked = hearing.resolved.unresolved.iter().flat_map(|part| part.text.split(' '));
    let asked: Vec<&str> = asked.collect();
    let total: u32 = used.iter().sum();
    used.extend(shared(hearing));
    let runs: Vec<&Edge> = edges(hearing).collect();
    runs.iter().enumerate().any(|(at, edge)| {
        let Role::Number(number @ 2..) = edge.role else { return false };
        let mut words = hearing.tokens[edge.start..edge.end].iter();
        let is_asked = words.all(|token| asked.contains(&token.word.as_str()));
        if counts_people(runs[..at].iter().map(|run| &run.role)) {
            return false;
        }
        // "twenty four ounces"
        let measures = runs
            .get(at + 1)
            .is_some_and(|next| matches!(next.role, Role::Term(_) | Role::Word(Word::Common)));
        let is_known = is_asked || measures;
        !used.contains(&number) && total != number && !is_known && !names_size(hearing, number)
    })
}

/// Whether a number is in the name of a size that was ordered: "ten wings".
fn names_size(hearing: Hearing<'_>, number: u32) -> bool {
    let ordered = hearing.resolved.ops.iter().flat_map(|op| match op {
        Op::Add(line) | Op::Replace { with: line, .. } => line_sizes(line),
        Op::Modify(change) => change.size.iter().collect(),
        Op::Remove { .. } | Op::Correct(_) | Op::Clear => Vec::new(),
    });
    let ordered: Vec<&SizeId> = ordered.collect();
    let items = hearing.menu.items.iter().flat_map(Item::sizes);
    let mut sizes = items.chain(hearing.menu.combos.iter().flat_map(|combo| &combo.sizes));
    let digits = number.to_string();
    let says_it =
        |name: &String| tokens::tokenize(hearing.language, name).iter().any(|token| token.fold == digits);
    sizes.any(|size| {
        ordered.contains(&&size.id) && std::iter::once(&size.name).chain(&size.aliases).any(says_it)
    })
}

fn line_sizes(line: &NewLine) -> Vec<&SizeId> {
    line.size.iter().chain(line.components.iter().filter_map(|part| part.size.as_ref())).collect()
}

/// How many are added of each item, and of each few lines in a row: a line may be split into shares, of one item or of
/// several kinds.
fn shared(hearing: Hearing<'_>) -> Vec<u32> {
    let adds =
        hearing.resolved.ops.iter().filter_map(|op| if let Op::Add(line) = op { Some(line) } else { None });
    let adds: Vec<&NewLine> = adds.collect();
    let of_item = |line: &&NewLine| -> u32 {
        adds.iter().filter(|other| other.item == line.item).map(|line| line.quantity).sum()
    };
    let in_a_row = (0..adds.len()).flat_map(|from| {
        let quantities = adds[from..].iter().take(SHARES_MAX).map(|line| line.quantity);
        quantities.scan(0_u32, |sum, quantity| {
            *sum = sum.saturating_add(quantity);
            Some(*sum)
        })
    });
    adds.iter().map(of_item).chain(in_a_row).collect()
}

fn line_numbers(line: &NewLine, used: &mut Vec<u32>) {
    let parts = line.components.iter().flat_map(|part| &part.modifiers);
    used.push(line.quantity);
    used.extend(line.modifiers.iter().chain(parts).map(|pick| pick.quantity));
}
