//! What was said before a word and what comes after it, as far as it decides what the word does.

use fsm::dialogue::ActKind;
use fsm::order::Amount;

use super::Cutter;
use crate::correction::atoms::Atom;
use crate::correction::phrase::{Mark, Phrase, Piece};
use crate::language::{Cue, Edit, Word};

impl Cutter<'_> {
    /// Whether the next atom, without a pause, is a name.
    pub(super) fn leads_to_name(&self, at: usize) -> bool {
        let mut after = self.atoms[at + 1..].iter().take_while(|atom| !atom.pause);
        // "that" of "could that be a Coke" is no article
        let fills = |atom: &&Atom| {
            let words = [Word::Filler, Word::Article, Word::Definite];
            words.iter().any(|word| atom.is(*word)) && !atom.edits(Edit::Is)
        };
        after.find(|atom| !fills(atom)).is_some_and(Atom::names)
    }

    /// Whether "one" or "ones" comes next, and nothing that is so many.
    pub(super) fn leads_to_one(&self, at: usize) -> bool {
        let one = self.atoms.get(at + 1).is_some_and(|next| next.number == Some(1) && !next.pause);
        one && !self.is(at + 2, Word::Of) && !self.is(at + 2, Word::OfThem)
    }

    /// Whether the phrase only says how many, or which of several.
    pub(super) fn counts_some(&self) -> bool {
        let counts = self.phrase.number.is_some() || self.phrase.other || self.phrase.place.is_some();
        counts && !self.phrase.says_what() && self.whole.is_none()
    }

    /// Whether another of some comes next that were counted before: "one of them iced, and another one with oat milk".
    pub(super) fn counts_on(&self, at: usize) -> bool {
        let is_part = |phrase: &Phrase| {
            let of_some = phrase.share || !phrase.names_item() && phrase.of.is_none();
            phrase.number == Some(1) && of_some && (phrase.describes() || phrase.plain)
                || phrase.of.as_deref().is_some_and(|of| of.number == Some(1))
        };
        let different = self.atoms[at].edits(Edit::Different)
            && self.atoms.get(at + 1).is_some_and(|next| next.number == Some(1) && !next.pause);
        let before = self.pieces.iter().rev().find_map(Piece::phrase);
        (self.is_another(at) || different) && self.phrase.is_empty() && before.is_some_and(is_part)
    }

    /// Whether it is "another one".
    pub(super) fn is_another(&self, at: usize) -> bool {
        let atom = &self.atoms[at];
        let one = self.atoms.get(at + 1).is_some_and(|next| next.number == Some(1) && !next.pause);
        let first = self.language.roles_by(self.tokens[atom.start].id);
        atom.is(Word::Another) && one || atom.is(Word::Same) && first.contains(&Word::Another)
    }

    /// Whether the phrase says only how something should be, not which one: "butter".
    pub(super) fn only_says_how(&self) -> bool {
        let phrase = &self.phrase;
        phrase.describes() && !phrase.names_item() && !phrase.definite && phrase.number.is_none()
    }

    /// Whether some of what is there comes next: "one of the".
    pub(super) fn leads_to_share(&self, at: usize) -> bool {
        let counts = self.atoms.get(at + 1).is_some_and(|next| next.number.is_some() && !next.pause);
        counts && (self.is(at + 2, Word::Of) || self.is(at + 2, Word::OfThem))
    }

    /// Whether a number comes next.
    pub(super) fn leads_to_number(&self, at: usize) -> bool {
        self.atoms.get(at + 1).is_some_and(|next| next.number.is_some() && !next.pause)
    }

    /// Whether something is taken off what comes behind it: "take the cheese off one of them".
    pub(super) fn takes_off_of(&self, at: usize) -> bool {
        let clause: Vec<&Atom> = self.atoms[at + 1..].iter().take_while(|atom| !atom.pause).collect();
        let off = clause.iter().position(|atom| atom.is(Word::Off));
        off.is_some_and(|off| {
            let choice = clause[..off].iter().any(|atom| !atom.name.modifiers.is_empty());
            let some = |atom: &&Atom| {
                atom.number.is_some() || atom.is(Word::Other) || atom.is_a_place() || atom.person
            };
            choice && clause[off + 1..].iter().any(some)
        })
    }

    /// Whether what is on the order is pointed at by a word of its name: "to the burger".
    pub(super) fn leads_to_short_name(&self, at: usize) -> bool {
        self.is(at + 1, Word::Definite) && self.atoms.get(at + 2).is_some_and(|atom| atom.name.short)
    }

    /// Whether a choice that was pointed at becomes what comes: "change the chocolate to strawberry".
    pub(super) fn becomes(&self, at: usize) -> bool {
        let atom = &self.atoms[at];
        let joins = atom.is(Word::To) || self.swaps && atom.is(Word::On) && !self.is(at + 1, Word::Definite);
        joins
            && (self.phrase.points_by_choice() || !self.phrase.groups.is_empty())
            && self.whole.is_none()
            && self.pieces.last().is_some_and(|piece| matches!(piece, Piece::Mark(Mark::Make)))
    }

    /// Whether another one is counted: "a second one", which alone could ask for time.
    pub(super) fn is_a_second(&self, at: usize) -> bool {
        let another = |next: &Atom| !next.pause && (next.number == Some(1) || !next.name.entries.is_empty());
        let one = self.atoms.get(at + 1).is_some_and(another);
        let last = self.language.roles_by(self.tokens[self.atoms[at].end - 1].id);
        one && last.iter().any(|role| matches!(role, Word::Ordinal(2..)))
    }

    /// Whether what is named next gets another size: "drop the fries to a medium".
    pub(super) fn leads_to_so_much(&self, at: usize) -> bool {
        let clause: Vec<&Atom> = self.atoms[at + 1..].iter().take_while(|atom| !atom.pause).collect();
        let Some(to) = clause.iter().position(|atom| atom.is(Word::To)) else { return false };
        let after = clause[to + 1..].iter().find(|atom| !atom.is(Word::Article) && !atom.is(Word::Definite));
        let is_so_much = |next: &&Atom| !next.name.sizes.is_empty() || next.number.is_some();
        clause[..to].iter().any(|atom| atom.names()) && after.is_some_and(is_so_much)
    }

    /// Whether what is named next is told by how it is: "the gluten free burger", "the iced one".
    pub(super) fn leads_to_what_is_so(&self, at: usize) -> bool {
        let last = self.language.roles_by(self.tokens[self.atoms[at].end - 1].id);
        let (article, after) = match &self.atoms[at + 1..] {
            after if last.contains(&Word::Definite) => (true, after),
            [article, after @ ..] => (article.is(Word::Definite), after),
            [] => (false, &[][..]),
        };
        let tells =
            |atom: &Atom| atom.is_only_a_choice() || !atom.name.whole && !atom.name.modifiers.is_empty();
        let choices = after.iter().take_while(|atom| tells(atom) && !atom.pause).count();
        let one = after.get(choices).is_some_and(|next| next.number == Some(1) || next.name.short);
        // "lose the iced americanos", but "no, the large fries"
        let removes = self.language.roles_by(self.tokens[self.atoms[at].start].id).contains(&Word::Remove);
        let named = removes && after.get(choices).is_some_and(Atom::names_item);
        article && choices > 0 && (one || named)
    }

    /// Whether something is replaced and a kind of choices stays: "swap it for a nitro, same syrup".
    pub(super) fn keeps_a_choice(&self, at: usize) -> bool {
        let replaces = |piece: &Piece| {
            matches!(
                piece,
                Piece::Mark(Mark::Make | Mark::Is | Mark::Instead | Mark::InsteadOf | Mark::Sorry)
            )
        };
        let kind = |next: &Atom| {
            let choice = !next.name.groups.is_empty() || !next.name.modifiers.is_empty();
            !next.pause && (choice || next.is(Word::Sized))
        };
        self.pieces.iter().any(replaces)
            && self.pieces.iter().any(|piece| piece.phrase().is_some())
            && self.atoms.get(at + 1).is_some_and(kind)
    }

    /// Whether a number of what is there comes with what is said next: "one with".
    pub(super) fn counts_with(&self, at: usize) -> bool {
        let with = at > 0 && self.is(at - 1, Word::With) && !self.atoms[at].pause;
        with && self.phrase.number.is_some() && !self.phrase.says_what()
    }

    /// Whether a line like another is said of: "the same but with coleslaw for the side".
    pub(super) fn likens(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Mark(Mark::Same | Mark::Another)))
    }

    /// Whether "off" or "out" is the last word of the clause.
    pub(super) fn ends_in_off(&self, at: usize) -> bool {
        // "take the sausage out and put bacon in"
        let verbs = [Word::Add, Word::Want, Word::Make, Word::Swap, Word::Take, Word::Remove];
        let begins = |atom: &Atom| verbs.iter().any(|verb| atom.is(*verb));
        let goes_on = |pair: &[Atom]| pair[1].pause || pair[0].is(Word::And) && begins(&pair[1]);
        let rest = &self.atoms[at + 1..];
        let end = rest.windows(2).position(goes_on).map_or(rest.len(), |at| at + 1);
        let clause = rest[..end].iter().take_while(|atom| !atom.pause).filter(|atom| !atom.is(Word::And));
        let off = |atom: &Atom| atom.is(Word::Off) || atom.edits(Edit::Out);
        clause.filter(|atom| off(atom) || !atom.is(Word::Filler)).last().is_some_and(off)
    }

    /// Whether the clause began with "take": "take the fries out".
    pub(super) fn is_taken(&self, at: usize) -> bool {
        let pause = self.atoms[..=at].iter().rposition(|atom| atom.pause).unwrap_or(0);
        self.atoms[pause..at].iter().any(|atom| atom.is(Word::Take)) && self.ends_in_off(at - 1)
    }

    /// Whether how things are begins here: "it's one cheeseburger and two hot dogs".
    pub(super) fn tells(&self, at: usize) -> bool {
        let says_little = |piece: &Piece| matches!(piece, Piece::Mark(Mark::Sorry | Mark::No | Mark::Is));
        let names = |atom: &Atom| atom.number.is_some() || atom.names();
        self.phrase.is_empty()
            && self.pieces.iter().all(says_little)
            && self.atoms.get(at + 1).is_some_and(names)
    }

    /// Whether an item was said to be left.
    pub(super) fn is_left(&self) -> bool {
        let stays = matches!(self.pieces.last(), Some(Piece::Mark(Mark::Stays)));
        stays && self.phrase.names_item() && self.phrase.of.is_none()
    }

    /// Whether what was named goes for something that comes: "fries out, onion rings in".
    pub(super) fn goes_for_another(&self, at: usize) -> bool {
        let another = self.atoms.get(at + 1).is_some_and(|next| next.pause || next.is(Word::And));
        let comes = self.atoms[at + 1..].last().is_some_and(|last| last.is(Word::On) && !last.pause);
        self.phrase.names_item() && self.pieces.is_empty() && another && comes
    }

    /// Whether something is taken off: "everything but the fries".
    pub(super) fn removes(&self) -> bool {
        let removes = matches!(self.pieces.last(), Some(Piece::Mark(Mark::Remove)));
        removes && (self.phrase.is_empty() || self.phrase.every)
    }

    /// "chocolate one's a large": how one is that is told apart.
    pub(super) fn is_that_one(&self, at: usize) -> bool {
        let told = self.phrase.describes() && !self.phrase.names_item() && self.phrase.number.is_none();
        let is = self.language.is_plural(&self.tokens[self.atoms[at].start].word);
        let so = |next: &Atom| !next.pause && (next.is(Word::Article) || !next.name.sizes.is_empty());
        told && is && !self.phrase.definite && !self.phrase.article && self.atoms.get(at + 1).is_some_and(so)
    }

    /// Whether what comes points at something that is on the order, or names it.
    pub(super) fn leads_to_whole(&self, at: usize) -> bool {
        self.atoms.get(at + 1).is_some_and(|next| {
            next.names()
                || next.is(Word::Definite)
                || next.is(Word::Pronoun)
                || next.is(Word::Both)
                || next.is(Word::All)
                || next.number.is_some()
                || next.is(Word::Other)
                || next.is(Word::Another)
        }) || self.atoms.len() > at + 1 && self.is_another(at + 1)
    }

    /// Whether a choice is added to what comes: "add honey to the tea", "ham to one of them".
    pub(super) fn is_added_to(&self, at: usize) -> bool {
        let choice = self.phrase.describes() && !self.phrase.names_item() && !self.phrase.definite;
        let adds = matches!(self.pieces.last(), Some(Piece::Mark(Mark::Want)));
        let points =
            self.atoms.get(at + 1).is_some_and(|next| !next.is(Word::Article) && next.number != Some(0));
        choice && adds && points && self.leads_to_whole(at)
    }

    /// Whether what was named is a part of what comes: "on the cheeseburger in the combo with the Sprite".
    pub(super) fn is_part_of(&self, at: usize) -> bool {
        let named = self.phrase.names_item() && self.phrase.definite && self.phrase.number.is_none();
        self.whole.is_some() && named && self.is(at + 1, Word::Definite)
    }

    /// Whether so many of what is there have what was named: "ranch with one and barbecue with the other".
    pub(super) fn goes_with_some(&self, at: usize) -> bool {
        let ends = |next: Option<&Atom>| {
            next.is_none_or(|next| {
                next.pause || next.is(Word::And) || next.is(Word::Of) || next.is(Word::OfThem)
            })
        };
        let one = self.atoms.get(at + 1).is_some_and(|next| next.number.is_some() && !next.pause);
        let choice = self.phrase.number.is_none()
            && !self.phrase.share
            && self.phrase.as_modifier().is_some_and(|choice| choice.describes());
        choice && (self.is(at + 1, Word::Other) || one && ends(self.atoms.get(at + 2)))
    }

    /// What is said of another thing, too: "foam on the vanilla one and on the caramel one".
    pub(super) fn said_of_another(&self, at: usize) -> Option<Phrase> {
        let [.., Piece::Phrase(said), Piece::Mark(Mark::And)] = self.pieces.as_slice() else { return None };
        let again =
            self.phrase.is_empty() && self.whole.is_none() && said.of.is_some() && self.leads_to_whole(at);
        again.then(|| Phrase { of: None, ..(**said).clone() })
    }

    /// Whether a pronoun is of what a phrase before it points at: "the ones with bacon, no onions on those".
    pub(super) fn follows_ones(&self, phrase: &Phrase) -> bool {
        let before = self.pieces.last().and_then(Piece::phrase);
        !phrase.says_what() && before.is_some_and(|before| before.definite && before.says_what())
    }

    /// Whether what was named is to be left off some that were counted before, and nothing more is said of it.
    pub(super) fn leaves_off(&self, at: usize) -> bool {
        let choice = self.phrase.describes() && !self.phrase.names_item() && self.whole.is_none();
        let [.., Piece::Phrase(some), Piece::Mark(Mark::Stays)] = self.pieces.as_slice() else {
            return false;
        };
        choice && (some.share || some.other) && self.atoms.get(at + 1).is_none_or(|next| next.pause)
    }

    /// Whether so many fewer were counted, and not less of something: "one less coke".
    pub(super) fn is_so_many_fewer(&self, at: usize) -> bool {
        let counted = self.phrase.number.is_some() && !self.phrase.says_what() && !self.phrase.share;
        counted && self.atoms[at].edits(Edit::Fewer)
    }

    /// Whether a choice was named that is of everyone's: "apple juice for everybody".
    pub(super) fn is_of_everyone(&self) -> bool {
        let counts = self.phrase.number.is_some() || self.phrase.article || self.phrase.definite;
        let choice = self.phrase.as_modifier().is_some_and(|choice| choice.describes());
        choice && !counts && self.whole.is_none()
    }

    /// Whether a choice is said of one that comes after a pause: "no bacon, on the one without the egg".
    pub(super) fn goes_on_with(&self, at: usize) -> bool {
        let one = self.is(at + 1, Word::Definite)
            && self.atoms.get(at + 2).is_some_and(|next| next.number == Some(1) && !next.pause);
        self.atoms[at].is(Word::On) && one && self.only_says_how() && self.whole.is_none()
    }

    /// Whether what was named is to be left off what comes: "leave the onions off those".
    pub(super) fn is_left_off(&self, at: usize) -> bool {
        let points = |next: &Atom| {
            let words = [Word::Pronoun, Word::Definite, Word::Just, Word::Other];
            let points = words.iter().any(|word| next.is(*word)) || next.is_a_place() || next.person;
            points || next.names() || next.number.is_some()
        };
        let choice = self.phrase.describes() && !self.phrase.names_item() && self.whole.is_none();
        choice
            && matches!(self.pieces.last(), Some(Piece::Mark(Mark::Stays)))
            && self.atoms.get(at + 1).is_some_and(|next| !next.pause && points(next))
    }

    /// Whether only a choice was said, and not yet how much of it.
    pub(super) fn is_so_much(&mut self) -> bool {
        if self.whole.is_some() || !self.phrase.describes() || self.phrase.names_item() {
            return false;
        }
        let Some(choice) = self.phrase.as_modifier().filter(|choice| choice.picks.len() == 1) else {
            return false;
        };
        let plain = choice.picks.iter().all(|(_, amount, _)| *amount == Amount::Regular);
        if plain {
            self.phrase = choice;
        }
        plain
    }

    /// Whether an item was said that fills a part of all that have one: "lemonade for the drinks".
    pub(super) fn fills_parts(&self, at: usize) -> bool {
        let said = &self.tokens[self.atoms[at].end - 1];
        let several = self.language.is_plural(&said.word) && self.whole.is_none() && !self.likens();
        several && self.phrase.item.is_some() && !self.phrase.definite
    }

    /// Whether one is told by what it is not: "the one that's not plain", "the one that isn't oat".
    pub(super) fn tells_by_denial(&self, at: usize) -> bool {
        let atom = &self.atoms[at];
        // "the one no pickles": what it should be, not which it is
        let is = at > 0 && self.atoms[at - 1].number.is_none();
        let denies = is && (atom.edits(Edit::Not) || atom.amount == Some(Amount::No))
            || atom.is(Word::Cue(Cue::Act(ActKind::No)));
        let next = self.atoms.get(at + 1).filter(|next| denies && !atom.pause && !next.pause);
        let told = |next: &Atom| next.is(Word::Plain) || !next.name.modifiers.is_empty();
        let points = self.phrase.definite && self.phrase.ones && self.phrase.place.is_none();
        points && !self.phrase.describes() && next.is_some_and(told)
    }

    /// Whether one is told by its having what comes with it: "the regular one", "the normal hot dog".
    pub(super) fn is_the_regular_one(&self, at: usize) -> bool {
        let named = |next: &Atom| !next.pause && (next.number == Some(1) || !next.name.entries.is_empty());
        // "regular" may be a size, too
        let name = &self.atoms[at].name;
        let only_size = name.entries.is_empty() && name.modifiers.is_empty() && name.category.is_none();
        let points = self.phrase.definite && !self.phrase.says_what() && only_size;
        points && self.atoms[at].amount == Some(Amount::Regular) && self.atoms.get(at + 1).is_some_and(named)
    }
}
