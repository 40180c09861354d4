//! One more of what was mentioned last, of another size or kind: "and another five piece with ranch", "and an everything one".

use fsm::order::{NewLine, Op};

use crate::correction::phrase::{Mark, Phrase};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;
use crate::index::ModifierAt;

impl Scene<'_> {
    /// "and another five piece with ranch": one more of what was mentioned last, of a size that is said, and otherwise as it
    /// comes.
    pub(in crate::correction) fn another_of_a_size(&self, shape: &Shape<'_>) -> Option<Op> {
        let (before, after) = shape.without(&[Mark::Is]).round(Mark::Another)?;
        let [phrase, rest @ ..] = after.as_slice() else { return None };
        let sized = !phrase.sizes.is_empty() && !phrase.names_item() && !phrase.definite;
        let only_describe = |more: &&Phrase| {
            !more.names_item() && more.number.is_none() && more.of.is_none() && !more.definite
        };
        let line = self.last().filter(|line| {
            let item = self.cx.menu.item(&line.item);
            let comes_so = item.is_some_and(|item| phrase.sizes.iter().any(|size| item.size(size).is_some()));
            before.is_empty() && sized && comes_so && line.combo.is_none()
        })?;
        let all = rest.iter().all(only_describe).then(|| self.merged(&after))??;
        NewLine::of(line.item.clone()).but(&all, self.cx.menu).map(Op::Add)
    }

    /// "and an everything one": another kind, or size, of the item that was mentioned last.
    pub(in crate::correction) fn one_of_a_kind(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.phrases()?;
        let [phrase, rest @ ..] = phrases.as_slice() else { return None };
        let new =
            phrase.article && phrase.ones && !phrase.definite && phrase.item.is_none() && phrase.of.is_none();
        let adds = shape.adds || self.comes_to_it();
        let line = self.last().filter(|line| new && adds && !shape.sorry && line.combo.is_none())?;
        let item = self.cx.position(&line.item)?;
        if let ([size], [], true) = (phrase.sizes.as_slice(), rest, phrase.picks.is_empty()) {
            let line = NewLine { size: Some(size.clone()), ..NewLine::of(line.item.clone()) };
            return self.cx.menu.items[item].size(size).map(|_| Op::Add(line));
        }
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
}
