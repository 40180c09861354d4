//! What goes elsewhere: choices that change places, and the parts of a combo.

use fsm::order::{Amount, Correction, Description, Line, Modification, NewLine, Op, Target};

use crate::correction::phrase::{Mark, Phrase, Piece};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;
use crate::language::Word;
use crate::tokens::Token;

impl Scene<'_> {
    /// "no, I meant off the cheeseburger", after "take the bacon off the hamburger".
    pub(in crate::correction) fn meant_of(&self, shape: &Shape<'_>) -> Option<Op> {
        let language = self.cx.index.language();
        let places = |role: &Word| matches!(role, Word::On | Word::Off | Word::Remove);
        let is_placed =
            |start: usize| start > 0 && language.roles_by(self.tokens[start - 1].id).iter().any(places);
        let phrases = shape.without(&[Mark::Remove]).phrases()?;
        let [phrase] = phrases.as_slice() else { return None };
        let only_named = phrase.definite && phrase.names_item() && !phrase.describes() && phrase.of.is_none();
        if !shape.insists || !is_placed(phrase.start) || !only_named || phrase.number.is_some() {
            return None;
        }
        let (text, target) = (self.text(phrase.start, phrase.end), self.on_order(phrase)?);
        Some(Op::from(Correction { text, target, moves: true, ..Correction::default() }))
    }

    /// "no, the caramel goes in the latte and the vanilla in the cold brew".
    pub(in crate::correction) fn exchange(&self, shape: &Shape<'_>) -> Option<Vec<Op>> {
        let pieces = shape.pieces.iter().filter(|piece| !matches!(piece, Piece::Mark(Mark::Is)));
        let phrases: Vec<&Phrase> = pieces.map(|piece| piece.phrase()).collect::<Option<_>>()?;
        let [one, other] = phrases.as_slice() else { return None };
        let (of_one, of_other) = (one.of.as_deref()?, other.of.as_deref()?);
        if !shape.sorry || !self.is_on_order(of_one) || !self.is_on_order(of_other) {
            return None;
        }
        let placed = |wanted: &Phrase, unwanted: &Phrase, of: &Phrase| -> Option<Op> {
            let (wanted, unwanted) = (wanted.attributes(), unwanted.attributes());
            let (wanted, unwanted) = (self.described(&wanted)?, self.described(&unwanted)?);
            let target = self.on_order(&of.named())?;
            let text = self.text(of.start, of.end);
            Some(Op::from(Correction { text, target, wanted, unwanted, ..Correction::default() }))
        };
        Some(vec![placed(one, other, of_one)?, placed(other, one, of_other)?])
    }

    /// "the shot goes in the coffee, not in the chai", "put the shot in the coffee instead of the chai": a choice goes from
    /// one line to another.
    pub(in crate::correction) fn moved(&self, shape: &Shape<'_>) -> Option<Vec<Op>> {
        let shape = shape.without(&[Mark::Make, Mark::Is, Mark::Instead]);
        let (before, after) = shape.round(Mark::Not).or_else(|| shape.round(Mark::InsteadOf))?;
        let ([what], [from]) = (before.as_slice(), after.as_slice()) else { return None };
        let what = &what.as_modifier()?;
        let to = what.of.as_deref()?;
        let [(any, Amount::Regular, _)] = what.picks.as_slice() else { return None };
        let only_named =
            |phrase: &Phrase| phrase.names_item() && !phrase.describes() && phrase.number.is_none();
        let named = to.definite && only_named(to) && only_named(from) && !from.article;
        if !named || what.names_item() || from.of.is_some() {
            return None;
        }
        let (to, from) = (self.on_order(&to.named())?, self.on_order(&from.named())?);
        let lines = from.lines(self.order?, self.cx.menu);
        let [line] = lines.as_slice() else { return None };
        any.iter().find(|pick| self.cx.has(line, **pick))?;
        let off = Phrase { picks: vec![(any.clone(), Amount::No, 1)], ..what.attributes() };
        let op = |target: Description, how: &Phrase| -> Option<Op> {
            let (text, wanted) = (self.text(what.start, what.end), self.merged(&[how])?);
            Some(Op::from(Correction { text, target, wanted, ..Correction::default() }))
        };
        Some(vec![op(to, &what.attributes())?, op(from, &off)?])
    }

    /// "the caramel goes in the latte and the vanilla in the cold brew", where each is in the other.
    pub(in crate::correction) fn crossed(&self, pieces: &[Piece]) -> Option<Vec<Op>> {
        let joins = |mark: &Mark| {
            matches!(mark, Mark::Sorry | Mark::No | Mark::Is | Mark::And | Mark::Make | Mark::Insist)
        };
        let phrases = pieces.iter().filter(|piece| !matches!(piece, Piece::Mark(mark) if joins(mark)));
        let phrases: Vec<&Phrase> = phrases.map(Piece::phrase).collect::<Option<_>>()?;
        let [one, other] = phrases.as_slice() else { return None };
        let placed = |phrase: &Phrase| -> Option<(&Line, Phrase)> {
            let line = self.one_line(phrase.of.as_deref()?)?;
            let choice = phrase.as_modifier().filter(|choice| choice.number.is_none())?;
            matches!(choice.picks.as_slice(), [(_, Amount::Regular, _)]).then_some((line, choice))
        };
        let ((here, one), (there, other)) = (placed(one)?, placed(other)?);
        let has = |line: &Line, choice: &Phrase| {
            choice.picks.iter().flat_map(|(any, ..)| any).any(|at| self.cx.has(line, *at))
        };
        if here.line_id == there.line_id || !has(here, &other) || !has(there, &one) {
            return None;
        }
        let op = |line: &Line, wanted: &Phrase, unwanted: &Phrase| -> Option<Op> {
            let target = Description::of_line(line.line_id);
            let text = self.text(wanted.start, wanted.end);
            let wanted = self.merged(&[&wanted.attributes()])?;
            let unwanted = self.merged(&[&unwanted.attributes()])?;
            Some(Op::from(Correction { text, target, wanted, unwanted, ..Correction::default() }))
        };
        Some(vec![op(here, &one, &other)?, op(there, &other, &one)?])
    }

    /// "just the sandwich and the onion rings, no drink": what remains of a combo that is taken apart.
    pub(in crate::correction) fn apart_from_combo(&self, shape: &Shape<'_>) -> Option<Vec<Op>> {
        if shape.pieces.is_empty() && shape.just && shape.sorry {
            return self.no_combo();
        }
        let phrases = with_removed(shape)?;
        let (unwanted, kept): (Vec<Phrase>, Vec<Phrase>) =
            phrases.into_iter().partition(|phrase| phrase.unwanted);
        let counts = |phrase: &Phrase| phrase.number.is_some_and(|number| number > 1) && !phrase.definite;
        if !shape.just || kept.is_empty() || kept.iter().any(counts) {
            return None;
        }
        // "just the six nuggets"
        let sized = kept.iter().find_map(|phrase| phrase.number.filter(|_| phrase.definite));
        // "with the barbecue"
        let said: Vec<Phrase> =
            kept.iter().map(|phrase| Phrase { sizes: Vec::new(), ..phrase.attributes() }).collect();
        let said = self.merged(&said.iter().collect::<Vec<_>>())?;
        let kept: Vec<Description> =
            kept.iter().map(|phrase| self.on_order(&phrase.named())).collect::<Option<_>>()?;
        let fits_all =
            |line: &&Line| line.combo.is_some() && kept.iter().all(|said| said.fits(line, self.cx.menu));
        let line = self.lines().iter().find(fits_all)?;
        let called = |number: u32| self.cx.called_by(self.cx.menu.item(&line.item)?.sizes(), number);
        if sized.is_some_and(|number| number > 1 && called(number).is_none()) {
            return None;
        }
        let of = |said: &Description, item: &fsm::ids::ItemId| {
            let category = self.cx.menu.item(item).map(|item| &item.category);
            said.items.contains(item) || said.items.is_empty() && said.category.as_ref() == category
        };
        let main = kept.iter().any(|said| of(said, &line.item));
        let still_wanted = unwanted.iter().any(|phrase| {
            let named = Phrase { unwanted: false, ..phrase.clone() };
            self.on_order(&named).is_some_and(|said| of(&said, &line.item))
        });
        if !main || still_wanted {
            return None;
        }
        let Op::Replace { target, with } = self.main_alone(line, sized)? else { return None };
        let mut ops = vec![Op::Replace { target, with: with.but(&said, self.cx.menu)? }];
        let remains = line.components.iter().filter(|part| kept.iter().any(|said| of(said, &part.item)));
        ops.extend(remains.map(|part| {
            let (size, modifiers) = (part.size.clone(), part.modifiers.clone());
            Op::Add(NewLine { size, modifiers, quantity: line.quantity, ..NewLine::of(part.item.clone()) })
        }));
        Some(ops)
    }

    /// "no combo": the main of the combo that was mentioned last; nothing, where that is none.
    fn no_combo(&self) -> Option<Vec<Op>> {
        let said_so = |token: &Token| self.cx.index.language().roles_by(token.id).contains(&Word::Combo);
        let line = self.last().filter(|_| self.tokens.iter().any(said_so))?;
        let as_it_is = || Op::Modify(Modification::of(Target::Line { line_id: line.line_id }));
        Some(vec![if line.combo.is_some() { self.main_alone(line, None)? } else { as_it_is() }])
    }

    /// The main of a combo in place of the combo, of a size that is called by a number or else of the combo's.
    fn main_alone(&self, line: &Line, sized: Option<u32>) -> Option<Op> {
        let item = self.cx.menu.item(&line.item)?;
        let called = sized.and_then(|number| self.cx.called_by(item.sizes(), number));
        let size = called.or_else(|| line.size.clone().filter(|size| item.size(size).is_some()));
        let (quantity, modifiers) = (line.quantity, line.modifiers.clone());
        let with = NewLine { size, quantity, modifiers, ..NewLine::of(line.item.clone()) };
        Some(Op::Replace { target: Target::Line { line_id: line.line_id }, with })
    }
}

/// The phrases, with what is taken off as what is not wanted: "forget the scone, just the tea".
fn with_removed(shape: &Shape<'_>) -> Option<Vec<Phrase>> {
    let mut phrases: Vec<Phrase> = Vec::new();
    let mut is_removed = false;
    for piece in &shape.pieces {
        match piece {
            Piece::Mark(Mark::Remove | Mark::Not) => is_removed = true,
            // "I don't need a meal, only the burger"
            Piece::Mark(Mark::Combo) if shape.sorry => {}
            Piece::Mark(_) | Piece::Wish(..) => return None,
            Piece::Phrase(phrase) => {
                let unwanted = phrase.unwanted || std::mem::take(&mut is_removed);
                phrases.push(Phrase { unwanted, ..(**phrase).clone() });
            }
        }
    }
    (!is_removed).then_some(phrases)
}
