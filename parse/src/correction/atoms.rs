//! The words of an utterance as atoms: names of the menu, and words that say what they are to an edit. The longest run
//! counts; what a run can mean stays open until the phrase that it stands in is known.

mod named;

use fsm::dialogue::ActKind;
use fsm::ids::SizeId;
use fsm::order::Amount;

use crate::index::{Entry, ModifierAt};
use crate::language::{Cue, Edit, Language, Word};
use crate::reading::lattice::{Called, Edge, Lattice, Role};
use crate::tokens::Token;

/// How sure the words of a name must be.
const SURE_MIN: f64 = 0.75;

/// A run of words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Atom {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether the speaker paused before it.
    pub(super) pause: bool,
    pub(super) name: Name,
    /// How sure the words of the name are, 0 to 1; 1 for what is no name.
    pub(super) sure: f64,
    /// What it does as words of the language.
    pub(super) words: Vec<Word>,
    pub(super) number: Option<u32>,
    pub(crate) amount: Option<Amount>,
    /// Whether it says of whom something is said: "for her".
    pub(super) person: bool,
}

/// What a run of words names on the menu: all that it can be.
#[derive(Clone, Debug, Default)]
pub(crate) struct Name {
    /// Where its words stand.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) entries: Vec<Entry>,
    /// Whether the entries are called by a whole name.
    pub(super) whole: bool,
    /// Whether the entries are what is on the order and has the word in its name: "the burger" of a cheeseburger.
    pub(super) short: bool,
    pub(super) modifiers: Vec<ModifierAt>,
    /// Whether a modifier names the entry, which nothing else can have: "chocolate milk".
    pub(super) by_kind: bool,
    pub(super) sizes: Vec<SizeId>,
    pub(super) category: Option<usize>,
    /// The kinds of choices that are called so, where nothing else is: "the dressing".
    pub(super) groups: Vec<usize>,
}

impl Name {
    fn is_nothing(&self) -> bool {
        self.entries.is_empty()
            && self.modifiers.is_empty()
            && self.sizes.is_empty()
            && self.category.is_none()
    }
}

impl Atom {
    /// Whether it names something of the menu.
    pub(crate) fn names(&self) -> bool {
        !self.name.is_nothing()
    }

    /// Where its words begin.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// Where its words end.
    pub(crate) fn end(&self) -> usize {
        self.end
    }

    /// Whether the speaker paused before it.
    pub(crate) fn pauses(&self) -> bool {
        self.pause
    }

    /// Whether it is one of several by its place: "the second one".
    pub(crate) fn is_a_place(&self) -> bool {
        self.words.iter().any(|word| matches!(word, Word::Ordinal(_)))
    }

    /// How many it says.
    pub(crate) fn number(&self) -> Option<u32> {
        self.number
    }

    /// How many times as much it says.
    pub(crate) fn times(&self) -> Option<u32> {
        self.words.iter().find_map(|word| if let Word::Times(times) = word { Some(*times) } else { None })
    }

    /// Whether it is what a kind of choices is called: "dips".
    pub(crate) fn is_a_group(&self) -> bool {
        !self.name.groups.is_empty()
    }

    /// Whether it says how many.
    pub(crate) fn counts(&self) -> bool {
        self.number.is_some()
    }

    /// Whether it names a size or a choice, and no item.
    pub(crate) fn is_only_a_choice(&self) -> bool {
        (self.sizes() || !self.name.modifiers.is_empty()) && self.name.entries.is_empty()
    }

    /// Whether what follows should not be: "not medium", "instead of the Sprite".
    pub(crate) fn contrasts(&self) -> bool {
        self.edits(Edit::Not) || self.is(Word::InsteadOf)
    }

    /// Whether it says of whom something is said: "hers".
    pub(crate) fn is_a_person(&self) -> bool {
        self.person
    }

    /// Whether it takes back what was said before it.
    pub(crate) fn begins_a_correction(&self) -> bool {
        let no = Word::Cue(Cue::Act(ActKind::No));
        self.is(Word::Correction) || self.is(Word::WeakCorrection) || self.is(no)
    }

    /// Whether it may ask for something, or do something else than fill.
    pub(crate) fn asks(&self) -> bool {
        let acts = |word: &Word| matches!(word, Word::Cue(Cue::Act(_)));
        self.words.iter().any(acts)
            || self.names()
            || self.number.is_some()
            || self.amount.is_some()
            || self.is_unknown()
    }

    /// Whether it names or counts something, or means something else than an edit.
    pub(crate) fn says_more(&self) -> bool {
        self.names() || self.number.is_some() || self.is_unknown()
    }

    pub(crate) fn is(&self, word: Word) -> bool {
        self.words.contains(&word)
    }

    pub(super) fn edits(&self, edit: Edit) -> bool {
        self.is(Word::Edit(edit))
    }

    /// Whether it says nothing of a correction.
    pub(super) fn says_nothing(&self) -> bool {
        let nothing = |word: &Word| match word {
            Word::Cue(cue) => matches!(
                cue,
                Cue::WeakYes
                    | Cue::YesAlone
                    | Cue::RepeatAlone
                    | Cue::BackChannel { .. }
                    | Cue::Act(ActKind::SmallTalk | ActKind::Yes | ActKind::NotRight)
            ),
            word => matches!(
                word,
                Word::Filler
                    | Word::Common
                    | Word::Unit
                    | Word::Some
                    | Word::Sized
                    | Word::To
                    | Word::Edit(_)
            ),
        };
        self.words.iter().any(nothing) && !self.edits(Edit::Somebody)
    }

    /// Whether it is neither of the menu nor of the words round an order.
    pub(super) fn is_unknown(&self) -> bool {
        !self.names()
            && self.name.groups.is_empty()
            && !self.person
            && self.number.is_none()
            && self.amount.is_none()
            && self.words.iter().all(|word| matches!(word, Word::Common | Word::Edit(Edit::Somebody)))
    }
}

/// The atoms of an utterance.
pub(crate) fn atoms(language: &Language, tokens: &[Token], lattice: &Lattice) -> Vec<Atom> {
    let mut atoms = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let atom = atom(language, tokens, lattice, at);
        at = atom.end;
        atoms.push(atom);
    }
    name_persons(tokens, &mut atoms);
    atoms
}

/// Takes what nobody knows for a person's name where it wants or is something, and wherever it is said again: "Jonah wants
/// juice, not milk. Jonah's the nuggets".
fn name_persons(tokens: &[Token], atoms: &mut [Atom]) {
    let word = |atom: &Atom| tokens[atom.start].fold.clone();
    let acts =
        |verb: &Atom| !verb.pause && (verb.is(Word::Want) || verb.edits(Edit::Is) || verb.edits(Edit::Says));
    let begins = |at: &usize| {
        // "the same as Dave's having"
        let likened = *at > 0 && atoms[at - 1].edits(Edit::Same);
        (atoms[*at].pause || likened) && atoms[*at].is_unknown() && acts(&atoms[at + 1])
    };
    let names: Vec<String> =
        (0..atoms.len().saturating_sub(1)).filter(begins).map(|at| word(&atoms[at])).collect();
    for atom in atoms.iter_mut().filter(|atom| atom.is_unknown() && names.contains(&word(atom))) {
        atom.person = true;
    }
}

fn atom(language: &Language, tokens: &[Token], lattice: &Lattice, at: usize) -> Atom {
    let edges = || lattice.at(at).iter().filter(|edge| edge.end > at && !begins_later(lattice, edge));
    let named =
        edges().filter(|edge| of_the_menu(&edge.role) && edge.sure >= SURE_MIN).map(|edge| edge.end).max();
    let (edit, said) = edit(language, tokens, at);
    let edit = edit.filter(|end| !cuts_a_name(lattice, at, *end));
    let of_language =
        |role: &Role| matches!(role, Role::Word(_) | Role::Number(_) | Role::Amount(_) | Role::NoSuchNumber);
    // A word that only fills counts beside others as part of a longer phrase: "for my kid".
    let little = |edge: &&Edge| {
        let fills = matches!(edge.role, Role::Word(Word::Filler | Word::Common));
        fills && (edge.end == at + 1 || leads_to_all(language, tokens, edge.end))
    };
    // "fries and no mustard on the hot dog": what is joined is not denied of the fries
    let joins = |edge: &&Edge| {
        let and = language.roles_by(tokens[at].id).contains(&Word::And);
        and && edge.end > at + 1 && edge.role == Role::Word(Word::Negation)
    };
    let worded = || {
        let words = edges().filter(|edge| of_language(&edge.role) && !cuts_a_name(lattice, at, edge.end));
        words.filter(|edge| !joins(edge))
    };
    let filled = worded().map(|edge| edge.end).max();
    let worded = worded().filter(|edge| !little(edge)).map(|edge| edge.end).max();
    let end = match (named, edit.into_iter().chain(worded).max()) {
        (Some(named), Some(word)) => named.max(word),
        (named, word) => named.or(word).or(filled).unwrap_or(at + 1),
    };
    let names = edges().filter(|edge| edge.end == end && of_the_menu(&edge.role));
    let sure = names.map(|edge| edge.sure).reduce(f64::max).unwrap_or(1.0);
    let mut atom = Atom { start: at, end, pause: tokens[at].pause || at == 0, sure, ..Atom::default() };
    (atom.name.start, atom.name.end) = (at, end);
    let mut parts = Vec::new();
    for edge in edges().filter(|edge| edge.end == end) {
        match &edge.role {
            Role::Entry { entries, called, by } if edge.sure >= SURE_MIN => {
                let whole = !called.is_part() && *called != Called::Kind;
                atom.name.by_kind |= *called == Called::Kind && !by.is_empty();
                if whole && !atom.name.whole {
                    atom.name.entries.clear();
                }
                if whole || !atom.name.whole {
                    atom.name.entries.extend(
                        entries
                            .iter()
                            .copied()
                            .filter(|entry| !atom.name.entries.contains(entry))
                            .collect::<Vec<_>>(),
                    );
                    atom.name.whole |= whole;
                }
            }
            Role::Modifier(modifiers) if edge.sure >= SURE_MIN => {
                let named = if edge.part { &mut parts } else { &mut atom.name.modifiers };
                named.extend(modifiers.iter().copied());
            }
            Role::Size(sizes) => atom.name.sizes.extend(sizes.iter().cloned()),
            Role::Category(category) => atom.name.category = Some(*category),
            Role::Group(group) => atom.name.groups.push(*group),
            Role::Number(number) => atom.number = Some(*number),
            Role::Amount(amount) => atom.amount = Some(*amount),
            Role::Word(word) => atom.words.push(*word),
            Role::Entry { .. }
            | Role::Modifier(_)
            | Role::NoSuchNumber
            | Role::Again
            | Role::Unknown
            | Role::Term(_) => {}
        }
    }
    if atom.name.modifiers.is_empty() && atom.name.sizes.is_empty() && atom.name.groups.is_empty() {
        atom.name.modifiers = parts;
    }
    if edit == Some(end) {
        atom.person = said.iter().any(|edit| matches!(edit, Edit::Person(_) | Edit::Named(_)));
        atom.words.extend(said.into_iter().map(Word::Edit));
    }
    if atom.person && atom.sure < 1.0 {
        // "mine" is no misheard name
        (atom.name, atom.sure) = (Name { start: at, end, ..Name::default() }, 1.0);
    }
    if atom.is(Word::Negation) || atom.edits(Edit::Without) {
        atom.amount = Some(Amount::No);
    }
    atom
}

/// Whether words that only fill end with all of what comes: "in all" of "in all three".
fn leads_to_all(language: &Language, tokens: &[Token], end: usize) -> bool {
    let of_them = |next: &Token| language.roles_by(next.id).contains(&Word::Of);
    let goes_on = tokens.get(end).is_some_and(|next| !next.pause && !of_them(next));
    goes_on && language.roles_by(tokens[end - 1].id).contains(&Word::All)
}

/// Whether words end within a name of the menu that begins among them: "the kids" of "the kids meal".
fn cuts_a_name(lattice: &Lattice, start: usize, end: usize) -> bool {
    (start + 1..end).any(|at| {
        let mut names = lattice.at(at).iter().filter(|edge| of_the_menu(&edge.role) && edge.sure >= SURE_MIN);
        names.any(|edge| edge.end > end)
    })
}

/// "make all three burgers bacon burgers": whether the thing that words name is named by words that begin within them and go
/// on behind them.
fn begins_later(lattice: &Lattice, edge: &Edge) -> bool {
    let Role::Entry { entries, .. } = &edge.role else { return false };
    let is_same = |next: &Edge| matches!(&next.role, Role::Entry { entries: own, .. } if own == entries);
    let goes_on = |next: &Edge| next.end > edge.end && is_same(next);
    (edge.start + 1..edge.end).any(|at| lattice.at(at).iter().any(goes_on))
}

/// The longest phrase of an edit that begins here.
fn edit(language: &Language, tokens: &[Token], at: usize) -> (Option<usize>, Vec<Edit>) {
    let (mut node, mut found) = (Language::ROOT, (None, Vec::new()));
    for (end, token) in tokens.iter().enumerate().skip(at) {
        if end > at && token.pause {
            break;
        }
        let Some(next) = token.id.and_then(|id| language.step(node, id)) else { break };
        node = next;
        let edits = language
            .roles(node)
            .iter()
            .filter_map(|role| if let Word::Edit(edit) = role { Some(*edit) } else { None });
        let edits: Vec<Edit> = edits.collect();
        if !edits.is_empty() {
            found = (Some(end + 1), edits);
        }
    }
    found
}

fn of_the_menu(role: &Role) -> bool {
    matches!(role, Role::Entry { .. } | Role::Modifier(_) | Role::Size(_) | Role::Category(_))
}
