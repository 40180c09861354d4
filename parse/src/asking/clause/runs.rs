//! What each run of words does in a clause: it names something, says how much, or has a sign.

use fsm::money::Money;
use fsm::query::Select;

use crate::asking::clause::{Clause, Mention, Tag, allergens};
use crate::asking::spans::{Span, is_exact};
use crate::asking::{Cx, hours, names, spans};
use crate::language::{Sign, Word};

impl<'a> Clause<'a> {
    /// Takes the first of the runs, and says how many were taken.
    pub(super) fn take(&mut self, cx: Cx<'_>, rest: &[Span<'a>]) -> Option<usize> {
        let span = &rest[0];
        if let Some(daypart) = hours::daypart(cx, span).filter(|_| self.served_when) {
            self.dayparts.push(daypart);
            return Some(1);
        }
        if !span.is_known() {
            // What no data says is asked in any words.
            return (self.house == Some(Select::Unknown)).then_some(1);
        }
        // "what was I going to say, a hamburger"
        let begins_anew = span.pause && self.mentions.is_empty() && self.asks();
        let article = || cx.language.roles_by(cx.tokens[span.start].id).contains(&Word::Article);
        if begins_anew && (span.number.is_some() || article()) {
            return None;
        }
        if let Some(taken) = self.take_amount(rest) {
            return Some(taken);
        }
        if let Some(place) = span.place
            && self.is_place(cx, rest)
        {
            self.place = Some(place);
            return Some(1 + usize::from(rest.get(1).is_some_and(|next| next.is(&Sign::One))));
        }
        if self.is_name(rest) {
            self.name(span);
            return Some(1);
        }
        if span.signs.is_empty() {
            let is_one = span.number == Some(1);
            // "five gyoza is how much"
            let trails = || rest.iter().any(|next| next.is(&Sign::Trails));
            if let Some(number) = span.number.filter(|_| !is_one && (self.asks() || self.goes_on || trails()))
            {
                self.numbers.push((span.end, number));
                return Some(1);
            }
            let of_menu = cx.index.word(&cx.tokens[span.start].fold).is_some();
            if !span.light && !is_one && span.food && !of_menu {
                let is_part = matches!(self.tag, Some(Tag::Has | Tag::Comes));
                (self.strange, self.strange_part) = (self.strange || !is_part, is_part);
            }
            return (span.light || is_one || span.food).then_some(1);
        }
        self.says_more |= spans::says_more(cx, span);
        let mut fits = false;
        for sign in span.signs {
            fits |= self.sign(sign, rest);
        }
        fits.then_some(1)
    }

    /// "the third one", "the third", but not "but first".
    fn is_place(&self, cx: Cx<'_>, rest: &[Span<'_>]) -> bool {
        let before = rest[0].start.checked_sub(1).map(|at| cx.language.roles_by(cx.tokens[at].id));
        let definite = before.is_some_and(|roles| roles.contains(&Word::Definite));
        let names = |next: &Span<'_>| next.phrase.is_some() || next.number.is_some_and(|number| number != 1);
        rest.get(1).map_or(definite, |next| !names(next) && (definite || next.is(&Sign::One)))
    }

    fn name(&mut self, span: &Span<'a>) {
        if !self.asks() && self.mentions.is_empty() {
            self.begins_with_name = true;
        }
        // "without eggs for breakfast": a category is in nothing.
        let sort = span.phrase.is_some_and(|phrase| {
            phrase.category.is_some() && phrase.modifiers.is_empty() && phrase.entries.is_empty()
        });
        let is_sort = sort && allergens(span).is_empty() && self.tag != Some(Tag::Comes);
        let tag = if is_sort { Tag::Base } else { self.tag.unwrap_or(Tag::Base) };
        self.mentions.push(Mention { span: *span, tag });
    }

    /// Whether the first of the runs names something here, whatever else it does.
    fn is_name(&self, rest: &[Span<'_>]) -> bool {
        let span = &rest[0];
        let allergen = span.signs.iter().any(|sign| matches!(sign, Sign::Allergen(_)));
        if allergen || span.combo.is_some() || span.sorts {
            return true;
        }
        let Some(phrase) = span.phrase else { return false };
        if span.signs.is_empty() {
            return true;
        }
        let describes =
            span.signs.iter().any(|sign| matches!(sign, Sign::Diet(_) | Sign::Hot(_) | Sign::Caffeine(_)));
        if describes {
            let is_item = !phrase.entries.is_empty();
            let of_next = rest.get(1).is_some_and(|next| names::is_item(next)) && names::is_modifier(span);
            let served = self.served && !self.which && !self.any && names::is_modifier(span);
            return is_item || of_next || served || self.tag == Some(Tag::With) && names::is_modifier(span);
        }
        let frames =
            span.signs.iter().any(|sign| !matches!(sign, Sign::Way(_) | Sign::Extra(_) | Sign::Light));
        is_exact(phrase) && (!frames || span.end - span.start > 1 || is_thing(span))
    }

    /// "under three dollars", "500 calories".
    fn take_amount(&mut self, rest: &[Span<'a>]) -> Option<usize> {
        let span = &rest[0];
        if bounds(span) {
            let number_follows = rest[1..].iter().find(|next| !next.light || next.number.is_some());
            if number_follows.is_some_and(|next| next.number.is_some()) {
                (self.bound, self.is_below) = (Some(!span.is(&Sign::AtLeast)), span.is(&Sign::Below));
                return Some(1);
            }
        }
        let number = span.number?;
        let next = rest.get(1);
        let is = |at: usize, sign: &Sign| rest.get(at).is_some_and(|next| next.is(sign));
        if next.is_some_and(|next| next.is(&Sign::Select(Select::Calories))) {
            self.bound.take()?;
            self.calories_max = Some(number);
            return Some(2);
        }
        let (cents, mut taken) = match rest.get(1).and_then(|next| next.number) {
            Some(cents) if (10..100).contains(&cents) || cents == 0 => (cents, 2),
            _ => (0, 1),
        };
        let money = is(taken, &Sign::Money);
        // "I have two fifty, what desserts can I get"
        let is_amount = taken == 2 && cents % 5 == 0 && cents > 0 && !rest.get(2).is_some_and(names::is_item);
        if !money && self.bound.is_none() && !is_amount {
            return None;
        }
        taken += usize::from(money);
        let below = i64::from(self.is_below);
        let amount = Money::from_hundredths(i64::from(number) * 100 + i64::from(cents) - below);
        self.price = Some((self.bound.take().unwrap_or(true), amount));
        Some(taken)
    }
}

/// Whether an amount that follows is too much, or enough.
fn bounds(span: &Span<'_>) -> bool {
    span.is(&Sign::AtMost) || span.is(&Sign::Below) || span.is(&Sign::AtLeast)
}

/// Whether a run may name a thing as well as it does something in a question.
fn is_thing(span: &Span<'_>) -> bool {
    span.signs.iter().all(|sign| {
        matches!(
            sign,
            Sign::Things
                | Sign::Combos
                | Sign::Way(_)
                | Sign::Extra(_)
                | Sign::Light
                | Sign::Select(Select::Deals)
        )
    })
}
