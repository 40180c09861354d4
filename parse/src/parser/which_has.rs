//! Which of some items is meant, told by what it comes with: "the one without the ham", where an egg sandwich may be two. What
//! all of them can have is kept for the one that is meant: "with avocado on it".

use fsm::dialogue::{Act, Acts};
use fsm::ids::ItemId;
use fsm::machine::QuestionKind;
use fsm::menu::Item;
use fsm::order::Unresolved;

use super::{AGENT, joined};
use crate::Utterance;
use crate::correction::{self, Atom};
use crate::language::{Edit, Word};
use crate::resolve::Context;
use crate::tokens::{self, Token};

/// The acts of an answer that names none of what is asked about.
pub(super) fn read(
    utterance: Utterance<'_>,
    cx: Context<'_>,
    tokens: &[Token],
    atoms: &[Atom],
) -> Option<Acts> {
    let question = utterance.question.filter(|question| question.kind == QuestionKind::WhichItem)?;
    let about = utterance.about?;
    let items = question.candidates.iter().map(|id| cx.menu.item(&ItemId::from(id.as_str())));
    let items: Vec<&Item> = items.collect::<Option<_>>()?;
    let (named, denied) = told(tokens, atoms)?;
    let language = cx.index.language();
    let in_name = |item: &Item| {
        let name = tokens::tokenize(language, &item.name);
        let said = &tokens[named.start()..named.end()];
        said.iter().all(|word| name.iter().any(|part| part.fold == word.fold))
    };
    let has = |item: &Item| named.comes_with(item, cx) || in_name(item);
    let mut meant = items.iter().filter(|item| has(item) != denied);
    if let (Some(item), None) = (meant.next(), meant.next()) {
        return Some(super::parse(Utterance { text: &item.name, ..utterance }).acts);
    }
    let can_have = items.iter().all(|item| named.may_be_on(cx, &item.id) && has(item) == denied);
    let text = format!("{} {}", about.text, joined::text(tokens));
    let again = Act::Order { ops: Vec::new(), unresolved: vec![Unresolved { text, ..about.clone() }] };
    can_have.then(|| Acts::by(AGENT, correction::confidence(atoms), vec![again]))
}

/// The only choice that is named, and whether it is denied; none where anything else is said.
fn told<'a>(tokens: &[Token], atoms: &'a [Atom]) -> Option<(&'a Atom, bool)> {
    let mut named = atoms.iter().filter(|atom| atom.names());
    let choice = named.next().filter(|atom| named.next().is_none() && !atom.names_item() && !atom.sizes())?;
    let denies = |atom: &Atom| atom.is(Word::Negation) || atom.is(Word::Edit(Edit::Without));
    let leads = |atom: &Atom| {
        let words = [Word::With, Word::On, Word::Definite, Word::Pronoun, Word::Filler, Word::Want, Word::Of];
        words.iter().any(|word| atom.is(*word)) || atom.number() == Some(1) || denies(atom)
    };
    let joins = |atom: &Atom| atom.is(Word::With) || denies(atom);
    let rest = || atoms.iter().filter(|atom| !atom.names());
    let says = tokens.len() > 1 && rest().all(leads) && rest().any(joins);
    says.then(|| (choice, atoms.iter().any(denies)))
}
