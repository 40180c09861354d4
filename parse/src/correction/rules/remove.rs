//! What goes: "take off one of them", "drop the chocolate one", "the rings can come off".

use fsm::order::{Amount, Op, Target};

use crate::correction::phrase::{Mark, Phrase};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;

impl Scene<'_> {
    /// "drop the chocolate one", "I don't need the small ones": what is so, not what is on it.
    pub(in crate::correction) fn drop_one(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.phrases()?;
        let [phrase] = phrases.as_slice() else { return None };
        let mut one = Phrase { definite: true, unwanted: false, ..(*phrase).clone() };
        if !phrase.unwanted || phrase.sizes.is_empty() {
            let (_, amount, _) = one.picks.first_mut().filter(|(_, amount, _)| *amount == Amount::No)?;
            *amount = Amount::Regular;
        }
        let drops = phrase.ones && !phrase.definite && !phrase.article && phrase.number.is_none();
        let target = Target::described(self.on_order(&one).filter(|_| drops && phrase.of.is_none())?);
        Some(Op::Remove { target, quantity: None })
    }

    /// "take off one of the no onion ones".
    pub(in crate::correction) fn remove(&self, shape: &Shape<'_>) -> Option<Op> {
        if let Some((_, kept)) = shape.without(&[Mark::Remove]).round(Mark::Except) {
            // "everything but the nitro"
            let kept = kept.iter().map(|phrase| self.on_order(&phrase.named()).map(Target::described));
            let target = Target::All { all: true, except: kept.collect::<Option<_>>()? };
            return Some(Op::Remove { target, quantity: None });
        }
        let (before, after) = shape.round(Mark::Remove)?;
        let phrase = match (before.as_slice(), after.as_slice()) {
            ([], [phrase]) | ([phrase], []) => *phrase,
            // "take off the orange juices, one of them"
            ([], [named, share]) | ([named, share], [])
                if share.share && !share.names_item() && !share.describes() =>
            {
                let target = Target::described(self.on_order(named)?);
                return Some(Op::Remove { target, quantity: share.number });
            }
            // "get rid of the brownies, both"
            ([], [named, all]) if all.every && !all.says_what() && named.definite => {
                let target = Target::described(self.on_order(named)?);
                return Some(Op::Remove { target, quantity: None });
            }
            // "ditch the burger, just the fries"
            ([], [gone, kept]) if shape.just && kept.definite && self.is_on_order(kept) => *gone,
            _ => return None,
        };
        if phrase.of.is_none() && !phrase.describes() {
            // "never mind one of the cheeseburgers", "remove a Coke" of three
            let some = phrase.item.is_some() && (phrase.share || phrase.article);
            // "forget the drinks": those that were ordered; "the rings can come off"
            let named_before = after.is_empty() && phrase.item.is_some() && self.is_on_order(phrase);
            let ordered = phrase.definite && (phrase.category.is_some() || phrase.combo || named_before);
            if some || ordered || phrase.points_short() {
                let quantity = phrase.number.filter(|_| phrase.share).or(phrase.article.then_some(1));
                return Some(Op::Remove {
                    target: Target::described(self.on_order(&phrase.named())?),
                    quantity,
                });
            }
        }
        if let Some(op) = self.so_many_that_are_plain(phrase) {
            return Some(op);
        }
        if let Some(op) = self.remove_some_of_last(phrase).or_else(|| self.remove_one_so(phrase)) {
            return Some(op);
        }
        // "take away the two without cheese"
        let those = phrase.definite && phrase.number.is_some();
        let told_apart = phrase.describes() && (phrase.ones || phrase.names_item() || those) || phrase.other;
        if !(phrase.share || phrase.definite || phrase.other) || !told_apart || phrase.of.is_some() {
            return None;
        }
        let quantity = phrase.number.filter(|_| phrase.share || those);
        let described = self.told(&self.pointed_at(&Phrase { number: None, ..phrase.clone() })?)?;
        self.any_fits(&described).then_some(Op::Remove { target: Target::described(described), quantity })
    }

    /// "take off the plain one", "lose two plain ones".
    fn so_many_that_are_plain(&self, phrase: &Phrase) -> Option<Op> {
        let some = phrase.number.is_some() && (phrase.ones || phrase.names_item());
        let points = phrase.definite && phrase.number.is_none() || some;
        let one = phrase.one_that_is_plain().filter(|_| points && phrase.of.is_none())?;
        Some(Op::Remove { target: Target::described(self.on_order(&one)?), quantity: phrase.number })
    }

    /// "remove a light roast", of coffees that must have a roast.
    fn remove_one_so(&self, phrase: &Phrase) -> Option<Op> {
        let [(any, Amount::Regular, _)] = phrase.picks.as_slice() else { return None };
        let must_be = any.iter().all(|(group, _)| self.cx.menu.modifier_groups[*group].min > 0);
        let only = phrase.article && !phrase.names_item() && phrase.of.is_none() && must_be;
        let target = Target::described(self.on_order(phrase).filter(|_| only)?);
        Some(Op::Remove { target, quantity: Some(1) })
    }

    /// "take off one of them", "cancel the second one" of two that are one line.
    fn remove_some_of_last(&self, phrase: &Phrase) -> Option<Op> {
        let last = self.last().filter(|_| !phrase.says_what() && phrase.of.is_none())?;
        let alike = self.lines().iter().filter(|line| line.item == last.item).count();
        let quantity = match phrase.place {
            None => phrase.number.filter(|_| phrase.share && phrase.pronoun)?,
            Some(0) => 1,
            Some(place) => 1.min(last.quantity.saturating_sub(place - 1)),
        };
        let some = 0 < quantity && quantity < last.quantity && (phrase.place.is_none() || alike == 1);
        let target = Target::Line { line_id: last.line_id };
        some.then_some(Op::Remove { target, quantity: Some(quantity) })
    }
}
