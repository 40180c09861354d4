//! Things on the order that become a combo: "make that the meal, with a Coke", "the burger and the fries as a combo".

use fsm::menu::{Combo, Slot};
use fsm::order::{ComponentPick, Correction, Description, Line, Modification, NewLine, Op, Target};

use crate::correction::phrase::{Mark, Phrase, Piece};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;
use crate::index::Entry;
use crate::language::Word;
use crate::tokens::Token;

impl Scene<'_> {
    /// A line becomes the combo that it is the main of, with what is said to come with it. What is on the order already
    /// and fills a slot goes into it.
    pub(in crate::correction) fn combine(&self, shape: &Shape<'_>) -> Option<Vec<Op>> {
        let is_combo = |piece: &&Piece| match piece {
            Piece::Mark(mark) => *mark == Mark::Combo,
            Piece::Phrase(phrase) => {
                phrase.combo && phrase.item.is_none() || self.combo_of_a_line(phrase).is_some()
            }
            Piece::Wish(..) => false,
        };
        let at = shape.pieces.iter().position(is_combo).filter(|_| shape.has(Mark::Make))?;
        let says_more = |phrase: &Phrase| !phrase.pronoun || phrase.names_item() || phrase.describes();
        let phrases = |pieces: &[&Piece]| -> Option<Vec<Phrase>> {
            // "with my coffee as the drink"
            let said = pieces.iter().filter(|piece| !matches!(piece, Piece::Mark(Mark::Make | Mark::Part)));
            let said = said.map(|piece| piece.phrase().cloned()).collect::<Option<Vec<_>>>()?;
            Some(said.into_iter().filter(|phrase| phrase.share || says_more(phrase)).collect())
        };
        let (mut before, after) = (phrases(&shape.pieces[..at])?, phrases(&shape.pieces[at + 1..])?);
        // "make one of them a combo"
        let is_share = |phrase: &Phrase| phrase.share && phrase.pronoun && !phrase.says_what();
        let split = before.first().filter(|phrase| is_share(phrase)).and_then(|phrase| phrase.number);
        before.drain(..usize::from(split.is_some()));
        let (sized, before): (Vec<Phrase>, Vec<Phrase>) =
            before.into_iter().partition(|phrase| !phrase.names_item() && !phrase.sizes.is_empty());
        if before.len() < 2 && after.is_empty() || sized.iter().any(|phrase| !phrase.picks.is_empty()) {
            return None;
        }
        let named: Vec<&Line> = before.iter().map(|phrase| self.one_line(phrase)).collect::<Option<_>>()?;
        let mut named = if named.is_empty() { vec![self.last()?] } else { named };
        let said = shape.pieces[at].phrase().and_then(|phrase| self.combo_of_a_line(phrase));
        let is_said = |combo: &&Combo| said.is_none_or(|said| said.id == combo.id);
        let (main, combo) =
            named.iter().find_map(|line| Some((*line, self.combo_of(line).filter(is_said)?)))?;
        let mut components: Vec<ComponentPick> = Vec::new();
        let mut ops = Vec::new();
        // "with my coffee"
        let there = |phrase: &Phrase| self.one_line(phrase).filter(|line| line.line_id != main.line_id);
        let (own, after): (Vec<Phrase>, Vec<Phrase>) =
            after.into_iter().partition(|phrase| phrase.definite && there(phrase).is_some());
        named.extend(own.iter().filter_map(there));
        for line in named.iter().filter(|line| line.line_id != main.line_id) {
            let slot = self.free_slot(combo, &line.item, &components).filter(|_| line.combo.is_none())?;
            let (item, modifiers) = (line.item.clone(), line.modifiers.clone());
            components.push(ComponentPick { slot: slot.id.clone(), item, size: None, modifiers });
            ops.push(Op::Remove { target: Target::Line { line_id: line.line_id }, quantity: None });
        }
        let (later, after): (Vec<Phrase>, Vec<Phrase>) =
            after.into_iter().partition(|phrase| !phrase.names_item() && phrase.picks.is_empty());
        for phrase in &after {
            let said = self.described(&phrase.as_item())?;
            let slot = |item| self.free_slot(combo, item, &components).map(|slot| (item, slot));
            let (item, slot) = said.items.iter().find_map(slot)?;
            components.push(ComponentPick {
                slot: slot.id.clone(),
                item: item.clone(),
                size: None,
                modifiers: Vec::new(),
            });
        }
        let target = Target::Line { line_id: main.line_id };
        let sized: Vec<Phrase> = sized.into_iter().chain(later).collect();
        let own = match shape.pieces[at] {
            Piece::Phrase(phrase) => phrase.sizes.as_slice(),
            Piece::Mark(_) | Piece::Wish(..) => &[],
        };
        let sizes = sized.iter().flat_map(|phrase| &phrase.sizes).chain(own);
        let size = sizes.into_iter().find(|size| combo.size(size).is_some()).cloned();
        if size.is_none() && !sized.is_empty() {
            return None;
        }
        let combo = Some(combo.id.clone());
        let split = split.filter(|count| *count < main.quantity);
        let change = Modification { size, combo, components, split, ..Modification::of(target) };
        ops.insert(0, Op::Modify(change));
        Some(ops)
    }

    /// "go back to the fries": what comes with the combo that was mentioned last, where none is a line of its own; else
    /// what is of the kind of the line that was.
    pub(in crate::correction) fn in_its_slot(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.without(&[Mark::Make]).phrases().filter(|_| shape.has(Mark::Make))?;
        let says_what = |phrase: &&&Phrase| phrase.says_what();
        let mut said = phrases.iter().filter(says_what);
        let wanted = said.next().filter(|_| said.next().is_none())?;
        let line = self.last()?;
        let combo = line.combo.as_ref().and_then(|id| self.cx.menu.combo(id));
        let kind = &self.cx.menu.item(&line.item)?.category;
        let now = self.merged(&[wanted]).filter(|_| wanted.number.is_none() && wanted.of.is_none())?;
        let fits = |id: &fsm::ids::ItemId| match combo {
            Some(combo) => self.free_slot(combo, id, &[]).is_some(),
            None => wanted.definite && self.cx.menu.item(id).is_some_and(|item| item.category == *kind),
        };
        let alone = |line: &Line| now.items.contains(&line.item);
        if now.items.is_empty() || !now.items.iter().all(fits) || self.lines().iter().any(alone) {
            return None;
        }
        let target = Description::of_line(line.line_id);
        let text = self.text(wanted.start, wanted.end);
        Some(Op::from(Correction { text, target, wanted: now, ..Correction::default() }))
    }

    /// "with sweet potato fries though", "with a lemonade to drink", "a Sprite in it": what comes with the combo that was mentioned last.
    pub(in crate::correction) fn with_that(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.phrases()?;
        let [wanted] = phrases.as_slice() else { return None };
        let language = self.cx.index.language();
        let it = |token: &Token| language.roles_by(token.id).contains(&Word::Pronoun);
        let points = self.begins_with(Word::With) || self.tokens.last().is_some_and(it) || wanted.pronoun;
        let line = self.open_combo().or_else(|| self.last()).filter(|_| points)?;
        let combo = self.cx.menu.combo(line.combo.as_ref()?)?;
        let one = wanted.number.is_none_or(|number| number == line.quantity);
        let now = self.merged(&[wanted]).filter(|_| one && !wanted.definite && wanted.of.is_none())?;
        let fits = |id: &fsm::ids::ItemId| self.free_slot(combo, id, &[]).is_some();
        if now.items.is_empty() || !now.items.iter().all(fits) {
            return None;
        }
        let target = Description::of_line(line.line_id);
        let text = self.text(wanted.start, wanted.end);
        let wanted = Description { quantity: None, ..now };
        Some(Op::from(Correction { text, target, wanted, ..Correction::default() }))
    }

    /// The newest combo of which something is still to be chosen.
    fn open_combo(&self) -> Option<&Line> {
        let is_open = |line: &&Line| {
            let combo = line.combo.as_ref().and_then(|id| self.cx.menu.combo(id));
            let filled = |slot: &Slot| line.components.iter().any(|part| part.slot == slot.id);
            combo.is_some_and(|combo| !combo.slots.iter().all(filled))
        };
        self.lines().iter().rev().find(is_open)
    }

    /// "number three, not four": another combo in place of the one that is denied.
    pub(in crate::correction) fn other_combo_than(&self, shape: &Shape<'_>) -> Option<Op> {
        let against = |piece: &&Piece| matches!(piece, Piece::Mark(Mark::Not | Mark::InsteadOf));
        let at = shape.pieces.iter().position(against)?;
        let denied = shape.pieces.get(at + 1)?.phrase()?;
        let is_it = |combo: &Combo| match denied.item.as_ref().map(|name| name.entries.as_slice()) {
            Some([Entry::Combo(at)]) => self.cx.menu.combos[*at].id == combo.id,
            Some(_) => false,
            None => denied.number.is_some() && denied.number == combo.number && !denied.says_what(),
        };
        let combo_of = |line: &&Line| line.combo.as_ref().and_then(|id| self.cx.menu.combo(id));
        let line = self.lines().iter().rev().find(|line| combo_of(line).is_some_and(&is_it))?;
        let rest = shape.pieces[..at].iter().chain(&shape.pieces[at + 2..]).copied().collect();
        self.combo_instead(line, &Shape { pieces: rest, ..*shape })
    }

    /// "sorry, I meant number two": another combo in place of the one that was mentioned last, with what came with it.
    pub(in crate::correction) fn other_combo(&self, shape: &Shape<'_>) -> Option<Op> {
        let corrects = shape.corrects || shape.insists || shape.has(Mark::Instead) || shape.has(Mark::Make);
        self.combo_instead(self.last().filter(|_| corrects)?, shape)
    }

    /// The only combo that is named in place of another one, with what came with that.
    fn combo_instead(&self, line: &Line, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.without(&[Mark::Instead, Mark::Make, Mark::Is]).phrases()?;
        let is_it = |phrase: &&&Phrase| phrase.pronoun && !phrase.says_what() && phrase.number.is_none();
        let mut said = phrases.iter().filter(|phrase| !is_it(phrase));
        let phrase = said.next().filter(|_| said.next().is_none())?;
        let alone = phrase.number.is_none() && !phrase.describes() && phrase.of.is_none() && !phrase.definite;
        let [Entry::Combo(at)] = phrase.item.as_ref().filter(|_| alone && !shape.adds)?.entries.as_slice()
        else {
            return None;
        };
        let combo = &self.cx.menu.combos[*at];
        line.combo.as_ref().filter(|own| **own != combo.id)?;
        let before = NewLine::again(line);
        let stays = |pick: &ComponentPick| {
            let category = self.cx.menu.item(&pick.item).map(|item| &item.category);
            combo.slots.iter().any(|slot| slot.id == pick.slot && Some(&slot.category) == category)
        };
        let was = self.cx.menu.combo(line.combo.as_ref()?)?;
        let comes_along = |pick: &ComponentPick| {
            was.slots.iter().any(|slot| slot.id == pick.slot && slot.default.as_ref() == Some(&pick.item))
        };
        let components =
            before.components.into_iter().filter(|pick| stays(pick) && !comes_along(pick)).collect();
        let size = before.size.filter(|size| combo.size(size).is_some());
        let id = Some(combo.id.clone());
        let quantity = line.quantity;
        let with = NewLine { size, quantity, combo: id, components, ..NewLine::of(combo.main.clone()) };
        Some(Op::Replace { target: Target::Line { line_id: line.line_id }, with })
    }

    /// The only line that is called so.
    pub(in crate::correction) fn one_line(&self, phrase: &Phrase) -> Option<&Line> {
        let said = self.on_order(&phrase.named()).filter(|said| *said != Description::default())?;
        let mut lines = said.lines(self.order?, self.cx.menu).into_iter();
        lines.next().filter(|_| (phrase.definite || phrase.other) && lines.next().is_none())
    }

    /// The combo that it names, where a line is the main of it: "make that a morning pair".
    fn combo_of_a_line(&self, phrase: &Phrase) -> Option<&Combo> {
        let [Entry::Combo(at)] = phrase.item.as_ref()?.entries.as_slice() else { return None };
        let combo = &self.cx.menu.combos[*at];
        let is_main = |line: &Line| self.combo_of(line).is_some_and(|own| own.id == combo.id);
        (phrase.picks.is_empty() && self.lines().iter().any(is_main)).then_some(combo)
    }

    fn combo_of(&self, line: &Line) -> Option<&Combo> {
        self.cx.menu.combos.iter().find(|combo| combo.main == line.item && line.combo.is_none())
    }

    /// The first slot that takes the item and is not filled.
    fn free_slot<'c>(
        &self,
        combo: &'c Combo,
        item: &fsm::ids::ItemId,
        filled: &[ComponentPick],
    ) -> Option<&'c Slot> {
        let category = &self.cx.menu.item(item)?.category;
        let is_free = |slot: &&Slot| filled.iter().all(|pick| pick.slot != slot.id);
        combo.slots.iter().filter(is_free).find(|slot| slot.category == *category)
    }
}
