//! The sample menus, which everything else is tried with.

use crate::support::{burgers, coffees};
use fsm::menu::Menu;

#[test]
fn the_burger_menu_is_faultless() {
    assert_eq!(counts(&burgers()), "10 categories, 19 groups, 60 items, 9 combos");
}

#[test]
fn the_coffee_menu_is_faultless() {
    assert_eq!(counts(&coffees()), "6 categories, 14 groups, 44 items, 4 combos");
}

fn counts(menu: &Menu) -> String {
    let Menu { categories, modifier_groups, items, combos, .. } = menu;
    let (categories, groups) = (categories.len(), modifier_groups.len());
    format!("{categories} categories, {groups} groups, {} items, {} combos", items.len(), combos.len())
}
