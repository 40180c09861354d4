//! What stays, and what becomes of what there is: "leave the pickles on", "change the chocolate to strawberry", "make that
//! twenty", "the first one a diet".

use fsm::ids::ItemId;
use fsm::machine::QuestionKind;
use fsm::order::{Amount, Correction, Description, Line, Modification, ModifierPick, Op, Target, Which};

use crate::correction::phrase::{Mark, Phrase, Piece};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;
use crate::index::ModifierAt;
use crate::tokens;

impl Scene<'_> {
    /// "leave the pickles on", after what is said before it: "no jalapenos, leave the pickles on".
    pub(in crate::correction) fn stays(&self, shape: &Shape<'_>) -> Option<Vec<Op>> {
        let at = shape.pieces.iter().position(|piece| matches!(piece, Piece::Mark(Mark::Stays)))?;
        let (before, after) = (&shape.pieces[..at], &shape.pieces[at + 1..]);
        let [Piece::Phrase(kept)] = after else { return None };
        let only_choices = !kept.names_item() && kept.sizes.is_empty() && kept.number.is_none();
        let kept = kept.as_modifier().filter(|kept| only_choices && !kept.picks.is_empty())?;
        if kept.picks.iter().any(|(_, amount, _)| *amount == Amount::No) {
            return None;
        }
        let mut ops = match before {
            [] => Vec::new(),
            // "no whip, no, keep the whip"
            before if self.only_denies(before, &kept) => Vec::new(),
            before => {
                let said = self.read_shape(&Shape { pieces: before.to_vec(), ..*shape })?;
                Some(said.ops).filter(|_| said.unresolved.is_empty())?
            }
        };
        // "no whip on the cocoa, no, keep the whip"
        let denied_of = before.iter().filter_map(|piece| piece.phrase()?.of.as_deref()).next_back();
        let target = match (kept.of.as_deref().or(denied_of.filter(|_| ops.is_empty())), ops.last()) {
            (Some(of), _) => self.on_order(of)?,
            (None, Some(Op::Correct(before))) => before.target.clone(),
            (None, _) => Description::default(),
        };
        let mut wanted = self.merged(&[&kept.attributes()])?;
        if let Some(pick) =
            self.last().and_then(|line| self.taken_off(&kept, line)).filter(|_| target.is_empty())
        {
            wanted.modifiers = vec![vec![ModifierPick { amount: Amount::Regular, ..pick }]];
        }
        let mut unwanted = wanted.clone();
        unwanted.modifiers.iter_mut().flatten().for_each(|pick| pick.amount = Amount::No);
        let text = self.text(kept.start, kept.end);
        ops.push(Op::from(Correction { text, target, wanted, unwanted, ..Correction::default() }));
        Some(ops)
    }

    /// Whether nothing else is said than that what is kept should not be.
    fn only_denies(&self, pieces: &[&Piece], kept: &Phrase) -> bool {
        let kept_at = |at: &ModifierAt| kept.picks.iter().any(|(any, ..)| any.contains(at));
        pieces.iter().all(|piece| {
            let picks = piece.phrase().filter(|phrase| !phrase.names_item()).map(|phrase| &phrase.picks);
            picks.is_some_and(|picks| {
                let denies = |(any, amount, _): &(Vec<ModifierAt>, Amount, u32)| {
                    *amount == Amount::No && any.iter().any(kept_at)
                };
                !picks.is_empty() && picks.iter().all(denies)
            })
        })
    }

    /// What was taken off the line last mentioned, or else off another, and has the word in its name: "the onions" of
    /// grilled ones.
    pub(in crate::correction) fn taken_off_of(&self, kept: &Phrase) -> Option<(&Line, ModifierPick)> {
        let lines = self.last().into_iter().chain(self.lines().iter().rev());
        lines.filter_map(|line| Some((line, self.taken_off(kept, line)?))).next()
    }

    pub(in crate::correction) fn taken_off(&self, kept: &Phrase, line: &Line) -> Option<ModifierPick> {
        let language = self.cx.index.language();
        let said = &self.tokens[kept.start..kept.end].last()?.fold;
        let has_word = |pick: &&ModifierPick| {
            let group = self.cx.menu.group(&pick.group);
            let modifier = group.and_then(|group| group.modifier(&pick.modifier));
            let names = modifier.iter().flat_map(|one| std::iter::once(&one.name).chain(&one.aliases));
            let mut words = names.flat_map(|name| tokens::tokenize(language, name));
            words.any(|word| word.fold == *said)
        };
        let mut off = line.modifiers.iter().filter(|pick| pick.amount == Amount::No).filter(has_word);
        off.next().filter(|_| off.next().is_none()).cloned()
    }

    /// "change the chocolate to strawberry", "swap the ranch for blue cheese", "the peppermint should be chamomile".
    pub(in crate::correction) fn choice_becomes(&self, shape: &Shape<'_>) -> Option<Op> {
        let shape = shape.without(&[Mark::Make]);
        let is_choice = |said: &&Phrase| said.points_by_choice() && !said.share && !said.ones;
        let is_so = || shape.round(Mark::Is).filter(|(before, _)| before.iter().all(is_choice));
        let (before, after) = shape.round(Mark::Becomes).or_else(is_so)?;
        let ([unwanted], [wanted]) = (before.as_slice(), after.as_slice()) else { return None };
        let says_how = |wanted: &Phrase| !wanted.picks.is_empty() && wanted.number.is_none();
        let wanted = wanted.as_modifier().filter(says_how)?;
        self.in_place_of(None, &[wanted], &unwanted.as_modifier()?)
    }

    /// "make that twenty", where a size of what was mentioned last is called so.
    pub(in crate::correction) fn sized_by_number(&self, shape: &Shape<'_>) -> Option<Op> {
        let corrects = shape.has(Mark::Make)
            || shape.has(Mark::Instead)
            || shape.insists
            || shape.just
            || shape.sorry && !shape.wants;
        let said = shape.without(&[Mark::Make, Mark::Is, Mark::Instead]).phrases()?;
        let mut said: Vec<&Phrase> =
            said.into_iter().filter(|phrase| !phrase.pronoun || phrase.number.is_some()).collect();
        let phrase = said.pop()?;
        // "ten", after "six piece nuggets"
        let alone_of_last = || {
            let last = self.last().zip(phrase.number);
            said.is_empty()
                && !shape.adds
                && last.is_some_and(|(line, said)| self.cx.size_called(line, said).is_some())
        };
        if !corrects && !alone_of_last() {
            return None;
        }
        // "the nuggets, make it ten"
        let named = said.first().filter(|named| named.names_item() && named.definite && !named.describes());
        let line = match named.map(|named| self.one_line(named)) {
            Some(line) => line?,
            None => self.sized_line(phrase)?,
        };
        said.drain(..usize::from(named.is_some()));
        let alone = |phrase: &Phrase| !phrase.describes() && phrase.of.is_none();
        // "one order of twenty"
        let quantity = match said.as_slice() {
            [] => None,
            [count] => {
                let counts = alone(count) && (count.share || count.end < phrase.start);
                Some(count.number.filter(|number| counts && *number > 0)?)
            }
            _ => return None,
        };
        let number = phrase.number.filter(|_| alone(phrase) && !phrase.share)?;
        let size = Some(self.cx.size_called(line, number)?);
        let target = Target::Line { line_id: line.line_id };
        Some(Op::Modify(Modification { size, quantity, ..Modification::of(target) }))
    }

    /// "ten, not six", where both are sizes of what was mentioned last, or of what is named.
    pub(in crate::correction) fn size_for_another(&self, shape: &Shape<'_>) -> Option<Op> {
        let (before, after) = shape.without(&[Mark::Make, Mark::Is]).round(Mark::Not)?;
        let ([wanted], [unwanted]) = (before.as_slice(), after.as_slice()) else { return None };
        let alone = |phrase: &Phrase| !phrase.describes() && phrase.of.is_none() && !phrase.share;
        let (wanted_now, was) = (wanted.number?, unwanted.number?);
        let line = self.sized_line(wanted).filter(|_| alone(wanted) && alone(unwanted))?;
        let size = self.cx.size_called(line, wanted_now)?;
        let known = line.size == self.cx.size_called(line, was);
        let target = Target::Line { line_id: line.line_id };
        known.then(|| Op::Modify(Modification { size: Some(size), ..Modification::of(target) }))
    }

    /// "two sugars in it", "four sugars": so many portions of a choice.
    pub(in crate::correction) fn portions(&self, shape: &Shape<'_>) -> Option<Op> {
        let makes = shape.has(Mark::Make) || shape.just;
        let phrases = shape.without(&[Mark::Make]).phrases()?;
        let it =
            |phrase: &&&Phrase| makes && phrase.pronoun && !phrase.says_what() && phrase.number.is_none();
        let phrases: Vec<&&Phrase> = phrases.iter().filter(|phrase| !it(phrase)).collect();
        if let [choice, count] = phrases.as_slice()
            && let Some(op) = self.portions_counted_after(choice, count)
        {
            return Some(op);
        }
        if phrases.len() > 1 {
            return self.several_portions(&phrases.iter().map(|phrase| **phrase).collect::<Vec<_>>());
        }
        let [phrase] = phrases.as_slice() else { return None };
        let choice = phrase.with_portions().filter(|choice| choice.sizes.is_empty())?;
        let only_choice = (makes || !phrase.names_item()) && !shape.adds;
        // "make that two cocoas", of a cocoa
        let is_there = phrase.names_item() && self.is_on_order(phrase);
        let of_last = (phrase.pronoun || only_choice && !is_there) && phrase.of.is_none();
        let line = self.last().filter(|_| of_last)?;
        self.portions_of(line, &choice, self.text(phrase.start, phrase.end))
    }

    /// "sugar in that, three of them": the number counts portions, where there are not so many to put it in.
    fn portions_counted_after(&self, choice: &Phrase, count: &Phrase) -> Option<Op> {
        let number = count.number.filter(|number| count.share && count.pronoun && *number > 1)?;
        let only_counts = !count.says_what() && !count.definite && count.of.is_none();
        let said = choice.as_modifier().filter(|said| only_counts && said.number.is_none())?;
        let line = match choice.of.as_deref() {
            Some(of) if of.pronoun && !of.says_what() => self.last(),
            Some(of) => self.one_line(of),
            None if choice.pronoun && !choice.definite => self.last(),
            None => None,
        };
        let line = line.filter(|line| line.quantity < number && said.sizes.is_empty())?;
        let mut said = said;
        let [(_, Amount::Regular, portions)] = said.picks.as_mut_slice() else { return None };
        *portions = number;
        self.portions_of(line, &said, self.text(choice.start, count.end))
    }

    /// So many portions of the one choice that a phrase says, of a line that can have them.
    fn portions_of(&self, line: &Line, choice: &Phrase, text: String) -> Option<Op> {
        let target = Description::of_line(line.line_id);
        let [(any, _, number)] = choice.picks.as_slice() else { return None };
        let most = |(group, at): &ModifierAt| {
            let group = &self.cx.menu.modifier_groups[*group];
            group.modifiers[*at].max_quantity.min(group.max)
        };
        let mut parts = std::iter::once(&line.item).chain(line.components.iter().map(|part| &part.item));
        let possible = parts
            .any(|id| self.cx.position(id).is_some_and(|item| self.cx.index.allows(item, any)))
            && any.iter().any(|one| *number <= most(one));
        let wanted = self.merged(&[&choice.attributes()]).filter(|_| possible)?;
        Some(Op::from(Correction { text, target, wanted, ..Correction::default() }))
    }

    /// "two creams, one sugar": of the line mentioned last, or else of the only one that can have them all.
    fn several_portions(&self, phrases: &[&Phrase]) -> Option<Op> {
        let choices: Vec<Phrase> =
            phrases.iter().map(|phrase| phrase.with_portions()).collect::<Option<_>>()?;
        let plain = |choice: &Phrase| {
            choice.picks.len() == 1 && choice.sizes.is_empty() && choice.of.is_none() && !choice.article
        };
        let able = |line: &&Line| {
            let item = self.cx.position(&line.item);
            let allows = |any: &[ModifierAt]| item.is_some_and(|item| self.cx.index.allows(item, any));
            choices.iter().all(|choice| choice.picks.iter().all(|(any, ..)| allows(any)))
        };
        let mut others = self.lines().iter().filter(able);
        let only = others.next().filter(|_| others.next().is_none());
        let line = self.last().filter(able).or(only).filter(|_| choices.iter().all(plain))?;
        let target = Description::of_line(line.line_id);
        let attributes: Vec<Phrase> = choices.iter().map(Phrase::attributes).collect();
        let wanted = self.merged(&attributes.iter().collect::<Vec<_>>())?;
        let text = self.text(phrases.first()?.start, phrases.last()?.end);
        Some(Op::from(Correction { text, target, wanted, ..Correction::default() }))
    }

    /// "make them all bacon burgers": the only line of that kind.
    pub(in crate::correction) fn all_of_a_kind_become(&self, wanted: &Phrase) -> Option<Op> {
        let now = Description { quantity: None, ..self.merged(&[wanted])? };
        let kind = &self.cx.menu.item(now.items.first()?)?.category;
        let of_kind = |line: &Line| self.cx.menu.item(&line.item).is_some_and(|item| item.category == *kind);
        let line = self.only_line(of_kind)?;
        let target = Description::of_line(line.line_id);
        let text = self.text(wanted.start, wanted.end);
        Some(Op::from(Correction { text, target, wanted: now, ..Correction::default() }))
    }

    /// "forget the drink", "no drink": nothing in place of what is out.
    pub(in crate::correction) fn nothing_instead(&self, shape: &Shape<'_>) -> Option<Op> {
        let question = self.cx.question.filter(|question| question.kind == QuestionKind::Replacement)?;
        let line = self.order?.line(question.line_id?).filter(|line| line.combo.is_none())?;
        let taken_off = shape.has(Mark::Remove);
        let phrases = shape.without(&[Mark::Remove]).phrases()?;
        let [phrase] = phrases.as_slice() else { return None };
        let named = Phrase { unwanted: false, ..phrase.named() };
        let is_it = self.on_order(&named).is_some_and(|said| said.fits(line, self.cx.menu));
        let target = Target::Line { line_id: line.line_id };
        ((taken_off || phrase.unwanted) && phrase.names_item() && is_it)
            .then_some(Op::Remove { target, quantity: None })
    }

    /// The line whose size a number may be: the one that is named with it, the one mentioned last, or else the only one
    /// that has such a size.
    fn sized_line(&self, phrase: &Phrase) -> Option<&Line> {
        let number = phrase.number?;
        if phrase.names_item() {
            return self.one_line(&Phrase { definite: true, ..phrase.named() });
        }
        let last = self.last()?;
        let sized = |line: &&Line| self.cx.size_called(line, number).is_some();
        let mut others = self.lines().iter().filter(sized);
        let other = others.next().filter(|_| others.next().is_none());
        Some(last).filter(sized).or(other).or(Some(last))
    }

    /// "make the first one a diet": the first of its kind.
    pub(in crate::correction) fn place_becomes(&self, shape: &Shape<'_>) -> Option<Op> {
        let (target, wanted) = placed(shape)?;
        let known = target.names_item() && self.is_on_order(target);
        let place = target.place.filter(|_| !known && !target.describes())?;
        if wanted.definite || wanted.number.is_some() || wanted.place.is_some() {
            return None;
        }
        let of_place =
            |description: Description| Description { which: Some(Which::Place(place)), ..description };
        let target = if wanted.names_item() {
            let item = self.described(wanted)?.items.into_iter().next()?;
            let category = Some(self.cx.menu.item(&item)?.category.clone());
            of_place(Description { category, ..Description::default() })
        } else {
            of_place(self.kind_with_place(place)?)
        };
        self.becomes_so(target, wanted)
    }

    /// "the second one without ketchup", of an item that was ordered in the same breath.
    pub(in crate::correction) fn place_of(&self, item: ItemId, shape: &Shape<'_>) -> Option<Op> {
        let (target, wanted) =
            placed(shape).filter(|(target, wanted)| !target.names_item() && wanted.describes())?;
        let which = Some(Which::Place(target.place?));
        self.becomes_so(Description { items: vec![item], which, ..Description::default() }, wanted)
    }

    fn becomes_so(&self, target: Description, wanted: &Phrase) -> Option<Op> {
        let text = self.text(wanted.start, wanted.end);
        let named = if wanted.names_item() { wanted.named() } else { wanted.attributes() };
        let named = Phrase { sizes: wanted.sizes.clone(), picks: wanted.picks.clone(), place: None, ..named };
        let wanted = Description { quantity: None, ..self.merged(&[&named])? };
        (!wanted.is_empty()).then(|| Op::from(Correction { text, target, wanted, ..Correction::default() }))
    }

    /// What was mentioned last, if there are so many of it; else what is of its kind.
    fn kind_with_place(&self, place: u32) -> Option<Description> {
        let last = self.last()?;
        let of_item = Description { items: vec![last.item.clone()], ..Description::default() };
        let category = Some(self.cx.menu.item(&last.item)?.category.clone());
        let of_kind = Description { category, ..Description::default() };
        let enough = |said: &Description| {
            let fitting = self.lines().iter().filter(|line| said.fits(line, self.cx.menu));
            fitting.map(|line| line.quantity).sum::<u32>() >= place.max(2)
        };
        [of_item, of_kind].into_iter().find(enough)
    }
}

/// One of several by its place, and how it should be: "the first one a diet", "no ketchup on the second one".
fn placed<'p>(shape: &Shape<'p>) -> Option<(&'p Phrase, &'p Phrase)> {
    let phrases = shape.without(&[Mark::Make, Mark::Is, Mark::Instead]).phrases()?;
    match *phrases.as_slice() {
        [wanted] => wanted.of.as_deref().map(|target| (target, wanted)),
        [target, wanted] if wanted.of.is_none() => Some((target, wanted)),
        _ => None,
    }
    .filter(|(target, _)| target.place.is_some())
}
