//! One more for somebody: "and one for him", "she'll take one with oat milk".

use fsm::order::{Amount, NewLine, Op};

use crate::correction::phrase::Phrase;
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;
use crate::language::Word;
use crate::tokens::Token;

impl Scene<'_> {
    /// "and one for him", "and one with oat milk", "she wants one with bacon": another like what was mentioned last.
    pub(in crate::correction) fn one_too(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.phrases()?;
        let only_counts = |phrase: &Phrase| Phrase { number: None, ..phrase.clone() }.is_empty();
        let phrase = match phrases.as_slice() {
            [phrase] => (*phrase).clone(),
            // "she wants one too, with whipped cream"
            [count, how] if only_counts(count) && how.describes() && how.number.is_none() => {
                // "Mia will have one too, but with tomato on it"
                let of = how.of.clone().filter(|of| !of.pronoun || of.says_what());
                Phrase { number: count.number, definite: false, start: count.start, of, ..(*how).clone() }
            }
            _ => return None,
        };
        let phrase = &phrase;
        let quantity = phrase.number.filter(|number| *number > 0)?;
        let only_number = only_counts(phrase);
        let too = (shape.person || shape.adds) && !shape.sorry && !shape.just && !shape.insists;
        let line = self.last_with_denied(&[phrase]).or_else(|| self.last()).filter(|_| too)?;
        let again = NewLine { quantity, ..NewLine::again(line) };
        if only_number {
            return (shape.adds && shape.person).then_some(Op::Add(again));
        }
        // "my sister wants one with jalapenos"
        let counts = !phrase.share && !phrase.definite && !phrase.other && phrase.of.is_none();
        // "and two sugars" counts the sugars.
        let tells = self.says_with(phrase);
        let asks = shape.wants || shape.adds && tells || self.last_with_denied(&[phrase]).is_some();
        let another = asks && line.quantity == 1 && counts && phrase.item.is_none();
        let op = self.with_difference(again, &[phrase]).filter(|_| another && phrase.describes())?;
        Some(Op::Add(op))
    }

    /// Whether "with" or a denial stands within a phrase: "one with oat milk", "one without ice".
    fn says_with(&self, phrase: &Phrase) -> bool {
        let language = self.cx.index.language();
        let with = |token: &Token| language.roles_by(token.id).contains(&Word::With);
        let denies = phrase.picks.iter().any(|(_, amount, _)| *amount == Amount::No);
        denies || self.tokens[phrase.start..phrase.end].iter().any(with)
    }
}
