//! What is wanted in place of what there is: "hazelnut instead", "she'd rather have a root beer", "no walnuts, sorry, brown sugar".

use fsm::order::{Amount, Correction, Description, Line, ModifierPick, Op};

use crate::correction::phrase::{Mark, Phrase, Piece};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;
use crate::language::Word;

impl Scene<'_> {
    /// "hazelnut instead", "a scone instead": in place of what the line mentioned last has of that kind, or is.
    pub(in crate::correction) fn in_its_place(&self, shape: &Shape<'_>) -> Option<Op> {
        if !shape.has(Mark::Instead) {
            return None;
        }
        let phrases = shape.without(&[Mark::Instead, Mark::Make]).phrases()?;
        let [phrase] = phrases.as_slice() else { return None };
        self.in_place_on(self.last()?, phrase)
    }

    /// "on second thought vanilla", "no, the cheddar", "I meant a Sprite": in place of a part of the combo or the one choice of that kind that the line mentioned
    /// last has.
    pub(in crate::correction) fn on_second_thought(&self, shape: &Shape<'_>) -> Option<Op> {
        let language = self.cx.index.language();
        let adds =
            shape.adds || self.tokens.iter().any(|token| language.roles_by(token.id).contains(&Word::Add));
        if !shape.sorry && !shape.insists || adds {
            return None;
        }
        let phrases = shape.without(&[Mark::Make, Mark::Is]).phrases()?;
        let [phrase] = phrases.as_slice() else { return None };
        // "actually blue cheese on the salad"
        if let Some(of) = phrase.of.as_deref().filter(|of| of.definite && shape.sorry && !phrase.definite) {
            let how = Phrase { of: None, ..(*phrase).clone() };
            return self.one_line(of).and_then(|line| self.in_place_of_one_of_kind(line, &how));
        }
        // "no, a Sprite", of a combo with a Coke
        let combo = self.last().filter(|line| line.combo.is_some() && !phrase.definite);
        if let Some(line) = combo.filter(|line| self.taken_in(line, phrase).is_some()) {
            return self.in_place_on(line, phrase);
        }
        if !shape.sorry {
            return None;
        }
        self.in_place_of_one_of_kind(self.last()?, phrase)
    }

    /// A choice in place of the only one of its kind that a line has.
    fn in_place_of_one_of_kind(&self, line: &Line, phrase: &Phrase) -> Option<Op> {
        let is_plain = phrase
            .as_modifier()
            .is_some_and(|choice| choice.picks.iter().all(|(_, amount, _)| *amount == Amount::Regular));
        let wanted = self.merged(&[&phrase.as_modifier().filter(|_| is_plain)?])?;
        let kind =
            |pick: &ModifierPick| self.cx.menu.group(&pick.group)?.modifier(&pick.modifier)?.kind.as_deref();
        let is_one_of_kind = wanted.modifiers.iter().flatten().any(|pick| {
            let of_group =
                line.modifiers.iter().filter(|said| said.group == pick.group && said.amount != Amount::No);
            let mut kinds = of_group.map(kind);
            kinds.next().is_some_and(|first| first.is_some() && first == kind(pick)) && kinds.next().is_none()
        });
        if is_one_of_kind { self.in_place_on(line, phrase) } else { None }
    }

    /// "cancel the slaw, fries instead", "slaw out, fries in": in place of what goes.
    pub(in crate::correction) fn in_place_of_removed(&self, shape: &Shape<'_>) -> Option<Op> {
        if !shape.has(Mark::Instead) || !shape.has(Mark::Remove) {
            return None;
        }
        let (before, after) = shape.without(&[Mark::Instead]).round(Mark::Remove)?;
        let (([], [gone, wanted]) | ([gone], [wanted])) = (before.as_slice(), after.as_slice()) else {
            return None;
        };
        let names = gone.names_item() && !gone.describes() && gone.of.is_none() && gone.number.is_none();
        let new = wanted.item.is_some() && !wanted.definite && wanted.of.is_none();
        // "take the sausage out and put bacon in instead"
        if !(names && self.is_on_order(&gone.named()))
            && let (Some(wrong), Some(right)) = (gone.as_modifier(), wanted.as_modifier())
            && !wrong.picks.is_empty()
        {
            return self.in_place_of(None, &[right], &wrong);
        }
        let target = self.on_order(&gone.named()).filter(|_| names && new)?;
        let wanted_now = self.merged(&[wanted])?;
        let text = self.text(wanted.start, wanted.end);
        Some(Op::from(Correction { text, target, wanted: wanted_now, ..Correction::default() }))
    }

    /// "that last one, he'd rather have a root beer": in place of what is pointed at.
    pub(in crate::correction) fn would_rather(&self, shape: &Shape<'_>) -> Option<Op> {
        if !shape.has(Mark::Instead) {
            return None;
        }
        let phrases = shape.without(&[Mark::Instead, Mark::Is]).phrases()?;
        let [target, wanted] = phrases.as_slice() else { return None };
        let last = target.pronoun && !target.says_what() || target.place == Some(0) && !target.names_item();
        let line = if last {
            self.last()?
        } else {
            let pointed_at = target.definite && target.number.is_none() && target.of.is_none();
            let said = self.on_order(&self.pointed_at(target).filter(|_| pointed_at)?)?;
            let mut lines = said.lines(self.order?, self.cx.menu).into_iter();
            lines.next().filter(|_| lines.next().is_none())?
        };
        self.in_place_on(line, wanted)
    }

    /// "a cold brew in place of that coffee": "in place of that" with what it points at.
    pub(in crate::correction) fn in_place_of_that(&self, pieces: &[Piece]) -> Option<Vec<Piece>> {
        let language = self.cx.index.language();
        let points = |phrase: &Phrase| {
            let begins = &self.tokens[phrase.start];
            let that = phrase.start.checked_sub(1).map(|before| &self.tokens[before]);
            let points = that.is_some_and(|that| language.roles_by(that.id).contains(&Word::Pronoun));
            points && !begins.pause && phrase.names_item() && phrase.number.is_none() && !phrase.article
        };
        let at = pieces.windows(2).position(|two| match two {
            [Piece::Mark(Mark::Instead), Piece::Phrase(phrase)] => points(phrase),
            _ => false,
        })?;
        let mut pieces = pieces.to_vec();
        pieces[at] = Piece::Mark(Mark::InsteadOf);
        if let Piece::Phrase(phrase) = &mut pieces[at + 1] {
            phrase.definite = true;
        }
        Some(pieces)
    }

    /// "she'd rather have her tea sweet": one of what is there, where there are more.
    pub(in crate::correction) fn own_rather(&self, shape: &Shape<'_>) -> Option<Op> {
        if !shape.has(Mark::Instead) {
            return None;
        }
        let phrases = shape.without(&[Mark::Instead, Mark::Is]).phrases()?;
        let [own] = phrases.as_slice() else { return None };
        let says_how = own.own && own.names_item() && own.describes() && own.number.is_none();
        let line = self.one_line(own).filter(|_| says_how)?;
        let target = Description::of_line(line.line_id);
        let wanted = self.merged(&[&own.attributes()])?;
        let unwanted = self.exchanged(&target, &wanted);
        let split = Some(1).filter(|_| line.quantity > 1);
        let text = self.text(own.start, own.end);
        Some(Op::from(Correction { text, target, wanted, unwanted, split, ..Correction::default() }))
    }

    /// What is wanted in place of a choice of a line, of the line itself, or of a part of it.
    fn in_place_on(&self, line: &Line, phrase: &Phrase) -> Option<Op> {
        let item = self.cx.position(&line.item)?;
        let target = Description::of_line(line.line_id);
        let text = self.text(phrase.start, phrase.end);
        if phrase.of.is_some() || phrase.share || phrase.number.is_some_and(|number| number > 1) {
            return None;
        }
        let choice = phrase.as_modifier().filter(|choice| {
            let possible = choice.picks.iter().all(|(any, ..)| self.cx.index.allows(item, any));
            !choice.names_item() && choice.sizes.is_empty() && choice.picks.len() == 1 && possible
        });
        if let Some(choice) = choice {
            let wanted = self.merged(&[&choice])?;
            let of_group = |pick: &&ModifierPick| {
                let same = |said: &ModifierPick| said.group == pick.group && said.modifier != pick.modifier;
                pick.amount != Amount::No && wanted.modifiers.iter().flatten().any(same)
            };
            let wrong = line.modifiers.iter().filter(of_group).map(|pick| vec![pick.clone()]).collect();
            let unwanted = Description { modifiers: wrong, ..Description::default() };
            let any = !unwanted.is_empty();
            let op = Op::from(Correction { text, target, wanted, unwanted, ..Correction::default() });
            return any.then_some(op);
        }
        let mut wanted = self.merged(&[phrase]).filter(|_| phrase.item.is_some())?;
        let combo = line.combo.as_ref().and_then(|id| self.cx.menu.combo(id));
        let kind = &self.cx.menu.item(&line.item)?.category;
        wanted.quantity = None;
        wanted.items.retain(|id| {
            let category = self.cx.menu.item(id).map(|item| &item.category);
            let in_slot =
                combo.is_some_and(|combo| combo.slots.iter().any(|slot| category == Some(&slot.category)));
            category == Some(kind) || in_slot
        });
        let new = !wanted.items.is_empty() && !wanted.items.contains(&line.item);
        new.then(|| Op::from(Correction { text, target, wanted, ..Correction::default() }))
    }

    /// "no walnuts, sorry, brown sugar": in place of what is denied, unless it is there as well.
    pub(in crate::correction) fn rather_than_denied(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.phrases()?;
        let [denied, wanted] = phrases.as_slice() else { return None };
        let wanted = &wanted.as_modifier()?;
        let only_choices = |phrase: &Phrase, so: fn(&Amount) -> bool| {
            let all = phrase.picks.iter().all(|(_, amount, _)| so(amount));
            all && !phrase.picks.is_empty()
                && !phrase.names_item()
                && phrase.sizes.is_empty()
                && phrase.of.is_none()
        };
        let is_no = |amount: &Amount| *amount == Amount::No;
        if !shape.corrects
            || !only_choices(denied, is_no)
            || !only_choices(wanted, |amount| *amount != Amount::No)
        {
            return None;
        }
        let (wanted_now, denied_now) = (self.merged(&[wanted])?, self.merged(&[denied])?);
        if self.any_fits(&wanted_now) {
            return None;
        }
        let mut both = wanted_now;
        both.modifiers.extend(denied_now.modifiers);
        let text = self.text(denied.start, wanted.end);
        Some(Op::from(Correction { text, wanted: both, ..Correction::default() }))
    }

    /// "actually a bran muffin", "sorry, an iced tea": in place of what was just ordered, if it is of the same kind.
    pub(in crate::correction) fn rather(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.phrases()?;
        let [phrase, how @ ..] = phrases.as_slice() else { return None };
        let only_how = |more: &&Phrase| more.describes() && !more.names_item() && more.number.is_none();
        if !how.iter().all(|more| only_how(more) && more.of.is_none() && !more.definite) {
            return None;
        }
        let name = phrase.item.as_ref().filter(|_| !phrase.definite && phrase.number.is_none())?;
        // "actually he'll just have a latte"
        let just = shape.just
            || self
                .tokens
                .iter()
                .any(|token| self.cx.index.language().roles_by(token.id).contains(&Word::Just));
        let instead = if shape.wants || shape.person { just } else { !shape.just };
        if !shape.corrects || shape.adds || !instead || self.is_on_order(phrase) {
            return None;
        }
        let line = self.last()?;
        let category = &self.cx.menu.items[self.cx.index.main(*name.entries.first()?)].category;
        let of_kind = Description { category: Some(category.clone()), ..Description::default() };
        let correction = Correction {
            text: self.text(phrase.start, phrase.end),
            target: Description::of_line(line.line_id),
            wanted: self.merged(&phrases)?,
            ..Correction::default()
        };
        of_kind.fits(line, self.cx.menu).then_some(Op::from(correction))
    }
}
