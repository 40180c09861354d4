//! So many of something, and then how each of them should be: "three bagels. Everything with cream cheese, cinnamon raisin
//! with butter, and a plain one".

use fsm::dialogue::{Act, Acts};
use fsm::ids::ItemId;
use fsm::order::{Amount, NewLine, Op};

use super::AGENT;
use super::joined;
use super::lines::LINE_SURE_MIN;
use crate::Utterance;
use crate::correction::Atom;
use crate::language::{Edit, Word};
use crate::resolve::Context;
use crate::tokens::Token;

/// What stands among shares and says nothing of how they are: "one of them gets ...", "... in the other".
const JOINS: [Word; 10] = [
    Word::And,
    Word::Article,
    Word::Definite,
    Word::Other,
    Word::On,
    Word::OfThem,
    Word::Filler,
    Word::Edit(Edit::Is),
    Word::Edit(Edit::Gets),
    Word::Want,
];

/// The most lines that are read of one list.
const LINES_MAX: usize = 8;

/// One of a list: how many of them, and the words that say how they should be.
pub(super) struct Share<'a> {
    pub(super) count: u32,
    /// Whether it was said how many.
    pub(super) counted: bool,
    /// Whether it has one number at most: "one vanilla", not "one vanilla and two chocolate".
    pub(super) one_number: bool,
    pub(super) atoms: Vec<&'a Atom>,
}

/// The lines of a list that tells apart all of what was counted before it.
pub(super) fn read(
    utterance: Utterance<'_>,
    cx: Context<'_>,
    tokens: &[Token],
    atoms: &[Atom],
) -> Option<Acts> {
    let named = atoms.iter().position(Atom::names_item)?;
    let cut = (named + 1..atoms.len()).find(|at| atoms[*at].pauses() || begins_a_share(&atoms[*at]))?;
    let (head, list) = atoms.split_at(cut);
    // "three small shakes", not "three of us. An iced americano"
    let leads = |atom: &&Atom| {
        atom.is_only_a_choice() || !atom.says_more() && !begins_a_share(atom) && !atom.pauses()
    };
    let before = head[..named].iter().rev().take_while(leads).count();
    let counted = named.checked_sub(before + 1)?;
    let number = head[counted].number().filter(|number| *number > 1)?;
    let of_head = |atom: &&Atom| {
        let says_what = !atom.is(Word::Filler) && !atom.is(Word::Definite) && !atom.is(Word::And);
        atom.start() > head[counted].start() && says_what
    };
    let alone = head.iter().filter(|atom| atom.names_item()).count() == 1;
    let item = head[named].only_item(cx).filter(|_| alone)?;
    let are_all = |shares: &[Share<'_>]| shares.len() > 1 && count(shares) == number;
    let (shares, head) = match shares_of_all(list, are_all).or_else(|| shares(list, are_all)) {
        Some(shares) => (shares, head),
        None => {
            let (head, list) = atoms.split_at(named + 1);
            (placed(list).filter(|shares| are_all(shares))?, head)
        }
    };
    // "two burgers, no onions, no pickles" are both so.
    let tells_apart =
        |share: &Share<'_>| share.counted || share.atoms.iter().any(|atom| atom.must_be_chosen(cx, &item));
    if !shares.iter().all(|share| tells_apart(share) && only_tells_how(cx, &item, share)) {
        return None;
    }
    let head: Vec<Token> =
        head.iter().filter(of_head).flat_map(|atom| &tokens[atom.start()..atom.end()]).cloned().collect();
    let mut ops = Vec::new();
    let mut confidence = 1.0_f64;
    for share in &shares {
        let (line, sure) = line(utterance, tokens, &head, share)?;
        if line.item != item || line.quantity != share.count || line.combo.is_some() {
            return None;
        }
        confidence = confidence.min(sure);
        ops.push(Op::Add(line));
    }
    Some(Acts::by(AGENT, confidence, vec![Act::Order { ops, unresolved: Vec::new() }]))
}

/// The parts of a list, where all of them are as they should be: between pauses, or wherever "and" or a number begins one.
pub(super) fn shares<'a>(list: &'a [Atom], are_all: impl Fn(&[Share<'a>]) -> bool) -> Option<Vec<Share<'a>>> {
    // "one with a Coke"
    let begins = |before: &Atom, next: &Atom| begins_a_share(next) && !before.is(Word::With);
    let joins = |before: &Atom, next: &Atom| next.pauses() || next.is(Word::And) || begins(before, next);
    let pauses: Vec<&[Atom]> = list.chunk_by(|_, next| !next.pauses()).collect();
    let joins: Vec<&[Atom]> = list.chunk_by(|before, next| !joins(before, next)).collect();
    [pauses, joins].into_iter().find_map(|parts| {
        let shares: Vec<Share<'_>> = parts.into_iter().filter_map(share).collect();
        (shares.len() <= LINES_MAX && are_all(&shares)).then_some(shares)
    })
}

/// The same where all of them get what is said at the end: "one cherry and one grape, both small", "one with bacon and one
/// with sausage, and salsa on the side".
fn shares_of_all<'a>(list: &'a [Atom], are_all: impl Fn(&[Share<'a>]) -> bool) -> Option<Vec<Share<'a>>> {
    let is_all =
        |atom: &Atom| atom.is(Word::Both) || atom.is(Word::All) || atom.is(Word::Edit(Edit::TheyAll));
    let begins = |at: usize| {
        is_all(&list[at]) || list[at].pauses() && (list[at].is(Word::And) || list[at].is(Word::With))
    };
    let from = (1..list.len()).rev().find(|at| begins(*at))?;
    let (list, of_all) = list.split_at(from);
    let otherwise = |atom: &Atom| {
        let words =
            [Word::On, Word::Of, Word::Other, Word::OfThem, Word::Just, Word::Except, Word::Edit(Edit::Not)];
        words.iter().any(|word| atom.is(*word)) || atom.contrasts() || atom.is_a_person()
    };
    // What is denied has names of several words, "half and half", that are read otherwise behind other words.
    let denies = |atom: &Atom| atom.is(Word::Negation) || atom.amount == Some(Amount::No);
    let is_long = |atom: &Atom| atom.names() && atom.end() > atom.start() + 1;
    let is_denied = of_all.iter().any(denies) && of_all.iter().any(is_long);
    // "and a side of mustard"
    let is_aside =
        of_all.iter().take_while(|atom| !atom.names()).any(|atom| atom.amount == Some(Amount::Side));
    let is_open = list.last().is_some_and(denies);
    if of_all.iter().any(|atom| begins_a_share(atom) || otherwise(atom))
        || !of_all.iter().any(Atom::names)
        || is_denied
        || is_aside
        || is_open
    {
        return None;
    }
    let of_all: Vec<&Atom> = share(of_all)?.atoms.into_iter().filter(|atom| !is_all(atom)).collect();
    let mut shares = shares(list, are_all)?;
    shares.iter_mut().for_each(|share| share.atoms.extend(&of_all));
    Some(shares)
}

/// The parts of a list where each ends in what it is said of: "vanilla in one, chocolate in the other".
fn placed(list: &[Atom]) -> Option<Vec<Share<'_>>> {
    if list.iter().any(|atom| atom.is(Word::Both)) {
        return None;
    }
    let mut shares = Vec::new();
    let mut from = 0;
    for at in 1..list.len() {
        let before = if list[at].is(Word::Definite) { continue } else { &list[at - 1] };
        let is_on = before.is(Word::On) || at > 1 && before.is(Word::Definite) && list[at - 2].is(Word::On);
        if is_on && (list[at].counts() || list[at].is(Word::Other) || list[at].is_a_place()) {
            shares.push(share(&list[from..=at])?);
            from = at + 1;
        }
    }
    (!list[from.min(list.len())..].iter().any(Atom::says_more)).then_some(shares)
}

/// How many there are of all shares together.
pub(super) fn count(shares: &[Share<'_>]) -> u32 {
    shares.iter().map(|share| share.count).sum()
}

/// "A chocolate", "one chocolate", "the first one chocolate", "the other chocolate".
fn begins_a_share(atom: &Atom) -> bool {
    atom.is(Word::Article) || atom.counts() || atom.is_a_place() || atom.is(Word::Other)
}

/// One part of a list; none where nothing says how it should be.
fn share(part: &[Atom]) -> Option<Share<'_>> {
    let said = part.iter().find_map(Atom::number);
    let (count, counted) = (said.unwrap_or(1), part.iter().any(begins_a_share));
    let joins = |atom: &Atom| atom.counts() || atom.is_a_place() || JOINS.iter().any(|word| atom.is(*word));
    let says = |atom: &&Atom| atom.names() && !atom.counts() || atom.is_a_person() || !joins(atom);
    let atoms: Vec<&Atom> = part.iter().filter(says).collect();
    let one_number = part.iter().filter(|atom| atom.counts()).count() <= 1;
    (!atoms.is_empty()).then_some(Share { count, counted, one_number, atoms })
}

/// Whether a part names choices of the item, and nothing that is none of it or points elsewhere.
fn only_tells_how(cx: Context<'_>, item: &ItemId, share: &Share<'_>) -> bool {
    let is_choice = |atom: &Atom| atom.sizes() || atom.may_be_on(cx, item);
    let tells = |atom: &&&Atom| is_choice(atom) || atom.is(Word::Plain);
    let points = |atom: &&&Atom| atom.is(Word::Of) || atom.is_a_person();
    share.atoms.iter().any(|atom| tells(&atom))
        && !share.atoms.iter().any(|atom| points(&atom) || atom.names() && !is_choice(atom))
}

/// The line that a part is, read as if what was counted stood before it.
fn line(
    utterance: Utterance<'_>,
    tokens: &[Token],
    head: &[Token],
    share: &Share<'_>,
) -> Option<(NewLine, f64)> {
    let how = share.atoms.iter().flat_map(|atom| &tokens[atom.start()..atom.end()]);
    let words: Vec<Token> =
        head.iter().chain(how).cloned().map(|token| Token { pause: false, ..token }).collect();
    let text = format!("{} {}", share.count, joined::text(&words));
    let acts =
        super::parse(Utterance { text: &text, question: None, about: None, answered: None, ..utterance })
            .acts;
    let [Act::Order { ops, unresolved }] = acts.acts.as_slice() else { return None };
    let [Op::Add(line)] = ops.as_slice() else { return None };
    (unresolved.is_empty() && acts.confidence >= LINE_SURE_MIN).then(|| (line.clone(), acts.confidence))
}
