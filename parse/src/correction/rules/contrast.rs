//! Contrasts: what should be, and what should not.

use fsm::order::{Amount, Correction, Description, Modification, ModifierPick, NewLine, Op, Target};

use crate::correction::phrase::{Mark, Phrase, Piece};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;
use crate::index::ModifierAt;
use crate::language::Word;
use crate::tokens::Token;

impl Scene<'_> {
    /// "large, not medium"; "not a brownie, a cookie"; "the latte: oat, not almond"; "root beer instead of the Sprite".
    pub(in crate::correction) fn contrast(&self, shape: &Shape<'_>) -> Option<Op> {
        let shape = &shape.without(&[Mark::Make, Mark::Is, Mark::Instead]);
        let denied = shape.round(Mark::Not);
        // "ranch instead of mayo" of what is only being ordered
        if denied.is_none() && self.lines().is_empty() {
            return None;
        }
        let is_denied = denied.is_some();
        // "make it two shots, not one"
        if let Some((before, after)) = &denied
            && let ([.., portions], [count]) = (before.as_slice(), after.as_slice())
            && before.iter().rev().skip(1).all(|it| it.pronoun && !it.says_what())
            && !count.says_what()
            && count.number.is_some()
            && self.counts_portions(portions)
        {
            return self.insisted(&[&portions.with_portions()?]);
        }
        // "five burgers, not six", of cheeseburgers
        if let Some((before, after)) = &denied
            && let ([counted], [count]) = (before.as_slice(), after.as_slice())
            && !count.says_what()
            && count.number.is_some()
            && counted.item.is_some()
            && !counted.describes()
            && !self.lines().is_empty()
        {
            let target = Target::described(self.on_order(&counted.named())?);
            let quantity = Some(counted.number?);
            return Some(Op::Modify(Modification { quantity, ..Modification::of(target) }));
        }
        let (before, mut after) = denied.or_else(|| shape.round(Mark::InsteadOf))?;
        // "make it cinnamon raisin, and butter instead of the cream cheese" are two changes
        if let ([first, _, ..], false) = (before.as_slice(), is_denied)
            && shape.adds
            && (first.pronoun || first.names_item())
        {
            return None;
        }
        // "oat, not almond, the iced one", "lemonade instead of juice in two of the kids meals"
        let pointed_at = match after.as_slice() {
            [_, last] if !before.is_empty() && last.definite => Some(self.pointed_at(last)?),
            _ => None,
        };
        after.truncate(if pointed_at.is_some() { 1 } else { after.len() });
        // "a hamburger instead of one of them"
        if let (false, [wanted], [some]) = (is_denied, before.as_slice(), after.as_slice())
            && some.share
            && !some.names_item()
            && wanted.item.is_some()
            && !some.describes()
            && self.is_of_a_kind(some, wanted)
        {
            return self.one_becomes(some, &[wanted]);
        }
        if let (false, [unwanted]) = (is_denied, after.as_slice())
            && let Some(op) = self.in_place_of_that_one(&before, unwanted)
        {
            return Some(op);
        }
        let (wanted, unwanted): (Vec<&Phrase>, &Phrase) = match (before.as_slice(), after.as_slice()) {
            // "I said no onion on it, not no burger"
            ([_, ..], [unwanted]) if unwanted.unwanted => return self.insisted(&before),
            ([], [unwanted, wanted @ ..]) if !wanted.is_empty() => (wanted.to_vec(), unwanted),
            ([_, ..], [unwanted]) => (before, unwanted),
            _ => return None,
        };
        // "not small fries, large ones, and a Coke": the Coke is for itself.
        if shape.adds && wanted.iter().skip(1).any(|phrase| phrase.names_item()) {
            return None;
        }
        // "one of them should be iced instead of hot"
        if let (None, [some, rest @ ..]) = (&pointed_at, wanted.as_slice())
            && !rest.is_empty()
            && let Some(op) = self.some_of_last_instead(some, rest, unwanted)
        {
            return Some(op);
        }
        let (target, wanted) = match &pointed_at {
            Some(target) => (Some(target), wanted),
            None => self.apart(&wanted)?,
        };
        if self.lines().is_empty() {
            // Where the order is not known, what should not be may be on it.
            let known = self.order.is_some() || !unwanted.as_item().names_item();
            return if known { self.new_line(&wanted) } else { None };
        }
        // "oat, not almond" is of milk, unless it is something that was ordered.
        let ordered = unwanted.as_item();
        let ordered = ordered.names_item() && self.is_on_order(&ordered) && !self.is_chosen(unwanted);
        let wrong = unwanted.as_modifier().filter(|wrong| !ordered && !wrong.picks.is_empty());
        let right: Option<Vec<Phrase>> = wanted.iter().map(|phrase| phrase.as_modifier()).collect();
        if let (Some(wrong), Some(right)) = (wrong, right) {
            return self.in_place_of(target, &right, &wrong);
        }
        // "a large Coke, not medium", and no Coke is there
        let missing = |phrase: &&Phrase| phrase.item.is_some() && !self.is_on_order(phrase);
        if target.is_none() && !unwanted.names_item() && wanted.iter().any(missing) {
            // "a burrito with bacon instead of sausage" orders, and leaves off what it comes with.
            let only_size = unwanted.picks.is_empty() && unwanted.either.is_none();
            return if only_size { self.new_line(&wanted) } else { None };
        }
        let of_items = unwanted.item.is_some() || wanted.iter().any(|phrase| phrase.item.is_some());
        let named = |phrase: &Phrase| if of_items { phrase.as_item() } else { phrase.clone() };
        let right: Vec<Phrase> = wanted.into_iter().map(named).collect();
        self.in_place_of(target, &right, &named(unwanted))
    }

    /// What is on the order as it is named, or as it has what is named.
    pub(in crate::correction) fn pointed_at(&self, phrase: &Phrase) -> Option<Phrase> {
        let mut as_named = [Some(phrase.clone()), phrase.as_modifier()];
        // "the sesame ones" of bagels that are called by their kinds
        if phrase.ones && phrase.either.is_some() {
            as_named.reverse();
        }
        as_named.into_iter().flatten().find(|phrase| self.on_order(phrase).is_some())
    }

    /// A new line of the one item that is wanted.
    fn new_line(&self, wanted: &[&Phrase]) -> Option<Op> {
        if wanted.iter().any(|phrase| phrase.pronoun || phrase.of.is_some()) {
            return None;
        }
        let wanted: Vec<Phrase> = wanted.iter().map(|phrase| phrase.as_item()).collect();
        let wanted = self.merged(&wanted.iter().collect::<Vec<_>>())?;
        let [item] = wanted.items.as_slice() else { return None };
        let line = NewLine { quantity: wanted.quantity.unwrap_or(1), ..NewLine::of(item.clone()) };
        line.but(&wanted, self.cx.menu).map(Op::Add)
    }

    /// "two shakes, one of them should be strawberry instead of chocolate": so many of the line that is meant.
    fn some_of_last_instead(&self, some: &Phrase, rest: &[&Phrase], unwanted: &Phrase) -> Option<Op> {
        let last = self.last()?;
        let only = |phrase: &Phrase| !phrase.describes() && phrase.of.is_none() && !phrase.other;
        let counts = |phrase: &Phrase| {
            let said = self.told(&phrase.named());
            phrase.number == Some(last.quantity) && said.is_some_and(|said| said.fits(last, self.cx.menu))
        };
        let (some, rest) = match rest {
            [part, rest @ ..] if !rest.is_empty() && only(some) && some.names_item() && counts(some) => {
                (*part, rest)
            }
            rest => (some, rest),
        };
        let number = some.number.filter(|_| some.share && only(some))?;
        let line = match self.plain_line(some) {
            Some(line) => line,
            None if some.names_item() => self.one_line(some)?,
            None => last,
        };
        let target = Description::of_line(line.line_id);
        let choices = rest.iter().map(|phrase| phrase.as_modifier()).collect::<Option<Vec<_>>>()?;
        let op = self.in_place_of(None, &choices, &unwanted.as_modifier()?)?;
        let Op::Correct(said) = op else { return None };
        let split = Some(number).filter(|number| *number < line.quantity);
        Some(Op::from(Correction { target, split, ..*said }))
    }

    /// "a jasmine tea instead of the Earl Grey without milk": in place of the one line that is so.
    fn in_place_of_that_one(&self, wanted: &[&Phrase], unwanted: &Phrase) -> Option<Op> {
        let points = unwanted.definite && unwanted.describes() && unwanted.of.is_none();
        let is_new = |phrase: &Phrase| !phrase.definite || phrase.names_item() && !self.is_on_order(phrase);
        let alone = wanted.iter().all(|phrase| phrase.of.is_none() && !phrase.share && is_new(phrase));
        let so = Phrase { number: None, share: false, ..unwanted.clone() };
        let named = self.pointed_at(&so).and_then(|phrase| self.on_order(&phrase));
        let only = |named: Description| self.only_line(|line| named.fits(line, self.cx.menu));
        // "instead of the bacon one", of a bacon burger
        let by_name = || self.line_with_words(unwanted).filter(|_| unwanted.ones);
        let line = named.and_then(only).or_else(by_name).filter(|_| points && alone)?;
        let item = self.cx.position(&line.item)?;
        let possible = |any: &[ModifierAt]| self.cx.index.allows(item, any);
        // "a jasmine tea" of teas is a choice
        let as_choice = |phrase: &Phrase| {
            let same = phrase.item.as_ref().is_none_or(|_| {
                self.told(&phrase.named()).is_some_and(|said| said.items.contains(&line.item))
            });
            let choice = Phrase { item: None, ..phrase.clone() }.as_modifier()?;
            (same && choice.picks.iter().all(|(any, ..)| possible(any))).then_some(choice)
        };
        let choices: Option<Vec<Phrase>> = wanted.iter().map(|phrase| as_choice(phrase)).collect();
        let wanted: Vec<Phrase> =
            choices.unwrap_or_else(|| wanted.iter().map(|phrase| phrase.as_item()).collect());
        let text = self.text(wanted.first()?.start, wanted.last()?.end);
        let wanted = Description { quantity: None, ..self.merged(&wanted.iter().collect::<Vec<_>>())? };
        let target = Description::of_line(line.line_id);
        let only_choices = wanted.items.is_empty();
        let unwanted_now =
            if only_choices { self.exchanged(&target, &wanted) } else { Description::default() };
        let split = unwanted.number.filter(|number| unwanted.share && *number < line.quantity);
        if wanted.is_empty() || only_choices && unwanted_now.is_empty() {
            return None;
        }
        Some(Op::from(Correction {
            text,
            target,
            wanted,
            unwanted: unwanted_now,
            split,
            ..Correction::default()
        }))
    }

    pub(in crate::correction) fn in_place_of(
        &self,
        target: Option<&Phrase>,
        wanted: &[Phrase],
        unwanted: &Phrase,
    ) -> Option<Op> {
        // "two stevias instead of the sugar"
        let portions = |phrase: &Phrase| {
            let counts_choice = unwanted.as_modifier().is_some() && self.counts_portions(phrase);
            phrase.with_portions().filter(|_| counts_choice)
        };
        let counted: Vec<Phrase> =
            wanted.iter().map(|phrase| portions(phrase).unwrap_or_else(|| phrase.clone())).collect();
        let wanted: Vec<&Phrase> = counted.iter().collect();
        // "in one of the lattes almond instead of oat"
        let some = |phrase: &&&Phrase| phrase.share && phrase.names_item() && self.is_on_order(phrase);
        if let Some(some) = wanted.iter().find(some).filter(|_| target.is_none()) {
            let how: Vec<Phrase> = wanted.iter().map(|phrase| phrase.attributes()).collect();
            let op = self.in_place_of(Some(&some.named()), &how, unwanted)?;
            let Op::Correct(said) = op else { return None };
            return Some(Op::from(Correction { split: some.number, ..*said }));
        }
        let of = wanted.iter().find_map(|phrase| phrase.of.as_deref()).or(unwanted.of.as_deref());
        let mut correction = Correction {
            text: self.text(wanted.first()?.start, wanted.last()?.end),
            target: target
                .or(of)
                .map_or_else(|| Some(Description::default()), |phrase| self.on_order(phrase))?,
            wanted: self.merged(&wanted)?,
            unwanted: self.wrong(unwanted)?,
            ..Correction::default()
        };
        // "a root beer instead of one of the lemonades", "lemonade instead of juice in two of the kids meals"
        let some = std::iter::once(unwanted).chain(target.or(of)).find(|some| some.share);
        let some = some.and_then(|some| some.number).filter(|number| *number > 0);
        if let Some(share) = some.or_else(|| self.share_meant(&correction)) {
            (correction.split, correction.wanted.quantity) = (Some(share), None);
        }
        (!correction.wanted.is_empty()).then(|| Op::from(correction))
    }

    /// Whether a number stands right before a choice that can be had several times: "two stevias", but not "two with butter".
    fn counts_portions(&self, phrase: &Phrase) -> bool {
        let language = self.cx.index.language();
        let with = |token: &Token| language.roles_by(token.id).contains(&Word::With);
        let said = &self.tokens[phrase.start..phrase.end];
        let counted = said.first().is_some_and(|first| language.number(first).is_some());
        let several =
            |(group, at): &ModifierAt| self.cx.menu.modifier_groups[*group].modifiers[*at].max_quantity > 1;
        let choice = phrase.as_modifier().filter(|_| counted && !said.iter().any(with));
        choice.is_some_and(|choice| choice.picks.iter().all(|(any, ..)| any.iter().any(several)))
    }

    /// How many of what was mentioned last are meant: "one with butter instead of jam" of two scones.
    fn share_meant(&self, correction: &Correction) -> Option<u32> {
        let Correction { wanted, unwanted, .. } = correction;
        let says_how = !wanted.sizes.is_empty() || !wanted.modifiers.is_empty();
        let only_how = wanted.items.is_empty() && wanted.category.is_none() && unwanted.quantity.is_none();
        let line = self.last().filter(|_| says_how && only_how && correction.target.is_empty())?;
        wanted.quantity.filter(|count| *count > 0 && *count < line.quantity)
    }

    /// What is corrected and what should be: a first phrase that only names something on the order is the target of
    /// the others.
    pub(in crate::correction) fn apart<'p>(
        &self,
        wanted: &[&'p Phrase],
    ) -> Option<(Option<&'p Phrase>, Vec<&'p Phrase>)> {
        match wanted {
            [] => None,
            [target, rest @ ..]
                if !rest.is_empty()
                    && target.names_item()
                    && !target.describes()
                    && target.number.is_none()
                    && !target.article
                    && self.is_on_order(target) =>
            {
                Some((Some(target), rest.to_vec()))
            }
            all => Some((None, all.to_vec())),
        }
    }

    /// "put the muffin back, make it the pair again": as it was. What is said after it may only
    /// name what is there.
    pub(in crate::correction) fn back(&self, shape: &Shape<'_>) -> Option<Op> {
        let at = shape.pieces.iter().position(|piece| matches!(piece, Piece::Mark(Mark::Back)))?;
        let phrase = match &shape.pieces[..at] {
            [Piece::Phrase(phrase)] => phrase,
            // "let him have his mayo, put it back on"
            [Piece::Phrase(phrase), Piece::Phrase(it)] if it.pronoun && !it.says_what() => phrase,
            _ => return None,
        };
        let says_no_more = |piece: &&Piece| match piece {
            Piece::Mark(mark) => *mark != Mark::Remove,
            Piece::Phrase(more) => {
                let denies = more.picks.iter().any(|(_, amount, _)| *amount == Amount::No);
                let new = more.number.is_some() && !more.definite || more.article || more.unwanted || denies;
                !new && (!more.names_item() && !more.describes() || self.is_on_order(more))
            }
            Piece::Wish(..) => false,
        };
        let known = phrase.definite
            && (phrase.names_item() || phrase.describes())
            && shape.pieces[at + 1..].iter().all(says_no_more);
        if !known {
            return None;
        }
        let off = self.taken_off_of(phrase).filter(|_| !phrase.names_item());
        let Some((line, pick)) = off else { return self.insisted(&[phrase]) };
        // "put the onions back", and it comes with grilled ones
        let target = Description::of_line(line.line_id);
        let again = ModifierPick { amount: Amount::Regular, ..pick };
        let wanted = Description { modifiers: vec![vec![again]], ..Description::default() };
        let text = self.text(phrase.start, phrase.end);
        Some(Op::from(Correction { text, target, wanted, ..Correction::default() }))
    }

    /// "I said no onions", "I wanted a large fry", "I do want the bacon one".
    pub(in crate::correction) fn insist(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.phrases()?;
        let back = phrases.iter().any(|phrase| phrase.definite && phrase.ones);
        if !(shape.insists || shape.sorry && back) {
            return None;
        }
        let op = self.insisted(&phrases)?;
        Some(match op {
            Op::Correct(mut said) if shape.insists && said.target.is_empty() => {
                said.target = self.misheard(&said.wanted).unwrap_or_default();
                if said.target.is_empty()
                    && !shape.adds
                    && let Some((line, wrong)) = self.misheard_choice(&said.wanted)
                {
                    said.target = Description::of_line(line.line_id);
                    said.unwanted = Description { modifiers: vec![vec![wrong]], ..Description::default() };
                }
                Op::Correct(said)
            }
            op => op,
        })
    }

    pub(in crate::correction) fn insisted(&self, phrases: &[&Phrase]) -> Option<Op> {
        let of = phrases.iter().find_map(|phrase| phrase.of.as_deref());
        let (target, wanted) = self.apart(phrases)?;
        let mut wanted = self.merged(&wanted)?;
        let target = match target.or(of) {
            None => Description::default(),
            Some(phrase) => match self.on_order(phrase) {
                Some(target) => target,
                // It may have been taken off by mistake.
                None => {
                    wanted.items = self.described(phrase)?.items;
                    Description::default()
                }
            },
        };
        let text = self.text(phrases.first()?.start, phrases.last()?.end);
        (!wanted.is_empty()).then(|| Op::from(Correction { text, target, wanted, ..Correction::default() }))
    }
}
