//! Lines like others: "the same but iced", "another one without onions", "two large and one small Coke".

use fsm::ids::ItemId;
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
    /// "the same but iced", "two more of those but hot", "a coffee just like his", "another one without onions".
    pub(in crate::correction) fn like(&self, shape: &Shape<'_>) -> Option<Op> {
        let (is_same, instead) = (shape.has(Mark::Same), shape.has(Mark::Instead));
        let shape = &shape.without(if is_same {
            &[Mark::Is, Mark::Another, Mark::Make, Mark::Combo, Mark::Instead, Mark::Stays]
        } else {
            &[Mark::Is]
        });
        if let Some(op) = self.like_but_instead(shape) {
            return Some(op);
        }
        let (before, after) = shape.round(Mark::Same).or_else(|| shape.round(Mark::Another))?;
        if let Some(op) = self.one_more(&before, &after) {
            return Some(op);
        }
        let likened = Likened::of(&before, &after, is_same)?;
        // "another shot" is none of what is there.
        let another_one = |phrase: &&Phrase| phrase.number == Some(1) || phrase.ones || phrase.pronoun;
        let theirs = self.line_of_the_likened(|_| true);
        let likens = is_same || theirs.is_some() || self.is_another_with();
        if !likens && !after.first().is_some_and(another_one) {
            return None;
        }
        // "a copy of that one but with caramel instead"
        let goes = |own: &ModifierPick| {
            let of_group = |(group, _): &ModifierAt| self.cx.menu.modifier_groups[*group].id == own.group;
            let replaces = |at: &ModifierAt| of_group(at) && (instead || self.is_kind_of(own, *at));
            let picks = after.iter().flat_map(|phrase| &phrase.picks);
            own.amount != Amount::No && picks.flat_map(|(any, ..)| any).any(replaces)
        };
        let again = |line: &Line| {
            let mut again = NewLine { quantity: likened.quantity, ..NewLine::again(line) };
            again.modifiers.retain(|own| !goes(own));
            again
        };
        if let Some((line, rest)) = self.likened_to(&likened, theirs, is_same) {
            return self.but(again(line), rest).map(Op::Add);
        }
        let rest = likened.rest();
        // "the same coffee but decaf"
        let is_there = |phrase: &Phrase| {
            let said = self.told(&phrase.named());
            said.is_some_and(|said| self.lines().iter().any(|line| said.items.contains(&line.item)))
        };
        let again_named = |phrase: &&&Phrase| {
            is_same && phrase.item.is_some() && !phrase.definite && !phrase.article && is_there(phrase)
        };
        let first = likened.named.or(rest.first().filter(again_named).copied());
        let named = |line: &&Line| {
            first.is_none_or(|phrase| {
                self.told(&phrase.named()).is_some_and(|said| said.fits(line, self.cx.menu))
            })
        };
        let last = self.last_with_denied(rest).or_else(|| self.last());
        let mut lines = last.into_iter().chain(self.lines().iter().rev()).filter(named);
        if rest.iter().all(|phrase| !phrase.says_what()) {
            // "one just like it", but "the same" alone is an order of its own
            return lines.next().filter(|_| is_same && !before.is_empty()).map(|line| Op::Add(again(line)));
        }
        lines.find_map(|line| self.with_difference(again(line), rest)).map(Op::Add)
    }

    /// A line with the difference that phrases name, or as it is where they name none.
    fn but(&self, base: NewLine, rest: &[&Phrase]) -> Option<NewLine> {
        if rest.iter().all(|phrase| !phrase.says_what()) {
            Some(base)
        } else {
            self.with_difference(base, rest)
        }
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

    /// The newest line that has what phrases deny, where what was mentioned last has none of it: "one without cheese", of a
    /// burger before fries.
    pub(in crate::correction) fn last_with_denied(&self, phrases: &[&Phrase]) -> Option<&Line> {
        let picks = phrases.iter().flat_map(|phrase| &phrase.picks);
        let denied: Vec<ModifierAt> = picks
            .filter(|(_, amount, _)| *amount == Amount::No)
            .flat_map(|(any, ..)| self.cx.index.with_kinds(any))
            .collect();
        let has = |line: &Line| denied.iter().any(|at| self.cx.has(line, *at));
        let last = self.last().filter(|line| !denied.is_empty() && !has(line))?;
        self.lines().iter().rev().filter(|line| line.line_id != last.line_id).find(|line| has(line))
    }

    /// The line that is pointed at, and what is said after it: "same as the first one but ...", "same as mine but ...".
    fn likened_to<'l, 'p>(
        &'l self,
        likened: &Likened<'p>,
        theirs: Option<&'l Line>,
        is_same: bool,
    ) -> Option<(&'l Line, &'p [&'p Phrase])> {
        match likened.after {
            [first, rest @ ..]
                if is_same && (first.place.is_some() || first.definite && first.names_item()) =>
            {
                Some((self.pointed_line(first)?, rest))
            }
            _ => Some((theirs?, likened.rest())),
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

    /// The newest line of the person that "the same as" is said of, of those that may be meant.
    pub(in crate::correction) fn line_of_the_likened(&self, may_be: impl Fn(&Line) -> bool) -> Option<&Line> {
        let language = self.cx.index.language();
        // "one more for me" is not like mine
        let is_for = |mention: &Mention| language.roles_by(self.tokens[mention.start].id).contains(&Word::On);
        let likened = |mention: &&Mention| {
            let is_same = |role| role == Word::Edit(Edit::Same);
            let is_more = |role| role == Word::Another && !is_for(mention);
            let mut ends = (0..mention.start).map(|from| &self.tokens[from..mention.start]);
            ends.any(|end| {
                asides::phrase(language, end, |role| is_same(role) || is_more(role)) == Some(end.len())
            })
        };
        let mentions = persons::mentions(language, self.tokens);
        let theirs = self.order?.only_of(&mentions.iter().find(likened)?.person)?;
        let line = theirs.lines().iter().rev().find(|line| may_be(line))?;
        self.order?.line(line.line_id)
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
        let repeats = |phrase: &Phrase| {
            let says = self.told(&phrase.named()).is_some_and(|said| said.items.contains(&new.item));
            phrase.item.is_some() && !phrase.article && !phrase.definite && says
        };
        let first = phrases.first().filter(|first| repeats(first)).map(|first| first.attributes());
        let phrases: Vec<&Phrase> = match &first {
            Some(first) => {
                first.says_what().then_some(first).into_iter().chain(phrases[1..].iter().copied()).collect()
            }
            None => phrases.to_vec(),
        };
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
            let wanted = self.merged(&[phrase])?;
            self.fill(&mut new, &wanted).or_else(|| self.turn_into(&mut new, &wanted))?;
        }
        new.but(&self.merged(&rest)?, self.cx.menu)
    }

    /// "the same but a diet": the one thing of its kind that is wanted, of the same size and with the choices that it can have.
    fn turn_into(&self, new: &mut NewLine, wanted: &Description) -> Option<()> {
        let was = self.cx.menu.item(&new.item).filter(|_| new.combo.is_none())?;
        let of_kind = |id: &&ItemId| self.cx.menu.item(id).is_some_and(|item| item.category == was.category);
        let mut of_kind = wanted.items.iter().filter(of_kind);
        let item = self.cx.menu.item(of_kind.next().filter(|_| of_kind.next().is_none())?)?;
        new.item = item.id.clone();
        let size = wanted.sizes.first().or(new.size.as_ref()).cloned();
        new.size = size.filter(|size| item.size(size).is_some());
        new.modifiers.retain(|own| item.modifier_groups.contains(&own.group));
        Some(())
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

/// What something is likened to, and how many are: "two more", "a coffee just like his".
struct Likened<'p> {
    quantity: u32,
    /// What is named before it is likened: "a coffee".
    named: Option<&'p Phrase>,
    after: &'p [&'p Phrase],
}

impl<'p> Likened<'p> {
    /// None where something else is said before: "large fries and another".
    fn of(before: &[&'p Phrase], after: &'p [&'p Phrase], is_same: bool) -> Option<Self> {
        let phrase = match before {
            [] => return Some(Self { quantity: 1, named: None, after }),
            [phrase] => *phrase,
            _ => return None,
        };
        let quantity = phrase.number.unwrap_or(1);
        let counts = !phrase.share && !phrase.other && !phrase.every && phrase.of.is_none() && quantity > 0;
        let some_of_those = after.first().is_some_and(|first| first.pronoun || first.ones);
        let only_count = !phrase.says_what() && (is_same || phrase.number.is_some() && some_of_those);
        // "a coffee just like his"
        let names = is_same && phrase.item.is_some() && !phrase.describes() && !phrase.definite;
        (counts && (only_count || names)).then_some(Self {
            quantity,
            named: Some(phrase).filter(|_| names),
            after,
        })
    }

    /// What is said after "that" and "it".
    fn rest(&self) -> &'p [&'p Phrase] {
        match self.after {
            [it, rest @ ..]
                if it.pronoun && !it.says_what() && it.number.is_none_or(|number| number == 1) =>
            {
                rest
            }
            all => all,
        }
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
        Some(Op::Add(NewLine {
            size: Some(size),
            quantity: phrase.number.filter(|number| *number > 0)?,
            ..NewLine::of(item.id.clone())
        }))
    };
    (!first.is_empty() && first.iter().all(|phrase| sized(&phrase)))
        .then(|| phrases.iter().map(line).collect())?
}
