//! Seeded walks of whole conversations: the words never agree to what did not happen, and name every line that changed
//! or went.
//!
//! `CARHOP_SEED=7 cargo test -p speak honest` walks other ways.

use fsm::dialogue::{Decided, Input, Say};
use fsm::machine::Speech;
use fsm::menu::Menu;
use fsm::order::{DiffOp, LineView};

use super::lane::Lane;
use super::random::{Chance, Words};
use crate::{Wording, word};

const WALKS: u32 = 4_000;
const STEPS_MAX: usize = 24;

/// What is wrong with the words of a turn.
fn fault(decided: &Decided, before: &[LineView], say: &Say, menu: &Menu) -> Option<String> {
    let turn = &decided.turn;
    let words = say.text.to_lowercase();
    let speaks = |part: fn(&Speech) -> bool| decided.speech.iter().any(part);
    // "I left it as it was" and a payment that is tried again agree to something else than a change of lines.
    let agrees_otherwise = speaks(|part| matches!(part, Speech::Kept | Speech::PaymentRetry));
    if turn.diffs.is_empty() && words.contains("okay") && !agrees_otherwise {
        return Some(format!("agrees to nothing: {}", say.text));
    }
    let says = |name: &str| {
        let name = name.to_lowercase();
        words.contains(name.split([' ', '-']).next().unwrap_or_default().trim_end_matches('s'))
    };
    // A line of which a part is off is told by that part; of more lines than are spoken the others are counted.
    let is_named = |line: &LineView| {
        let parts = line.components.iter().map(|part| part.name.as_str());
        let mut parts = parts.chain(menu.item(&line.item).map(|main| main.name.as_str()));
        let is_told_by_part = line.out_of_stock && parts.any(says);
        says(&line.name) || is_told_by_part || words.contains("more item") || words.contains("everything")
    };
    let touched = turn.diffs.iter().filter_map(|diff| {
        let of = if diff.op == DiffOp::Remove { before } else { &turn.order.lines };
        of.iter().find(|line| line.line_id == diff.line_id)
    });
    let unnamed = touched.into_iter().find(|line| !is_named(line))?;
    Some(format!("{:?} is not named: {}", unnamed.name, say.text))
}

/// Walks, and says what is wrong. `change` is what a fault makes of each turn before it is worded.
fn walk(chance: &mut Chance, change: &dyn Fn(&mut Decided)) -> Result<u32, String> {
    let mut lane = Lane::of(if chance.percent(50) { "burger" } else { "coffee" });
    let words = Words::of(&lane.menu);
    lane.take(&Input::CarDetected { vehicle_id: None });
    let mut changed = 0;
    for _ in 0..=chance.below(STEPS_MAX) {
        let input = words.input(chance, &lane.session);
        if let Input::OutOfStock { item } = &input {
            lane.menu.set_available(&item.into(), false);
        }
        let before =
            lane.session.order().map(|order| order.lines().iter().map(LineView::of).collect::<Vec<_>>());
        let before = before.unwrap_or_default();
        for (mut decided, _) in lane.take(&input) {
            change(&mut decided);
            // A car that leaves, and a lane that the crew has, are told nothing.
            let wording = Wording::of(&decided, &lane.menu);
            let Some(say) = word(&wording).filter(|_| decided.ended.is_none()) else { continue };
            changed += u32::from(!decided.turn.diffs.is_empty());
            if let Some(fault) = fault(&decided, &before, &say, &lane.menu) {
                return Err(format!(
                    "{fault}\nby {input:?}\n{:?}\n{:?}",
                    decided.turn.transitions, decided.speech
                ));
            }
        }
    }
    Ok(changed)
}

#[test]
fn what_changed_or_went_is_named_and_nothing_else_is_agreed_to() {
    let (mut chance, seed) = Chance::seeded(20_261_124);
    let mut changed = 0;
    for number in 0..WALKS {
        match walk(&mut chance, &|_| {}) {
            Ok(turns) => changed += turns,
            Err(wrong) => panic!("CARHOP_SEED={seed}, walk {number}: {wrong}"),
        }
    }
    assert!(changed > 5_000, "only {changed} worded turns changed an order");
}

/// The fault that this is about: lines go, and the words do not know.
#[test]
fn lines_that_go_without_a_word_are_found_out() {
    let (mut chance, _) = Chance::seeded(20_261_124);
    let found = (0..200).find_map(|_| walk(&mut chance, &forget_removed).err());
    let found = found.expect("two hundred walks find the fault");
    assert!(found.contains("is not named"), "{found}");
}

fn forget_removed(decided: &mut Decided) {
    decided.removed.clear();
}
