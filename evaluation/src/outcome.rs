//! What becomes of an answer: exact, asked about, or silently wrong.
//!
//! An answer is compared by what it does: what a menu gives by itself, such as a default size or what an item comes
//! with, counts as said.

use std::collections::{BTreeMap, BTreeSet};

use fsm::dialogue::Act;
use fsm::ids::{ComboId, GroupId, ItemId, ModifierId, SizeId, SlotId};
use fsm::menu::{Combo, Menu};
use fsm::order::{Amount, Correction, Modification, ModifierPick, NewLine, Op, Reason, Target};
use parse::{Index, MenuBook};

/// What becomes of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// It is as it is labelled.
    Exact,
    /// All that is applied is right, and what is missing is asked about.
    Asked,
    /// Something is applied that was not said, or something that was said is missing, and nothing asks.
    Silent,
}

/// What a careful listener could write down of a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// What is done; none where everything is asked about.
    pub acts: Vec<Act>,
    /// The customer's question: about one of these items, or about anything if there is none.
    pub question: Option<Vec<ItemId>>,
    /// Words that must be asked about, or told not to be had.
    pub must_tell: Vec<String>,
    /// Words that may be asked about or told, and need not.
    pub may_tell: Vec<String>,
}

impl Reading {
    /// The one reading of a label to the letter.
    pub(crate) fn of(acts: &[Act]) -> Self {
        let open = acts.iter().flat_map(|act| match act {
            Act::Order { unresolved, .. } => &unresolved[..],
            _ => &[],
        });
        let must_tell = open.map(|part| part.text.clone()).collect();
        Self { acts: acts.to_vec(), must_tell, ..Self::default() }
    }

    /// What becomes of acts that a lane takes.
    pub(crate) fn outcome(&self, taken: &[Act], book: &MenuBook) -> Outcome {
        let is_unclear = taken == [Act::Unclear];
        let mut wanted = deeds(&self.acts, &book.menu);
        wanted.extend(self.question.clone().map(Deed::AnyQuestion));
        let done = deeds(taken, &book.menu);
        let strange = without(&done, &mut wanted, |done, wanted| wanted.is(done));
        let open = Open::of(taken, &book.index);
        let [must, may] = [&self.must_tell, &self.may_tell].map(|texts| topics(texts, &book.index));
        let is_met = |topic: &Topic| open.asked.iter().chain(&open.told).any(|open| meet(topic, open));
        let is_missed = !must.iter().all(is_met);
        let asks_more = open.asked.iter().any(|open| !must.iter().chain(&may).any(|topic| meet(topic, open)));
        if strange.is_empty() && wanted.is_empty() && !is_missed && !asks_more {
            return Outcome::Exact;
        }
        let asks = asks_more || taken.contains(&Act::Unclear) || !open.asked.is_empty() && !is_missed;
        let is_wrong = !without(&strange, &mut wanted, |part, whole| whole.covers(part)).is_empty();
        if is_unclear || asks && !is_wrong { Outcome::Asked } else { Outcome::Silent }
    }
}

/// The words that say something.
type Topic = BTreeSet<String>;

/// What is asked about, and what is told not to be had.
struct Open {
    asked: Vec<Topic>,
    told: Vec<Topic>,
}

impl Open {
    fn of(acts: &[Act], index: &Index) -> Self {
        let mut open = Self { asked: Vec::new(), told: Vec::new() };
        for act in acts {
            let Act::Order { unresolved, .. } = act else { continue };
            for part in unresolved {
                let is_told = part.reason == Reason::NotAllowed;
                let of_reason = if is_told { &mut open.told } else { &mut open.asked };
                of_reason.push(topic(&part.text, index));
            }
        }
        open
    }
}

fn topics(texts: &[String], index: &Index) -> Vec<Topic> {
    texts.iter().map(|text| topic(text, index)).collect()
}

fn topic(text: &str, index: &Index) -> Topic {
    parse::content_words(text, index).into_iter().collect()
}

fn meet(one: &Topic, other: &Topic) -> bool {
    !one.is_disjoint(other)
}

/// What is not among others; each of the others stands for one, and is taken out.
fn without(deeds: &[Deed], others: &mut Vec<Deed>, is_same: impl Fn(&Deed, &Deed) -> bool) -> Vec<Deed> {
    let mut left = Vec::new();
    for deed in deeds {
        match others.iter().position(|other| is_same(deed, other)) {
            Some(at) => drop(others.remove(at)),
            None => left.push(deed.clone()),
        }
    }
    left
}

/// What an act does, or a label wants.
#[derive(Clone, Debug, PartialEq)]
enum Deed {
    Add(Line),
    Remove(Target, Option<u32>),
    /// What is changed, on how many of them, and how.
    Modify(Target, Option<u32>, Box<Modification>),
    Replace(Target, Line),
    Correct(Box<Correction>),
    Clear,
    /// A label's: about one of these, or about anything.
    AnyQuestion(Vec<ItemId>),
    Act(Act),
}

/// A line with everything that it has.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    quantity: u32,
    thing: Thing,
}

/// A line, without how many.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Thing {
    item: ItemId,
    combo: Option<ComboId>,
    size: Option<SizeId>,
    picks: Picks,
    slots: BTreeMap<SlotId, (ItemId, Option<SizeId>, Picks)>,
}

/// How an item differs from how it comes.
type Picks = BTreeSet<(GroupId, ModifierId, Amount, u32)>;

impl Deed {
    /// Whether this label wants no more and no less.
    fn is(&self, done: &Self) -> bool {
        match (self, done) {
            (Self::AnyQuestion(wanted), Self::Act(Act::MenuQuestion(asking))) => {
                wanted.is_empty() || wanted.iter().any(|item| asking.items.contains(item))
            }
            (Self::Remove(wanted, count), Self::Remove(done, counted)) => {
                is_target(wanted, done) && (count.is_none() || count == counted)
            }
            (Self::Modify(wanted, split, change), Self::Modify(done, splits, changed)) => {
                is_target(wanted, done) && (split.is_none() || split == splits) && change == changed
            }
            (Self::Replace(wanted, line), Self::Replace(done, other)) => {
                is_target(wanted, done) && line == other
            }
            (Self::Act(wanted @ Act::MenuQuestion(_)), Self::Act(done)) => wanted == done,
            (Self::Act(wanted), Self::Act(done)) => wanted.kind() == done.kind(),
            _ => self == done,
        }
    }

    /// Whether what is labelled is all of this, and perhaps more.
    fn covers(&self, part: &Self) -> bool {
        let (Self::Add(whole), Self::Add(part)) = (self, part) else { return self == part };
        let (thing, own) = (&whole.thing, &part.thing);
        own.item == thing.item
            && part.quantity <= whole.quantity
            && (own.combo.is_none() || own.combo == thing.combo)
            && (own.size.is_none() || own.size == thing.size)
            && own.picks.is_subset(&thing.picks)
            && own.slots.iter().all(|(slot, filled)| thing.slots.get(slot) == Some(filled))
    }
}

/// Whether a label means what is changed or taken off; it need not say which of several.
fn is_target(wanted: &Target, done: &Target) -> bool {
    match (wanted, done) {
        (Target::Item { item, ordinal: None }, Target::Item { item: other, .. }) => item == other,
        _ => wanted == done,
    }
}

/// What acts do. Equal lines are one.
fn deeds(acts: &[Act], menu: &Menu) -> Vec<Deed> {
    let mut deeds: Vec<Deed> = Vec::new();
    for act in acts {
        let Act::Order { ops, .. } = act else {
            deeds.push(Deed::Act(sorted(act)));
            continue;
        };
        for op in ops {
            let deed = deed(op, menu);
            let twin = deeds.iter_mut().find_map(|other| match (other, &deed) {
                (Deed::Add(other), Deed::Add(line)) if other.thing == line.thing => {
                    Some((other, line.quantity))
                }
                _ => None,
            });
            match twin {
                Some((line, more)) => line.quantity += more,
                None => deeds.push(deed),
            }
        }
    }
    deeds
}

fn sorted(act: &Act) -> Act {
    let mut act = act.clone();
    if let Act::MenuQuestion(asking) = &mut act {
        asking.items.sort();
    }
    act
}

fn deed(op: &Op, menu: &Menu) -> Deed {
    match op {
        Op::Add(new) => Deed::Add(line(new, menu)),
        Op::Remove { target: Target::All { except, .. }, .. } if except.is_empty() => Deed::Clear,
        Op::Remove { target, quantity } => Deed::Remove(target.clone(), *quantity),
        Op::Modify(change) => {
            let mut how = Modification { target: Target::REFERENT, split: None, ..change.clone() };
            how.modifiers.sort();
            how.components.sort();
            Deed::Modify(change.target.clone(), change.split, Box::new(how))
        }
        Op::Replace { target, with } => Deed::Replace(target.clone(), line(with, menu)),
        // A label never says so: it is a change that only the order can settle.
        Op::Correct(correction) => Deed::Correct(correction.clone()),
        Op::Clear => Deed::Clear,
    }
}

fn line(new: &NewLine, menu: &Menu) -> Line {
    let combo = new.combo.as_ref().and_then(|id| menu.combo(id));
    let size = match combo {
        Some(combo) => new.size.clone().or(combo.default_size.clone()),
        None => size(&new.item, new.size.as_ref(), menu),
    };
    let thing = Thing {
        item: new.item.clone(),
        combo: new.combo.clone(),
        picks: picks(&new.item, &new.modifiers, menu),
        slots: combo.map(|combo| slots(combo, size.as_ref(), new, menu)).unwrap_or_default(),
        size,
    };
    Line { quantity: new.quantity, thing }
}

fn slots(
    combo: &Combo,
    whole: Option<&SizeId>,
    new: &NewLine,
    menu: &Menu,
) -> BTreeMap<SlotId, (ItemId, Option<SizeId>, Picks)> {
    let filled = combo.slots.iter().filter_map(|slot| {
        let said = new.components.iter().find(|part| part.slot == slot.id);
        let item = said.map(|part| &part.item).or(slot.default.as_ref())?;
        let of_whole = whole.filter(|id| menu.item(item).is_some_and(|item| item.size(id).is_some()));
        let own = said.and_then(|part| part.size.as_ref()).or(of_whole);
        let modifiers = said.map(|part| &part.modifiers[..]).unwrap_or_default();
        Some((slot.id.clone(), (item.clone(), size(item, own, menu), picks(item, modifiers, menu))))
    });
    filled.collect()
}

/// The size that was said, or else the one that the item has by itself.
fn size(item: &ItemId, said: Option<&SizeId>, menu: &Menu) -> Option<SizeId> {
    let item = menu.item(item)?;
    said.or(item.default_size().map(|size| &size.id)).filter(|_| !item.sizes().is_empty()).cloned()
}

/// What differs from how an item comes.
fn picks(item: &ItemId, said: &[ModifierPick], menu: &Menu) -> Picks {
    let mut differ = Picks::new();
    for pick in said {
        let is_default = menu.group(&pick.group).is_some_and(|group| group.default.contains(&pick.modifier));
        let is_included = menu.item(item).is_some_and(|item| item.includes(&pick.group, &pick.modifier));
        let is_there = is_default || is_included;
        let amount = match pick.amount {
            // Two portions of what is there are extra.
            Amount::Regular if pick.quantity > 1 && is_there => Amount::Extra,
            amount => amount,
        };
        let portions = if amount == Amount::Regular { pick.quantity } else { 1 };
        let as_it_comes = amount == Amount::Regular && is_there || amount == Amount::No && !is_there;
        if !as_it_comes {
            differ.insert((pick.group.clone(), pick.modifier.clone(), amount, portions));
        }
    }
    differ
}
