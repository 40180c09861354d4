use super::*;

fn case(doubts: &[Doubt], is_right: bool) -> Case {
    Case {
        doubts: Some((doubts.iter().map(|doubt| (*doubt, 1.0)).collect(), 1.0)),
        confidence: 0.0,
        applied: if is_right { Outcome::Exact } else { Outcome::Silent },
        dropped: Outcome::Asked,
    }
}

/// Menus whose guesses are mostly wrong, and whose corrections are always right.
fn menus() -> Vec<Cases> {
    let cases = (0..40).map(|at| match at % 4 {
        0 => case(&[Doubt::Guessed], at == 0),
        1 => case(&[Doubt::Corrected], true),
        _ => case(&[], true),
    });
    let cases: Vec<Case> = cases.collect();
    ["stand", "bar", "grill"].map(|menu| Cases { menu: menu.to_owned(), cases: cases.clone() }).to_vec()
}

fn by_hand() -> DoubtWeights {
    let index = MenuBook::compile(menu(), &parse::Languages::default()).index;
    index.doubt_weights().by_hand()
}

fn menu() -> fsm::menu::Menu {
    let document = serde_json::from_str(include_str!("../../../parse/tests/tables/burger.json")).unwrap();
    fsm::menu::Menu::check(&document).unwrap()
}

#[test]
fn weights_follow_what_is_right_and_stay_where_nothing_tells() {
    let fit = fit(&menus(), &by_hand(), 0.6);
    assert!(fit.weights.of(Doubt::Guessed) > by_hand().of(Doubt::Guessed) + 1.0, "{}", fit.text());
    assert!(fit.weights.of(Doubt::Corrected) < by_hand().of(Doubt::Corrected));
    assert_eq!(fit.weights.of(Doubt::ItemLeft), by_hand().of(Doubt::ItemLeft));
    assert!(Doubt::ALL.into_iter().all(|doubt| fit.weights.of(doubt) >= 0.0));
}

#[test]
fn the_same_sentences_give_the_same_file() {
    let first = fit(&menus(), &by_hand(), 0.6).weights;
    // Also where fitted weights are in use: a fit begins with those by hand.
    assert_eq!(fit(&menus(), &first, 0.6).weights.text(), first.text());
}

#[test]
fn a_menu_is_judged_by_weights_that_it_had_no_part_in() {
    let fit = fit(&menus(), &by_hand(), 0.6);
    let share = |count, of| Share { count, of };
    let all = fit.menus.last().unwrap();
    assert_eq!((fit.menus.len(), all.menu.as_str()), (4, "all"));
    assert_eq!((all.by_hand.silent, all.by_hand.caught), (share(27, 120), share(0, 27)));
    assert_eq!((all.left_out.silent, all.left_out.caught), (share(0, 120), share(27, 27)));
    assert_eq!((all.left_out.exact, all.left_out.sure), (share(90, 120), share(90, 90)));
}
