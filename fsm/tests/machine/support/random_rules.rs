//! Random rules of a house.

use fsm::house_rules::{
    AgentPlan, AnswerDoes, Comparison, Condition, Cut, FlagFact, Goods, HouseAnswer, HouseQuestion,
    HouseRule, HouseRules, Limits, NUDGES_BOUNDS, Number, NumberFact, Outcome, ParserPlan, Patience, Point,
    PriceCut, Profiles, Quantifier, ResponderPlan, Test, TextFact, Upsell, Welcome,
};
use fsm::ids::RuleId;
use fsm::machine::{Offer, Waits};
use fsm::menu::Menu;
use fsm::money::Money;
use fsm::order::Safety;
use strum::VariantArray as _;

use super::random::{Chance, Words};

fn price_cut(chance: &mut Chance, menu: &Menu) -> PriceCut {
    let items = chance.many(3, |chance| chance.one(&menu.items).id.clone());
    let categories = chance.many(3, |chance| chance.one(&menu.categories).id.clone());
    let combos = chance.many(2, |chance| chance.one(&menu.combos).id.clone());
    let on = Goods { items, categories, combos };
    let amount = Money::from_hundredths(i64::from(small(chance)) * 137);
    let (on, by) = match chance.below(5) {
        0 => (None, Cut::Percent(1 + small(chance) * 19)),
        1 => (None, Cut::Amount(amount)),
        2 => (Some(on), Cut::Percent(100 - small(chance))),
        3 => (Some(on), Cut::Amount(amount)),
        _ => (Some(on), Cut::Bundle { quantity: 1 + small(chance), price: amount }),
    };
    PriceCut { name: "Sale".to_owned(), on, by }
}

/// Up to eight rules, at any point, with conditions of any kind.
pub fn house_rules(chance: &mut Chance, menu: &Menu) -> HouseRules {
    let mut rules = chance.many(8, |chance| rule(chance, menu));
    for (at, rule) in rules.iter_mut().enumerate() {
        rule.id = RuleId::from(format!("r{at}").as_str());
    }
    HouseRules::of("random".to_owned(), rules)
}

fn rule(chance: &mut Chance, menu: &Menu) -> HouseRule {
    let item = |chance: &mut Chance| chance.one(&menu.items).id.clone();
    let then = match chance.below(27) {
        0 => Outcome::Available,
        1..4 => Outcome::Unavailable {
            reason: "Not now.".to_owned(),
            substitutes: chance.many(3, |chance| item(chance)),
        },
        4 | 5 => Outcome::Offer(Upsell::This(Offer::Item(item(chance)))),
        6 => Outcome::Offer(Upsell::This(Offer::Combo(chance.one(&menu.combos).id.clone()))),
        7 => Outcome::Offer(if chance.percent(50) { Upsell::Nothing } else { Upsell::OfMenu }),
        8..11 => Outcome::Unsafe(Safety {
            lines: 1 + small(chance),
            items: 1 + small(chance),
            share_percent: u32::try_from(chance.below(101)).unwrap(),
            always: chance.many(3, |chance| item(chance)),
        }),
        11..15 => Outcome::Price(price_cut(chance, menu)),
        15 => Outcome::Crew { reason: "Look.".to_owned() },
        16 => Outcome::Arrival(Welcome {
            greeting: chance.maybe(50, |_| "Hi!".to_owned()),
            tags: chance.many(3, |chance| format!("t{}", small(chance))),
            limits: Limits {
                line_quantity: chance.maybe(50, |chance| 2 + small(chance)),
                items: chance.maybe(50, |chance| 6 + 2 * small(chance)),
                subtotal: None,
            },
        }),
        17 => Outcome::Patience(Patience {
            nudges: chance.maybe(70, |chance| 1 + small(chance) % NUDGES_BOUNDS.end()),
            tries: chance.maybe(50, |chance| 2 + small(chance) % 4),
            upsets: chance.maybe(50, |chance| 1 + small(chance) % 3),
            waits: Waits {
                ticket_unanswered_seconds: chance.maybe(50, |chance| 10 + small(chance)),
                handoff_unanswered_seconds: chance.maybe(50, |chance| 10 + small(chance)),
                question_open_seconds: chance.maybe(50, |chance| 5 + small(chance)),
                visit_idle_seconds: chance.maybe(50, |chance| 60 + small(chance)),
            },
        }),
        18 => Outcome::Agent(AgentPlan {
            parser: chance.maybe(50, |_| ParserPlan::LlmThenGrammar),
            responder: chance.maybe(50, |_| ResponderPlan::Llm),
            profiles: chance.maybe(50, |_| Profiles::NONE),
        }),
        _ => Outcome::Ask(Box::new(house_question(chance, menu))),
    };
    let when = match then.point() {
        // Who is handed over at once orders nothing.
        Point::Crew => Condition::All(vec![
            number(NumberFact::Total, Comparison::Greater, 3_000),
            condition(chance, menu, 1),
        ]),
        Point::Arrival
        | Point::Available
        | Point::Offer
        | Point::Unsafe
        | Point::Price
        | Point::AfterAdd
        | Point::BeforeSummary
        | Point::BeforeClose
        | Point::Patience
        | Point::Agent => condition(chance, menu, 2),
    };
    let priority = i32::try_from(chance.below(3)).unwrap();
    HouseRule { id: RuleId::from(""), when, then, priority, from: None, until: None }
}

fn house_question(chance: &mut Chance, menu: &Menu) -> HouseQuestion {
    let at = *chance.one(&[Point::AfterAdd, Point::BeforeSummary, Point::BeforeClose]);
    let mut answers = vec![AnswerDoes::Nothing];
    answers.extend(chance.many(6, |chance| answer(chance, menu)));
    answers.push(answer(chance, menu));
    let answers = answers.into_iter().enumerate().map(|(at, does)| HouseAnswer {
        id: format!("a{at}"),
        text: format!("Answer {at}"),
        said: Vec::new(),
        does,
    });
    HouseQuestion { at, text: "Which?".to_owned(), answers: answers.collect() }
}

fn answer(chance: &mut Chance, menu: &Menu) -> AnswerDoes {
    let words = Words::of(menu);
    match chance.below(12) {
        0 | 1 => AnswerDoes::Nothing,
        2..5 => AnswerDoes::Add(words.new_line(chance)),
        5..8 => {
            let line = words.new_line(chance);
            let on = Goods { categories: vec![chance.one(&menu.categories).id.clone()], ..Goods::default() };
            let on = chance.maybe(50, |_| on);
            AnswerDoes::Modify { size: line.size, modifiers: line.modifiers, on }
        }
        8 | 9 => AnswerDoes::Tag(format!("t{}", small(chance))),
        10 => AnswerDoes::Note("Bags".to_owned()),
        _ => AnswerDoes::HandOver("Look.".to_owned()),
    }
}

fn condition(chance: &mut Chance, menu: &Menu, depth: u32) -> Condition {
    if depth > 0 && chance.percent(60) {
        return match chance.below(5) {
            0 => Condition::Not(Box::new(condition(chance, menu, depth - 1))),
            1 => Condition::All(chance.many(3, |chance| condition(chance, menu, depth - 1))),
            2 => Condition::Any(chance.many(4, |chance| condition(chance, menu, depth - 1))),
            at => {
                let quantifier = if at == 3 { Quantifier::Exists } else { Quantifier::All };
                Condition::Lines(quantifier, Box::new(condition(chance, menu, 0)))
            }
        };
    }
    let category = |chance: &mut Chance| vec![chance.one(&menu.categories).id.to_string()];
    match chance.below(7) {
        6 => Test::Tagged(format!("t{}", small(chance))).into(),
        0 => Condition::Is(chance.percent(50)),
        1 => Test::Flag(*chance.one(FlagFact::VARIANTS)).into(),
        2 => Test::OneOf(TextFact::ItemCategory, category(chance)).into(),
        3 => Test::OneOf(TextFact::LineCategory, category(chance)).into(),
        4 => number(NumberFact::CarsWaiting, Comparison::GreaterOrEqual, 4),
        _ => number(*chance.one(NumberFact::VARIANTS), Comparison::Less, small(chance).into()),
    }
}

fn number(fact: NumberFact, how: Comparison, than: i64) -> Condition {
    Test::Compare(Number::Fact(fact), how, Number::Is(than)).into()
}

fn small(chance: &mut Chance) -> u32 {
    u32::try_from(chance.below(6)).unwrap()
}
