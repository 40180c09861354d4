//! What is put into several or some of what is on the order: "a Sprite in one of the combos", "lemonade in all of them",
//! "milk for the drinks". It fills a slot of a combo, or is a choice of what is no combo.

use fsm::order::{Correction, Description, Line, Op};

use crate::correction::phrase::{Mark, Phrase};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;

impl Scene<'_> {
    /// "a Sprite in one of the combos", "one of them gets a Sprite", "lemonade in all four kids meals".
    pub(in crate::correction) fn put_into(&self, shape: &Shape<'_>) -> Option<Vec<Op>> {
        let phrases = shape.without(&[Mark::Make, Mark::Is]).phrases()?;
        let (wanted, into) = match phrases.as_slice() {
            [wanted] => (*wanted, wanted.of.as_deref()?),
            // "Cokes, both of them"
            [wanted, into] if into.every && !into.says_what() && wanted.of.is_none() => (*wanted, *into),
            [into, wanted] if wanted.of.is_none() && into.of.is_none() => (*wanted, *into),
            _ => return None,
        };
        let names = wanted.item.is_some() || wanted.either.is_some() && into.every;
        let some = into.share && into.number.is_some() || into.every;
        let tells = !into.other && into.place.is_none() && (into.share || !into.describes());
        if !names || !some || !tells || wanted.definite || wanted.number.is_some() || wanted.unwanted {
            return None;
        }
        let able: Vec<(&Line, Description)> = self
            .lines_meant(into)?
            .into_iter()
            .filter_map(|line| Some((line, self.taken_in(line, wanted)?)))
            .collect();
        let split = into.number.filter(|_| into.share);
        let enough = |(line, _): &&(&Line, Description)| split.is_none_or(|count| line.quantity >= count);
        let fitting: Vec<&(&Line, Description)> = able.iter().filter(enough).collect();
        let last = self.last().map(|line| line.line_id);
        let of_last = fitting.iter().find(|(line, _)| Some(line.line_id) == last);
        let meant = match (split, of_last, fitting.as_slice()) {
            (None, ..) => fitting,
            (Some(_), Some(one), _) | (Some(_), None, [one]) => vec![*one],
            // "a Sprite in one of the combos", where several could be meant
            (Some(_), None, [(first, now), ..]) => {
                let items = fitting.iter().map(|(line, _)| line.item.clone()).collect();
                let target = Description { items, ..Description::default() };
                let alike = fitting.iter().all(|(line, _)| line.combo.is_some() == first.combo.is_some());
                return alike.then(|| vec![self.line_with(wanted, target, now.clone(), split)]);
            }
            (Some(_), None, []) => return None,
        };
        let op = |(line, now): &&(&Line, Description)| {
            let target = Description::of_line(line.line_id);
            let split = split.filter(|count| *count < line.quantity);
            self.line_with(wanted, target, now.clone(), split)
        };
        (!meant.is_empty()).then(|| meant.iter().map(op).collect())
    }

    fn line_with(&self, wanted: &Phrase, target: Description, now: Description, split: Option<u32>) -> Op {
        let text = self.text(wanted.start, wanted.end);
        let unwanted = self.exchanged(&target, &now);
        Op::from(Correction { text, target, wanted: now, unwanted, split, ..Correction::default() })
    }

    /// The lines that are pointed at: those that are called so, or those like the one that was mentioned last.
    fn lines_meant(&self, into: &Phrase) -> Option<Vec<&Line>> {
        let lines = || self.lines().iter();
        if into.combo && into.item.is_none() {
            return Some(lines().filter(|line| line.combo.is_some()).collect());
        }
        if into.describes() {
            // "one of the nugget ones"
            let so = Phrase { number: None, share: false, every: false, definite: true, ..into.clone() };
            let told = self.on_order(&self.pointed_at(&so)?)?;
            return Some(lines().filter(|line| told.fits(line, self.cx.menu)).collect());
        }
        if into.names_item() {
            let named = Phrase { every: false, ..into.named() };
            let named = Description { which: None, ..self.on_order(&named)? };
            return Some(lines().filter(|line| named.fits(line, self.cx.menu)).collect());
        }
        let last = self.last()?;
        let alike = || lines().filter(|line| line.item == last.item && line.combo == last.combo);
        let points = into.share || into.pronoun || into.both;
        let several = points && alike().map(|line| line.quantity).sum::<u32>() > 1;
        Some(if several { alike().collect() } else { lines().collect() })
    }

    /// What a line becomes by what is put into it: another part, or another choice. None if it takes neither.
    pub(in crate::correction) fn taken_in(&self, line: &Line, wanted: &Phrase) -> Option<Description> {
        if let Some(combo) = line.combo.as_ref().and_then(|id| self.cx.menu.combo(id)) {
            let mut said = self.merged(&[&wanted.as_item()])?;
            said.items.retain(|id| {
                let kind = self.cx.menu.item(id).map(|item| &item.category);
                combo.slots.iter().any(|slot| Some(&slot.category) == kind)
            });
            return (!said.items.is_empty()).then_some(said);
        }
        let choice =
            wanted.as_modifier().filter(|choice| !choice.names_item() && !choice.picks.is_empty())?;
        let said = self.merged(&[&choice.attributes()])?;
        self.can_be(line, &said).then_some(said)
    }
}
