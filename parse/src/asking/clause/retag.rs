//! How what is named belongs to a question, where a later word says it: what was named to be on something is asked about
//! with it, a price is of the choice, and something to avoid is asked to be in what else is named.

use fsm::query::Select;

use crate::asking::clause::{Clause, Mention, Tag, allergens};
use crate::asking::names;
use crate::index::Phrase;
use crate::language::Sign;

impl Clause<'_> {
    /// "is there peanut in the shake, real peanuts": what is avoided is in something else that is named.
    pub(super) fn retag(&mut self) {
        let asked = |mention: &Mention<'_>| matches!(mention.tag, Tag::Has | Tag::Free);
        let asks_more = self.mentions.iter().skip(self.topic_with).any(asked) || !self.diets.is_empty();
        let with = if asks_more { self.topic_with } else { 0 };
        for mention in self.mentions.iter_mut().take(with).filter(|mention| mention.tag != Tag::Without) {
            mention.tag = Tag::With;
        }
        for mention in self.mentions.iter_mut().filter(|mention| mention.span.is(&Sign::Allergic)) {
            mention.tag = Tag::Free;
        }
        // "gluten's out for me so what sides can I get"
        for mention in self.mentions.iter_mut().filter(|mention| mention.tag == Tag::Base) {
            if self.avoids && !allergens(&mention.span).is_empty() {
                mention.tag = Tag::Free;
            }
        }
        // "what nuts are in the pesto": whether there are.
        if let [first, second, ..] = self.mentions.as_mut_slice()
            && self.which
            && self.ins > 0
            && first.tag == Tag::Base
            && first.span.phrase.is_none_or(|phrase| phrase.entries.is_empty() && phrase.category.is_none())
            && !allergens(&first.span).is_empty()
            && allergens(&second.span).is_empty()
        {
            (first.tag, second.tag, self.which) = (Tag::Has, Tag::Base, false);
        }
        self.make_so();
        // "kids noodles, any egg", where egg is also a topping.
        let from = match (self.any, self.confirms) {
            (true, _) => self.before,
            (false, true) => 1,
            (false, false) => 0,
        };
        let any_from = if from > 0 && self.has_item(from) { from } else { usize::MAX };
        let starts: Vec<usize> =
            self.mentions.iter().skip(any_from).map(|mention| mention.span.start).collect();
        let partly = |mention: &Mention<'_>| {
            let exact = |phrase: &Phrase| !phrase.modifiers.is_empty() || !phrase.entries.is_empty();
            let is_part = starts.contains(&mention.span.start) || !mention.span.phrase.is_some_and(exact);
            !allergens(&mention.span).is_empty() && is_part
        };
        // "ice cream on the cobbler, how much more is that": its price, and not whether it is on it.
        let of_part = self.on_something && matches!(self.select, Some(Select::Price | Select::Calories));
        for mention in self.mentions.iter_mut().filter(|mention| of_part && mention.tag == Tag::Has) {
            mention.tag = Tag::Base;
        }
        self.turn_what_comes();
        let others = self.mentions.iter().any(|mention| mention.tag == Tag::Base && !partly(mention));
        if !others || self.select.is_some() {
            return;
        }
        for mention in &mut self.mentions {
            if mention.tag == Tag::Base && partly(mention) {
                mention.tag = Tag::Has;
            }
        }
    }

    /// "could you make a cortado iced": how it is to be made stands behind it.
    fn make_so(&mut self) {
        let items = |mention: &Mention<'_>| names::is_item(&mention.span);
        let Some(item) = self.mentions.iter().position(items).filter(|_| self.make) else { return };
        let (end, rest) = (self.mentions[item].span.end, &mut self.mentions[item + 1..]);
        if let [only] = rest
            && only.span.start == end
            && only.tag == Tag::Base
            && names::is_modifier(&only.span)
        {
            only.tag = Tag::With;
        }
    }

    /// "does whipped cream come on the mocha": the mocha is asked about, and not the cream.
    fn turn_what_comes(&mut self) {
        let [part, item] = self.mentions.as_mut_slice() else { return };
        let is_part =
            part.span.phrase.is_some_and(|phrase| !phrase.modifiers.is_empty() && phrase.group.is_none())
                && !names::is_item(&part.span)
                && !self.which;
        if (part.tag, item.tag) == (Tag::Base, Tag::Comes) && is_part && names::is_item(&item.span) {
            (part.tag, item.tag) = (Tag::Comes, Tag::Base);
        }
    }

    /// "half a pound of brisket, what's that gonna cost me": the price of what is named, and no total.
    pub(super) fn price_what_is_named(&mut self) {
        let names = |mention: &Mention<'_>| {
            matches!(mention.tag, Tag::Base | Tag::Has)
                && names::is_item(&mention.span)
                && allergens(&mention.span).is_empty()
        };
        let is_total = self.order == Some(Select::Price) && matches!(self.select, None | Some(Select::Price));
        if !is_total || !self.mentions.iter().any(names) {
            return;
        }
        (self.order, self.select) = (None, Some(Select::Price));
        // "if I wanted cheddar on it, what would the whole thing be"
        let is_part =
            |mention: &&mut Mention<'_>| names::is_modifier(&mention.span) && !names::is_item(&mention.span);
        if self.supposes && self.on_something {
            self.mentions.iter_mut().filter(is_part).for_each(|mention| mention.tag = Tag::With);
            self.on_something = false;
        }
        for mention in self.mentions.iter_mut().filter(|mention| names(mention)) {
            mention.tag = Tag::Base;
        }
    }

    /// Whether an item is named before what is asked.
    fn has_item(&self, before: usize) -> bool {
        self.mentions.iter().take(before).any(|mention| names::is_item(&mention.span))
    }
}
