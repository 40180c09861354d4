//! Lines like others: "the same but iced", "another one without onions", "two large and one small Coke".

use fsm::ids::ItemId;
use fsm::menu::Item;
use fsm::order::{Amount, ComponentPick, Description, Line, ModifierPick, NewLine, Op};

use crate::correction::phrase::{Mark, Phrase, Piece};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;
use crate::index::{Entry, ModifierAt};
use crate::language::{Edit, Word};
use crate::persons::{self, Mention};
use crate::reading::asides;
use crate::resolve::Context;
use crate::tokens::Token;

impl Scene<'_> {
    /// "the same but iced", "the same for her with oat", "another one without onions".
    pub(in crate::correction) fn like(&self, shape: &Shape<'_>) -> Option<Op> {
        let shape =
            &shape.without(if shape.has(Mark::Same) { &[Mark::Is, Mark::Another] } else { &[Mark::Is] });
        if let Some(op) = self.like_but_instead(shape) {
            return Some(op);
        }
        let same = shape.round(Mark::Same);
        let (before, after) = same.or_else(|| shape.round(Mark::Another))?;
        // "another shot" is none of what is there.
        let another_one = |phrase: &&Phrase| phrase.number == Some(1) || phrase.ones || phrase.pronoun;
        let likens =
            shape.has(Mark::Same) || after.first().is_some_and(another_one) || self.is_another_with();
        if let Some(op) = self.one_more(&before, &after) {
            return Some(op);
        }
        if !before.is_empty() && !self.counts_another(&before, shape) || !likens {
            return None;
        }
        if let Some((base, rest)) = self.likened_to(&after, shape) {
            let base = NewLine { quantity: 1, ..NewLine::again(base) };
            return if rest.is_empty() {
                Some(Op::Add(base))
            } else {
                self.with_difference(base, rest).map(Op::Add)
            };
        }
        let referent = self.last();
        let mut lines = referent.into_iter().chain(self.lines().iter().rev());
        lines
            .find_map(|line| self.with_difference(NewLine { quantity: 1, ..NewLine::again(line) }, &after))
            .map(Op::Add)
    }

    /// "another with hazelnut", "another without".
    fn is_another_with(&self) -> bool {
        let language = self.cx.index.language();
        let is = |token: &Token, word: Word| language.roles_by(token.id).contains(&word);
        self.tokens.windows(2).any(|pair| {
            is(&pair[0], Word::Another) && (is(&pair[1], Word::With) || is(&pair[1], Word::Negation))
        })
    }

    /// "the same but with maple instead of brown sugar".
    fn like_but_instead(&self, shape: &Shape<'_>) -> Option<Op> {
        let is_instead = |piece: &&Piece| matches!(piece, Piece::Mark(Mark::InsteadOf));
        let at = shape.pieces.iter().position(is_instead)?;
        let [Piece::Phrase(unwanted)] = &shape.pieces[at + 1..] else { return None };
        let Op::Add(mut new) = self.like(&Shape { pieces: shape.pieces[..at].to_vec(), ..*shape })? else {
            return None;
        };
        let item = self.cx.menu.item(&new.item)?;
        for any in self.described(&unwanted.as_modifier()?)?.modifiers {
            let same = |own: &ModifierPick| {
                any.iter().any(|pick| pick.group == own.group && pick.modifier == own.modifier)
            };
            new.modifiers.retain(|own| !same(own));
            let included = any.into_iter().find(|pick| item.includes(&pick.group, &pick.modifier));
            new.modifiers.extend(included.map(|pick| ModifierPick {
                amount: Amount::No,
                quantity: 1,
                ..pick
            }));
        }
        Some(Op::Add(new))
    }

    /// "and one for him": another like what was mentioned last.
    pub(in crate::correction) fn one_too(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.phrases()?;
        let [phrase] = phrases.as_slice() else { return None };
        let quantity = phrase.number.filter(|number| *number > 0)?;
        let only_number = Phrase { number: None, ..(*phrase).clone() }.is_empty();
        let too = only_number && shape.adds && shape.person && !shape.sorry && !shape.just && !shape.insists;
        too.then(|| self.last().map(|line| Op::Add(NewLine { quantity, ..NewLine::again(line) })))?
    }

    /// "and an everything one": another kind of the item that was mentioned last.
    pub(in crate::correction) fn one_of_a_kind(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.phrases()?;
        let [phrase, rest @ ..] = phrases.as_slice() else { return None };
        let new =
            phrase.article && phrase.ones && !phrase.definite && phrase.item.is_none() && phrase.of.is_none();
        let line = self.last().filter(|line| new && shape.adds && !shape.sorry && line.combo.is_none())?;
        let item = self.cx.position(&line.item)?;
        let choice = phrase.as_modifier().filter(|choice| !choice.picks.is_empty())?;
        // "and a sesame one, plain"
        let plain = |more: &&&Phrase| {
            let of_group = |(group, _): &ModifierAt| {
                choice.picks.iter().flat_map(|(any, ..)| any).any(|(of, _)| group == of)
            };
            let again = more.picks.iter().all(|(any, ..)| any.iter().any(of_group));
            // "and a sesame one, with butter"
            let with = more.picks.iter().all(|(any, ..)| self.cx.index.allows(item, any));
            !more.names_item()
                && more.sizes.is_empty()
                && more.number.is_none()
                && (again || with)
                && (more.plain || !more.picks.is_empty())
        };
        let rest: Vec<Phrase> =
            rest.iter().map(|more| more.as_modifier().unwrap_or_else(|| (*more).clone())).collect();
        let rest: Vec<&Phrase> = rest.iter().collect();
        if !choice.picks.iter().all(|(any, ..)| self.cx.index.allows(item, any))
            || !rest.iter().all(|more| plain(&more))
        {
            return None;
        }
        let added = rest.iter().filter(|more| !more.plain).map(|more| more.attributes());
        let said: Vec<Phrase> =
            std::iter::once(Phrase { ones: false, ..choice.attributes() }).chain(added).collect();
        let said = self.merged(&said.iter().collect::<Vec<_>>())?;
        NewLine::of(line.item.clone()).but(&said, self.cx.menu).map(Op::Add)
    }

    /// "and a third, same as the first one but ...": which of them the new one is.
    fn counts_another(&self, before: &[&Phrase], shape: &Shape<'_>) -> bool {
        let [phrase] = before else { return false };
        shape.has(Mark::Same)
            && (phrase.place.is_some() || phrase.ones || phrase.number == Some(1))
            && !phrase.says_what()
    }

    /// The line that is pointed at, and what is said after it: "same as the first one but ...", "same as mine but ...".
    fn likened_to<'p>(
        &self,
        after: &'p [&'p Phrase],
        shape: &Shape<'_>,
    ) -> Option<(&Line, &'p [&'p Phrase])> {
        if !shape.has(Mark::Same) {
            return None;
        }
        match after {
            [first, rest @ ..] if first.place.is_some() || first.definite && first.names_item() => {
                Some((self.pointed_line(first)?, rest))
            }
            _ => Some((self.line_of_the_likened()?, after)),
        }
    }

    /// "the first one", of the item that was mentioned last; "the latte".
    fn pointed_line(&self, phrase: &Phrase) -> Option<&Line> {
        let item = &self.last()?.item;
        let mut alike = self.lines().iter().filter(|line| line.item == *item);
        match phrase.place.filter(|_| !phrase.names_item()) {
            Some(0) => alike.next_back(),
            Some(place) => alike.nth(place as usize - 1),
            None => {
                let said = self.on_order(phrase)?;
                self.lines().iter().find(|line| said.fits(line, self.cx.menu))
            }
        }
    }

    /// The newest line of the person that "the same as" is said of.
    fn line_of_the_likened(&self) -> Option<&Line> {
        let language = self.cx.index.language();
        let likened = |mention: &&Mention| {
            let is_same = |role| role == Word::Edit(Edit::Same);
            let mut ends = (0..mention.start).map(|from| &self.tokens[from..mention.start]);
            ends.any(|end| asides::phrase(language, end, is_same) == Some(end.len()))
        };
        let mentions = persons::mentions(language, self.tokens);
        let theirs = self.order?.only_of(&mentions.iter().find(likened)?.person)?;
        self.order?.line(theirs.lines().last()?.line_id)
    }

    /// "one more fries", "two more fries": as those are of which there are several.
    fn one_more(&self, before: &[&Phrase], after: &[&Phrase]) -> Option<Op> {
        let number = match before {
            [] => 1,
            [number] if !number.names_item() && !number.describes() && !number.definite => number.number?,
            _ => return None,
        };
        let ([named, rest @ ..], true) = (after, number > 0) else { return None };
        if named.item.is_none() || named.definite || named.describes() || named.number.is_some() {
            return None;
        }
        let said = self.told(named)?;
        let mut lines =
            self.lines().iter().filter(|line| said.fits(line, self.cx.menu) && line.combo.is_none());
        let line = lines.next().filter(|line| line.quantity > 1 && lines.next().is_none())?;
        let again = NewLine { quantity: number, ..NewLine::again(line) };
        if rest.is_empty() { Some(Op::Add(again)) } else { self.with_difference(again, rest).map(Op::Add) }
    }

    /// A line like another, with the difference that phrases name.
    pub(in crate::correction) fn with_difference(
        &self,
        base: NewLine,
        phrases: &[&Phrase],
    ) -> Option<NewLine> {
        let mut new = base;
        let alike = |phrase: &&&Phrase| {
            phrase.describes() || phrase.ones || phrase.pronoun || phrase.number == Some(1)
        };
        let base_item = self.cx.position(&new.item)?;
        let possible =
            |phrase: &Phrase| phrase.picks.iter().all(|(any, ..)| self.cx.index.allows(base_item, any));
        let phrases: Vec<Phrase> = phrases
            .iter()
            .map(|phrase| phrase.as_modifier().filter(possible).unwrap_or_else(|| (*phrase).clone()))
            .collect();
        let (named, rest): (Vec<&Phrase>, Vec<&Phrase>) =
            phrases.iter().partition(|phrase| phrase.names_item());
        if !rest.iter().all(|phrase| alike(&phrase))
            || phrases.iter().all(|phrase| !phrase.names_item() && !phrase.describes())
        {
            return None;
        }
        for phrase in named {
            self.fill(&mut new, &self.merged(&[phrase])?)?;
        }
        new.but(&self.merged(&rest)?, self.cx.menu)
    }

    /// Puts an item into the slot of a combo that it fits.
    pub(in crate::correction) fn fill(&self, new: &mut NewLine, wanted: &Description) -> Option<()> {
        let combo = self.cx.menu.combo(new.combo.as_ref()?)?;
        let fits = |id: &ItemId| {
            let item = self.cx.menu.item(id)?;
            let slot = combo.slots.iter().find(|slot| slot.category == item.category)?;
            Some((item, slot))
        };
        let (item, slot) = wanted.items.iter().find_map(fits)?;
        new.components.retain(|part| part.slot != slot.id);
        new.components.push(ComponentPick {
            slot: slot.id.clone(),
            item: item.id.clone(),
            size: wanted.sizes.iter().find(|size| item.size(size).is_some()).cloned(),
            modifiers: Vec::new(),
        });
        Some(())
    }
}

/// "another one, not heated": what the other one is not. None where nothing is denied of a line like another.
pub(in crate::correction) fn with_denials(pieces: &[Piece]) -> Option<Vec<Piece>> {
    let likens = |piece: &Piece| matches!(piece, Piece::Mark(Mark::Same | Mark::Another));
    let at = pieces.iter().position(|piece| matches!(piece, Piece::Mark(Mark::Not)))?;
    let [Piece::Phrase(choice)] = &pieces[at + 1..] else { return None };
    let only_choices = !choice.names_item() && choice.sizes.is_empty() && choice.number.is_none();
    let mut choice = choice.as_modifier().filter(|choice| only_choices && !choice.picks.is_empty())?;
    choice.picks.iter_mut().for_each(|(_, amount, _)| *amount = Amount::No);
    let mut denied = pieces[..at].to_vec();
    denied.push(Piece::Phrase(Box::new(choice)));
    denied[..at].iter().any(likens).then_some(denied)
}

impl Scene<'_> {
    /// "without ketchup and mustard": a denial is also of what comes with something on the order and is joined to it. None
    /// where nothing is joined to one.
    pub(in crate::correction) fn with_carried_denials(&self, pieces: &[Piece]) -> Option<Vec<Piece>> {
        let mut carried: Vec<Piece> = Vec::with_capacity(pieces.len());
        for piece in pieces {
            if let [.., Piece::Phrase(before), Piece::Mark(Mark::And)] = carried.as_mut_slice()
                && let Some(denied) = piece.phrase().and_then(|next| self.denied_with(before, next))
            {
                before.picks.extend(denied.picks);
                before.end = denied.end;
                carried.pop();
            } else {
                carried.push(piece.clone());
            }
        }
        (carried.len() < pieces.len()).then_some(carried)
    }

    /// What is joined to a denial, denied.
    fn denied_with(&self, before: &Phrase, next: &Phrase) -> Option<Phrase> {
        let denies = before.picks.last().is_some_and(|(_, amount, _)| *amount == Amount::No);
        let only_names = !next.definite && !next.article && next.number.is_none() && next.of.is_none();
        let choice = next.as_modifier().filter(|_| denies && only_names && next.sizes.is_empty());
        let mut choice = choice.filter(|choice| self.all_come_with_it(choice))?;
        choice.picks.iter_mut().for_each(|(_, amount, _)| *amount = Amount::No);
        Some(choice)
    }

    /// Whether all that a phrase names comes with one thing on the order by itself.
    fn all_come_with_it(&self, choice: &Phrase) -> bool {
        let items = self.lines().iter().filter_map(|line| self.cx.menu.item(&line.item));
        let picks: Vec<Vec<ModifierPick>> =
            choice.picks.iter().map(|(any, amount, quantity)| self.picks(any, *amount, *quantity)).collect();
        let plain = choice.picks.iter().all(|(_, amount, _)| *amount == Amount::Regular);
        let comes = |item: &Item, any: &[ModifierPick]| {
            any.iter().any(|pick| item.includes(&pick.group, &pick.modifier))
        };
        !picks.is_empty() && plain && items.into_iter().any(|item| picks.iter().all(|any| comes(item, any)))
    }
}

/// "two large and one small coke": lines of one item.
pub(in crate::correction) fn ellipsis(cx: Context<'_>, pieces: &[Piece]) -> Option<Vec<Op>> {
    let joined = |piece: &&Piece| !matches!(piece, Piece::Mark(Mark::And | Mark::Want));
    let phrases: Vec<&Phrase> =
        pieces.iter().filter(joined).map(|piece| piece.phrase()).collect::<Option<_>>()?;
    let (last, first) = phrases.split_last()?;
    let plain = |phrase: &Phrase| {
        phrase.picks.is_empty()
            && phrase.either.is_none()
            && !phrase.definite
            && phrase.of.is_none()
            && !phrase.share
    };
    let sized = |phrase: &&&Phrase| {
        phrase.number.is_some() && !phrase.sizes.is_empty() && !phrase.names_item() && plain(phrase)
    };
    let name =
        last.item.as_ref().filter(|_| plain(last) && last.number.is_some() && !last.sizes.is_empty())?;
    let [Entry::Item(at)] = name.entries.as_slice() else { return None };
    let item = &cx.menu.items[*at];
    let line = |phrase: &&Phrase| {
        let size = phrase.sizes.iter().find(|size| item.size(size).is_some())?.clone();
        Some(Op::Add(NewLine { size: Some(size), quantity: phrase.number?, ..NewLine::of(item.id.clone()) }))
    };
    (!first.is_empty() && first.iter().all(|phrase| sized(&phrase)))
        .then(|| phrases.iter().map(line).collect())?
}
