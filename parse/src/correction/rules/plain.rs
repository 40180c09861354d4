//! Which lines are plain, and which are as they come: "the plain one", "the regular ones".

use fsm::ids::ItemId;
use fsm::order::{Amount, Description, Line, ModifierPick};

use crate::correction::phrase::Phrase;
use crate::correction::scene::Scene;

impl Scene<'_> {
    /// "the black one", "one of the plain ones": the only line of what is named, or of what was mentioned last, that has
    /// nothing on it.
    pub(in crate::correction) fn plain_line(&self, phrase: &Phrase) -> Option<&Line> {
        let one = Phrase { number: None, share: false, ..phrase.clone() };
        let (told, last) = (self.told(&one)?, self.last().map(|line| &line.item));
        let must_be =
            |pick: &ModifierPick| self.cx.menu.group(&pick.group).is_some_and(|group| group.min > 0);
        let is_plain = |line: &&Line| {
            let alike = phrase.names_item() || last == Some(&line.item);
            alike && told.fits(line, self.cx.menu) && line.modifiers.iter().all(must_be)
        };
        let mut lines = self.lines().iter().filter(is_plain).filter(|_| phrase.plain && phrase.definite);
        lines
            .next()
            .filter(|_| lines.next().is_none())
            .or_else(|| self.only_one_so(&one, &told).filter(|_| phrase.plain))
    }

    /// "the plain hamburgers", "the one that's not plain", "the one with the rings": the only line that is so.
    pub(in crate::correction) fn only_one_so(
        &self,
        phrase: &Phrase,
        described: &Description,
    ) -> Option<&Line> {
        let told = phrase.plain || phrase.dressed;
        let plain = told && (phrase.ones || phrase.names_item());
        let with_part = phrase.ones && phrase.item.is_some();
        if !phrase.definite || !plain && !with_part {
            return None;
        }
        let last = self.last().map(|line| &line.item);
        let alike = |item: &ItemId| self.lines().iter().filter(|line| line.item == *item).count();
        // "the one that's not plain", after fries: of two hot dogs, the only things that are told apart
        let elsewhere = told && last.is_some_and(|last| alike(last) == 1);
        let fits = |line: &&Line| {
            let meant = if elsewhere { alike(&line.item) > 1 } else { last == Some(&line.item) };
            (phrase.names_item() || meant) && described.fits(line, self.cx.menu)
        };
        let there: Vec<&Line> = self.lines().iter().filter(fits).collect();
        let is_so = |line: &&&Line| {
            let in_part = with_part && !described.items.contains(&line.item);
            let so = match phrase.dressed {
                true if phrase.regular && !is_any_denied(&there) => self.is_unchanged(line),
                true => is_as_it_comes(line, &there),
                false => self.is_plain(line, &there),
            };
            plain && so || in_part
        };
        let mut lines = there.iter().filter(is_so);
        lines.next().filter(|_| lines.next().is_none()).copied()
    }

    /// Whether a line is the plain one of some: without anything that comes with it, or the only one without
    /// something, or else the one that nothing was said of.
    fn is_plain(&self, line: &Line, of: &[&Line]) -> bool {
        let is_bare = |line: &Line| {
            let mut none = self.plain(line).into_iter().flatten();
            !line.modifiers.is_empty() && has_nothing(line) && none.all(|none| line.modifiers.contains(&none))
        };
        if of.iter().any(|line| is_bare(line)) {
            return is_bare(line);
        }
        let without = |line: &Line| !line.modifiers.is_empty() && has_nothing(line);
        if of.iter().filter(|line| without(line)).count() == 1 {
            return without(line);
        }
        if of.iter().any(|line| line.modifiers.is_empty()) {
            line.modifiers.is_empty()
        } else {
            has_nothing(line)
        }
    }

    /// Whether nothing more was said of a line than what had to be.
    fn is_unchanged(&self, line: &Line) -> bool {
        let had_to_be = |pick: &ModifierPick| {
            self.cx.menu.group(&pick.group).is_some_and(|group| {
                group.min > 0 && (group.default.is_empty() || group.default.contains(&pick.modifier))
            })
        };
        line.modifiers.iter().all(had_to_be)
    }

    /// None of what comes with a line.
    pub(in crate::correction) fn plain(&self, line: &Line) -> Vec<Vec<ModifierPick>> {
        let item = self.cx.menu.item(&line.item);
        let included = item.into_iter().flat_map(|item| &item.included);
        let none = |(group, modifier): &(fsm::ids::GroupId, fsm::ids::ModifierId)| {
            let (group, modifier) = (group.clone(), modifier.clone());
            vec![ModifierPick { group, modifier, amount: Amount::No, quantity: 1 }]
        };
        included.map(none).collect()
    }
}

/// Whether a line has, of some, what comes with it; where all of them do, whether more was said of it.
fn is_as_it_comes(line: &Line, of: &[&Line]) -> bool {
    if !is_any_denied(of) {
        return !has_nothing(line);
    }
    let denies = |line: &Line| line.modifiers.iter().any(|pick| pick.amount == Amount::No);
    if of.iter().any(|line| line.modifiers.is_empty()) { line.modifiers.is_empty() } else { !denies(line) }
}

fn has_nothing(line: &Line) -> bool {
    line.modifiers.iter().all(|pick| pick.amount == Amount::No)
}

/// Whether something is left off one of some.
fn is_any_denied(of: &[&Line]) -> bool {
    of.iter().any(|line| line.modifiers.iter().any(|pick| pick.amount == Amount::No))
}
