//! English: every sentence that is said, in one place.

mod answers;
mod house;
mod nouns;
mod times;

use self::nouns::{
    and, bare, capital, count, definite, heads_of, in_general, indefinite, is_plural, number, one_of, or,
    plural, price, singular, spoken,
};
use super::sentence::Sentence;
use super::statements::{Fact, Filling, Fitting, Language, Listing, Prompt, Refused, Statement, Thing};

/// Friendly, short, spoken English.
pub(super) struct English;

impl Language for English {
    fn tell(&self, statement: &Statement<'_>) -> Sentence {
        use Statement as S;
        let text = match statement {
            S::Welcome { place } => format!("Welcome to {place}!"),
            S::Okay => "Okay.".to_owned(),
            S::AlreadySo(listing) if listing.nouns.is_empty() => "That's how I have it.".to_owned(),
            S::AlreadySo(listing) => format!("That's how I have it: {}.", listed(listing)),
            S::Added(listing) => capital(&format!("{}.", listed_tersely(listing))),
            S::Changed(listing) => format!("Okay, that's {}.", listed_tersely(listing)),
            S::TookOff(listing) => {
                let gone: Vec<String> =
                    listing.nouns.iter().map(definite).chain(more(listing.more)).collect();
                format!("I took off {}.", and(&gone))
            }
            S::TookOffAll => "I took everything off.".to_owned(),
            S::LeftOut(words) => format!("I left out the {}.", spoken(words)),
            S::Undone => "I took that back.".to_owned(),
            S::Kept => "Okay, I left it as it was.".to_owned(),
            S::SmallTalk => "Happy to help.".to_owned(),
            S::TakeYourTime => "Take your time. Just tell me when you're ready.".to_owned(),
            S::StillWaiting => "Take your time. I'm here when you're ready.".to_owned(),
            S::OneMoment => "One moment, please.".to_owned(),
            S::StillHere => "I'm still here.".to_owned(),
            S::PullForward => "You can pull forward to the window.".to_owned(),
            S::PayAtWindow => "Please pull forward and pay at the window.".to_owned(),
            S::ThankYou { total } => {
                format!("Thank you! Your total is {}. Please pull forward to the window.", price(total))
            }
            S::RetryPayment => "Okay, let's try the card again.".to_owned(),
            S::AllergyNoted([]) => "I have told the team about the allergy.".to_owned(),
            S::AllergyNoted(allergens) => {
                let names = answers::names_of(&allergens.iter().collect::<Vec<_>>());
                let names: Vec<String> = names.iter().map(|name| singular(name)).collect();
                format!("I have told the team about the {} allergy.", and(&names))
            }
            S::CodeNoted => "A team member will take that at the window.".to_owned(),
            S::TeamMember => "A team member will be right with you.".to_owned(),
            S::Example { first, second } => {
                let words: Vec<String> = [Some(*first), *second].into_iter().flatten().map(one_of).collect();
                format!("You can say, for example, \"{}\".", and(&words))
            }
            S::ExampleOff(noun) => {
                format!("You can say, for example, \"take off {}\".", definite(noun))
            }
            S::SayYesOrNo => "You can say yes or no.".to_owned(),
            S::ReadBack { parts, discounts, total } => {
                let parts: Vec<String> = parts.iter().map(listed).collect();
                let off = discounts.iter().map(|(name, off)| format!(" {name}: {} off.", price(off)));
                let off = off.collect::<String>();
                format!("So that's {}.{off} Your total is {}.", parts.join(". And "), price(total))
            }
            S::NotAllowed(what) => return sorry(&format!("we can't do {}.", refused(what))),
            S::PartStaysInCombo(part, combo) => {
                let (part, combo) = (spoken(part), spoken(combo));
                return sorry(&format!(
                    "we can't leave the {part} off the {combo}, but you can have something else instead."
                ));
            }
            S::NotUnderstood => return sorry("I didn't get that."),
            S::NotSure(words) => return sorry(&format!("I'm not sure what you mean by {words}.")),
            S::NotOnMenu(words) => return sorry(&format!("we don't have {}.", spoken(words))),
            S::NotOnOrder(None) => "I don't see that on your order.".to_owned(),
            S::NotOnOrder(Some(what)) => format!("I don't see {} on your order.", thing(what)),
            S::TooMany(what) => format!("I heard {}. That's more than I can put on one order.", thing(what)),
            S::OutOf(goods) => return sorry(&format!("we're out of {}.", in_general(goods))),
            S::ByRule(reason) => (*reason).to_owned(),
            S::OutOfSize { size, goods } => {
                return sorry(&format!("we're out of {} {}.", spoken(size), in_general(goods)));
            }
            S::ServedThen { goods, times } => {
                return sorry(&format!("we only serve {} {}.", in_general(goods), times::serving(times)));
            }
            S::NothingYet => "I don't have anything yet.".to_owned(),
            S::WouldTakeOff(listing) => {
                let mut gone: Vec<String> = listing.nouns.iter().map(definite).collect();
                gone.extend(more(listing.more));
                format!("That takes off {}.", and(&gone))
            }
            S::WouldClear => "That clears the whole order.".to_owned(),
            S::WouldChangeMuch => "That changes a lot of your order.".to_owned(),
            S::SorryAboutThat => {
                return Sentence { text: "Sorry about that.".to_owned(), unapologetic: Some(String::new()) };
            }
            S::OrderRefused => return sorry("the kitchen can't make the order like that."),
            S::PaymentFailed => "The payment didn't go through.".to_owned(),
        };
        text.into()
    }

    fn several(&self, name: &str) -> String {
        plural(name)
    }

    fn ask(&self, prompt: &Prompt<'_>) -> String {
        use Prompt as P;
        match prompt {
            P::WhatCanIGet => "What can I get for you?".to_owned(),
            P::AnythingElse => "Anything else?".to_owned(),
            P::OfferItem(name) => format!("Would you like {} with that?", one_of(name)),
            P::OfferCombo(name) => format!("Would you like to make that {}?", one_of(name)),
            P::IsThatRight => "Is that right?".to_owned(),
            P::IsItRight(listing) => capital(&format!("{}, is that right?", listed(listing))),
            P::IsThatYes => "Is that a yes?".to_owned(),
            P::IsOrderRight => "Is your order right?".to_owned(),
            P::AreYouSure => "Are you sure?".to_owned(),
            P::StartWith { combos: true } => "Want to start with a drink or a combo?".to_owned(),
            P::StartWith { combos: false } => "What would you like to start with?".to_owned(),
            P::DidYouMean(noun) => format!("Did you mean {}?", definite(noun)),
            P::WhichOne { nouns, others } => {
                let mut choices = heads_of(nouns);
                choices.extend(others.then(|| "something else".to_owned()));
                format!("Which one: {}?", or(&choices))
            }
            P::WhichOf(names) => format!("Which one: {}?", or(&all_spoken(names))),
            P::WhichSize { name, sizes } => {
                format!("What size {}{}?", spoken(name), after_colon(&all_spoken(sizes)))
            }
            P::WhichFromCategory { category, name } => {
                let with = name.map_or_else(|| "it".to_owned(), |name| format!("the {}", spoken(name)));
                format!("What {} would you like with {with}?", singular(category))
            }
            P::WhichFromGroup { group, name, choices } => {
                let choices = after_colon(&all_spoken(choices));
                format!("Which {} for the {}{choices}?", spoken(group), spoken(name))
            }
            P::HowToHave(what) => format!("How would you like the {}?", spoken(what)),
            P::HowMany(None) => "How many would you like?".to_owned(),
            P::HowMany(Some(name)) => format!("How many {} would you like?", plural(&spoken(name))),
            P::WhatWouldYouLike => "What would you like?".to_owned(),
            P::WhatInstead => "What would you like instead?".to_owned(),
            P::Instead(names) => {
                let choices: Vec<String> = names.iter().copied().map(one_of).collect();
                format!("Would you like {} instead?", or(&choices))
            }
            P::WhatToChange => "What would you like to change?".to_owned(),
            P::WhatIsWrong => "What should I change?".to_owned(),
            P::WhatIsWrongWith(noun) => capital(&format!("{}: what should I change?", definite(noun))),
            P::RetryPayment => "Shall we try it again?".to_owned(),
            P::House(text) => (*text).to_owned(),
        }
    }

    fn answer(&self, fact: &Fact<'_>) -> Sentence {
        match fact {
            Fact::House(fact) => house::told(fact),
            Fact::Week(days) => house::week(days),
            Fact::ByRule(reason) => (*reason).to_owned().into(),
            Fact::NotHad(goods) => sorry(&format!("we're out of {} right now.", in_general(goods))),
            fact => answers::answer(fact).into(),
        }
    }
}

fn thing(thing: &Thing<'_>) -> String {
    match thing {
        Thing::Noun(noun) => count(noun),
        Thing::Words(words) => (*words).to_owned(),
    }
}

/// "two cheeseburgers with no pickles and a large Coke".
fn listed(listing: &Listing<'_>) -> String {
    let mut nouns: Vec<String> = listing.nouns.iter().map(indefinite).collect();
    nouns.extend(more(listing.more));
    and(&nouns)
}

/// Like [`listed`], but "two cheeseburgers, no pickles" where nothing else is listed.
fn listed_tersely(listing: &Listing<'_>) -> String {
    match listing.nouns.as_slice() {
        [only] if listing.more == 0 && only.parts.is_empty() => bare(only),
        _ => listed(listing),
    }
}

fn more(items: u32) -> Option<String> {
    match items {
        0 => None,
        1 => Some("one more item".to_owned()),
        _ => Some(format!("{} more items", number(items))),
    }
}

fn all_spoken(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| spoken(name)).collect()
}

fn after_colon(choices: &[String]) -> String {
    if choices.is_empty() { String::new() } else { format!(": {}", or(choices)) }
}

fn filling(filling: &Filling<'_>) -> String {
    match filling {
        Filling::Item(name) => one_of(name),
        Filling::AnyOf(category) => format!("a choice of {}", spoken(category)),
    }
}

fn the_is(item: &str) -> String {
    format!("The {} {}", spoken(item), if is_plural(item) { "are" } else { "is" })
}

/// "ten vanilla syrups on the cappuccino".
fn refused(refused: &Refused<'_>) -> String {
    let name = refused.what.map(spoken);
    let what = match (&name, refused.quantity) {
        (None, _) => "that".to_owned(),
        (Some(name), None) => name.clone(),
        (Some(name), Some(1)) => one_of(name),
        (Some(name), Some(quantity)) => format!("{} {}", number(quantity), plural(name)),
    };
    match refused.place {
        Some(Fitting::On(on)) => format!("{what} on the {}", spoken(on)),
        Some(Fitting::For(on)) => format!("{what} for the {}", spoken(on)),
        None => what,
    }
}

/// A description as a sentence.
fn sentence(words: &str) -> String {
    let words = spoken(words.trim().trim_end_matches(['.', '!']));
    format!("{words}.")
}

/// An apology with what it is for.
fn sorry(what: &str) -> Sentence {
    Sentence { text: format!("Sorry, {what}"), unapologetic: Some(capital(what)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused_is_named_whatever_its_item_is_called() {
        let bacon =
            |quantity| Refused { quantity, what: Some("Bacon"), place: Some(Fitting::On("Corn on the cob")) };
        let said = [Some(2), None].map(|quantity| English.tell(&Statement::NotAllowed(bacon(quantity))).text);
        let expected = ["two bacons", "bacon"]
            .map(|bacon| format!("Sorry, we can't do {bacon} on the corn on the cob."));
        assert_eq!(said, expected);
    }
}
