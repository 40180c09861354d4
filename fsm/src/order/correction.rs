//! Corrections: "two, not three", "the oat one, not the almond one", "I do want the bacon one". The words say what is
//! corrected, what should be and what should not; [`edits`] turns that and the order into edits. What the words do not
//! name is not touched, and where two lines fit there is one question.

mod choices;
mod moved;
mod parts;

use self::choices::{allows, excluded, picks, size_of};
use super::about::About;
use super::contents::{Line, Order};
use super::description::{Correction, Description, Which, has};
use super::modifier::{Amount, ModifierPick};
use super::op::{Modification, NewLine, Op, Reason, Target, Unresolved};
use super::recent::Recent;
use crate::menu::{Item, Menu};

/// The edits that a correction asks for; none if the order is so already.
pub(super) fn edits(
    correction: &Correction,
    order: &Order,
    recent: &Recent,
    menu: &Menu,
) -> Result<Vec<Op>, About> {
    let correcting = Correcting { correction, order, recent, menu };
    if correction.moves {
        return correcting.moved();
    }
    let lines = correcting.lines();
    match lines.as_slice() {
        [] if !correction.target.is_empty() => {
            Err(About::NotOnOrder(correction.target.items.first().cloned()))
        }
        [] => match correcting.as_before() {
            Some(op) => Ok(vec![op]),
            None => correcting.anew().map(|op| vec![op]),
        },
        [line] => correcting.change(line),
        // "One of the two with oat milk", and one has it.
        several if correction.split.is_some() && several.iter().any(|line| correcting.is_so(line)) => {
            Ok(Vec::new())
        }
        several if correcting.is_of_every() => {
            let ops = several.iter().map(|line| correcting.change(line));
            Ok(ops.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
        }
        // Which of lines that are alike makes no difference.
        [first, rest @ ..] if rest.iter().all(|line| line.is_like(first)) => {
            correcting.change(rest.last().unwrap_or(first))
        }
        several => Err(About::Lines(several.iter().map(|line| line.line_id).collect())),
    }
}

struct Correcting<'a> {
    correction: &'a Correction,
    order: &'a Order,
    recent: &'a Recent,
    menu: &'a Menu,
}

impl<'a> Correcting<'a> {
    fn is_of_every(&self) -> bool {
        let Correction { target, wanted, .. } = self.correction;
        [target, wanted].iter().any(|said| said.which == Some(Which::Every))
    }

    /// The lines that may be meant: as few as the words and what was changed last allow.
    fn lines(&self) -> Vec<&'a Line> {
        let Correction { target, wanted, unwanted, .. } = self.correction;
        let all = || self.order.lines().iter();
        let holding = |said: &Description| -> Vec<&'a Line> {
            let named = Description {
                items: said.items.clone(),
                category: said.category.clone(),
                ..Description::default()
            };
            all().filter(|line| named.fits(line, self.menu)).collect()
        };
        let names = |said: &Description| !said.items.is_empty() || said.category.is_some();
        let slots = self.with_a_slot();
        // "make my drink a Coke", and two lines have a drink: the one mentioned last is a guess.
        let of_kind = target.category.is_some()
            && target.items.is_empty()
            && target.which.is_none()
            && !wanted.items.is_empty();
        let fitting = if of_kind {
            all().filter(|line| target.fits(line, self.menu)).collect()
        } else if !target.is_empty() {
            target.lines(self.order, self.menu)
        } else if names(unwanted) {
            let found = holding(unwanted);
            match (found.is_empty(), slots.is_empty()) {
                (false, _) => found,
                (true, false) => slots,
                (true, true) if names(wanted) => holding(wanted),
                (true, true) => Vec::new(),
            }
        } else if names(wanted) {
            let found = holding(wanted);
            if found.is_empty() && !unwanted.is_empty() {
                all().filter(|line| unwanted.fits(line, self.menu)).collect()
            } else {
                found
            }
        } else {
            all().filter(|line| self.can_be_wanted(line)).collect()
        };
        let so = Description { items: Vec::new(), category: None, which: None, ..unwanted.clone() };
        let wrong = |line: &&'a Line| {
            so.fits(line, self.menu) && so.quantity.is_none_or(|quantity| quantity == line.quantity)
        };
        let fitting = narrowed(fitting, wrong);
        if self.is_of_every() {
            return fitting;
        }
        let last = self.recent.changes().map(|change| change.line_id);
        let last =
            last.chain(self.order.referent()).find(|id| fitting.iter().any(|line| line.line_id == *id));
        let mentioned = self.order.referent().or(last);
        let fitting =
            if of_kind { fitting } else { narrowed(fitting, |line| Some(line.line_id) == mentioned) };
        if !target.is_empty() || names(unwanted) || names(wanted) {
            return fitting;
        }
        // "I said no onions", and there are none: nothing else is meant.
        if let Some(line) = fitting.iter().find(|line| unwanted.is_empty() && self.is_so(line)) {
            return vec![line];
        }
        narrowed(fitting, |line| Some(line.line_id) == last)
    }

    /// The combos that what should be takes a slot of, instead of another thing that could: "onion rings instead of fries"
    /// where the combo comes with coleslaw.
    fn with_a_slot(&self) -> Vec<&'a Line> {
        let Correction { wanted, unwanted, .. } = self.correction;
        let kind = |said: &Description| {
            let item = said.items.first().and_then(|id| self.menu.item(id));
            item.map(|item| &item.category).or(said.category.as_ref()).cloned()
        };
        let Some(kind) = kind(wanted).filter(|kind_of| kind(unwanted).as_ref() == Some(kind_of)) else {
            return Vec::new();
        };
        let has_it = |line: &&Line| {
            let combo = line.combo.as_ref().and_then(|id| self.menu.combo(id));
            combo.is_some_and(|combo| combo.slots.iter().any(|slot| slot.category == kind))
        };
        self.order.lines().iter().filter(has_it).collect()
    }

    /// Whether a line is as it should be, as many as are meant.
    fn is_so(&self, line: &Line) -> bool {
        let Correction { wanted, split, .. } = self.correction;
        !wanted.is_empty() && wanted.fits(line, self.menu) && split.is_none_or(|split| split == line.quantity)
    }

    /// Whether a line can have what should be.
    fn can_be_wanted(&self, line: &Line) -> bool {
        let Some(item) = self.menu.item(&line.item) else { return false };
        let wanted = &self.correction.wanted;
        let sized = wanted.sizes.is_empty() || size_of(item, line, &wanted.sizes, self.menu).is_some();
        sized && wanted.modifiers.iter().all(|said| said.iter().any(|pick| allows(item, pick)))
    }

    /// How a line was that is wanted again after it was replaced or taken off.
    fn as_before(&self) -> Option<Op> {
        let Correction { wanted, .. } = self.correction;
        if wanted.items.is_empty() {
            return None;
        }
        let gone = self.recent.changes().find_map(|change| {
            let had = |line: &Line| wanted.items.iter().any(|id| line.holds(id));
            let before = change.before.as_ref().filter(|line| had(line))?;
            let now = self.order.line(change.line_id);
            now.is_none_or(|line| !had(line)).then_some((before, now))
        });
        let (before, now) = gone?;
        let mut line =
            NewLine { quantity: wanted.quantity.unwrap_or(before.quantity), ..NewLine::again(before) };
        line = line.but(wanted, self.menu).unwrap_or(line);
        Some(match now {
            Some(now) => Op::Replace { target: Target::Line { line_id: now.line_id }, with: line },
            None => Op::Add(line),
        })
    }

    /// What is wanted, as a new line: nothing on the order is corrected by it.
    fn anew(&self) -> Result<Op, About> {
        let Correction { wanted, unwanted, .. } = self.correction;
        let named = unwanted.items.first();
        match wanted.items.as_slice() {
            [] => Err(About::NotOnOrder(named.cloned())),
            _ => Ok(Op::Add(self.new_line(self.meant(None)?, None))),
        }
    }

    /// The one item that should be.
    fn meant(&self, line: Option<&Line>) -> Result<&'a Item, About> {
        let Correction { wanted, unwanted, text, .. } = self.correction;
        let items: Vec<&Item> = wanted
            .items
            .iter()
            .filter(|id| !unwanted.items.contains(id))
            .filter_map(|id| self.menu.item(id))
            .collect();
        let category = line.and_then(|line| self.menu.item(&line.item)).map(|item| &item.category);
        match narrowed(items, |item| Some(&item.category) == category).as_slice() {
            [item] => Ok(item),
            [] => Err(About::NotOnOrder(None)),
            several => Err(About::Words(Unresolved {
                text: text.clone(),
                reason: Reason::Ambiguous,
                candidates: several.iter().map(|item| item.id.to_string()).collect(),
                quantity: None,
            })),
        }
    }

    /// What becomes of a line.
    fn change(&self, line: &Line) -> Result<Vec<Op>, About> {
        let wanted = &self.correction.wanted;
        let target = Target::Line { line_id: line.line_id };
        let named = !wanted.items.is_empty() && !wanted.items.iter().any(|id| line.holds(id));
        if !named {
            if self.is_refused(line) {
                return Err(self.not_allowed());
            }
            return Ok(self.modify(line, target));
        }
        let item = self.meant(Some(line))?;
        if let Some(components) = self.component(line, item) {
            let split = self.correction.share_of(line);
            return Ok(vec![Op::Modify(Modification { components, split, ..Modification::of(target) })]);
        }
        if self.is_of_a_part(line) {
            // "an Americano instead of the coffee" of a set: it never costs the rest of the set.
            return Err(self.not_allowed());
        }
        let with = self.new_line(item, Some(line));
        Ok(match self.correction.share_of(line).filter(|part| *part < line.quantity) {
            Some(part) => {
                vec![Op::Remove { target, quantity: Some(part) }, Op::Add(NewLine { quantity: part, ..with })]
            }
            None => vec![Op::Replace { target, with }],
        })
    }

    fn not_allowed(&self) -> About {
        let text = self.correction.text.clone();
        About::Words(Unresolved { text, reason: Reason::NotAllowed, candidates: Vec::new(), quantity: None })
    }

    /// Whether nothing that should be can be had with a line.
    fn is_refused(&self, line: &Line) -> bool {
        let Correction { wanted, .. } = self.correction;
        let parts = line.components.iter().map(|part| &part.item);
        let items: Vec<&Item> =
            std::iter::once(&line.item).chain(parts).filter_map(|id| self.menu.item(id)).collect();
        let possible = |pick: &ModifierPick| items.iter().any(|item| allows(item, pick));
        let only_choices = wanted.sizes.is_empty() && wanted.quantity.is_none() && wanted.items.is_empty();
        only_choices && !wanted.modifiers.is_empty() && !wanted.modifiers.iter().flatten().any(possible)
    }

    /// Whether what is corrected is only a part of a combo.
    fn is_of_a_part(&self, line: &Line) -> bool {
        let Correction { target, unwanted, .. } = self.correction;
        let mut named = target.items.iter().chain(&unwanted.items).peekable();
        line.combo.is_some()
            && named.peek().is_some()
            && named.all(|item| *item != line.item && line.components.iter().any(|part| part.item == *item))
    }

    /// A line of what is wanted; what was said of the line before it and fits stays.
    fn new_line(&self, item: &Item, before: Option<&Line>) -> NewLine {
        let wanted = &self.correction.wanted;
        let kept =
            before.filter(|line| self.menu.item(&line.item).is_some_and(|was| was.category == item.category));
        let said = wanted.sizes.iter().find(|size| item.size(size).is_some()).cloned();
        let combo = before
            .and_then(|line| line.combo.as_ref())
            .and_then(|_| self.menu.combos.iter().find(|combo| combo.main == item.id));
        let size = said.or_else(|| {
            let size = kept.filter(|line| line.size_said)?.size.clone()?;
            let fits = combo.map_or_else(|| item.size(&size).is_some(), |combo| combo.size(&size).is_some());
            fits.then_some(size)
        });
        let mut modifiers = picks(item, wanted);
        let before_picks = kept.into_iter().flat_map(|line| &line.modifiers);
        let carried: Vec<ModifierPick> = before_picks
            .filter(|pick| allows(item, pick) && !excluded(pick, &modifiers, self.menu))
            .filter(|pick| pick.amount != Amount::No || item.includes(&pick.group, &pick.modifier))
            .cloned()
            .collect();
        modifiers.extend(carried);
        let quantity = wanted.quantity.or(before.map(|line| line.quantity)).unwrap_or(1);
        let components = before.filter(|_| combo.is_some()).map(|line| NewLine::again(line).components);
        NewLine {
            size,
            quantity,
            modifiers,
            combo: combo.map(|combo| combo.id.clone()),
            components: components.unwrap_or_default(),
            ..NewLine::of(item.id.clone())
        }
    }

    /// New choices for a line of what is wanted.
    fn modify(&self, line: &Line, target: Target) -> Vec<Op> {
        let Correction { wanted, unwanted, .. } = self.correction;
        let Some(item) = self.menu.item(&line.item) else { return Vec::new() };
        let mut modification = Modification::of(target);
        let split = self.correction.share_of(line);
        modification.split = split;
        modification.quantity = wanted.quantity.filter(|quantity| *quantity != line.quantity);
        let part = self.resized_part(line);
        if part.is_none() {
            modification.size =
                size_of(item, line, &wanted.sizes, self.menu).filter(|size| line.size.as_ref() != Some(size));
        }
        modification.modifiers = self.picks(item, line);
        for said in &unwanted.modifiers {
            let Some(wrong) = said.iter().find(|pick| has(line, pick, self.menu)) else { continue };
            let amount = if wrong.amount == Amount::No { Amount::Regular } else { Amount::No };
            if allows(item, wrong) && !excluded(wrong, &modification.modifiers, self.menu) {
                modification.modifiers.push(ModifierPick { amount, ..wrong.clone() });
            }
        }
        modification.components = self.parts(line, item);
        modification.components.extend(part);
        let nothing = Modification { split, ..Modification::of(modification.target.clone()) };
        if modification == nothing { Vec::new() } else { vec![Op::Modify(modification)] }
    }

    /// The modifiers that should be: where a word can mean several, the one that takes the place of what should not be.
    fn picks(&self, item: &Item, line: &Line) -> Vec<ModifierPick> {
        let wrong = self.correction.unwanted.modifiers.iter().flatten();
        let wrong: Vec<&ModifierPick> = wrong.filter(|pick| has(line, pick, self.menu)).collect();
        let in_place = |pick: &&ModifierPick| wrong.iter().any(|wrong| wrong.group == pick.group);
        let meant = |any: &Vec<ModifierPick>| {
            let possible: Vec<&ModifierPick> = any.iter().filter(|pick| allows(item, pick)).collect();
            // "no onions" of what comes with grilled ones
            let is_on = |pick: &ModifierPick| {
                let same = |own: &ModifierPick| own.group == pick.group && own.modifier == pick.modifier;
                item.includes(&pick.group, &pick.modifier) || line.modifiers.iter().any(same)
            };
            let goes = |pick: &&ModifierPick| pick.amount == Amount::No && is_on(pick);
            narrowed(narrowed(possible, goes), in_place).first().copied().cloned()
        };
        self.correction.wanted.modifiers.iter().filter_map(meant).collect()
    }
}

/// Those that are so, or all if none is.
fn narrowed<T: Copy>(all: Vec<T>, is_so: impl Fn(&T) -> bool) -> Vec<T> {
    let some: Vec<T> = all.iter().copied().filter(|one| is_so(one)).collect();
    if some.is_empty() { all } else { some }
}
