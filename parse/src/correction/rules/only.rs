//! Only what is named, and nothing else that comes with a line: "just ketchup on it".

use fsm::order::{Amount, Correction, Description, Line, Modification, ModifierPick, Op, Target};

use crate::correction::phrase::Phrase;
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;
use crate::language::Word;
use crate::tokens::Token;

impl Scene<'_> {
    /// "just ketchup on it": of the line mentioned last, in place of all else that comes with it.
    pub(in crate::correction) fn only_on_it(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.phrases().filter(|_| shape.just)?;
        let [phrase] = phrases.as_slice() else { return None };
        let of_it = |of: &Phrase| of.pronoun && !of.says_what() && of.number.is_none();
        let points = phrase.of.as_deref().map_or(phrase.pronoun, of_it);
        let only = points && !phrase.names_item() && phrase.number.is_none() && !phrase.picks.is_empty();
        let wanted = self.merged(&[&phrase.attributes()]).filter(|_| only)?;
        let line = self.last().filter(|line| self.can_be(line, &wanted))?;
        let target = Description::of_line(line.line_id);
        let unwanted = self.in_place_of_others(&target, &wanted);
        let text = self.text(phrase.start, phrase.end);
        let exchanges = !unwanted.is_empty();
        exchanges.then(|| Op::from(Correction { text, target, wanted, unwanted, ..Correction::default() }))
    }

    /// Whether "just" is said of what stands behind a word: "one of them just butter", not "just one with butter".
    pub(in crate::correction) fn says_only_behind(&self, shape: &Shape<'_>, at: usize) -> bool {
        let language = self.cx.index.language();
        let is_just = |token: &Token| language.roles_by(token.id).contains(&Word::Just);
        shape.just && self.tokens[at..].iter().any(is_just)
    }

    /// What a line has of the kinds of which only something else is wanted.
    pub(in crate::correction) fn in_place_of_others(
        &self,
        target: &Description,
        wanted: &Description,
    ) -> Description {
        let Some(line) = self.only_line(|line| target.fits(line, self.cx.menu)) else {
            return Description::default();
        };
        let changed = |pick: &ModifierPick| {
            line.modifiers.iter().any(|own| own.group == pick.group && own.modifier == pick.modifier)
        };
        let included = self.cx.menu.item(&line.item).into_iter().flat_map(|item| &item.included);
        let included = included.map(|(group, modifier)| {
            let (group, modifier) = (group.clone(), modifier.clone());
            ModifierPick::of(group, modifier)
        });
        let own: Vec<ModifierPick> =
            line.modifiers.iter().cloned().chain(included.filter(|pick| !changed(pick))).collect();
        let item = self.cx.menu.item(&line.item);
        let comes = |pick: &ModifierPick| item.is_some_and(|item| item.includes(&pick.group, &pick.modifier));
        // "only ketchup", of what comes with it: nothing else that does
        let of_those = wanted.modifiers.iter().all(|any| any.iter().any(comes));
        let must_be =
            |pick: &ModifierPick| self.cx.menu.group(&pick.group).is_some_and(|group| group.min > 0);
        let is_wanted = |pick: &ModifierPick| {
            wanted
                .modifiers
                .iter()
                .flatten()
                .any(|now| now.group == pick.group && now.modifier == pick.modifier)
        };
        let goes = |pick: &&ModifierPick| {
            if of_those && comes(pick) && !must_be(pick) && !is_wanted(pick) {
                return pick.amount != Amount::No;
            }
            let of_group = |now: &&ModifierPick| now.group == pick.group && now.amount != Amount::No;
            let mut now = wanted.modifiers.iter().flatten().filter(of_group).peekable();
            pick.amount != Amount::No && now.peek().is_some() && now.all(|now| now.modifier != pick.modifier)
        };
        Description {
            modifiers: own.iter().filter(goes).map(|pick| vec![pick.clone()]).collect(),
            ..Description::default()
        }
    }
}

impl Scene<'_> {
    /// The only line whose name has all words of a phrase that are none of the language.
    pub(in crate::correction) fn line_with_words(&self, phrase: &Phrase) -> Option<&Line> {
        let said = self.tokens[phrase.start..phrase.end].iter().filter(|token| token.id.is_none());
        let said: Vec<&String> = said.map(|token| &token.fold).collect();
        let has_them = |line: &Line| {
            let name = self.cx.position(&line.item).map(|item| self.cx.index.item_name(item));
            name.is_some_and(|name| said.iter().all(|word| name.contains(word)))
        };
        self.only_line(has_them).filter(|_| !said.is_empty())
    }

    /// "just the grilled cheese and the hot chocolate then": what else there is goes.
    pub(in crate::correction) fn only_those(&self, shape: &Shape<'_>, phrases: &[&Phrase]) -> Option<Op> {
        let is_named = |phrase: &&Phrase| {
            phrase.definite && phrase.names_item() && !phrase.describes() && phrase.number.is_none()
        };
        let (gone, kept): (Vec<&Phrase>, Vec<&Phrase>) =
            phrases.iter().copied().partition(|phrase| phrase.unwanted);
        if let ([gone], [kept]) = (gone.as_slice(), kept.as_slice()) {
            // "skip the porridge, just the mocha"
            let gone = self.on_order(&Phrase { unwanted: false, ..gone.named() })?;
            let stays = shape.just && is_named(kept) && self.is_on_order(kept);
            return stays.then(|| Op::Remove { target: Target::described(gone), quantity: None });
        }
        let alone = |phrase: &&Phrase| is_named(phrase) && phrase.of.is_none() && !phrase.share;
        if !shape.just || !phrases.iter().all(alone) {
            return None;
        }
        let kept = phrases.iter().map(|phrase| self.on_order(&phrase.named()));
        let kept: Vec<Description> = kept.collect::<Option<_>>()?;
        let stays = |line: &&Line| kept.iter().any(|said| said.fits(line, self.cx.menu));
        if self.lines().iter().all(|line| stays(&line)) {
            // It is all that there is, and nothing changes.
            let target = Target::Line { line_id: self.lines().first()?.line_id };
            return Some(Op::Modify(Modification::of(target)));
        }
        let except = kept.iter().cloned().map(Target::described).collect();
        Some(Op::Remove { target: Target::All { all: true, except }, quantity: None })
    }
}
