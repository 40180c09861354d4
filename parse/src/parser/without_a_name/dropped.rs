//! "No chicken then", "scratch that one", after "crispy or grilled?": what is asked about is not wanted any more.

use fsm::dialogue::{Act, ActKind};
use fsm::ids::ItemId;
use fsm::machine::QuestionKind;
use fsm::order::{Op, Target};

use crate::Utterance;
use crate::correction::Atom;
use crate::language::{Cue, Edit, Language, Word};
use crate::reading::asides::phrase;
use crate::tokens::{self, Token};

/// What takes back what is asked about, where words do no more, by its words or as "it".
pub(super) fn what_is_asked(
    utterance: Utterance<'_>,
    language: &Language,
    tokens: &[Token],
    atoms: &[Atom],
) -> Option<Act> {
    let question = utterance.question.filter(|question| question.kind == QuestionKind::WhichItem)?;
    let about = utterance.about?;
    let asked = tokens::tokenize(language, &about.text);
    let of_it = |atom: &Atom| {
        tokens[atom.start()..atom.end()]
            .iter()
            .all(|token| asked.iter().any(|word| word.fold == token.fold) || says_little(language, token))
    };
    let denies = (0..tokens.len()).any(|at| phrase(language, &tokens[at..], drops).is_some());
    let is_it = |token: &Token| {
        let it = |role: &Word| matches!(role, Word::Pronoun | Word::Number(1));
        language.roles_by(token.id).iter().any(it)
    };
    let points = tokens.iter().any(is_it) || atoms.iter().any(|atom| atom.names() && of_it(atom));
    let more = |atom: &Atom| {
        atom.names() && !of_it(atom) || atom.counts() && !atom.is(Word::Pronoun) && !of_it(atom)
    };
    let wants = atoms.iter().any(|atom| {
        atom.is(Word::Instead) || atom.is(Word::InsteadOf) || atom.is(Word::Make) || atom.is(Word::Add)
    });
    // "I'm not sure which one", "sorry, what was that?"
    let says_else = |role: Word| {
        let other = ActKind::NeverMind;
        matches!(role, Word::Cue(Cue::Act(act)) if act != other && act != ActKind::No)
            || matches!(role, Word::Asks | Word::Which | Word::Topic(_))
    };
    let else_said = (0..tokens.len()).any(|at| phrase(language, &tokens[at..], says_else).is_some());
    (denies && points && !wants && !else_said && !atoms.iter().any(more))
        .then(|| off(utterance, &question.candidates))
}

/// Whether a word may take back what is asked about.
pub(super) fn drops(role: Word) -> bool {
    matches!(
        role,
        Word::Negation
            | Word::Correction
            | Word::Remove
            | Word::Cue(Cue::Act(ActKind::NeverMind))
            | Word::Edit(Edit::Without)
    )
}

/// Takes what is asked about off by the name of one thing that it may be, unless that is on the order.
fn off(utterance: Utterance<'_>, candidates: &[String]) -> Act {
    let items = candidates.iter().map(|id| ItemId::from(id.as_str()));
    let mut items = items.filter(|item| utterance.book.menu.item(item).is_some());
    let is_there = |item: &ItemId| utterance.order.is_some_and(|order| order.holds(item));
    match items.next().filter(|item| !is_there(item)) {
        Some(item) if !items.any(|item| is_there(&item)) => {
            let off = Op::Remove { target: Target::item(item), quantity: None };
            Act::Order { ops: vec![off], unresolved: Vec::new() }
        }
        _ => Act::NeverMind,
    }
}

fn says_little(language: &Language, token: &Token) -> bool {
    let little = |role: &Word| {
        matches!(role, Word::Article | Word::Definite | Word::Filler | Word::Number(1) | Word::Some)
    };
    language.roles_by(token.id).iter().any(little)
}
