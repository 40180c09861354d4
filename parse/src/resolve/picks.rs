//! The choices of an item: which of them the words mean, and what it cannot have.

use fsm::ids::{GroupId, ModifierId};
use fsm::menu::Item;
use fsm::order::{Amount, ModifierPick, NewLine, Op, Reason};

use crate::index::{Entry, ModifierAt};
use crate::reading::said::{Details, Pick};
use crate::resolve::Resolver;
use crate::tokens;

impl Resolver<'_> {
    /// The modifiers of an item; names those that it cannot have, asks about those that contradict each other.
    pub(crate) fn picks(&mut self, item_at: usize, details: &Details) -> Vec<ModifierPick> {
        let item = &self.cx.menu.items[item_at];
        let mut picks = self.taken_off(item, details);
        let mut contradicted: Vec<usize> = Vec::new();
        for said in &details.picks {
            if self.is_kind_of_another(said, details) {
                continue;
            }
            let of_item = self.of_item(item_at, said);
            let several = self.several(item, said, &of_item);
            if !several.is_empty() {
                self.unresolved(&said.text, Reason::Ambiguous, several);
                continue;
            }
            let denied = self.others_denied(item, said, &of_item).into_iter();
            picks.extend(denied.map(|pick| (pick, said.text.clone())));
            let Some(pick) = self.pick(item, said, &of_item) else {
                if self.answers_option(said) || self.is_named_by(item, said) {
                    continue;
                }
                if !self.is_item_by_itself(said) {
                    self.unresolved(&said.text, Reason::NotAllowed, Vec::new());
                }
                continue;
            };
            let known = picks
                .iter()
                .position(|(known, _)| known.group == pick.group && known.modifier == pick.modifier);
            let Some(known) = known else {
                picks.push((pick, said.in_words(self.cx.index.language())));
                continue;
            };
            let (before, text) = &mut picks[known];
            let contradicts = (before.amount == Amount::No) != (pick.amount == Amount::No);
            if contradicts && !said.corrects && !text.is_empty() {
                *text = format!("{text} {}", said.in_words(self.cx.index.language()));
                contradicted.push(known);
            } else {
                *before = pick;
            }
        }
        for known in &contradicted {
            let (pick, text) = picks[*known].clone();
            self.unresolved(&text, Reason::Ambiguous, vec![pick.modifier.to_string()]);
        }
        // "brown rice instead of white": the white one is no choice of its own.
        let chosen: Vec<_> = picks
            .iter()
            .filter(|(pick, _)| pick.amount != Amount::No)
            .map(|(pick, _)| pick.group.clone())
            .collect();
        picks.retain(|(pick, _)| {
            let one =
                self.cx.menu.modifier_groups.iter().any(|group| group.id == pick.group && group.max == 1);
            let idle = one && chosen.contains(&pick.group) && !item.includes(&pick.group, &pick.modifier);
            pick.amount != Amount::No || !idle || !contradicted.is_empty()
        });
        let kept = picks.into_iter().enumerate().filter(|(at, _)| !contradicted.contains(at));
        let mut kept: Vec<(ModifierPick, String)> = kept.map(|(_, pick)| pick).collect();
        self.ask_which_one(&mut kept);
        kept.into_iter().map(|(pick, _)| pick).collect()
    }

    /// What comes with an item and is not wanted by a word for all of it: "plain", "no toppings". No word names it.
    fn taken_off(&self, item: &Item, details: &Details) -> Vec<(ModifierPick, String)> {
        // "plain cheese pizza" has cheese.
        let is_meant = |group: &GroupId, modifier: &ModifierId| {
            details.plain && !self.is_in_its_name(item, group, modifier)
                || details.without.iter().any(|at| self.cx.menu.modifier_groups[*at].id == *group)
        };
        let meant = item.included.iter().filter(|(group, modifier)| is_meant(group, modifier));
        let pick = |(group, modifier): &(GroupId, ModifierId)| {
            let (group, modifier) = (group.clone(), modifier.clone());
            (ModifierPick { group, modifier, amount: Amount::No, quantity: 1 }, String::new())
        };
        meant.map(pick).collect()
    }

    /// Takes out the choices of which there can be only one where several were said, and asks which. Who counts them
    /// fills a box: "a dozen, four plain, eight sesame".
    fn ask_which_one(&mut self, picks: &mut Vec<(ModifierPick, String)>) {
        for group in self.cx.menu.modifier_groups.iter().filter(|group| group.max == 1) {
            let is_said = |(pick, text): &(ModifierPick, String)| {
                pick.group == group.id && pick.amount != Amount::No && !text.is_empty()
            };
            let said: Vec<_> = picks.iter().filter(|pick| is_said(pick)).cloned().collect();
            let counts = said.iter().all(|(pick, _)| pick.quantity > 1);
            if said.len() > 1 && !counts {
                let text = said.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" ");
                let candidates = said.iter().map(|(pick, _)| pick.modifier.to_string()).collect();
                self.unresolved(&text, Reason::Ambiguous, candidates);
                picks.retain(|pick| !is_said(pick));
            }
        }
    }

    /// "two eggs with ham", where eggs can have none and ham is to be had: adds it.
    fn is_item_by_itself(&mut self, said: &Pick) -> bool {
        if said.of_share {
            return false;
        }
        let language = self.cx.index.language();
        let words = tokens::tokenize(language, &said.text);
        let phrase = self.cx.index.called_by(&words);
        let is_some = said.quantity > 0 && matches!(said.amount, Amount::Regular | Amount::Side);
        let Some(phrase) = phrase.filter(|_| is_some) else { return false };
        // "gravy" is the side gravy, "bacon" is no bacon burger.
        let entries =
            if phrase.entries.is_empty() && phrase.ends_a_name { &phrase.partial } else { &phrase.entries };
        let [entry @ Entry::Item(_)] = entries.as_slice() else { return false };
        let line = NewLine { quantity: said.quantity, ..NewLine::of(self.cx.item(*entry).id.clone()) };
        self.done.ops.push(Op::Add(line));
        true
    }

    /// The choices that are meant equally by a word that all of them end with: "peppers", where there are hot and green ones.
    fn several(&self, item: &Item, said: &Pick, of_item: &[ModifierAt]) -> Vec<String> {
        let comes_with = |at: &ModifierAt| self.comes_with(item, *at);
        let open = said.amount != Amount::No && of_item.len() > 1 && !of_item.iter().any(comes_with);
        if !open || !self.is_part(said) {
            return Vec::new();
        }
        let id =
            |(group, at): &ModifierAt| self.cx.menu.modifier_groups[*group].modifiers[*at].id.to_string();
        of_item.iter().map(id).collect()
    }

    /// "cheese, Swiss": a kind of food of which another choice is one.
    fn is_kind_of_another(&self, said: &Pick, details: &Details) -> bool {
        let language = self.cx.index.language();
        let alone = details.picks.len() < 2 || said.amount != Amount::Regular || said.text.contains(' ');
        let kind = language.fold(&said.text);
        if alone || !language.lexicon().is_kind(&kind) {
            return false;
        }
        let is_one = |at: &ModifierAt| {
            let mut kinds = language.lexicon().kinds_of(self.cx.index.modifier_name(*at));
            kinds.any(|of| *of == [kind.as_str()])
        };
        let mut others = details.picks.iter().filter(|other| other.text != said.text);
        others.any(|other| other.modifiers.iter().any(is_one))
    }

    /// "no cheese", of what comes with two: all but the first, which [`Self::pick`] takes.
    fn others_denied(&self, item: &Item, said: &Pick, of_item: &[ModifierAt]) -> Vec<ModifierPick> {
        if said.amount != Amount::No || said.carried.is_some() {
            return Vec::new();
        }
        let mut there: Vec<ModifierAt> =
            of_item.iter().filter(|at| self.comes_with(item, **at)).copied().collect();
        if there.is_empty() {
            there.extend(self.included_of_kind(item, said));
        } else if !self.is_part(said) {
            return Vec::new();
        }
        let deny = |(group, at): &ModifierAt| {
            let group = &self.cx.menu.modifier_groups[*group];
            let (group, modifier) = (group.id.clone(), group.modifiers[*at].id.clone());
            ModifierPick { group, modifier, amount: Amount::No, quantity: 1 }
        };
        there.iter().skip(1).map(deny).collect()
    }

    /// Those of the choices that the words can mean which an item can have, in the order of its groups.
    fn of_item(&self, item_at: usize, said: &Pick) -> Vec<ModifierAt> {
        let groups = || self.cx.index.groups(item_at).iter();
        let of = |modifiers: &[ModifierAt]| -> Vec<ModifierAt> {
            groups().flat_map(|group| modifiers.iter().filter(move |(of, _)| of == group)).copied().collect()
        };
        let meant = of(&said.modifiers);
        if !meant.is_empty() || said.modifiers.is_empty() {
            return meant;
        }
        // "honey walnut", which is all the name of a tub's flavor, and begins that of a bagel's spread
        let words = tokens::tokenize(self.cx.index.language(), &said.text);
        let begins = |at: &ModifierAt| {
            let name = self.cx.index.modifier_name(*at);
            name.len() > words.len() && name.iter().zip(&words).all(|(name, word)| *name == word.fold)
        };
        let parts = self.cx.index.called_by(&words).map(|phrase| of(&phrase.partial_modifiers));
        let is_meant = words.len() > 1 && said.amount != Amount::No;
        parts.filter(|parts| is_meant && parts.len() == 1 && parts.iter().all(begins)).unwrap_or_default()
    }

    fn comes_with(&self, item: &Item, (group, at): ModifierAt) -> bool {
        let group = &self.cx.menu.modifier_groups[group];
        item.includes(&group.id, &group.modifiers[at].id)
    }

    /// Whether the words are only a part of the names that they can mean.
    fn is_part(&self, said: &Pick) -> bool {
        let words = tokens::tokenize(self.cx.index.language(), &said.text);
        let phrase = self.cx.index.called_by(&words);
        phrase.is_some_and(|phrase| said.modifiers.iter().all(|at| phrase.partial_modifiers.contains(at)))
    }

    /// What the words mean of what an item can have: what it comes with, where they say how much of it or leave open which.
    fn pick(&self, item: &Item, said: &Pick, of_item: &[ModifierAt]) -> Option<ModifierPick> {
        let first = *of_item.first()?;
        let there = of_item.iter().find(|at| self.comes_with(item, **at)).copied();
        let there = there.filter(|at| *at != first && (said.amount != Amount::Regular || self.is_part(said)));
        let (group_at, at) = there.unwrap_or(first);
        let (group_at, at) = if said.amount == Amount::No {
            let of_kind = || self.included_of_kind(item, said).next();
            self.included_kind(item, group_at, at).or_else(of_kind).unwrap_or((group_at, at))
        } else {
            (group_at, at)
        };
        let group = &self.cx.menu.modifier_groups[group_at];
        let modifier = &group.modifiers[at];
        let amount = match said.carried {
            // "no onions and pickles": none of what comes with it, but more of what does not.
            Some(carried)
                if item.included.is_empty() && !said.after_and || item.includes(&group.id, &modifier.id) =>
            {
                carried
            }
            _ if said.not_extra && item.includes(&group.id, &modifier.id) => Amount::Regular,
            _ if said.counted && said.amount == Amount::Extra && !item.includes(&group.id, &modifier.id) => {
                Amount::Regular
            }
            _ => said.amount,
        };
        let (amount, quantity) = match (amount, said.times) {
            (Amount::Regular, Some(times)) => (amount, times),
            _ => (amount, said.quantity),
        };
        let (amount, quantity) = portions(amount, quantity);
        Some(ModifierPick { group: group.id.clone(), modifier: modifier.id.clone(), amount, quantity })
    }

    /// "no onions" of what comes with grilled onions: the kind that is on it.
    fn included_kind(&self, item: &Item, group_at: usize, at: usize) -> Option<ModifierAt> {
        let said = &self.cx.menu.modifier_groups[group_at];
        let (group, modifier) = (&said.id, &said.modifiers[at]);
        if item.includes(group, &modifier.id) {
            return None;
        }
        let mut included = item.included.iter().filter_map(|(group, id)| self.cx.modifier_at(group, id));
        included.find(|one| self.cx.index.is_kind_of(*one, (group_at, at)))
    }

    /// "no cheese" of what comes with Swiss, where the menu calls another one "cheese": what comes with it and is of that
    /// kind of food.
    fn included_of_kind(&self, item: &Item, said: &Pick) -> impl Iterator<Item = ModifierAt> {
        let language = self.cx.index.language();
        let kind = language.fold(&said.text);
        let is_there = said.modifiers.iter().any(|at| self.comes_with(item, *at));
        let known = !is_there && language.lexicon().is_kind(&kind);
        let included = item.included.iter().filter(move |_| known);
        let included = included.filter_map(|(group, id)| self.cx.modifier_at(group, id));
        included.filter(move |at| {
            let mut kinds = language.lexicon().kinds_of(self.cx.index.modifier_name(*at));
            kinds.any(|of| *of == [kind.as_str()])
        })
    }

    /// A modifier of an item that is not known.
    pub(crate) fn any_pick(&self, said: &Pick) -> Option<ModifierPick> {
        let (group, at) = said.modifiers.first()?;
        let group = &self.cx.menu.modifier_groups[*group];
        let (amount, quantity) =
            portions(said.carried.unwrap_or(said.amount), said.times.unwrap_or(said.quantity));
        let modifier = group.modifiers[*at].id.clone();
        Some(ModifierPick { group: group.id.clone(), modifier, amount, quantity })
    }
}

/// Zero portions are none of it.
fn portions(amount: Amount, quantity: u32) -> (Amount, u32) {
    if quantity == 0 { (Amount::No, 1) } else { (amount, quantity) }
}
