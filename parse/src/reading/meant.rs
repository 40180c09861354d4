//! Whether an order was meant at all: what else explains the words, and which words are about other things.

use fsm::dialogue::ActKind;

use crate::language::{Cue, Language, Sort, Word};
use crate::reading::besides::Besides;
use crate::reading::lattice::{Edge, Lattice, Role};
use crate::reading::said::{Said, Statement, Subject};
use crate::reading::search::Reading;
use crate::tokens::Token;

/// If one word in this many means nothing, names that are not plain do not count either.
const NOISE_SHARE_MAX: usize = 3;
/// With so many words that mean nothing here, food was only talked about.
const NOISE_MIN: usize = 5;
/// With more other words around it, something that is not on the menu was not ordered.
const TOLD_WORDS_MAX: usize = 3;

/// What was said, or what is said besides if that explains the words better: "can you say that again" is no order.
/// With its highest confidence.
pub(crate) fn meant(
    language: &Language,
    tokens: &[Token],
    lattice: &Lattice,
    reading: &Reading,
    said: Said,
) -> (Said, f64) {
    let edges = || reading.steps.iter().map(|step| &lattice.edges[step.edge]);
    let mut said = said;
    if edges().rev().find(|edge| names(edge) || waits(edge)).is_some_and(names) {
        said.cues.retain(|cue| *cue != Cue::Act(ActKind::NeedsTime));
    }
    let plain = said.noise == 0 && said.cues.is_empty();
    let clears = said.statements.iter().any(|said| matches!(said, Statement::Clear));
    if clears || plain && edges().any(names) {
        return (said, 1.0);
    }
    // "sorry, um, what's good here": manners around a question are no greeting.
    let manners = |cue: &Cue| matches!(cue, Cue::Act(ActKind::SmallTalk) | Cue::BackChannel { .. });
    if said.noise == 0 && said.asks && said.cues.iter().all(manners) {
        return (said, 1.0);
    }
    // "sorry, what?": every word was read as such.
    if said.noise == 0 && said.has(ActKind::Repeat) && said.statements.is_empty() && said.strange.is_empty() {
        return (said, 1.0);
    }
    let besides = Besides::hear(language, tokens);
    if edges().any(|edge| names(edge) && !besides.covers(edge.start, edge.end)) {
        return (said, 1.0);
    }
    let orders = !said.statements.is_empty()
        || !said.strange.is_empty()
        || said.asks
        || said.number.is_some()
        || said.ordinal.is_some();
    let words = edges().filter(|edge| orders_or_asks(&edge.role)).map(|edge| edge.end - edge.start).sum();
    let strange = !said.strange.is_empty() || edges().any(|edge| edge.sure < 1.0);
    if !orders || besides.outweighs(words, strange) { (besides.said(), besides.sure) } else { (said, 1.0) }
}

/// Whether anything of the menu is plainly named.
pub(crate) fn names_something(lattice: &Lattice, reading: &Reading) -> bool {
    reading.steps.iter().any(|step| names(&lattice.edges[step.edge]))
}

/// Whether something of the menu is denied: "no fries".
pub(crate) fn denies_something(lattice: &Lattice, reading: &Reading) -> bool {
    reading.steps.windows(2).any(|pair| {
        let [no, named] = pair else { return false };
        lattice.edges[no.edge].role == Role::Word(Word::Negation) && names(&lattice.edges[named.edge])
    })
}

/// Whether a run asks for time. That is over when something is ordered after it: "let me think, okay, a coke".
fn waits(edge: &Edge) -> bool {
    edge.role == Role::Word(Word::Cue(Cue::Act(ActKind::NeedsTime)))
}

/// Whether a run is plainly something of the menu.
fn names(edge: &Edge) -> bool {
    let of_the_menu = match edge.role {
        Role::Entry { .. }
        | Role::Modifier(_)
        | Role::Size(_)
        | Role::Category(_)
        | Role::Group(_)
        | Role::NoSuchNumber => true,
        Role::Amount(_) | Role::Number(_) | Role::Word(_) | Role::Again | Role::Unknown | Role::Term(_) => {
            false
        }
    };
    of_the_menu && edge.sure >= 1.0
}

/// Whether a run says what is to be done to the order, or asks something.
fn orders_or_asks(role: &Role) -> bool {
    match role {
        Role::Word(word) => matches!(
            word,
            Word::Topic(_)
                | Word::Remove
                | Word::Take
                | Word::Off
                | Word::Make
                | Word::Swap
                | Word::Clear
                | Word::Same
                | Word::Another
                | Word::All
                | Word::Both
                | Word::Pronoun
                | Word::Ordinal(_)
                | Word::Negation
                | Word::Plain
                | Word::Combo
        ),
        Role::Amount(_) | Role::Number(_) => true,
        _ => false,
    }
}

/// Whether what sounds like an order is only a few words of an utterance about something else.
pub(crate) fn is_far_fetched(tokens: &[Token], lattice: &Lattice, reading: &Reading, said: &Said) -> bool {
    let plain = reading.steps.iter().any(|step| {
        let edge = &lattice.edges[step.edge];
        let named = match edge.role {
            Role::Entry { called, .. } => !called.is_part(),
            Role::Modifier(_) => true,
            _ => false,
        };
        named && edge.sure >= 1.0 || edge.role == Role::Term(Sort::Food) && !said.strange.is_empty()
    });
    let strange: usize = said.strange.iter().map(|(text, _)| text.split(' ').count()).sum();
    !plain
        && !asks_for_food(lattice, reading)
        && (said.noise + strange) * NOISE_SHARE_MAX >= tokens.len()
        && said.noise > 0
}

/// Whether so many words mean nothing here that the rest is not meant for a lane either: "coffee keeps me awake at
/// night". An explicit request allows more of them.
pub(crate) fn is_lost(
    language: &Language,
    tokens: &[Token],
    lattice: &Lattice,
    reading: &Reading,
    said: &Said,
) -> bool {
    let asks_for = said.statements.iter().any(|statement| match statement {
        Statement::Add(draft) => draft.asked_for,
        Statement::Change(change) => change.subject != Subject::Referent || !change.only_picks(),
        Statement::Remove { .. } | Statement::Clear => true,
        Statement::Nothing => false,
    });
    let please = Word::Cue(Cue::YesAlone);
    if tokens.iter().any(|token| language.roles_by(token.id).contains(&please)) {
        return false;
    }
    if asks_for_food(lattice, reading) && said.noise < NOISE_MIN {
        return false;
    }
    let strange: usize = said.strange.iter().map(|(text, _)| text.split(' ').count()).sum();
    let only_strange = said.statements.is_empty() && !said.asks && strange > 0;
    if only_strange && is_of_other_things(lattice, reading, strange) {
        return true;
    }
    if asks_for {
        said.noise >= 3 && said.noise * 2 >= tokens.len()
    } else {
        said.noise > 0
            && said.noise + strange >= 2
            && (said.noise + strange) * NOISE_SHARE_MAX >= tokens.len()
    }
}

/// Whether food that the menu does not have is asked for as one asks for what there is: "a double cheeseburger".
fn asks_for_food(lattice: &Lattice, reading: &Reading) -> bool {
    let roles: Vec<&Role> = reading.steps.iter().map(|step| &lattice.edges[step.edge].role).collect();
    let wanted = roles.iter().any(|role| matches!(role, Role::Word(Word::Want | Word::Add)));
    roles.iter().enumerate().any(|(at, role)| {
        let mut before = roles[..at].iter().rev();
        let counted = before.next().is_none_or(|before| {
            matches!(before, Role::Number(_) | Role::Size(_) | Role::Word(Word::Article | Word::And))
        });
        **role == Role::Term(Sort::Food) && (wanted || counted)
    })
}

/// Whether the strange words are not a request but a story: "there are two hundred emails in my inbox".
fn is_of_other_things(lattice: &Lattice, reading: &Reading, strange: usize) -> bool {
    let mut words = 0;
    for edge in reading.steps.iter().map(|step| &lattice.edges[step.edge]) {
        match edge.role {
            Role::Word(Word::Want | Word::Add | Word::Cue(_)) => return false,
            Role::Number(_) | Role::Word(Word::Article | Word::And | Word::Or | Word::With) => {}
            _ => words += edge.end - edge.start,
        }
    }
    words.saturating_sub(strange) > TOLD_WORDS_MAX
}
