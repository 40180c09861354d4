//! Parts of one line told apart: "one without onions", "one with oat, one iced", "two with bacon and the rest plain".

use fsm::ids::SizeId;
use fsm::order::{Amount, Correction, Description, Line, ModifierPick, Op, Which};

use crate::correction::phrase::{Mark, Phrase, Piece};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;
use crate::index::ModifierAt;

/// How many of a line, and how they should be.
struct Part<'p> {
    count: u32,
    phrase: &'p Phrase,
}

impl Scene<'_> {
    /// "one without tomato" of two BLTs, "one plain and one with bacon": each a share of one line.
    pub(in crate::correction) fn apart_in_line(&self, shape: &Shape<'_>) -> Option<Vec<Op>> {
        let mut phrases = shape.without(&[Mark::Make, Mark::Is, Mark::Instead]).phrases()?;
        // "the mochas, one small and one large"
        let leads = |phrase: &Phrase| phrase.points_at_all() && self.is_on_order(phrase);
        let led = phrases.first().filter(|phrase| leads(phrase)).map(|phrase| phrase.named());
        phrases.drain(..usize::from(led.is_some()));
        // "one with milk": of a kids meal, not a milk for itself
        let as_choice = |phrase: &Phrase| {
            let choice = phrase.as_modifier().filter(|_| phrase.item.is_some() && !self.is_on_order(phrase));
            choice.unwrap_or_else(|| phrase.clone())
        };
        // "almond milk in one of the hot mochas, oat in the other"
        let so = phrases.iter().filter_map(|phrase| phrase.of.as_deref()).find(|of| of.describes());
        let shared = match so {
            Some(of) => Some(self.shared_line(of)?),
            None => None,
        };
        let phrases = counted_first(&phrases.into_iter().map(as_choice).collect::<Vec<_>>())?;
        let (phrases, fills) = if shape.sorry { (phrases, false) } else { counted_by_articles(phrases) };
        let phrases: Vec<&Phrase> = phrases.iter().collect();
        // "only two of the plain ones"
        let are_so = |phrase: &&Phrase| phrase.plain && phrase.ones && phrase.definite && shape.just;
        if phrases.iter().any(are_so) {
            return None;
        }
        let line = self.line_to_share(led.as_ref(), &phrases, shared)?;
        let mut left = line.quantity;
        let mut parts = Vec::new();
        for phrase in phrases {
            let count = match phrase.place {
                _ if phrase.other => left,
                Some(_) => phrase.number.unwrap_or(1),
                None => phrase.number?,
            };
            left = left.checked_sub(count).filter(|_| count > 0)?;
            parts.push(Part { count, phrase });
        }
        let tells_apart = (parts.len() > 1 || left > 0) && !(fills && left > 0);
        let differs = |part: &&Part<'_>| part.phrase.describes() || part.phrase.plain;
        let ops: Option<Vec<Op>> = parts
            .iter()
            .filter(differs)
            .map(|part| self.part_of(line, part, self.says_only_behind(shape, part.phrase.start)))
            .collect();
        ops.filter(|ops| tells_apart && !ops.is_empty())
    }

    /// The line that shares are said of: the last with enough of them, of the item mentioned last; of another only if it is
    /// named, or if what was mentioned last cannot be so.
    fn line_to_share<'l>(
        &'l self,
        led: Option<&Phrase>,
        phrases: &[&Phrase],
        shared: Option<&'l Line>,
    ) -> Option<&'l Line> {
        let counted = |phrase: &&Phrase| {
            let so = matches!(phrase.amount, Some(Amount::No | Amount::Regular));
            let told = phrase.describes() || phrase.plain || so;
            // "nothing in the third"
            let told = told || phrases.len() > 1 && (phrase.place.is_some() || phrase.other);
            let of_place = phrases.len() > 1 && phrase.place.is_some();
            let count = of_place || phrase.number.is_some() != phrase.other;
            // "one with the grilled cheese", "one of the cappuccinos with whole milk"
            let with_that = phrase.number.is_some() && (phrase.item.is_none() || phrases.len() > 1);
            told && count
                && phrase.of.is_none()
                && !phrase.definite | phrase.other | with_that | of_place
                && phrase.category.is_none()
        };
        if phrases.is_empty() || !phrases.iter().all(counted) {
            return None;
        }
        let count: u32 = phrases.iter().filter_map(|phrase| phrase.number).sum();
        if shared.is_some() {
            return shared.filter(|line| line.quantity >= count.max(2));
        }
        let named = led.or(phrases.iter().copied().find(|phrase| phrase.item.is_some()));
        let named = match named {
            Some(phrase) => Some(self.on_order(&phrase.named().without_number())?),
            None => None,
        };
        let last = self.last()?.item.clone();
        let possible = |line: &Line| {
            let allows = |(any, ..): &(Vec<ModifierAt>, Amount, u32)| {
                self.cx.position(&line.item).is_some_and(|item| self.cx.index.allows(item, any))
            };
            phrases.iter().all(|phrase| phrase.picks.iter().all(allows))
        };
        let fits = |line: &&Line| {
            let said = named.as_ref().is_none_or(|said| said.fits(line, self.cx.menu));
            line.quantity >= count.max(2) && said && possible(line)
        };
        let mut fitting = self.lines().iter().rev().filter(fits);
        let of_last = fitting.clone().find(|line| line.item == last);
        // "two cheeseburgers and a Coke, one with bacon"
        let elsewhere = named.is_some() || !possible(self.last()?);
        of_last.or_else(|| fitting.next().filter(|_| elsewhere))
    }

    /// The line of several that some are of: "one of the two hot mochas".
    fn shared_line(&self, of: &Phrase) -> Option<&Line> {
        let so = Phrase { number: None, share: false, ..of.clone() };
        let named = self.on_order(&self.pointed_at(&so).filter(|_| of.share && of.definite)?)?;
        let mut lines = named.lines(self.order?, self.cx.menu).into_iter();
        lines.next().filter(|line| line.quantity > 1 && lines.next().is_none())
    }

    fn part_of(&self, line: &Line, part: &Part<'_>, just: bool) -> Option<Op> {
        let phrase = part.phrase;
        let mut wanted = self.merged(&[&phrase.attributes()])?;
        if phrase.plain {
            wanted.modifiers.extend(self.plain(line));
        }
        let target = Description::of_line(line.line_id);
        let text = self.text(phrase.start, phrase.end);
        let split = Some(part.count).filter(|count| *count < line.quantity);
        let unwanted =
            if just { self.in_place_of_others(&target, &wanted) } else { self.exchanged(&target, &wanted) };
        Some(Op::from(Correction { text, target, wanted, unwanted, split, ..Correction::default() }))
    }

    /// "only the small one's skim": the others of its kind are not.
    pub(in crate::correction) fn only_that_one_so(&self, shape: &Shape<'_>) -> Option<Vec<Op>> {
        let phrases = shape.without(&[Mark::Is]).phrases().filter(|_| shape.just)?;
        let [target, wanted] = phrases.as_slice() else { return None };
        let so = !wanted.picks.is_empty()
            && !wanted.names_item()
            && wanted.sizes.is_empty()
            && wanted.of.is_none();
        let points = target.definite && target.ones && target.describes();
        let named = self.on_order(&self.pointed_at(target).filter(|_| so && points)?)?;
        let lines = named.lines(self.order?, self.cx.menu);
        let [line] = lines.as_slice() else { return None };
        let wanted_now = self.merged(&[&wanted.attributes()])?;
        let so = |line: &Line| wanted_now.fits(line, self.cx.menu);
        let others = self.lines().iter().filter(|own| own.item == line.item && own.line_id != line.line_id);
        let text = self.text(target.start, wanted.end);
        let not_so = |line: &Line| {
            let target = Description::of_line(line.line_id);
            let (text, unwanted) = (text.clone(), wanted_now.clone());
            Op::from(Correction { text, target, unwanted, ..Correction::default() })
        };
        let ops: Vec<Op> = others.filter(|own| so(own)).map(not_so).collect();
        (so(line) && !ops.is_empty()).then_some(ops)
    }

    /// "make both large", "both of those with oat milk": the same for two or more lines.
    pub(in crate::correction) fn every_line(&self, shape: &Shape<'_>) -> Option<Vec<Op>> {
        let pieces = shape.pieces.iter().filter(|piece| !matches!(piece, Piece::Mark(Mark::Make | Mark::Is)));
        let phrases: Vec<&Phrase> = pieces.map(|piece| piece.phrase()).collect::<Option<_>>()?;
        if let [phrase] = phrases.as_slice()
            && phrase
                .of
                .as_deref()
                .is_some_and(|of| of.every && !of.both && !of.names_item() && !of.describes())
        {
            return self.of_everyone(phrase);
        }
        let every = phrases.iter().any(|phrase| phrase.every);
        let plain = |phrase: &&Phrase| !phrase.names_item() && phrase.number.is_none() && phrase.of.is_none();
        if let [target, wanted] = phrases.as_slice()
            && target.ones
            && target.describes()
            && target.every
            && plain(target)
            && plain(wanted)
            && !wanted.every
        {
            // "the everything ones all get cream cheese"
            return self.those_ones_so(target, wanted).map(|op| vec![op]);
        }
        if !every || !phrases.iter().all(plain) || !phrases.iter().any(|phrase| phrase.describes()) {
            return None;
        }
        let attributes: Vec<Phrase> = phrases.iter().map(|phrase| phrase.attributes()).collect();
        let wanted = self.merged(&attributes.iter().collect::<Vec<_>>())?;
        let able: Vec<&Line> = self.lines().iter().filter(|line| self.can_be(line, &wanted)).collect();
        let item = &self.last()?.item;
        let alike: Vec<&Line> = able.iter().copied().filter(|line| line.item == *item).collect();
        let count = |lines: &[&Line]| lines.iter().map(|line| line.quantity).sum::<u32>();
        let meant = match (phrases.iter().any(|phrase| phrase.both), count(&alike)) {
            (true, 2) => alike,
            (true, _) if able.len() >= 2 => able[able.len() - 2..].to_vec(),
            (false, 2..) => alike,
            (false, _) => able,
            (true, _) => return None,
        };
        let text = self.text(phrases.first()?.start, phrases.last()?.end);
        let so = |line: &&Line| {
            let target = Description::of_line(line.line_id);
            let (text, wanted) = (text.clone(), wanted.clone());
            Op::from(Correction { text, target, wanted, ..Correction::default() })
        };
        (!meant.is_empty()).then(|| meant.iter().map(so).collect())
    }

    /// "apple juice for everybody", "no onions on all of them": of all lines that can have it.
    fn of_everyone(&self, phrase: &Phrase) -> Option<Vec<Op>> {
        let wanted = self.merged(&[&phrase.attributes()]).filter(|wanted| !wanted.modifiers.is_empty())?;
        let text = self.text(phrase.start, phrase.end);
        let so = |line: &Line| {
            let target = Description::of_line(line.line_id);
            let unwanted = self.exchanged(&target, &wanted);
            let (text, wanted) = (text.clone(), wanted.clone());
            Op::from(Correction { text, target, wanted, unwanted, ..Correction::default() })
        };
        let ops: Vec<Op> = self.lines().iter().filter(|line| self.can_be(line, &wanted)).map(so).collect();
        (!ops.is_empty()).then_some(ops)
    }

    fn those_ones_so(&self, target: &Phrase, wanted: &Phrase) -> Option<Op> {
        let text = self.text(target.start, wanted.end);
        let so = Phrase { definite: true, several: true, every: false, both: false, ..target.clone() };
        let target = Description { which: Some(Which::Every), ..self.on_order(&self.pointed_at(&so)?)? };
        let wanted = self.merged(&[&wanted.attributes()]).filter(|wanted| !wanted.is_empty())?;
        Some(Op::from(Correction { text, target, wanted, ..Correction::default() }))
    }

    /// Whether a line has such a size and can have such modifiers.
    pub(in crate::correction) fn can_be(&self, line: &Line, wanted: &Description) -> bool {
        let Some(position) = self.cx.position(&line.item) else { return false };
        let sized = |size: &SizeId| self.cx.sizes(line).iter().any(|own| own.id == *size);
        let groups = self.cx.index.groups(position);
        let allows = |any: &Vec<ModifierPick>| {
            any.iter().any(|pick| groups.iter().any(|at| self.cx.menu.modifier_groups[*at].id == pick.group))
        };
        (wanted.sizes.is_empty() || wanted.sizes.iter().any(sized)) && wanted.modifiers.iter().all(allows)
    }
}

/// "jam on three of them, butter on the other" as "three of them with jam, the other with butter". None where one thing is
/// told apart by how it is: "foam on the vanilla one".
fn counted_first(phrases: &[Phrase]) -> Option<Vec<Phrase>> {
    let several = phrases.len() > 1;
    let turned = |phrase: &Phrase| {
        let Some(of) = phrase.of.as_deref() else { return Some(phrase.clone()) };
        let counts = of.number.is_some() || of.other || of.place.is_some();
        let choice = phrase.as_modifier().filter(|choice| several && counts && choice.number.is_none())?;
        Some(Phrase {
            sizes: Vec::new(),
            either: None,
            start: phrase.start,
            end: phrase.end,
            picks: choice.picks,
            other: of.other && of.number.is_none(),
            ..of.clone()
        })
    };
    phrases.iter().map(turned).collect()
}

/// "an everything one and a sesame one": one each, where so many were ordered. Whether they are counted so.
fn counted_by_articles(phrases: Vec<Phrase>) -> (Vec<Phrase>, bool) {
    let is_one =
        |phrase: &Phrase| phrase.article && phrase.ones && phrase.number.is_none() && !phrase.definite;
    if phrases.len() < 2 || !phrases.iter().all(is_one) {
        return (phrases, false);
    }
    (phrases.into_iter().map(|phrase| Phrase { number: Some(1), ..phrase }).collect(), true)
}
