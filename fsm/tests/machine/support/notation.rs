//! What comes in, as a line of text.
//!
//! ```text
//! add 2 cheeseburger -pickle ++bacon; done     operations and words of one utterance; - no, + regular, ++ extra,
//!                                              ~ light, @ on the side, *2 portions, :large a size
//! add cheeseburger combo=cheeseburger_combo drink=coke:large
//! set it :large    set L1 quantity=3    set cheeseburger#2 split=1 -onion    remove all-but-coke    remove L1 2
//! swap it for hamburger    clear    hear lobster not_on_menu    ask price coke
//! want napkins salt_packets                    extras of the sample house, which cost nothing
//! mm-hm                                        a back-channel that may mean yes
//! correct of coffee#2 on 1 to :large +oat not +almond       what is corrected, how many of it, what should be, what not;
//!                                              in each: 2 a number, every, other, #1 a place, kind=drinks, latte|mocha
//! unsure 0.3: add coke        barge: add coke        crew: add coke
//! car    silence [seconds]    barge    off coke    left    ack    reject [item]    payment    take_over    give_back
//! tap confirm    tap deny    tap done    tap choose large    tap add 2 coke:large -ice    tap remove L1
//! tap combo cheeseburger:large combo=cheeseburger_combo drink=coke    tap set L1 3    tap size L1 large    tap pick L1 -onion
//! menu off coke    menu on coke                changes the menu alone
//! price 10                                     a house rule takes so many percent off the order from here on
//! house asks before_close                      a house rule asks something at that point from here on; a and b are answers
//! wait 60                                      so many seconds pass
//! ```

use fsm::dialogue::{Act, Acts, By, CrewAct, Input, Tap};
use fsm::house_rules::HouseRules;
use fsm::ids::{ComboId, ItemId, LineId, SizeId, SlotId};
use fsm::menu::{Menu, Topic};
use fsm::order::{
    Amount, ComponentPick, Correction, Description, Modification, ModifierPick, NewLine, Op, Target,
    Unresolved, Which,
};
use fsm::query::{About, Asking, Filter, Query, Select};
use jiff::SignedDuration;
use serde_json::{from_value, json};

use super::house;

/// What a line of the notation is.
pub enum Said {
    Input(Input),
    Menu(ItemId, bool),
    Wait(i64),
    House(HouseRules),
}

/// Reads a line.
pub fn read(line: &str, menu: &Menu) -> Said {
    let words: Vec<&str> = line.split_whitespace().collect();
    let input = match words.as_slice() {
        ["car"] => Input::CarDetected { vehicle_id: None },
        ["silence"] => Input::Silence { lasted: SignedDuration::ZERO },
        ["silence", seconds] => {
            Input::Silence { lasted: SignedDuration::from_secs(seconds.parse().unwrap()) }
        }
        ["barge"] => Input::BargeIn,
        ["off", item] => Input::OutOfStock { item: (*item).into() },
        ["left"] => Input::CarLeft,
        ["ack"] => Input::Acknowledged,
        ["reject"] => Input::Rejected { item: None },
        ["reject", item] => Input::Rejected { item: Some((*item).into()) },
        ["payment"] => Input::PaymentProblem,
        ["late", what] => Input::Deadline(serde_json::from_value((*what).into()).unwrap()),
        ["take_over"] => Input::Crew(CrewAct::TakeOver),
        ["give_back"] => Input::Crew(CrewAct::GiveBack),
        ["menu", "off", item] => return Said::Menu((*item).into(), false),
        ["menu", "on", item] => return Said::Menu((*item).into(), true),
        ["tap", rest @ ..] => Input::Tap { tap: tap(rest, menu), by: By::Customer },
        ["price", percent] => return Said::House(house::that_takes_off(percent.parse().unwrap())),
        ["house", "asks", point] => return Said::House(house::that_asks(point.parse().unwrap())),
        ["wait", seconds] => return Said::Wait(seconds.parse().unwrap()),
        _ => utterance(line, menu),
    };
    Said::Input(input)
}

/// Reads a line that is no change of the menu.
pub fn input(line: &str, menu: &Menu) -> Input {
    match read(line, menu) {
        Said::Input(input) => input,
        Said::Menu(..) | Said::Wait(_) | Said::House(_) => panic!("no input: {line}"),
    }
}

fn tap(words: &[&str], menu: &Menu) -> Tap {
    let line_id = |line: &str| LineId::parse(line).unwrap();
    match words {
        ["confirm"] => Tap::Confirm,
        ["deny"] => Tap::Deny,
        ["done"] => Tap::Done,
        ["choose", candidate] => Tap::Choose { candidate: (*candidate).to_owned() },
        ["add", rest @ ..] => {
            let NewLine { item, size, quantity, modifiers, .. } = new_line(rest, menu);
            Tap::AddItem { item, size, quantity, modifiers }
        }
        ["combo", rest @ ..] => {
            let NewLine { combo, size, quantity, modifiers, components, .. } = new_line(rest, menu);
            Tap::AddCombo { combo: combo.unwrap(), size, quantity, modifiers, components }
        }
        ["remove", line] => Tap::RemoveLine { line_id: line_id(line) },
        ["set", line, quantity] => {
            Tap::SetQuantity { line_id: line_id(line), quantity: quantity.parse().unwrap() }
        }
        ["size", line, size] => Tap::SetSize { line_id: line_id(line), size: (*size).into() },
        ["pick", line, modifier] => Tap::SetModifier { line_id: line_id(line), pick: pick(modifier, menu) },
        _ => panic!("no tap: {words:?}"),
    }
}

fn utterance(line: &str, menu: &Menu) -> Input {
    let (mut confidence, mut barge_in, mut by, mut rest) = (0.9, false, By::Customer, line);
    if let Some((how, said)) = line.split_once(": ") {
        rest = said;
        match how {
            "barge" => barge_in = true,
            "crew" => by = By::Crew,
            _ => confidence = how.strip_prefix("unsure ").unwrap().parse().unwrap(),
        }
    }
    let acts = acts(rest, menu);
    let acts = Acts::by("test", confidence, acts);
    Input::Utterance { acts, recognizer_confidence: None, barge_in, by }
}

/// Reads the acts of one utterance.
pub fn acts(text: &str, menu: &Menu) -> Vec<Act> {
    let mut acts = Vec::new();
    let (mut ops, mut unresolved) = (Vec::new(), Vec::new());
    for part in text.split(';').map(str::trim) {
        let words: Vec<&str> = part.split_whitespace().collect();
        match words.as_slice() {
            ["hear", text, reason, candidates @ ..] => {
                let candidates = candidates.iter().map(ToString::to_string).collect();
                let reason = from_value(json!(reason)).unwrap();
                unresolved.push(Unresolved { text: (*text).to_owned(), reason, candidates, quantity: None });
            }
            ["allergic", allergens @ ..] => {
                acts.push(from_value(json!({ "act": "has_allergy", "allergens": allergens })).unwrap());
            }
            ["want", extras @ ..] => {
                let named = |name: &&str| Filter::Named { name: name.replace('_', " ") };
                let query = Query {
                    filters: extras.iter().map(named).collect(),
                    ..Query::new(About::House, Select::Extras)
                };
                let asking = Asking::about(Topic::Other, Vec::new());
                acts.push(Act::MenuQuestion(Asking { query: Some(Box::new(query)), ..asking }));
            }
            ["ask", topic, items @ ..] => {
                let items = items.iter().copied().map(ItemId::from).collect();
                let topic = from_value(json!(topic)).unwrap();
                acts.push(Act::MenuQuestion(Asking::about(topic, items)));
            }
            ["mm-hm"] => acts.push(Act::BackChannel { assents: true }),
            [word] if *word != "clear" => acts.push(from_value(json!({ "act": word })).unwrap()),
            words => ops.push(op(words, menu)),
        }
    }
    if !ops.is_empty() || !unresolved.is_empty() {
        acts.insert(0, Act::Order { ops, unresolved });
    }
    acts
}

fn op(words: &[&str], menu: &Menu) -> Op {
    match words {
        ["clear"] => Op::Clear,
        ["add", rest @ ..] => Op::Add(new_line(rest, menu)),
        ["correct", rest @ ..] => Op::from(correction(rest, menu)),
        ["remove", which] => Op::Remove { target: target(which), quantity: None },
        ["remove", which, quantity] => {
            Op::Remove { target: target(which), quantity: Some(quantity.parse().unwrap()) }
        }
        ["swap", which, "for", rest @ ..] => {
            Op::Replace { target: target(which), with: new_line(rest, menu) }
        }
        ["set", which, rest @ ..] => {
            let mut change = Modification::of(target(which));
            for word in rest {
                match (word.strip_prefix(':'), word.split_once('=')) {
                    (Some(size), _) => change.size = Some(size.into()),
                    (_, Some(("quantity", number))) => change.quantity = Some(number.parse().unwrap()),
                    (_, Some(("split", number))) => change.split = Some(number.parse().unwrap()),
                    (_, Some(("combo", combo))) => change.combo = Some(combo.into()),
                    (_, Some((slot, item))) => change.components.push(component(slot, item)),
                    _ => change.modifiers.push(pick(word, menu)),
                }
            }
            Op::Modify(change)
        }
        _ => panic!("no operation: {words:?}"),
    }
}

/// Reads a correction.
pub fn correction_of(text: &str, menu: &Menu) -> Correction {
    let words: Vec<&str> = text.split_whitespace().collect();
    correction(&words[1..], menu)
}

fn correction(words: &[&str], menu: &Menu) -> Correction {
    let mut correction = Correction { text: words.join(" "), ..Correction::default() };
    let mut part = "";
    for word in words {
        match (part, *word) {
            (_, "of" | "on" | "to" | "not") => part = word,
            ("of", word) => describe(&mut correction.target, word, menu),
            ("on", word) => correction.split = Some(word.parse().unwrap()),
            ("to", word) => describe(&mut correction.wanted, word, menu),
            ("not", word) => describe(&mut correction.unwanted, word, menu),
            _ => panic!("no part of a correction: {word}"),
        }
    }
    correction
}

fn describe(said: &mut Description, word: &str, menu: &Menu) {
    if let Ok(number) = word.parse() {
        said.quantity = Some(number);
    } else if let Some(size) = word.strip_prefix(':') {
        said.sizes.push(size.into());
    } else if let Some(kind) = word.strip_prefix("kind=") {
        said.category = Some(kind.into());
    } else if let Some(place) = word.strip_prefix('#') {
        said.which = Some(Which::Place(place.parse().unwrap()));
    } else if word.starts_with(['-', '+', '~', '@']) {
        said.modifiers.push(vec![pick(word, menu)]);
    } else {
        match word {
            "every" => said.which = Some(Which::Every),
            "other" => said.which = Some(Which::Other),
            items => said.items.extend(items.split('|').map(ItemId::from)),
        }
    }
}

fn new_line(words: &[&str], menu: &Menu) -> NewLine {
    let (quantity, rest) = match words[0].parse() {
        Ok(quantity) => (quantity, &words[1..]),
        Err(_) => (1, words),
    };
    let (item, size) = sized(rest[0]);
    let mut line = NewLine { size, quantity, ..NewLine::of(item) };
    for word in &rest[1..] {
        match word.split_once('=') {
            Some(("combo", combo)) => line.combo = Some(ComboId::from(combo)),
            Some((slot, item)) => line.components.push(component(slot, item)),
            None => line.modifiers.push(pick(word, menu)),
        }
    }
    line
}

fn component(slot: &str, item: &str) -> ComponentPick {
    let (item, size) = sized(item);
    ComponentPick { slot: SlotId::from(slot), item, size, modifiers: Vec::new() }
}

fn sized(text: &str) -> (ItemId, Option<SizeId>) {
    let (item, size) = text.split_once(':').map_or((text, None), |(item, size)| (item, Some(size)));
    (item.into(), size.map(SizeId::from))
}

/// A modifier of whichever group has it.
fn pick(word: &str, menu: &Menu) -> ModifierPick {
    let name = word.trim_start_matches(['-', '+', '~', '@']);
    let amount = match &word[..word.len() - name.len()] {
        "-" => Amount::No,
        "+" => Amount::Regular,
        "++" => Amount::Extra,
        "~" => Amount::Light,
        "@" => Amount::Side,
        sign => panic!("no amount: {sign:?} in {word}"),
    };
    let (name, quantity) =
        name.split_once('*').map_or((name, 1), |(name, number)| (name, number.parse().unwrap()));
    let modifier = name.into();
    let group = menu.modifier_groups.iter().find(|group| group.modifier(&modifier).is_some());
    let group = group.map_or_else(|| "nowhere".into(), |group| group.id.clone());
    ModifierPick { group, modifier, amount, quantity }
}

fn target(text: &str) -> Target {
    if let Some(line_id) = LineId::parse(text) {
        return Target::Line { line_id };
    }
    match (text, text.strip_prefix("all-but-"), text.split_once('#')) {
        ("it", _, _) => Target::REFERENT,
        ("all", _, _) => Target::All { all: true, except: Vec::new() },
        (_, Some(spared), _) => Target::All { all: true, except: spared.split(',').map(target).collect() },
        (_, _, Some((item, ordinal))) => {
            Target::Item { item: item.into(), ordinal: Some(ordinal.parse().unwrap()) }
        }
        _ => Target::item(text.into()),
    }
}
