//! Questions about the menu and the order as acts: what is asked, of which items.

use fsm::dialogue::Act;
use fsm::ids::{ComboId, ItemId};
use fsm::machine::StateKind;
use fsm::menu::Topic;
use fsm::order::Op;
use fsm::query::Asking;

use crate::Utterance;
use crate::index::Entry;
use crate::reading::said::{Asked, Said};

/// What is asked. `asks_of` is the item that a question is about which would change it: "how much is it as a combo".
pub(super) fn asked(utterance: Utterance<'_>, said: &Said, ops: &[Op], asks_of: Option<&ItemId>) -> Vec<Act> {
    let mut acts = Vec::new();
    // "how much is it with bacon" asks for a price, not for what is in it.
    let is_price = |topic: Topic| topic == Topic::Price;
    let priced = said.questions.iter().any(|asked| is_price(asked.topic));
    let besides = |asked: &&Asked| asked.topic == Topic::Contents && asked.entries.is_empty() && priced;
    let menu = &utterance.book.menu;
    for asked in said.questions.iter().filter(|asked| !besides(asked)) {
        let (mut items, mut combos): (Vec<ItemId>, Vec<ComboId>) = (Vec::new(), Vec::new());
        for entry in &asked.entries {
            if let Entry::Combo(at) = entry {
                combos.push(menu.combos[*at].id.clone());
            }
            let item = menu.items[utterance.book.index.main(*entry)].id.clone();
            if !items.contains(&item) {
                items.push(item);
            }
        }
        // Something not on the menu was asked about: that is the answer.
        if items.is_empty() && !said.strange.is_empty() {
            continue;
        }
        let mut topic = asked.topic;
        if items.is_empty()
            && is_price(topic)
            && utterance.state == StateKind::Closing
            && !said.asks_of_modifier
        {
            // "how much was it", after the yes
            topic = Topic::Order;
        } else if items.is_empty()
            && let Some((item, of)) = asks_of
                .map(|item| (item.clone(), Vec::new()))
                .or_else(|| pointed_at(utterance, said, asked, ops))
        {
            items.push(item);
            combos = of;
        }
        let groups = asked.groups.iter().map(|at| menu.modifier_groups[*at].id.clone()).collect();
        acts.push(Act::MenuQuestion(Asking { topic, items, combos, groups, query: None }));
    }
    acts
}

/// What "how much is it" is about: what was just ordered, else what was just asked about, else the line in question,
/// else the one last mentioned. With the combos that it stands for.
fn pointed_at(
    utterance: Utterance<'_>,
    said: &Said,
    asked: &Asked,
    ops: &[Op],
) -> Option<(ItemId, Vec<ComboId>)> {
    let of_an_item = match asked.topic {
        Topic::Price | Topic::Contents | Topic::Sizes | Topic::Calories | Topic::Allergens => true,
        Topic::Combo | Topic::Order => asked.closed,
        Topic::Availability | Topic::Recommendation | Topic::Other => false,
    };
    let others = said.asks_of_modifier || !said.categories.is_empty();
    if !of_an_item || said.noise > 0 || others && !asked.closed {
        return None;
    }
    let ordered = ops.iter().rev().find_map(|op| match op {
        Op::Add(line) => Some(&line.item),
        Op::Remove { .. } | Op::Modify(_) | Op::Replace { .. } | Op::Correct(_) | Op::Clear => None,
    });
    if let Some(item) = ordered {
        return Some((item.clone(), Vec::new()));
    }
    let answered = utterance.answered.filter(|_| asked.topic != Topic::Order);
    if let Some(([item], answered)) = answered.map(|answered| (answered.items.as_slice(), answered)) {
        return Some((item.clone(), answered.combos.clone()));
    }
    referent(utterance).map(|item| (item.clone(), Vec::new()))
}

/// The item of the line that is asked about, else of the one last mentioned.
pub(crate) fn referent(utterance: Utterance<'_>) -> Option<&ItemId> {
    let order = utterance.order?;
    let question = utterance.question.and_then(|question| question.line_id);
    Some(&order.line(question.or(order.referent())?)?.item)
}
