//! What things cost: portions, sizes, combos.

use crate::support::{Lane, burgers};
use insta::assert_snapshot;

#[test]
fn a_line_keeps_the_price_that_it_was_added_at() {
    let dearer = include_str!("../../../fixtures/menus/burger.json")
        .replace(r#""price": "3.99""#, r#""price": "9.99""#);
    let mut lane = Lane::new(burgers());
    assert_snapshot!(lane.talk("add 2 hamburger"), @r"
    > add 2 hamburger
    S01 ordering
      L1 2 Hamburger 7.98
    ");
    lane.menu = crate::support::menu(&dearer);
    assert_snapshot!(lane.talk("set it quantity=3\nset it split=1 -mushroom\nadd hamburger\nset L1 -onion"), @r"
    > set it quantity=3
    S01 ordering
      L1 3 Hamburger 11.97
    > set it split=1 -mushroom
    S01 ordering
    > add hamburger
    S01 ordering
      L1 3 Hamburger 11.97
      L2 1 Hamburger 9.99
    > set L1 -onion
    S01 ordering
      L1 3 Hamburger -onion 29.97
      L2 1 Hamburger 9.99
    ");
}
