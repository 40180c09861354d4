//! What becomes of the line that was mentioned last: "lemonade in that one", "make it vanilla", "could that be a Coke",
//! "one more ranch", "make it five", "upsize that".

use fsm::menu::Size;
use fsm::order::{Amount, Correction, Description, Line, Modification, ModifierPick, Op, Target};

use crate::correction::phrase::{Mark, Phrase};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;
use crate::language::{Edit, Word};

impl Scene<'_> {
    /// "and lemonade in that one", "then do oat": a choice of the line mentioned last, though it is called like something
    /// else.
    pub(in crate::correction) fn choice_in_it(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.phrases()?;
        let [phrase] = phrases.as_slice() else { return None };
        let chooses = self
            .tokens
            .iter()
            .any(|token| self.cx.index.language().roles_by(token.id).contains(&Word::Edit(Edit::Choose)));
        let of_it = phrase.pronoun || chooses && !shape.wants;
        let line = self.last().filter(|line| line.combo.is_none() && of_it && !phrase.definite)?;
        let item = self.cx.position(&line.item)?;
        let only = phrase.item.is_some() && phrase.number.is_none() && phrase.of.is_none() && !phrase.article;
        let choice = phrase.as_modifier().filter(|choice| only && !choice.names_item())?;
        if !choice.picks.iter().all(|(any, ..)| self.cx.index.allows(item, any)) {
            return None;
        }
        let target = Description::of_line(line.line_id);
        let wanted = self.merged(&[&choice.attributes()])?;
        let unwanted = self.exchanged(&target, &wanted);
        let text = self.text(phrase.start, phrase.end);
        Some(Op::from(Correction { text, target, wanted, unwanted, ..Correction::default() }))
    }

    /// "make it vanilla", "ranch on the side": a choice of the line mentioned last, in place of another that must be made.
    pub(in crate::correction) fn choice_of_last(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.without(&[Mark::Make]).phrases()?;
        let says = |phrase: &&&Phrase| !phrase.pronoun || phrase.says_what();
        let mut said = phrases.iter().filter(says);
        let phrase = said.next().filter(|_| said.next().is_none())?;
        let [(any, amount, _)] = phrase.picks.as_slice() else { return None };
        let only = !phrase.names_item() && phrase.sizes.is_empty() && phrase.number.is_none();
        let aside = *amount == Amount::Side;
        let plain = only && phrase.of.is_none() && (aside || !phrase.definite) && !shape.adds;
        let able = |line: &&Line| {
            let mut parts = line.components.iter().map(|part| &part.item).filter(|_| aside);
            let allows = |id| self.cx.position(id).is_some_and(|item| self.cx.index.allows(item, any));
            allows(&line.item) || parts.any(allows)
        };
        // "the blue cheese on the side", of a salad that was ordered before something else
        let there = |line: &&Line| {
            let own = line.modifiers.iter().chain(line.components.iter().flat_map(|part| &part.modifiers));
            let at = |pick: &ModifierPick| self.cx.modifier_at(&pick.group, &pick.modifier);
            able(line) && own.into_iter().any(|pick| at(pick).is_some_and(|at| any.contains(&at)))
        };
        let mut others = self.lines().iter().filter(there).filter(|_| aside);
        let line = self.last().filter(able).or_else(|| others.next()).filter(|_| plain)?;
        let target = Description::of_line(line.line_id);
        let wanted = self.merged(&[&phrase.attributes()])?;
        let text = self.text(phrase.start, phrase.end);
        let unwanted = match amount {
            Amount::Side => Description::default(),
            Amount::Regular if shape.has(Mark::Make) => self.exchanged(&target, &wanted),
            _ => return None,
        };
        let exchanges = *amount == Amount::Side || !unwanted.is_empty();
        exchanges.then(|| Op::from(Correction { text, target, wanted, unwanted, ..Correction::default() }))
    }

    /// "could that be a diet Coke", "that should be a large Coke": another of its kind in place of what was mentioned last.
    pub(in crate::correction) fn it_becomes(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.without(&[Mark::Is]).phrases().filter(|_| shape.has(Mark::Is))?;
        let (said, it, wanted) = match *phrases.as_slice() {
            [it, wanted] => (None, it, wanted),
            // "I said Sprite, could that be a Coke"
            [said, it, wanted] if shape.insists && self.is_on_order(said) => (Some(said), it, wanted),
            _ => return None,
        };
        let points = it.pronoun && !it.says_what() && it.number.is_none() && it.of.is_none();
        let one = wanted.item.is_some() && !wanted.definite && wanted.number.is_none_or(|number| number == 1);
        let line = match said {
            Some(said) => self.one_line(&Phrase { definite: true, ..said.clone() })?,
            None => self.last()?,
        };
        if !points || !one || wanted.of.is_some() {
            return None;
        }
        let it = said.unwrap_or(it);
        let in_slot = || line.combo.is_some() && self.taken_in(line, wanted).is_some();
        if !self.is_of_a_kind(it, wanted) && !in_slot() {
            return None;
        }
        let target = Description::of_line(line.line_id);
        let text = self.text(wanted.start, wanted.end);
        let wanted = Description { quantity: None, ..self.merged(&[wanted])? };
        Some(Op::from(Correction { text, target, wanted, ..Correction::default() }))
    }

    /// "one more ranch": one more portion of a choice of the line mentioned last.
    pub(in crate::correction) fn one_more_of_it(&self, shape: &Shape<'_>) -> Option<Op> {
        let (before, after) = shape.round(Mark::Another).or_else(|| shape.round(Mark::Same))?;
        let ([], [phrase]) = (before.as_slice(), after.as_slice()) else { return None };
        let choice = phrase.as_modifier().filter(|choice| !choice.names_item() && choice.number.is_none())?;
        let [(any, Amount::Regular, _)] = choice.picks.as_slice() else { return None };
        let line = self.last().filter(|_| choice.sizes.is_empty() && choice.of.is_none() && !choice.ones)?;
        let at = |own: &ModifierPick| self.cx.modifier_at(&own.group, &own.modifier);
        let own = line
            .modifiers
            .iter()
            .find(|own| own.amount == Amount::Regular && at(own).is_some_and(|at| any.contains(&at)))?;
        let more = ModifierPick { quantity: own.quantity + 1, ..own.clone() };
        let target = Target::Line { line_id: line.line_id };
        Some(Op::Modify(Modification { modifiers: vec![more], ..Modification::of(target) }))
    }

    /// "make it five": the number of what was mentioned last.
    pub(in crate::correction) fn it_so_many(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.without(&[Mark::Make]).phrases().filter(|_| shape.has(Mark::Make))?;
        let [phrase] = phrases.as_slice() else { return None };
        let only_number = phrase.pronoun && !phrase.says_what() && !phrase.share && phrase.of.is_none();
        let number = phrase.number.filter(|number| only_number && *number > 0)?;
        self.last().filter(|_| !shape.adds)?;
        Some(Op::Modify(Modification { quantity: Some(number), ..Modification::of(Target::REFERENT) }))
    }

    /// "let's go large", "I'll go large then": another size of what was mentioned last.
    pub(in crate::correction) fn goes_so(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.without(&[Mark::Is]).phrases().filter(|_| shape.has(Mark::Is))?;
        let [sized] = phrases.as_slice() else { return None };
        let only_sized = !sized.sizes.is_empty()
            && sized.picks.is_empty()
            && sized.either.is_none()
            && sized.number.is_none()
            && sized.of.is_none()
            && !sized.names_item()
            && !sized.definite;
        let line = self.last().filter(|_| only_sized && !shape.adds)?;
        let is_other = |size: &&Size| sized.sizes.contains(&size.id) && line.size.as_ref() != Some(&size.id);
        let size = Some(self.cx.sizes(line).iter().find(is_other)?.id.clone());
        let target = Target::Line { line_id: line.line_id };
        Some(Op::Modify(Modification { size, ..Modification::of(target) }))
    }

    /// "upsize that", "make the combo bigger": the next size.
    pub(in crate::correction) fn larger(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases =
            shape.without(&[Mark::Make, Mark::Larger]).phrases().filter(|_| shape.has(Mark::Larger))?;
        let is_sized = |phrase: &&&Phrase| {
            !phrase.sizes.is_empty()
                && phrase.picks.is_empty()
                && phrase.number.is_none()
                && !phrase.names_item()
        };
        let (sized, phrases): (Vec<&Phrase>, Vec<&Phrase>) =
            phrases.iter().partition(|phrase| is_sized(phrase));
        let line = match phrases.as_slice() {
            [] => self.last()?,
            [it] if it.pronoun && !it.says_what() => self.last()?,
            [named] if named.definite && !named.describes() && named.number.is_none() => {
                self.one_line(named)?
            }
            _ => return None,
        };
        let sizes = self.cx.sizes(line);
        let next = || {
            let now = sizes.iter().position(|size| Some(&size.id) == line.size.as_ref())?;
            sizes.get(now + 1)
        };
        let size = match sized.as_slice() {
            [] => next()?,
            // "upsize the combo to a large"
            [to] => sizes.iter().find(|size| to.sizes.contains(&size.id))?,
            _ => return None,
        };
        let size = Some(size.id.clone());
        let target = Target::Line { line_id: line.line_id };
        Some(Op::Modify(Modification { size, ..Modification::of(target) }))
    }
}
