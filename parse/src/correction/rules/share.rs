//! Some of what was ordered: "one of them", "the other one", "one less", "just the Coke".

use fsm::order::{Correction, Description, Line, Modification, Op, Reason, Target, Unresolved, Which};

use crate::correction::phrase::{Mark, Phrase, Piece};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;
use crate::persons;

impl Scene<'_> {
    /// "one of the hot dogs with no mustard", "the other one with extra ketchup", "both with milk".
    pub(in crate::correction) fn share(&self, shape: &Shape<'_>) -> Option<Op> {
        let becomes = shape.has(Mark::Is) || shape.has(Mark::Make);
        let says = |piece: &&&Piece| match piece {
            // "one of the Sprites could be a Coke instead"
            Piece::Mark(Mark::Instead) => !becomes,
            Piece::Mark(mark) => !matches!(mark, Mark::Is | Mark::Make),
            Piece::Phrase(_) | Piece::Wish(..) => true,
        };
        let pieces: Vec<&&Piece> = shape.pieces.iter().filter(says).collect();
        let phrases: Vec<Phrase> =
            pieces.iter().map(|piece| piece.phrase().cloned()).collect::<Option<_>>()?;
        let phrases = how_some_are(phrases);
        if let [one, other, rest @ ..] = phrases.as_slice()
            && let Some(op) = self.apart_from(one, other, rest)
        {
            return Some(op);
        }
        let (first, rest) = phrases.split_first()?;
        // "two of them with cream and two sugars"
        let portions = |phrase: &Phrase| phrase.with_portions().filter(|_| !phrase.names_item());
        let rest: Vec<Phrase> =
            rest.iter().map(|phrase| portions(phrase).unwrap_or_else(|| phrase.clone())).collect();
        let rest: Vec<&Phrase> = rest.iter().collect();
        // "extra pickles on one of the others"
        let (shared, attributes): (&Phrase, Vec<&Phrase>) = match &first.of {
            Some(of) if rest.is_empty() => (of, vec![first]),
            Some(_) => return None,
            None => (first, std::iter::once(first).chain(rest.iter().copied()).collect()),
        };
        // "no onions in all of them": of all that can have them
        if first.of.is_some() && shared.every && !shared.both && !shared.names_item() {
            return None;
        }
        // "make one of them a cheeseburger", "two of the Cokes diet"
        let some = shared.number.is_some() && !shared.describes();
        // "make one a root beer" of four lemonades
        let some_of_last = || {
            let fewer =
                self.last().is_some_and(|line| shared.number.is_some_and(|number| number < line.quantity));
            shape.has(Mark::Make) && fewer && !shared.names_item() && !shared.definite
        };
        // "one root beer should've been a Coke"
        let some_named = || shape.has(Mark::Is) && shared.item.is_some() && self.are_so_many(shared);
        let shares = some && (shared.share || some_of_last() || some_named());
        if let ([wanted, how @ ..], true) = (rest.as_slice(), shares)
            && how.iter().all(|more| {
                more.describes() && !more.names_item() && more.number.is_none() && more.of.is_none()
            })
            && wanted.names_item()
            && !wanted.definite
            && wanted.of.is_none()
            && (shape.has(Mark::Make)
                || wanted.number.is_none()
                    && (shared.share && becomes && wanted.article || self.is_of_a_kind(shared, wanted)))
        {
            return self.one_becomes(shared, &rest);
        }
        if let ([wanted], true) = (rest.as_slice(), shared.other && !shared.describes() && first.of.is_none())
            && wanted.item.is_some()
            && !wanted.definite
            && wanted.of.is_none()
            && let Some(op) = self.part_of_the_other(shared, wanted)
        {
            return Some(op);
        }
        // "caramel in one of the iced ones", "one of the iced ones with caramel", "sugar in one of the doubles"
        let so = Phrase { number: None, share: false, definite: true, ..shared.clone() };
        let some = shared.share && (shared.ones || shared.definite) || shared.every && shared.names_item();
        let told_apart = some && shared.describes() && self.pointed_at(&so).is_some();
        let told_apart = told_apart && (first.of.is_some() || rest.iter().any(|phrase| phrase.describes()));
        let attributes = if told_apart && first.of.is_none() { rest.clone() } else { attributes };
        let points = shared.share || shared.other || shared.every && (shared.pronoun || shared.names_item());
        let names_more =
            rest.iter().any(|phrase| phrase.names_item() || phrase.number.is_some() || phrase.of.is_some());
        if !points || names_more || !attributes.iter().any(|phrase| phrase.describes()) {
            return None;
        }
        let named = shared.named();
        let target = if let Some(line) = self.plain_line(shared) {
            Description::of_line(line.line_id)
        } else if told_apart {
            self.on_order(&self.pointed_at(&so)?)?
        } else if named.names_item() || named.other {
            self.on_order(&named)?
        } else if named.every {
            let item = self.last()?.item.clone();
            Description { items: vec![item], which: Some(Which::Every), ..Description::default() }
        } else {
            Description { line_id: Some(self.order?.referent()?), ..Description::default() }
        };
        let wanted: Vec<Phrase> = attributes.iter().map(|phrase| phrase.attributes()).collect();
        let wanted = self.merged(&wanted.iter().collect::<Vec<_>>())?;
        let split =
            if shared.half { Some(self.half_of(&target)?) } else { shared.number.filter(|_| shared.share) };
        let text = self.text(shared.start, shared.end);
        // "one of them just butter", not "just one of them with butter"
        let unwanted = if self.says_only_behind(shape, shared.end) {
            self.in_place_of_others(&target, &wanted)
        } else {
            self.exchanged(&target, &wanted)
        };
        Some(Op::from(Correction { text, target, wanted, unwanted, split, ..Correction::default() }))
    }

    /// "only the one with the rings, the other one's a medium": the other than the one that is named.
    fn apart_from(&self, one: &Phrase, other: &Phrase, rest: &[Phrase]) -> Option<Op> {
        let names_other = other.other && !other.names_item() && one.definite && one.of.is_none();
        let wanted = match rest {
            [] => other,
            [wanted] if !other.describes() => wanted,
            _ => return None,
        };
        let counts = wanted.number.is_some() || wanted.of.is_some();
        let so = wanted.describes() && !wanted.names_item() && !counts;
        let named = self.on_order(&self.pointed_at(one).filter(|_| names_other && so)?)?;
        let lines = named.lines(self.order?, self.cx.menu);
        let [line] = lines.as_slice() else { return None };
        let is_other = |own: &&Line| own.item == line.item && own.line_id != line.line_id;
        let mut others = self.lines().iter().filter(is_other);
        let line = others.next().filter(|_| others.next().is_none())?;
        let target = Description::of_line(line.line_id);
        let text = self.text(other.start, wanted.end);
        let wanted = self.merged(&[&wanted.attributes()])?;
        Some(Op::from(Correction { text, target, wanted, ..Correction::default() }))
    }

    /// "and the other one, diet coke": what comes with the other of two combos.
    fn part_of_the_other(&self, shared: &Phrase, wanted: &Phrase) -> Option<Op> {
        let wanted_now = self.merged(&[wanted])?;
        let kind = &self.cx.menu.item(wanted_now.items.first()?)?.category;
        let target = if shared.named().names_item() {
            self.on_order(&shared.named())?
        } else {
            Description {
                items: vec![self.last()?.item.clone()],
                which: Some(Which::Other),
                ..Description::default()
            }
        };
        let lines = target.lines(self.order?, self.cx.menu);
        let [line] = lines.as_slice() else { return None };
        let combo = self.cx.menu.combo(line.combo.as_ref()?)?;
        combo.slots.iter().find(|slot| slot.category == *kind)?;
        let target = Description::of_line(line.line_id);
        let text = self.text(wanted.start, wanted.end);
        Some(Op::from(Correction { text, target, wanted: wanted_now, ..Correction::default() }))
    }

    /// "bacon on half of them", where there are five, or more than one line that could be meant.
    pub(in crate::correction) fn no_half(&self, shape: &Shape<'_>) -> Option<Unresolved> {
        let phrases: Vec<&Phrase> = shape.pieces.iter().filter_map(|piece| piece.phrase()).collect();
        let halves = |phrase: &&Phrase| phrase.half || phrase.of.as_ref().is_some_and(|of| of.half);
        if !phrases.iter().any(halves) || self.share(shape).is_some() {
            return None;
        }
        let (first, last) = (phrases.first()?, phrases.last()?);
        let text = self.text(first.start, last.end);
        Some(Unresolved { text, reason: Reason::NotAllowed, candidates: Vec::new(), quantity: None })
    }

    /// Whether there are at least as many of what a phrase names as it counts.
    fn are_so_many(&self, phrase: &Phrase) -> bool {
        let Some(said) = self.on_order(&phrase.without_number().named()) else { return false };
        let lines = self.lines().iter().filter(|line| said.fits(line, self.cx.menu));
        let there: u32 = lines.map(|line| line.quantity).sum();
        phrase.number.is_some_and(|number| number <= there) && !phrase.definite && phrase.of.is_none()
    }

    /// Half of how many there are of what is described; none if it cannot be halved.
    fn half_of(&self, target: &Description) -> Option<u32> {
        let line = self.only_line(|line| target.fits(line, self.cx.menu))?;
        (line.quantity > 0 && line.quantity % 2 == 0).then_some(line.quantity / 2)
    }

    /// Whether something wanted is of the kind of what is shared.
    pub(in crate::correction) fn is_of_a_kind(&self, shared: &Phrase, wanted: &Phrase) -> bool {
        let kind = |id| self.cx.menu.item(id).map(|item| &item.category);
        let shared = if shared.names_item() {
            self.on_order(&shared.named()).and_then(|said| said.items.into_iter().next())
        } else {
            self.last().map(|line| line.item.clone())
        };
        let wanted = self.described(wanted).and_then(|said| said.items.into_iter().next());
        match (shared, wanted) {
            (Some(shared), Some(wanted)) => shared != wanted && kind(&shared) == kind(&wanted),
            _ => false,
        }
    }

    /// So many of what is there become something else.
    pub(in crate::correction) fn one_becomes(&self, shared: &Phrase, wanted: &[&Phrase]) -> Option<Op> {
        // "one of the plain ones should be a matcha latte"
        let told = || {
            let so = Phrase { share: false, number: None, definite: true, ..shared.clone() };
            let line = self.only_one_so(&so, &self.told(&so)?)?;
            Some(Description::of_line(line.line_id))
        };
        let target = if let Some(told) = told() {
            told
        } else if shared.names_item() {
            self.on_order(&shared.named())?
        } else {
            Description { line_id: Some(self.order?.referent()?), ..Description::default() }
        };
        let wanted_now = Description { quantity: None, ..self.merged(wanted)? };
        let text = self.text(wanted.first()?.start, wanted.last()?.end);
        let split = shared.number;
        Some(Op::from(Correction { text, target, wanted: wanted_now, split, ..Correction::default() }))
    }

    /// "for him no ketchup": a share of what was ordered last.
    pub(in crate::correction) fn of_one(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.without(&[Mark::Is]).phrases()?;
        let line = self.last()?;
        let alike = |phrase: &&Phrase| {
            phrase.describes() && !phrase.names_item() && phrase.number.is_none() && phrase.of.is_none()
        };
        if !shape.person || line.quantity < 2 || phrases.is_empty() || !phrases.iter().all(alike) {
            return None;
        }
        let target = Description::of_line(line.line_id);
        let text = self.text(phrases.first()?.start, phrases.last()?.end);
        let wanted = self.merged(&phrases)?;
        let person = persons::only(&persons::mentions(self.cx.index.language(), self.tokens)).cloned();
        Some(Op::from(Correction { text, target, wanted, split: Some(1), person, ..Correction::default() }))
    }

    /// "one less cappuccino".
    pub(in crate::correction) fn fewer(&self, shape: &Shape<'_>) -> Option<Op> {
        let (before, after) = shape.without(&[Mark::Is]).round(Mark::Fewer)?;
        // "one Coke fewer", "that's one Coke too many"
        if let ([.., named], []) = (before.as_slice(), after.as_slice())
            && named.item.is_some()
            && !named.definite
        {
            let described = self.on_order(&named.without_number())?;
            return Some(Op::Remove { target: Target::described(described), quantity: Some(named.number?) });
        }
        // "one dark roast less"
        if let ([how], []) = (before.as_slice(), after.as_slice())
            && let Some(choice) = how.as_modifier().filter(|choice| !choice.picks.is_empty())
        {
            let so = Phrase { definite: true, ones: true, ..choice.without_number() };
            let described = self.on_order(&self.pointed_at(&so)?)?;
            return Some(Op::Remove { target: Target::described(described), quantity: Some(how.number?) });
        }
        let ([number], [named]) = (before.as_slice(), after.as_slice()) else { return None };
        let quantity = number.number.filter(|_| !number.names_item())?;
        let described = self.on_order(named)?;
        Some(Op::Remove { target: Target::described(described), quantity: Some(quantity) })
    }

    /// "make that two pies": a new number of what is on the order, wherever it is.
    pub(in crate::correction) fn recount(&self, shape: &Shape<'_>) -> Option<Op> {
        if !shape.has(Mark::Make) && !shape.has(Mark::Is) {
            return None;
        }
        let said = shape.without(&[Mark::Make, Mark::Is]).phrases()?;
        let is_it = |phrase: &&&Phrase| phrase.pronoun && !phrase.names_item();
        let points = said.iter().any(|phrase| is_it(&phrase));
        let mut said: Vec<&Phrase> = said.iter().filter(|phrase| !is_it(phrase)).copied().collect();
        let phrase = said.pop().filter(|_| points || shape.has(Mark::Make))?;
        let named = phrase.named();
        // "she wants a pie too, so make it two pies"
        let is_same = |before: &&Phrase| {
            let one = before.article || before.number == Some(1);
            one && !before.describes() && self.told(&before.named()) == self.told(&named)
        };
        if !said.iter().all(is_same) {
            return None;
        }
        let of_last = |line| self.told(&named).is_some_and(|said| said.fits(line, self.cx.menu));
        let elsewhere =
            !said.is_empty() || shape.has(Mark::Is) || self.last().is_none_or(|line| !of_last(line));
        let counts = phrase.item.is_some() && !phrase.share && !phrase.definite && phrase.of.is_none();
        let number = phrase.number.filter(|number| counts && elsewhere && *number > 0)?;
        let target = self.told(&named).filter(|said| self.any_fits(said))?;
        let mut wanted = self.merged(&[&phrase.attributes()])?;
        wanted.quantity = Some(number);
        let text = self.text(phrase.start, phrase.end);
        Some(Op::from(Correction { text, target, wanted, ..Correction::default() }))
    }

    /// "four cookies. three": a number and no more, where nothing is asked that it could answer.
    fn only_counts(&self, shape: &Shape<'_>) -> bool {
        let [Piece::Phrase(phrase)] = shape.pieces.as_slice() else { return false };
        let alone = !phrase.says_what() && !phrase.pronoun && !phrase.ones && !phrase.definite;
        let counted = self.last().is_some_and(|line| line.quantity > 1);
        let several = counted && phrase.number.is_some_and(|number| number > 1);
        alone && several && !shape.wants && !shape.adds && !shape.person && self.cx.question.is_none()
    }

    /// "it's two cheeseburgers", where one was read back, or "there should be two": so many, not so many more.
    fn counts_what_was_read_back(&self, shape: &Shape<'_>) -> bool {
        let begins = matches!(shape.pieces.first(), Some(Piece::Mark(Mark::Is)));
        let counted = |phrase: &&Phrase| phrase.item.is_some() && !phrase.article && !phrase.describes();
        let phrase = shape.pieces.iter().find_map(|piece| piece.phrase()).filter(counted);
        phrase.is_some()
            && (begins || self.cx.read_back)
            && !shape.adds
            && !shape.wants
            && !self.comes_to_it()
    }

    /// "a large Coke, just the one", "just the two", of what is on the order.
    fn just_so_many(&self, shape: &Shape<'_>, named: &Phrase, count: &Phrase) -> Option<Op> {
        let number = count.number.or(count.ones.then_some(1));
        let only_counts = count.definite && !count.says_what() && count.of.is_none() && count.place.is_none();
        let number = number.filter(|_| shape.just && only_counts && !count.other)?;
        let names = named.names_item() && !named.definite && !named.share && named.of.is_none();
        let target = Target::described(self.on_order(&named.without_number()).filter(|_| names)?);
        Some(Op::Modify(Modification { quantity: Some(number), ..Modification::of(target) }))
    }

    /// "just one root beer", "no, I wanted two": a new number for what is on the order.
    pub(in crate::correction) fn just(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.without(&[Mark::Is]).phrases()?;
        if let [named, count] = phrases.as_slice()
            && let Some(op) = self.just_so_many(shape, named, count)
        {
            return Some(op);
        }
        if let [_, _, ..] = phrases.as_slice() {
            return self.only_those(shape, &phrases);
        }
        let [phrase] = phrases.as_slice() else { return None };
        let again = shape.just
            || shape.insists
            || shape.sorry && !shape.wants
            || self.only_counts(shape)
            || self.counts_what_was_read_back(shape);
        // "it's just the one combo"
        let one = phrase.number.or_else(|| (phrase.combo && phrase.ones && !phrase.describes()).then_some(1));
        if let (true, true, None) = (shape.just, phrase.definite && phrase.names_item(), one) {
            let except = vec![Target::described(self.on_order(&phrase.named())?)];
            let others = self.lines().len() > 1 && phrase.of.is_none() && !phrase.describes();
            return others
                .then_some(Op::Remove { target: Target::All { all: true, except }, quantity: None });
        }
        // "only two of the plain ones"
        let plain = phrase.one_that_is_plain().filter(|_| shape.just && phrase.share && phrase.ones);
        if let (Some(plain), Some(number)) = (plain, phrase.number) {
            let target = Target::described(self.on_order(&plain)?);
            return Some(Op::Modify(Modification { quantity: Some(number), ..Modification::of(target) }));
        }
        // "only one of the caesar ones", of wraps
        let some =
            phrase.number.filter(|_| shape.just && phrase.share && phrase.ones && !phrase.names_item());
        if let (Some(number), Some(line)) = (some, self.line_with_words(phrase)) {
            let target = Target::Line { line_id: line.line_id };
            return Some(Op::Modify(Modification { quantity: Some(number), ..Modification::of(target) }));
        }
        let number = one.filter(|_| again && !phrase.share && !phrase.every)?;
        if phrase.describes() || phrase.names_item() && !self.is_on_order(phrase) || phrase.of.is_some() {
            return None;
        }
        let target = if phrase.names_item() {
            let named = phrase.named();
            Target::described(self.on_order(&named)?)
        } else {
            Target::REFERENT
        };
        Some(Op::Modify(Modification { quantity: Some(number), ..Modification::of(target) }))
    }
}

/// "warm just one of them" as "one of them warm".
fn how_some_are(mut phrases: Vec<Phrase>) -> Vec<Phrase> {
    if let [how, some] = phrases.as_slice()
        && some.share
        && some.pronoun
        && !some.says_what()
        && how.describes()
        && !how.names_item()
        && how.number.is_none()
        && how.of.is_none()
    {
        phrases.swap(0, 1);
    }
    phrases
}
