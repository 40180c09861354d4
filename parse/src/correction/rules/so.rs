//! How something on the order should be: "the lattes all large", "make his drink a lemonade".

use fsm::ids::LineId;
use fsm::machine::QuestionKind;
use fsm::order::{
    Amount, Correction, Description, Line, Modification, Op, Reason, Target, Unresolved, Which,
};

use crate::correction::phrase::{Mark, Phrase, Piece};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;
use crate::index::ModifierAt;

impl Scene<'_> {
    /// "make the fish a large", "the drip coffee, make it an americano", "make his drink a lemonade".
    pub(in crate::correction) fn become_so(&self, shape: &Shape<'_>) -> Option<Op> {
        if !shape.has(Mark::Make) && !shape.has(Mark::Is) {
            return None;
        }
        let phrases: Vec<&Phrase> = shape.pieces.iter().filter_map(|piece| piece.phrase()).collect();
        let others = shape.pieces.iter().any(|piece| matches!(piece, Piece::Mark(mark) if !matches!(mark, Mark::Make | Mark::Is | Mark::Instead)));
        let phrases: Vec<&Phrase> = phrases
            .into_iter()
            .filter(|phrase| !phrase.pronoun || phrase.every || phrase.names_item() || phrase.describes())
            .collect();
        let [target, wanted] = phrases.as_slice() else { return None };
        if target.every && !target.says_what() && target.number.is_none() {
            return self.all_of_a_kind_become(wanted);
        }
        // "make the sandwich the ham one"
        let other_one = wanted.definite && wanted.ones && self.is_of_a_kind(target, &wanted.as_item());
        let wanted = &if other_one { wanted.as_item() } else { (*wanted).clone() };
        // "make all three burgers bacon burgers"
        let all = target.number.filter(|_| target.every || target.definite);
        let all = all.filter(|number| self.counts(&target.without_number(), *number));
        let target = &if all.is_some() { target.without_number() } else { (*target).clone() };
        let pointed_at =
            target.names_item() && !target.article && target.number.is_none() && !target.describes();
        // "the strawberry should be a malt"
        let by_choice = || self.is_told_by_choice(target).then(|| self.pointed_at(target)).flatten();
        let target = if pointed_at { target.clone() } else { by_choice()? };
        let target = &target;
        let becomes = shape.has(Mark::Make) || target.definite && !wanted.definite && wanted.number.is_none();
        let known = !target.names_item() || self.is_on_order(target);
        if others || !becomes || !known || !wanted.names_item() || wanted.of.is_some() {
            return None;
        }
        let correction = Correction {
            text: self.text(wanted.start, wanted.end),
            target: self.on_order(target)?,
            wanted: self.merged(&[wanted])?,
            ..Correction::default()
        };
        Some(Op::from(correction))
    }

    /// "make it the crispy one": another of the kind of what was mentioned last.
    pub(in crate::correction) fn become_that_one(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.without(&[Mark::Make]).phrases().filter(|_| shape.has(Mark::Make))?;
        let says_more = |phrase: &&&Phrase| !phrase.pronoun || phrase.names_item() || phrase.describes();
        let mut said = phrases.iter().filter(says_more);
        let wanted = said.next().filter(|_| phrases.len() <= 2 && said.next().is_none())?;
        let line = self.last().filter(|_| wanted.definite && wanted.ones && wanted.of.is_none())?;
        let mut now = self.merged(&[&wanted.as_item()])?;
        let kind = &self.cx.menu.item(&line.item)?.category;
        now.items.retain(|item| self.cx.menu.item(item).is_some_and(|item| item.category == *kind));
        if now.items.is_empty() || now.items.contains(&line.item) {
            return None;
        }
        let target = Description::of_line(line.line_id);
        let text = self.text(wanted.start, wanted.end);
        Some(Op::from(Correction { text, target, wanted: now, ..Correction::default() }))
    }

    /// "the lattes all large", "the cold brew's a medium", "a medium on the fries", "hers is a large".
    pub(in crate::correction) fn so(&self, shape: &Shape<'_>) -> Option<Op> {
        let is = shape.has(Mark::Is);
        let others = shape
            .pieces
            .iter()
            .any(|piece| matches!(piece, Piece::Mark(mark) if !matches!(mark, Mark::Make | Mark::Is)));
        let phrases: Vec<&Phrase> = shape.pieces.iter().filter_map(|piece| piece.phrase()).collect();
        let takes_away =
            phrases.iter().any(|phrase| phrase.picks.iter().any(|(_, amount, _)| *amount == Amount::No));
        let points_short = |phrase: &Phrase| {
            phrase.of.as_ref().is_some_and(|of| {
                // "add honey to the peppermint tea"
                let told_apart = || of.definite && of.names_item() && of.describes();
                of.points_short()
                    || self.is_told_by_choice(of)
                    || told_apart() && self.pointed_at(of).is_some()
            })
        };
        // "his flat white", "the combo"
        let own = |phrase: &Phrase| {
            let whose = phrase.of.as_deref().unwrap_or(phrase);
            whose.own && whose.names_item() || phrase.combo && phrase.definite && phrase.item.is_none()
        };
        let only_how = |more: &Phrase| {
            more.describes()
                && !more.names_item()
                && !more.definite
                && more.number.is_none()
                && more.of.is_none()
        };
        // "I'd like the tea to be a large"
        let told = is && phrases.first().is_some_and(|target| target.definite && target.names_item());
        // "I'd like the fries large", "can I get the latte iced", "let's do a large on the fries"
        let sized = |phrase: &Phrase| match &phrase.of {
            Some(of) => of.definite && of.item.is_some() && !phrase.sizes.is_empty(),
            None => phrase.definite && phrase.after_item && (!phrase.sizes.is_empty() || !shape.with),
        };
        if others
            || shape.wants
                && !told
                && !takes_away
                && !phrases.iter().any(|phrase| points_short(phrase) || own(phrase) || sized(phrase))
        {
            return None;
        }
        let (target, wanted): (&Phrase, Vec<&Phrase>) = match phrases.as_slice() {
            [phrase]
                if points_short(phrase)
                    || phrase.of.as_ref().is_some_and(|of| {
                        let kind = of.definite && (of.category.is_some() || of.plain || of.dressed);
                        let only = shape.just && of.definite && of.names_item();
                        // "no onions on the combo with the Sprite"
                        let by_part = of.definite && of.item.is_some() && (of.combo || of.ones);
                        own(phrase) || by_part || of.describes() || !phrase.sizes.is_empty() || kind || only
                    }) =>
            {
                (phrase.of.as_deref()?, vec![phrase])
            }
            // "butter on the raisin one, no cream cheese"
            [first, rest @ ..]
                if !rest.is_empty()
                    && first.of.as_ref().is_some_and(|of| of.definite && of.describes() && !of.other)
                    && rest.iter().all(|more| only_how(more)) =>
            {
                (first.of.as_deref()?, phrases.clone())
            }
            [phrase] if phrase.of.as_ref().is_some_and(|of| of.both && !of.names_item()) => {
                return self.so_each(phrase);
            }
            // "the burger with pickles and no mayo"
            [first, rest @ ..]
                if !rest.is_empty()
                    && !is
                    && !shape.wants
                    && first.definite
                    && first.after_item
                    && first.names_item()
                    && first.describes()
                    && first.number.is_none()
                    && first.of.is_none()
                    && self.on_order(first).is_none()
                    && rest.iter().all(|more| only_how(more)) =>
            {
                (*first, phrases.clone())
            }
            [phrase] if phrase.own && phrase.plain => return self.own_plain(phrase),
            [phrase] => {
                let without = phrase.picks.iter().any(|(_, amount, _)| *amount == Amount::No);
                let known = phrase.definite && (phrase.after_item || without)
                    || phrase.every
                    || shape.sorry && phrase.after_item && !phrase.article;
                if !known || !phrase.names_item() {
                    return None;
                }
                (phrase, vec![phrase])
            }
            // "warm up the croissant"
            [wanted, target]
                if target.definite
                    && target.names_item()
                    && self.is_on_order(target)
                    && !target.describes()
                    && !wanted.article
                    && !wanted.names_item()
                    && wanted.describes()
                    && wanted.number.is_none()
                    && wanted.of.is_none() =>
            {
                (target, vec![wanted])
            }
            [target, wanted] if is || shape.sorry || target.definite || target.every => {
                let attributes = !wanted.names_item()
                    && wanted.describes()
                    && wanted.of.is_none()
                    && wanted.number.is_none();
                if !attributes || target.article || target.describes() || target.number.is_some() {
                    return None;
                }
                (target, vec![wanted])
            }
            _ => return None,
        };
        let plain_one =
            target.definite && (target.plain || target.dressed) && self.pointed_at(target).is_some();
        if !target.names_item() && !plain_one && !self.is_told_by_choice(target)
            || target.number.is_some_and(|number| !self.counts(target, number))
            || !wanted.iter().any(|phrase| phrase.describes())
        {
            return None;
        }
        let of_phrase = phrases.iter().any(|phrase| phrase.of.is_some());
        let named = if of_phrase { self.pointed_at(target)? } else { target.named() };
        let attributes: Vec<Phrase> = wanted.iter().map(|phrase| phrase.attributes()).collect();
        let text = self.text(target.start, target.end);
        let target = self.on_order(&named)?;
        let wanted = self.merged(&attributes.iter().collect::<Vec<_>>())?;
        // "just butter on the sesame"
        let unwanted = match (shape.just, shape.sorry && !shape.adds) {
            (true, _) => self.in_place_of_others(&target, &wanted),
            // "no, vinaigrette on that salad"
            (_, true) => self.exchanged(&target, &wanted),
            _ => Description::default(),
        };
        Some(Op::from(Correction { text, target, wanted, unwanted, ..Correction::default() }))
    }

    /// "she wants her hamburger plain".
    fn own_plain(&self, phrase: &Phrase) -> Option<Op> {
        let named = self.on_order(&Phrase { plain: false, ..phrase.named() })?;
        let lines = named.lines(self.order?, self.cx.menu);
        let [line] = lines.as_slice() else { return None };
        let wanted = Description { modifiers: self.plain(line), ..Description::default() };
        let target = Description::of_line(line.line_id);
        let text = self.text(phrase.start, phrase.end);
        Some(Op::from(Correction { text, target, wanted, ..Correction::default() }))
    }

    /// Whether something on the order is pointed at by how it is: "honey in the peppermint".
    fn is_told_by_choice(&self, phrase: &Phrase) -> bool {
        phrase.points_by_choice() && self.pointed_at(phrase).is_some()
    }

    /// "make the small one iced": the line that is so should be otherwise too.
    pub(in crate::correction) fn that_one_so(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.without(&[Mark::Make, Mark::Is]).phrases()?;
        let [target, wanted] = phrases.as_slice() else { return None };
        // "the peppermint tea in a large"
        let named = target.names_item() && target.number.is_none() && target.of.is_none();
        // "the strawberry should be a large"
        let told = target.ones || named || self.is_told_by_choice(target);
        let is_plain = target.plain && self.plain_line(target).is_some();
        let points = target.definite && told && (target.describes() || is_plain) && !target.unwanted;
        let only_so =
            !wanted.names_item() && wanted.describes() && wanted.number.is_none() && wanted.of.is_none();
        if !points || !only_so || wanted.definite {
            return None;
        }
        let text = self.text(target.start, target.end);
        let target = self.on_order(&self.pointed_at(target)?)?;
        let wanted = self.merged(&[&wanted.attributes()])?;
        let unwanted =
            if shape.has(Mark::Make) { self.exchanged(&target, &wanted) } else { Description::default() };
        Some(Op::from(Correction { text, target, wanted, unwanted, ..Correction::default() }))
    }

    /// "foam on the vanilla cold brew and the caramel one": one choice of several lines that are pointed at.
    pub(in crate::correction) fn also_of(&self, shape: &Shape<'_>) -> Option<Vec<Op>> {
        let phrases = shape.without(&[Mark::Make]).phrases()?;
        let (first, rest) = phrases.split_first().filter(|(_, rest)| !rest.is_empty() && shape.adds)?;
        let choice = Phrase { of: None, ..(*first).clone() }.as_modifier()?;
        let wanted = self.merged(&[&choice.attributes()]).filter(|wanted| !wanted.is_empty())?;
        let targets = first.of.as_deref().into_iter().chain(rest.iter().copied());
        let so = |target: &Phrase| {
            let points = target.definite && target.number.is_none() && target.of.is_none();
            let named = self.on_order(&self.pointed_at(target).filter(|_| points)?)?;
            let mut lines = self.lines().iter().filter(|line| named.fits(line, self.cx.menu));
            let line = lines.next().filter(|line| lines.next().is_none() && self.can_be(line, &wanted))?;
            let target = Description::of_line(line.line_id);
            let text = self.text(first.start, first.end);
            Some(Op::from(Correction { text, target, wanted: wanted.clone(), ..Correction::default() }))
        };
        first.of.as_deref()?;
        targets.map(so).collect()
    }

    /// "milk with both of those": the two of the item last mentioned.
    fn so_each(&self, phrase: &Phrase) -> Option<Op> {
        let phrase = &phrase.as_modifier()?;
        let item = &self.last()?.item;
        let position = self.cx.position(item)?;
        let lines = self.lines().iter().filter(|line| line.item == *item);
        let has_all = |(any, ..): &(Vec<ModifierAt>, Amount, u32)| self.cx.index.allows(position, any);
        if lines.map(|line| line.quantity).sum::<u32>() != 2
            || phrase.picks.is_empty()
            || !phrase.picks.iter().all(has_all)
        {
            return None;
        }
        let target =
            Description { items: vec![item.clone()], which: Some(Which::Every), ..Description::default() };
        let wanted = self.merged(&[&phrase.attributes()])?;
        let text = self.text(phrase.start, phrase.end);
        let unwanted = self.exchanged_on_each(item, &wanted);
        Some(Op::from(Correction { text, target, wanted, unwanted, ..Correction::default() }))
    }

    /// "warm that up": how the line last mentioned should be, by a form of what it can be.
    pub(in crate::correction) fn form(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.phrases()?;
        let [phrase] = phrases.as_slice() else { return None };
        let line = self.last()?;
        let item = self.cx.position(&line.item)?;
        let [(any, ..)] = phrase.picks.as_slice() else { return None };
        let first = any.first()?;
        if !phrase.pronoun
            || phrase.names_item()
            || self.cx.index.allows(item, &[*first])
            || !self.cx.index.allows(item, any)
        {
            return None;
        }
        let target = Description::of_line(line.line_id);
        let text = self.text(phrase.start, phrase.end);
        Some(Op::from(Correction {
            text,
            target,
            wanted: self.merged(&[&phrase.attributes()])?,
            ..Correction::default()
        }))
    }

    /// "cold brew, light ice", "toast all of them": something of the order should be so, and nothing can.
    pub(in crate::correction) fn wish(&self, shape: &Shape<'_>) -> Option<Unresolved> {
        let (start, end) = match shape.pieces.as_slice() {
            [Piece::Phrase(phrase), Piece::Wish(start, end)] => {
                let known =
                    phrase.names_item() && !phrase.article && phrase.number.is_none() && !phrase.describes();
                (known && !shape.wants && self.is_on_order(phrase)).then_some((*start, *end))?
            }
            [Piece::Phrase(phrase), Piece::Phrase(so)] => {
                let known =
                    phrase.names_item() && !phrase.article && phrase.number.is_none() && !phrase.describes();
                let only_wish = !so.names_item() && so.sizes.is_empty() && so.describes() && so.of.is_none();
                let possible = || {
                    let of_item =
                        |line: &Line| self.on_order(phrase).is_some_and(|said| said.fits(line, self.cx.menu));
                    let mut items = self
                        .lines()
                        .iter()
                        .filter(|line| of_item(line))
                        .filter_map(|line| self.cx.position(&line.item));
                    items.any(|item| so.picks.iter().any(|(any, ..)| self.cx.index.allows(item, any)))
                };
                (known && only_wish && !shape.wants && self.is_on_order(phrase) && !possible())
                    .then_some((so.start, so.end))?
            }
            [Piece::Phrase(phrase)] => {
                let part = phrase.item.as_ref().is_some_and(|name| !name.whole && name.modifiers.is_empty());
                let done_to = part
                    && (phrase.pronoun || phrase.every)
                    && !phrase.definite
                    && !phrase.article
                    && phrase.number.is_none();
                (done_to && !self.is_on_order(phrase)).then_some((phrase.start, phrase.start + 1))?
            }
            _ => return None,
        };
        let text = self.text(start, end);
        Some(Unresolved { text, reason: Reason::NotAllowed, candidates: Vec::new(), quantity: None })
    }

    /// "the first one", "the oat one": which of the lines that were asked about.
    pub(in crate::correction) fn which_line(&self, shape: &Shape<'_>) -> Option<Op> {
        let question = self.cx.question.filter(|question| question.kind == QuestionKind::WhichItem)?;
        let asked: Vec<&Line> =
            question.candidates.iter().filter_map(|id| self.order?.line(LineId::parse(id)?)).collect();
        let phrases = shape.phrases()?;
        let [phrase] = phrases.as_slice() else { return None };
        if asked.is_empty() || phrase.article || phrase.number.is_some() || phrase.every || phrase.unwanted {
            return None;
        }
        let place = phrase.place.map(|place| match place {
            0 => asked.last(),
            place => asked.get(place as usize - 1),
        });
        let as_item = self.told(&Phrase { place: None, ..phrase.as_item() })?;
        let as_modifier =
            phrase.as_modifier().and_then(|phrase| self.told(&Phrase { place: None, ..phrase }));
        let only = |said: &Description| {
            let mut fitting = asked.iter().filter(|line| said.fits(line, self.cx.menu));
            fitting.next().filter(|_| fitting.next().is_none())
        };
        let line = match place {
            Some(line) => line,
            None if as_item.is_empty() => None,
            None => as_modifier.as_ref().and_then(only).or_else(|| only(&as_item)),
        };
        line.map(|line| Op::Modify(Modification::of(Target::Line { line_id: line.line_id })))
    }
}
