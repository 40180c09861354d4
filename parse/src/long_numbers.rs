//! The numbers of cards and phones: in digits, in groups, or said in words. They are nobody's business here, and are hidden
//! before a text is read.

use std::ops::Range;

use crate::language::{Language, Languages, List, Word};
use crate::words::{is_silent, push_plain, words};

/// What stands in a text for a number that is hidden. It is no word.
pub const HIDDEN: &str = "•••";
/// The fewest digits of a number that is hidden whatever it looks like: a phone's has 10 or 11, a card's 13 to 19. Codes of orders
/// have fewer.
const DIGITS_MIN: usize = 10;
/// How many digits a phone number has without its area, and how many of them stand first: "555-1234".
const LOCAL: usize = 7;
const EXCHANGE: usize = 3;
/// How many words before a number may say that it is a code: "my order number is".
const CODE_WORDS: usize = 3;
/// How many words may stand between two digits of one number: "four two, um, dash, four two".
const LINKS_MAX: usize = 2;
/// How many digits the numbers of phones and cards mostly have.
const USUAL: [usize; 4] = [10, 14, 15, 16];
/// How many digits a phone number with a one for its country has.
const PHONE_WITH_COUNTRY: usize = 11;
/// How many pieces behind a number may be a quantity: "twenty five cokes".
const QUANTITY_PIECES_MAX: usize = 2;
/// How many digits each of them has.
const QUANTITY_DIGITS_MAX: usize = 2;

impl Languages {
    /// Where a text has the numbers of cards and phones, said in any of the languages.
    pub fn long_numbers(&self, text: &str) -> Vec<Range<usize>> {
        let mut found: Vec<_> = self.all().flat_map(|language| in_language(language, text)).collect();
        found.sort_by_key(|range| range.start);
        found.dedup_by(|next, kept| {
            let overlaps = next.start < kept.end;
            kept.end = if overlaps { kept.end.max(next.end) } else { kept.end };
            overlaps
        });
        found
    }

    /// A text without the numbers of cards and phones; none if there are none in it.
    pub fn without_long_numbers(&self, text: &str) -> Option<String> {
        let found = self.long_numbers(text);
        let mut hidden = text.to_owned();
        for range in found.iter().rev() {
            hidden.replace_range(range.clone(), HIDDEN);
        }
        (!found.is_empty()).then_some(hidden)
    }
}

/// What a piece of a text is to a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    /// So many digits.
    Digits(usize),
    /// A digit from 1 to 9 in a word, which "forty" takes in.
    One,
    /// A multiple of ten in a word.
    Tens,
    /// "hundred": two zeros of the number in which it stands.
    Hundred,
    /// "double": the next digit so many times.
    Times(usize),
    /// Something that may stand in between.
    Link,
    /// A word that says that a number behind it is a code. It ends one, too.
    Code,
    /// What may be counted, for the language knows nothing else of it. It ends a number, too.
    Thing,
    /// The end of any number.
    Other,
}

/// A number while it is read.
#[derive(Default)]
struct Number {
    start: usize,
    /// For each of its pieces with digits, how many digits it has by then, and where the piece ends.
    ends: Vec<(usize, usize)>,
    links: usize,
    times: usize,
    last: Option<Piece>,
    /// Whether a word shortly before it says that it is a code.
    is_code: bool,
}

fn in_language(language: &Language, text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut number = Number::default();
    let mut words_since_code = CODE_WORDS;
    for (range, piece) in pieces(language, text) {
        if !number.goes_on(range.clone(), piece) {
            let mut number = std::mem::take(&mut number);
            if number.digits() >= LOCAL && matches!(piece, Piece::Other | Piece::Thing | Piece::Code) {
                number.leave_quantity(language, text);
            }
            found.extend(number.hidden(language, text, (piece == Piece::Thing).then_some(range.start)));
        }
        match piece {
            Piece::Code => words_since_code = 0,
            Piece::Other | Piece::Thing | Piece::Link => words_since_code += 1,
            Piece::Digits(_) | Piece::One | Piece::Tens | Piece::Hundred | Piece::Times(_) => {}
        }
        if number.last.is_none() {
            number.is_code = words_since_code < CODE_WORDS;
        }
    }
    found.extend(number.hidden(language, text, None));
    found
}

impl Number {
    /// Takes the next piece; not if the number ends before it.
    fn goes_on(&mut self, range: Range<usize>, piece: Piece) -> bool {
        let is_begun = self.last.is_some();
        let digits = match piece {
            Piece::Digits(digits) => digits,
            Piece::One if self.last == Some(Piece::Tens) => 0,
            Piece::One => 1,
            Piece::Tens => 2,
            Piece::Hundred if is_begun => 2,
            Piece::Times(times) => {
                self.times = times;
                self.begin(range.start, piece);
                return true;
            }
            Piece::Link if is_begun && self.links < LINKS_MAX => {
                self.links += 1;
                return true;
            }
            Piece::Hundred | Piece::Link | Piece::Code | Piece::Thing | Piece::Other => return false,
        };
        self.begin(range.start, piece);
        let digits = self.digits() + digits * std::mem::take(&mut self.times).max(1);
        self.ends.push((digits, range.end));
        self.links = 0;
        true
    }

    fn begin(&mut self, start: usize, piece: Piece) {
        if self.last.replace(piece).is_none() {
            self.start = start;
        }
    }

    fn digits(&self) -> usize {
        self.ends.last().map_or(0, |(digits, _)| *digits)
    }

    /// Leaves off what is the quantity of the word behind it: the "two" of "4242 4242 4242 4242 two cokes".
    fn leave_quantity(&mut self, language: &Language, text: &str) {
        let is_local = self.may_be_local(language, text) && self.digits() < DIGITS_MIN;
        let has_country = begins_with_one(language, &text[self.start..]);
        let is_usual = |digits| match is_local {
            true => digits == LOCAL,
            false => USUAL.contains(&digits) || has_country && digits == PHONE_WITH_COUNTRY,
        };
        if self.links > 0 || is_usual(self.digits()) {
            return;
        }
        for pieces in 1..=QUANTITY_PIECES_MAX {
            let Some(rest) = self.ends.len().checked_sub(pieces) else { return };
            let before = self.ends[..rest].last().map_or(0, |(digits, _)| *digits);
            if self.ends[rest].0 - before > QUANTITY_DIGITS_MAX {
                return;
            }
            if is_usual(before) {
                return self.ends.truncate(rest);
            }
        }
    }

    /// Where it stands, if it is hidden: it is long, or a phone's without its area. Seven digits in one run are no phone's where
    /// they count the `thing` behind them.
    fn hidden(&self, language: &Language, text: &str, thing: Option<usize>) -> Option<Range<usize>> {
        let (digits, end) = *self.ends.last()?;
        let counts = |thing: usize| self.ends.len() == 1 && text[end..thing].trim().is_empty();
        let is_local = digits == LOCAL && self.may_be_local(language, text) && !thing.is_some_and(counts);
        (digits >= DIGITS_MIN || is_local).then_some(self.start..end)
    }

    /// Whether its first seven digits may be a phone's: they do not begin with a zero or a one, and the first three stand by
    /// themselves or all in one run.
    fn may_be_local(&self, language: &Language, text: &str) -> bool {
        let is_grouped = self.ends.iter().any(|(digits, _)| *digits == EXCHANGE);
        let is_run = self.ends.first().is_some_and(|(digits, _)| *digits == LOCAL);
        (is_grouped || is_run) && !self.is_code && !begins_with_zero_or_one(language, &text[self.start..])
    }
}

/// Whether a text begins with a one, as a phone number with its country does.
fn begins_with_one(language: &Language, text: &str) -> bool {
    words(text).first().is_some_and(|word| language.fold(word).starts_with('1'))
}

/// Whether a text begins with a digit with which no phone number without its area does.
fn begins_with_zero_or_one(language: &Language, text: &str) -> bool {
    words(text).first().is_some_and(|word| {
        let fold = language.fold(word);
        fold.starts_with(['0', '1']) || language.lexicon().lists(List::Zero, &fold)
    })
}

/// A text as runs of digits and words.
fn pieces(language: &Language, text: &str) -> Vec<(Range<usize>, Piece)> {
    let mut pieces = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((start, first)) = rest.next() {
        if !first.is_alphanumeric() {
            continue;
        }
        let is_number = first.is_numeric();
        let (mut word, mut end) = (String::new(), start + first.len_utf8());
        push_plain(&mut word, first);
        let belongs = |char: char| match is_number {
            true => char.is_numeric(),
            false => is_silent(char) || char.is_alphanumeric() && !char.is_numeric(),
        };
        while let Some((at, char)) = rest.next_if(|(_, char)| belongs(*char)) {
            end = at + char.len_utf8();
            if !is_silent(char) {
                push_plain(&mut word, char);
            }
        }
        let digits = text[start..end].chars().count();
        pieces.push((start..end, if is_number { Piece::Digits(digits) } else { piece(language, &word) }));
    }
    pieces
}

/// What a word is to a number.
fn piece(language: &Language, word: &str) -> Piece {
    let word = language.same(word);
    let of_role = |role: &Word| match role {
        Word::Number(0) => Some(Piece::Digits(1)),
        Word::Number(1..=9) => Some(Piece::One),
        Word::Number(10..=19) => Some(Piece::Digits(2)),
        Word::Number(20..=90) => Some(Piece::Tens),
        Word::Scale(100) => Some(Piece::Hundred),
        Word::Times(times) => usize::try_from(*times).ok().map(Piece::Times),
        _ => None,
    };
    if let Some(piece) = language.roles_of(word).iter().find_map(of_role) {
        return piece;
    }
    let fold = language.fold(word);
    let is_listed = |list| language.lexicon().lists(list, &fold);
    if is_listed(List::Zero) {
        Piece::Digits(1)
    } else if is_listed(List::Dash) || language.id(word).is_some_and(|id| language.is_between(id)) {
        Piece::Link
    } else if is_listed(List::Code) {
        Piece::Code
    } else if language.id(word).is_none() {
        Piece::Thing
    } else {
        Piece::Other
    }
}
