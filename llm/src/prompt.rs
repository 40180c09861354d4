//! What a model is told: the part of the menu that was named, where the lane is, and what was said lately.

use fsm::machine::Exchange;
use fsm::menu::{Combo, Item, Menu, ModifierGroup};
use fsm::order::{Amount, Line, Order};
use serde_json::{Map, Value, json};

use agents::specialist::Question;
use fsm::query::Specialist;
use parse::{Named, Utterance};

/// How many tokens a context has at most.
const CONTEXT_TOKENS_MAX: u64 = 2000;
/// How many bytes a token has at least, of the languages that menus are written in.
const TOKEN_BYTES: u64 = 3;

/// What a model is to do, as a file says it.
pub(super) struct Prompt {
    name: &'static str,
    /// Its words.
    pub text: &'static str,
}

/// To write down what was said.
pub(super) const PARSE: Prompt = Prompt { name: "parse", text: include_str!("../prompts/parse.txt") };
/// To write down what is asked.
pub(super) const ASK: Prompt = Prompt { name: "ask", text: include_str!("../prompts/ask.txt") };
/// To word what was decided.
pub(super) const RESPOND: Prompt = Prompt { name: "respond", text: include_str!("../prompts/respond.txt") };
/// To write down what else people call a thing of the menu.
pub(super) const ENRICH: Prompt = Prompt { name: "enrich", text: include_str!("../prompts/enrich.txt") };

impl Prompt {
    /// Its name and version, such as `parse-1f6a09c2`. Another text has another version.
    pub fn version(&self) -> String {
        version(self.name, self.text)
    }
}

/// A name with a hash of what it stands for.
pub(super) fn version(name: &str, text: &str) -> String {
    // FNV-1a: nobody gains by two texts of one version.
    let mix = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    let hash = text.bytes().fold(0x811c_9dc5, mix);
    format!("{name}-{hash:08x}")
}

/// How many tokens a text has at most, nearly.
pub(super) fn tokens(text: &str) -> u64 {
    (text.len() as u64).div_ceil(TOKEN_BYTES)
}

/// The JSON object in an answer. Servers without a grammar may put a fence or an introduction around it.
pub(super) fn json_of(text: &str) -> &str {
    match (text.find('{'), text.rfind('}')) {
        (Some(start), Some(end)) if start < end => &text[start..=end],
        _ => text,
    }
}

/// What the parser's model is told of an utterance.
pub(super) fn of_utterance(utterance: &Utterance<'_>, exchanges: &[Exchange], named: &Named) -> String {
    let menu = &utterance.book.menu;
    let mut now = Map::new();
    now.insert("expectation".to_owned(), json!(utterance.expectation));
    if let Some(question) = utterance.question {
        now.insert("asked".to_owned(), json!(question));
    }
    let order = utterance.order.filter(|order| !order.lines().is_empty());
    if let Some(order) = order {
        now.insert("order".to_owned(), lines(order));
        now.insert("referent".to_owned(), json!(order.referent()));
    }
    now.insert("utterance".to_owned(), json!(utterance.text));
    context(slice(menu, named), exchanges, &now)
}

/// What a specialist's model is told of a question: each what it needs to know.
pub(super) fn of_question(question: &Question<'_>, exchanges: &[Exchange], named: &Named) -> String {
    let utterance = &question.utterance;
    let mut now = Map::from_iter([("specialist".to_owned(), json!(question.who))]);
    let menu = match question.who {
        Specialist::Menu => slice(&utterance.book.menu, named),
        Specialist::House => {
            let answers = utterance.house.map_or(&[][..], |house| &house.answers);
            let answers = answers.iter().map(|answer| json!({ "id": answer.id, "asks": answer.ask }));
            now.insert("answers".to_owned(), answers.collect());
            Vec::new()
        }
        Specialist::Order => {
            if let Some(order) = utterance.order {
                now.insert("order".to_owned(), lines(order));
            }
            Vec::new()
        }
        Specialist::SmallTalk => Vec::new(),
    };
    now.insert("utterance".to_owned(), json!(utterance.text));
    context(menu, exchanges, &now)
}

/// What the responder's model is told of a reply.
pub(super) fn of_reply(text: &str, exchanges: &[Exchange]) -> String {
    context(Vec::new(), exchanges, &Map::from_iter([("say".to_owned(), json!(text))]))
}

/// Puts together what a model is told, within the limit: drops the oldest exchanges first, then the end of the menu, and
/// never the present situation of the lane.
fn context(mut menu: Vec<Value>, exchanges: &[Exchange], now: &Map<String, Value>) -> String {
    let mut exchanges = exchanges;
    loop {
        let mut all = Map::new();
        if !menu.is_empty() {
            all.insert("menu".to_owned(), json!(menu));
        }
        if !exchanges.is_empty() {
            let lately: Vec<Value> =
                exchanges.iter().map(|it| json!({ "customer": it.heard, "lane": it.said })).collect();
            all.insert("lately".to_owned(), json!(lately));
        }
        all.extend(now.clone());
        let text = Value::Object(all).to_string();
        if tokens(&text) <= CONTEXT_TOKENS_MAX {
            return text;
        }
        match exchanges {
            [_, rest @ ..] => exchanges = rest,
            [] if menu.pop().is_some() => {}
            [] => return text,
        }
    }
}

/// What was named of the menu. There are no prices in it.
fn slice(menu: &Menu, named: &Named) -> Vec<Value> {
    let items = menu.items.iter().filter(|item| named.items.contains(item.id.as_str()));
    let combos = menu.combos.iter().filter(|combo| named.combos.contains(combo.id.as_str()));
    items.map(|it| item(menu, it, named)).chain(combos.map(combo)).collect()
}

fn item(menu: &Menu, item: &Item, named: &Named) -> Value {
    let mut entry =
        Map::from_iter([("item".to_owned(), json!(item.id)), ("name".to_owned(), json!(item.name))]);
    let sizes: Vec<_> = item.sizes().iter().map(|size| &size.id).collect();
    if !sizes.is_empty() {
        entry.insert("sizes".to_owned(), json!(sizes));
    }
    let groups = item.modifier_groups.iter().filter_map(|id| menu.group(id));
    let groups: Map<String, Value> = groups.filter_map(|group| modifiers(group, named)).collect();
    if !groups.is_empty() {
        entry.insert("modifiers".to_owned(), Value::Object(groups));
    }
    Value::Object(entry)
}

fn modifiers(group: &ModifierGroup, named: &Named) -> Option<(String, Value)> {
    let ids = group.modifiers.iter().map(|modifier| modifier.id.as_str());
    let ids: Vec<&str> = ids.filter(|id| named.modifiers.contains(*id)).collect();
    (!ids.is_empty()).then(|| (group.id.to_string(), json!(ids)))
}

fn combo(combo: &Combo) -> Value {
    let slots: Vec<_> = combo.slots.iter().map(|slot| &slot.id).collect();
    let sizes: Vec<_> = combo.sizes.iter().map(|size| &size.id).collect();
    json!({ "combo": combo.id, "name": combo.name, "item": combo.main, "slots": slots, "sizes": sizes })
}

fn lines(order: &Order) -> Value {
    order.lines().iter().map(line).collect()
}

fn line(line: &Line) -> Value {
    let modifiers = line.modifiers.iter().map(|pick| match pick.amount {
        Amount::Regular => pick.modifier.to_string(),
        amount => format!("{amount:?} {}", pick.modifier).to_lowercase(),
    });
    json!({
        "line_id": line.line_id,
        "item": line.item,
        "combo": line.combo,
        "size": line.size,
        "quantity": line.quantity,
        "modifiers": modifiers.collect::<Vec<_>>(),
    })
}
