//! Plain things that every car says: that it is all, that something goes, that there should be one more. 27 situations on the
//! sample menu, each in many words of people who did not know the parser.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use fsm::dialogue::Act;
use fsm::order::{Amount, Caps, Line, Order, Recent, plan};
use parse::read;

use super::scene::{Scene, book};

/// What was understood when this was last looked at: of how many, how many are right, and how many change an order that is then wrong.
const READ: (usize, usize, usize) = (2018, 1712, 43);
const UNREAD: (usize, usize, usize) = (1080, 837, 36);

/// Where something is said, and what it must do.
struct Situation {
    /// As `Scene::read` reads it.
    scene: &'static str,
    /// One of these acts is heard; any at all where there is none.
    acts: &'static [&'static str],
    /// The order after it, as one or the other; as before where there is none.
    order: Option<&'static str>,
}

const ORDER: &str = "order: 1 cheeseburger, 1 fries/medium";
const READ_BACK: &str = "confirming; order: 1 cheeseburger, 1 fries/medium";
const OFFER: &str = "offer: apple_pie; order: 1 cheeseburger";
const WHICH: &str =
    "which_item crispy_chicken grilled_chicken spicy_chicken; about: chicken sandwich; order: 1 coke/medium";
const BURGER: &str = "confirming; order: 1 cheeseburger";

fn situation(name: &str) -> Situation {
    let says = |scene, acts| Situation { scene, acts, order: None };
    let changes = |scene, order| Situation { scene, acts: &[], order: Some(order) };
    match name {
        "done" => says(ORDER, &["done"]),
        "confirm" => says(READ_BACK, &["yes"]),
        "deny" => says(READ_BACK, &["not_right", "no"]),
        "readback" => says(ORDER, &["menu_question", "repeat"]),
        "total" => says(ORDER, &["menu_question"]),
        "say_again" => says(ORDER, &["repeat"]),
        "time" => says(ORDER, &["needs_time"]),
        "clear" => changes(ORDER, ""),
        "leave" => Situation { acts: &["human"], ..changes(ORDER, "") },
        "human" => says(ORDER, &["human"]),
        "upset" => says(ORDER, &["upset", "human", "small_talk", "not_right"]),
        "anyone" => says(ORDER, &["small_talk", "human", "upset", "repeat", "menu_question"]),
        "code" => says(ORDER, &["has_code", "menu_question"]),
        "decline" => says(OFFER, &["no", "done", "never_mind"]),
        "accept" => says(OFFER, &["yes", "order"]),
        "no_change" => says(ORDER, &["small_talk", "back_channel", "needs_time"]),
        "drop" => Situation { acts: &["never_mind", "order", "no"], ..says(WHICH, &[]) },
        "any" => changes(WHICH, "1 coke/medium, 1 crispy_chicken"),
        "robot" => says(ORDER, &["small_talk", "human"]),
        "split" => says(ORDER, &["menu_question", "small_talk", "human", "has_code"]),
        "fresh" => changes(BURGER, ""),
        "one_more" | "make_two" => changes(BURGER, "2 cheeseburger"),
        "bigger" => changes("order: 1 coke/small", "1 coke/large"),
        "no_pickles" => changes(BURGER, "1 cheeseburger no pickle"),
        "swap" => changes("order: 1 coke/medium", "1 sprite/medium | 1 sprite"),
        "only_one" => changes("order: 3 cheeseburger", "1 cheeseburger"),
        name => panic!("no situation {name}"),
    }
}

#[test]
fn plain_things_are_understood_in_many_words() {
    let heard = [include_str!("plain/read.txt"), include_str!("plain/unread.txt")].map(measured);
    let kept = [READ, UNREAD];
    let figures = heard.each_ref().map(|heard| (heard.of, heard.right, heard.wrong));
    assert!(figures == kept, "{figures:?}, kept {kept:?}\n{}{}", heard[0].by_situation(), heard[0].missed);
}

/// How a file is understood.
#[derive(Default)]
struct Heard {
    of: usize,
    right: usize,
    wrong: usize,
    situations: BTreeMap<String, (usize, usize)>,
    missed: String,
}

impl Heard {
    fn by_situation(&self) -> String {
        self.situations.iter().fold(String::new(), |mut all, (name, (right, of))| {
            let _ = writeln!(all, "{name}: {right} of {of}");
            all
        })
    }
}

fn measured(sentences: &str) -> Heard {
    let book = book(include_str!("../../../fixtures/menus/burger.json"));
    let mut heard = Heard::default();
    let mut name = "";
    for text in sentences.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(next) = text.strip_prefix("== ") {
            name = next;
            continue;
        }
        let Situation { scene, acts, order } = situation(name);
        let scene = Scene::read(scene);
        let utterance = scene.utterance(&book, text);
        let said = read(utterance).acts;
        let before = utterance.order.expect("an order");
        let ops = said.iter().find_map(|act| if let Act::Order { ops, .. } = act { Some(ops) } else { None });
        let ops = ops.map_or(&[][..], Vec::as_slice);
        let plan = plan(before, &Recent::default(), ops, &[], &book.menu, &Caps::default());
        let after = plan.change.map_or_else(|| before.clone(), |change| change.after().clone());
        let is_heard = said.iter().any(|act| acts.contains(&act.kind().wire()));
        let as_wanted =
            |wanted: &str| written(&after) == sorted(wanted.split(", ").map(str::to_owned).collect());
        // "add a pie" takes the offer, whatever that is.
        let stays = written(&after) == written(before)
            || name == "accept" && after.lines().len() > before.lines().len();
        let right = match order {
            Some(wanted) => wanted.split(" | ").any(as_wanted) || is_heard && stays,
            None => is_heard && stays,
        };
        let (rights, of) = heard.situations.entry(name.to_owned()).or_default();
        (*of, *rights) = (*of + 1, *rights + usize::from(right));
        heard.of += 1;
        heard.right += usize::from(right);
        heard.wrong += usize::from(!right && !stays);
        if !right {
            let _ = writeln!(heard.missed, "{name}: {text}\n    {}", written(&after));
        }
    }
    heard
}

/// The lines of an order, those that are alike as one: "2 cheeseburger, 1 coke/small".
fn written(order: &Order) -> String {
    let mut quantities: BTreeMap<String, u32> = BTreeMap::new();
    for line in order.lines() {
        *quantities.entry(described(line)).or_default() += line.quantity;
    }
    sorted(quantities.into_iter().map(|(line, quantity)| format!("{quantity} {line}")).collect())
}

fn sorted(mut lines: Vec<String>) -> String {
    lines.retain(|line| !line.is_empty());
    lines.sort();
    lines.join(", ")
}

fn described(line: &Line) -> String {
    let size = line.size.as_ref().map(|size| format!("/{size}")).unwrap_or_default();
    let picks = line.modifiers.iter().map(|pick| match pick.amount {
        Amount::No => format!(" no {}", pick.modifier),
        amount => format!(" {amount} {}", pick.modifier),
    });
    format!("{}{size}{}", line.item, picks.collect::<String>())
}
