//! Houses with one rule, which always holds.

use fsm::house_rules::{
    AnswerDoes, Condition, Cut, HouseAnswer, HouseQuestion, HouseRule, HouseRules, Outcome, Point, PriceCut,
};
use fsm::ids::RuleId;

/// Takes so many percent off every order.
pub fn that_takes_off(percent: u32) -> HouseRules {
    with(Outcome::Price(PriceCut { name: "Sale".to_owned(), on: None, by: Cut::Percent(percent) }))
}

/// Asks something at a point; its answers, `a` and `b`, change nothing.
pub fn that_asks(at: Point) -> HouseRules {
    let answer = |id: &str| HouseAnswer {
        id: id.to_owned(),
        text: id.to_owned(),
        said: Vec::new(),
        does: AnswerDoes::Nothing,
    };
    let question = HouseQuestion { at, text: "A or b?".to_owned(), answers: vec![answer("a"), answer("b")] };
    with(Outcome::Ask(Box::new(question)))
}

fn with(then: Outcome) -> HouseRules {
    let id = RuleId::from("always");
    let rule = HouseRule { id, when: Condition::Is(true), then, priority: 0, from: None, until: None };
    HouseRules::of("one_rule".to_owned(), vec![rule])
}
