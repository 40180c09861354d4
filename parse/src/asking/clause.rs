//! One clause: what its words say of a question, run by run. What that makes together is for [`query`].

mod retag;
mod signs;

use fsm::ids::DayPartId;
use fsm::menu::{Allergen, Diet, Topic};
use fsm::money::Money;
use fsm::query::{Day, OrderBy, Select};

use crate::asking::names;
use crate::asking::spans::{Span, is_exact};
use crate::asking::{Asked, Cx, allergies, clauses, hours, house, query};
use crate::language::{Sign, Word};

/// How something that is named belongs to the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    /// It is what is asked about.
    Base,
    /// It goes with what is asked about: "the burger with bacon".
    With,
    /// It is asked whether it is on it: "come with".
    Comes,
    /// It is asked whether it is in it.
    Has,
    /// It should not be in it.
    Without,
    /// Somebody must not eat it.
    Free,
}

/// Something that is named.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mention<'a> {
    pub(crate) span: Span<'a>,
    pub(crate) tag: Tag,
}

/// What the words of a clause say.
#[derive(Debug, Default)]
pub(crate) struct Clause<'a> {
    pub(crate) select: Option<Select>,
    /// What is asked of the order, or of the house.
    pub(crate) order: Option<Select>,
    pub(crate) house: Option<Select>,
    pub(crate) mentions: Vec<Mention<'a>>,
    pub(crate) diets: Vec<Diet>,
    pub(crate) hot: Option<bool>,
    pub(crate) caffeine: Option<bool>,
    pub(crate) first: Option<OrderBy>,
    /// Not more than that, or not less.
    pub(crate) price: Option<(bool, Money)>,
    pub(crate) calories_max: Option<u32>,
    pub(crate) which: bool,
    pub(crate) kinds: bool,
    pub(crate) can_eat: bool,
    pub(crate) any: bool,
    pub(crate) served: bool,
    /// Whether it is asked when something is served.
    pub(crate) served_when: bool,
    /// The parts of the day of which that is asked: "when does lunch start".
    pub(crate) dayparts: Vec<DayPartId>,
    pub(crate) has_verb: bool,
    /// Whether something is said to be in what was spoken of: "in it".
    pub(crate) in_last: bool,
    pub(crate) whether: bool,
    /// How much had been named before the verb that asks.
    before: usize,
    pub(crate) what_is: bool,
    pub(crate) things: bool,
    pub(crate) combos: bool,
    pub(crate) leads_if: bool,
    pub(crate) supposes: bool,
    /// Whether what is asked stands behind what it is asked of.
    pub(crate) trails: bool,
    pub(crate) one: bool,
    pub(crate) last: bool,
    pub(crate) place: Option<u32>,
    pub(crate) more: bool,
    pub(crate) as_to: bool,
    /// Whether it begins as what goes on from a question: "and ten".
    pub(crate) goes_on: bool,
    pub(crate) orders: bool,
    /// Whether it asks for something on something, or for something that is made so.
    pub(crate) may: bool,
    pub(crate) make: bool,
    pub(crate) still: bool,
    /// Whether it is said as a claim, and asked whether it holds.
    pub(crate) confirms: bool,
    /// Whether it is asked how much more is to be paid.
    pub(crate) upcharge: bool,
    pub(crate) safe: bool,
    pub(crate) allergic: bool,
    pub(crate) avoids: bool,
    pub(crate) condition: bool,
    pub(crate) person: bool,
    /// Whether it names food that the menu does not have.
    pub(crate) strange: bool,
    pub(crate) strange_part: bool,
    /// Whether something is said to be on what is named next: "bacon on a hamburger".
    pub(crate) on_something: bool,
    pub(crate) on_it: bool,
    /// How often something is said to be in something.
    pub(crate) ins: usize,
    /// How many were named to be on something before anything was asked: "peanut butter on the bagel, any nuts".
    topic_with: usize,
    /// Where what comes first is asked.
    pub(crate) first_at: usize,
    /// Numbers, each with where it is.
    pub(crate) numbers: Vec<(usize, u32)>,
    pub(crate) quality: bool,
    /// Whether everything so far only leads to a question.
    only_leads: bool,
    /// The first word, and the end of the last.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The first word that is more than a lead.
    pub(crate) said_from: usize,
    /// How much had been named where a condition began.
    condition_at: Option<usize>,
    pub(crate) without: bool,
    pub(crate) days: Vec<Day>,
    /// Whether the whole week is asked about.
    pub(crate) week: bool,
    pub(crate) ways: Vec<String>,
    pub(crate) extras: Vec<String>,
    /// Whether the first thing that is said is no word of a question.
    pub(crate) begins_with_name: bool,
    tag: Option<Tag>,
    /// The end of what says how the next thing belongs to the question.
    tag_end: usize,
    /// Whether the next amount is too much, or enough.
    bound: Option<bool>,
}

/// Reads a clause as a question, if it is one for sure.
pub(crate) fn read(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Asked> {
    read_clause(cx, &Clause::of(cx, spans)?)
}

/// Reads "can I have the shake" as a question whether it is safe.
pub(crate) fn read_safe(cx: Cx<'_>, spans: &[Span<'_>], allergens: &[Allergen]) -> Option<Asked> {
    let mut clause = Clause::of(cx, spans)?;
    (clause.orders, clause.may, clause.make) = (false, false, false);
    (clause.safe, clause.whether) = (true, true);
    let mut asked = read_clause(cx, &clause)?;
    allergies::settle(&mut asked, allergens);
    Some(asked)
}

fn read_clause(cx: Cx<'_>, clause: &Clause<'_>) -> Option<Asked> {
    let asked = house::read(cx, clause).or_else(|| query::read(cx, clause))?;
    let avoided = clause.tagged(&[Tag::Free]).flat_map(|mention| allergens(&mention.span));
    let tells = clause.person && (clause.allergic || clause.avoids);
    let of_avoided = asked.query.select == Select::Whether && asked.topic.is_none() && is_no_food(clause);
    let topic = if of_avoided { Some(Topic::Allergens) } else { asked.topic };
    Some(Asked { topic, tells: avoided.filter(|_| tells).collect(), ..asked })
}

impl<'a> Clause<'a> {
    /// What the runs say; none if one of them is of no question.
    pub(crate) fn of(cx: Cx<'_>, spans: &[Span<'a>]) -> Option<Self> {
        let (first, last) = (spans.first()?, spans.last()?);
        let mut clause = Self {
            only_leads: true,
            start: first.start,
            said_from: first.start,
            end: last.end,
            ..Self::default()
        };
        let mut at = 0;
        while at < spans.len() {
            if clause.ends_at(&spans[at..]) {
                return None;
            }
            let span = &spans[at];
            // "that's it, what's my total": what is said before is something else.
            let says_nothing =
                clause.mentions.is_empty() && clause.place.is_none() && clause.diets.is_empty();
            let is_apart = !clause.asks() && says_nothing && !clause.only_leads;
            if span.pause && is_apart {
                return None;
            }
            at += clause.take(cx, &spans[at..])?;
            if span.signs.iter().any(Sign::tags) {
                clause.tag_end = span.end;
            }
            clause.only_leads &= span.is(&Sign::Lead) || span.is(&Sign::Joins);
            if clause.only_leads {
                clause.said_from = span.end;
            }
        }
        clause.retag();
        // "what does the combo come with"
        let comes = clause.tag == Some(Tag::Comes) && clause.tagged(&[Tag::Comes]).next().is_none();
        let is_bare = clause.diets.is_empty() && clause.hot.is_none() && clause.caffeine.is_none();
        if comes && is_bare && clause.select.is_none() && clause.tagged(&[Tag::Base]).next().is_some() {
            clause.select = Some(Select::Parts);
        }
        Some(clause)
    }

    /// "and how much is": whether another question begins.
    fn ends_at(&self, rest: &[Span<'_>]) -> bool {
        let [first, next, ..] = rest else { return false };
        first.is(&Sign::Joins) && self.asks() && clauses::opens(next)
    }

    fn asks(&self) -> bool {
        self.select.is_some()
            || self.order.is_some()
            || self.house.is_some()
            || self.which
            || self.any
            || self.served
            || self.served_when
            || self.whether
            || self.what_is
            || self.more
            || self.orders
            || self.safe
            || self.leads_if
            || self.supposes
            || self.make
            || self.may
    }

    /// Takes the first of the runs, and says how many were taken.
    fn take(&mut self, cx: Cx<'_>, rest: &[Span<'a>]) -> Option<usize> {
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
            if let Some(number) = span.number.filter(|_| !is_one && (self.asks() || self.goes_on)) {
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
        if span.is(&Sign::AtMost) || span.is(&Sign::AtLeast) {
            let number_follows = rest[1..].iter().find(|next| !next.light || next.number.is_some());
            if number_follows.is_some_and(|next| next.number.is_some()) {
                self.bound = Some(span.is(&Sign::AtMost));
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
        if !money && self.bound.is_none() {
            return None;
        }
        taken += usize::from(money);
        let amount = Money::from_hundredths(i64::from(number) * 100 + i64::from(cents));
        self.price = Some((self.bound.take().unwrap_or(true), amount));
        Some(taken)
    }

    /// Whether something is asked after the verb: "without the butter, is it" asks nothing.
    pub(crate) fn says_what(&self) -> bool {
        let describes = !self.diets.is_empty() || self.hot.is_some() || self.caffeine.is_some() || self.safe;
        let points = self.served && self.last;
        self.mentions.is_empty() || describes || points || self.mentions.len() > self.before
    }

    /// What was named so.
    pub(crate) fn tagged(&self, tags: &[Tag]) -> impl Iterator<Item = &Mention<'a>> {
        let tags = tags.to_vec();
        self.mentions.iter().filter(move |mention| tags.contains(&mention.tag))
    }
}

/// "dairy", which no menu names as something to eat.
fn is_no_food(clause: &Clause<'_>) -> bool {
    let mut told = clause.tagged(&[Tag::Has, Tag::Comes]);
    told.any(|mention| mention.span.phrase.is_none() && !allergens(&mention.span).is_empty())
}

/// The allergens that a run is a word for.
pub(crate) fn allergens(span: &Span<'_>) -> Vec<Allergen> {
    let known = span.signs.iter().filter_map(|sign| match sign {
        Sign::Allergen(known) => Some(Allergen::Known(*known)),
        _ => None,
    });
    let mut known: Vec<Allergen> = known.collect();
    known.sort_by(|one, other| one.as_str().cmp(other.as_str()));
    known
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
