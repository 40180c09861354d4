//! A long walk through conversations, and what holds after every turn of it.
//!
//! `CARHOP_SEED=7 cargo test -p fsm --test walk` walks another way.

use std::mem;

use crate::support::random::{Chance, Trace, Words};
use crate::support::watch::Watch;
use crate::support::{burgers, coffees, lane_key, moment};
use fsm::dialogue::{Input, take_turn};
use fsm::ids::ItemId;
use fsm::machine::{Policy, ROWS, Rules, Session};
use uuid::Uuid;

const TURNS: u64 = 1_000_000;
/// After so many turns the other menu is used.
const TURNS_PER_MENU: u64 = 50_000;

#[test]
fn whatever_is_said_and_done_the_rules_hold() {
    let (mut chance, seed) = Chance::seeded(20_261_121);
    let mut trace = Trace { seed, turn: 0, last: None };
    let rules = Rules::default();
    let mut watch = Watch::new();
    for part in 0..TURNS / TURNS_PER_MENU {
        let mut menu = if part % 2 == 0 { burgers() } else { coffees() };
        let words = Words::of(&menu);
        let mut off: Vec<ItemId> = Vec::new();
        let mut session = Session::idle();
        for _ in 0..TURNS_PER_MENU {
            trace.turn += 1;
            if !off.is_empty() && chance.percent(3) {
                let item = off.swap_remove(chance.below(off.len()));
                assert!(menu.set_available(&item.into(), true));
            }
            let input = &*trace.last.insert(words.input(&mut chance, &session));
            if let Input::OutOfStock { item } = input
                && chance.percent(80)
                && menu.set_available(&item.into(), false)
            {
                off.push(item.clone());
            }
            let number = u32::try_from(trace.turn).unwrap();
            let (policy, now) = (Policy::new(&rules, &menu), moment(number));
            let event_id = Uuid::from_u128(u128::from(trace.turn));
            let twin = trace.turn.is_multiple_of(13).then(|| session.clone());
            let before = mem::take(&mut session);
            let taken = take_turn(&policy, &now, &lane_key(), event_id, before, input);
            watch.check(input, &taken, &menu, &rules);
            if let Some(twin) = twin {
                let again = take_turn(&policy, &now, &lane_key(), event_id, twin, input);
                assert_eq!(stored(&again.session), stored(&taken.session));
                assert_eq!(format!("{:?}", again.turns), format!("{:?}", taken.turns));
                assert_eq!(format!("{:?}", again.effects), format!("{:?}", taken.effects));
            }
            if trace.turn.is_multiple_of(17) {
                let restored: Session = serde_json::from_str(&stored(&taken.session)).unwrap();
                assert_eq!(restored, taken.session);
                session = restored;
            } else {
                session = taken.session;
            }
        }
        // The lane is left, so that the next menu meets no order of this one.
        let (policy, now) = (Policy::new(&rules, &menu), moment(0));
        let taken = take_turn(&policy, &now, &lane_key(), Uuid::nil(), session, &Input::CarLeft);
        watch.check(&Input::CarLeft, &taken, &menu, &rules);
    }
    println!("{} turns, {} steps; rows: {:?}", trace.turn, watch.steps, watch.taken);
    // Without rules of the house no price changes, and it asks nothing.
    let missed = ROWS.iter().map(|row| row.id).filter(|row| !["D64", "D65", "D66", "D67"].contains(row));
    let missed: Vec<&str> = missed.filter(|row| !watch.taken.contains_key(row)).collect();
    assert!(missed.is_empty(), "the walk never took {missed:?}");
}

fn stored(session: &Session) -> String {
    serde_json::to_string(session).unwrap()
}
