//! Turns what the machine decided into statements and a question.

mod changes;

use fsm::dialogue::Act;
use fsm::ids::ItemId;
use fsm::machine::{EventKind, Handoff, Offer, QuestionKind, Speech, StateKind};
use fsm::menu::{Item, Menu};
use fsm::order::{About, LineView, Misfit, Op};

use super::reply::Reply;
use super::statements::{Prompt, Statement};
use super::{facts, questions, things};
use crate::{Wording, of_locale};

/// How many lines of an order one sentence reads back.
const LINES_OF_PART_MAX: usize = 6;
/// How many characters of a customer's own words are said back.
const WORDS_CHARS_MAX: usize = 60;

/// The reply to a turn. No speech at all is an acknowledgement.
pub(super) fn reply(speech: &[&Speech], wording: &Wording<'_>) -> Reply {
    let reply = Reply::new(of_locale(&wording.menu.locale));
    let mut composer =
        Composer { wording, speech, reply, is_complete: false, has_named_the_questioned: false };
    if speech.is_empty() {
        composer.acknowledge_in_silence();
    }
    // What went is named, whatever else is said.
    let tells_changes = |part: &&&Speech| matches!(part, Speech::Changes | Speech::Undone);
    if !speech.iter().any(|part| tells_changes(&part)) {
        composer.tell_removed();
    }
    for part in speech {
        composer.say(part);
    }
    composer.close();
    composer.reply
}

struct Composer<'a> {
    wording: &'a Wording<'a>,
    speech: &'a [&'a Speech],
    reply: Reply,
    /// Whether the reply ends with words that were taken as they are.
    is_complete: bool,
    /// Whether the only line that was told is the one that a question is about.
    has_named_the_questioned: bool,
}

impl Composer<'_> {
    fn say(&mut self, part: &Speech) {
        let Wording { turn, menu, greeting, last_said, .. } = *self.wording;
        match part {
            Speech::Greet(None) if greeting.trim().is_empty() => {
                self.reply.tell(&Statement::Welcome { place: &menu.name });
            }
            Speech::Greet(words) => {
                self.reply.tell_as_is(words.as_deref().unwrap_or(greeting).to_owned());
                self.is_complete = true;
            }
            Speech::Changes => self.tell_changes(),
            Speech::Undone => {
                self.reply.tell(&Statement::Undone);
                self.tell_changes();
            }
            Speech::Acknowledge => self.acknowledge(),
            Speech::SmallTalk => self.reply.tell(&Statement::SmallTalk),
            Speech::TakeYourTime => self.reply.tell(&Statement::TakeYourTime),
            Speech::LeftOut(about) => self.tell_left_out(about),
            Speech::Kept => self.reply.tell(&Statement::Kept),
            Speech::Refuse(Misfit::Words(words)) => {
                self.reply.tell(&Statement::NotAllowed(things::in_words(&own_words(words), menu)));
            }
            Speech::Refuse(misfit) => self.reply.tell(&things::refusal(misfit, menu)),
            Speech::Ask(about) => self.ask(about.as_ref()),
            Speech::Summarize => self.read_back(),
            Speech::Answer(answer) => {
                for fact in facts::named(answer, &turn.order, menu) {
                    self.reply.answer(&fact);
                }
            }
            Speech::Nudge => self.nudge(),
            Speech::Hint(_) if turn.state == StateKind::Closing => {
                self.reply.tell(&Statement::NotUnderstood);
                self.reply.tell(&Statement::PullForward);
            }
            Speech::Hint(asked) => {
                self.reply.tell(&Statement::NotUnderstood);
                match turn.order.lines.last() {
                    Some(line) if *asked == Some(QuestionKind::WhatIsWrong) => {
                        self.reply.tell(&Statement::ExampleOff(things::of_line(line, menu)));
                    }
                    _ => self.give_example(),
                }
            }
            Speech::RepeatQuestion => self.repeat_question(),
            Speech::AskWhetherYes => self.reply.ask(&Prompt::IsThatYes),
            Speech::RepeatLast => match last_said.filter(|said| !said.trim().is_empty()) {
                Some(said) => {
                    self.reply.tell_as_is(said.to_owned());
                    self.is_complete = said.contains('?');
                }
                None => self.repeat_question(),
            },
            Speech::Close => self.reply.tell(&Statement::ThankYou { total: things::total(&turn.order) }),
            Speech::PaymentRetry => self.reply.tell(&Statement::RetryPayment),
            Speech::Window => self.reply.tell(&Statement::PayAtWindow),
            Speech::AllergyNoted(allergens) => self.reply.tell(&Statement::AllergyNoted(allergens)),
            Speech::CodeNoted => self.reply.tell(&Statement::CodeNoted),
            Speech::OnlyCode => {
                self.reply.tell(&Statement::CodeNoted);
                self.reply.tell(&Statement::PullForward);
                self.is_complete = true;
            }
            Speech::HandOff => self.hand_off(),
            Speech::Sorry => self.reply.tell(&Statement::SorryAboutThat),
        }
    }

    /// Asks the question that the state waits for, unless something was asked already or the lane is handed off.
    fn close(&mut self) {
        let turn = self.wording.turn;
        let is_handed_off = turn.handoff.is_some() || self.says(&Speech::HandOff);
        if is_handed_off || self.is_complete || self.reply.asks() {
            return;
        }
        match turn.state {
            StateKind::Ordering => self.offer_more(),
            StateKind::Clarifying => self.put_question_again(),
            // A yes must not confirm a change that was not named.
            StateKind::Confirming if turn.proposal.is_some() => self.read_back(),
            // A yes must not confirm an order that misses a choice.
            StateKind::Confirming => {
                let missing = self.wording.order.oldest_incomplete();
                let missing = missing.and_then(|line| questions::missing(line, self.wording.menu));
                self.reply.ask(&missing.unwrap_or(Prompt::IsOrderRight));
            }
            StateKind::Idle | StateKind::Thinking | StateKind::Closing => {}
        }
    }

    /// In ordering, "no" means done, because every reply there offers more.
    fn offer_more(&mut self) {
        let Wording { turn, menu, .. } = *self.wording;
        let offered = turn.offer.as_ref().and_then(|offer| match offer {
            Offer::Item(id) => menu.item(id).map(|item| Prompt::OfferItem(&item.name)),
            Offer::Combo(id) => menu.combo(id).map(|combo| Prompt::OfferCombo(&combo.name)),
        });
        let has_lines = !turn.order.lines.is_empty();
        let more = if has_lines { Prompt::AnythingElse } else { Prompt::WhatCanIGet };
        self.reply.ask(&offered.unwrap_or(more));
    }

    fn acknowledge(&mut self) {
        let turn = self.wording.turn;
        match turn.state {
            StateKind::Thinking => self.reply.tell(&Statement::TakeYourTime),
            StateKind::Closing => {
                self.say_why_not();
                self.reply.tell(&Statement::PullForward);
            }
            // The question that closes the reply says enough.
            StateKind::Idle | StateKind::Ordering | StateKind::Clarifying | StateKind::Confirming => {}
        }
    }

    /// A question was dropped, and its line perhaps with it.
    fn acknowledge_in_silence(&mut self) {
        self.tell_removed();
        if self.reply.tells_nothing() || self.wording.turn.state == StateKind::Thinking {
            self.acknowledge();
        }
    }

    /// Why something said in closing is not done: it is off, not had here, or not understood.
    fn say_why_not(&mut self) {
        let Wording { turn, menu, .. } = *self.wording;
        if !has_event(self.wording, EventKind::UtteranceUnclear) {
            return;
        }
        let orders = turn.acts.iter().filter_map(|act| match act {
            Act::Order { ops, unresolved } => Some((ops, unresolved)),
            _ => None,
        });
        for (ops, unresolved) in orders {
            if let Some(part) = unresolved.iter().find(|part| part.reason == fsm::order::Reason::NotOnMenu) {
                return self.reply.tell(&Statement::NotOnMenu(&own_words(&part.text)));
            }
            if let Some(item) = ops.iter().find_map(|op| item_that_is_off(op, menu)) {
                return self.reply.tell(&things::not_had(item, menu));
            }
        }
        if self.reply.tells_nothing() {
            self.reply.tell(&Statement::NotUnderstood);
        }
    }

    /// That somebody comes, and why.
    fn hand_off(&mut self) {
        match self.wording.turn.handoff.map(|handoff| handoff.reason) {
            Some(Handoff::NotUnderstood) => self.reply.tell(&Statement::NotUnderstood),
            Some(Handoff::Upset) => self.reply.tell(&Statement::SorryAboutThat),
            Some(
                Handoff::Customer | Handoff::Crew | Handoff::OverCap | Handoff::Silence | Handoff::HouseRule,
            )
            | None => {}
        }
        self.reply.tell(&Statement::TeamMember);
    }

    fn nudge(&mut self) {
        self.reply.tell(&match self.wording.turn.state {
            StateKind::Thinking => Statement::StillWaiting,
            StateKind::Closing => Statement::PullForward,
            StateKind::Idle | StateKind::Ordering | StateKind::Clarifying | StateKind::Confirming => {
                Statement::StillHere
            }
        });
    }

    /// Two available items, as a customer would order them, of kinds that are not on the order yet where there are such.
    fn give_example(&mut self) {
        let Wording { menu, turn, .. } = *self.wording;
        let has = |line: &LineView, item: &Item| {
            let parts = line.components.iter().map(|part| &part.item).chain([&line.item]);
            parts.filter_map(|id| menu.item(id)).any(|other| other.category == item.category)
        };
        let is_new = |item: &&Item| !turn.order.lines.iter().any(|line| has(line, item));
        let on = || menu.items.iter().filter(|item| item.is_had());
        let is_left = on().any(|item| is_new(&item));
        let mut had = on().filter(|item| !is_left || is_new(item));
        let Some(first) = had.next() else { return self.reply.tell(&Statement::TakeYourTime) };
        let upsell = first
            .upsells
            .iter()
            .rev()
            .filter_map(|id| menu.item(id))
            .find(|item| item.is_had() && is_new(item));
        let second = upsell.or_else(|| had.find(|item| item.category != first.category));
        let second = second.map(|item| item.name.as_str());
        self.reply.tell(&Statement::Example { first: &first.name, second });
    }

    fn tell_left_out(&mut self, about: &About) {
        let menu = self.wording.menu;
        let name = match about {
            About::OverCap { item, .. } | About::Off(item) => menu.item(item).map(|item| item.name.clone()),
            _ => None,
        };
        let words = name.unwrap_or_else(|| words_of(about));
        self.reply.tell(&if words.is_empty() { Statement::Kept } else { Statement::LeftOut(&words) });
    }

    /// Asks the question of the turn.
    fn ask(&mut self, about: Option<&About>) {
        let turn = self.wording.turn;
        let Some(question) = &turn.question else { return };
        let words = about.map(words_of).unwrap_or_default();
        let (statement, prompt) = questions::put(question, about, &words, self.wording);
        if question.kind == QuestionKind::StartOrder && !turn.diffs.is_empty() {
            self.tell_removed();
        } else if let Some(statement) = statement {
            self.reply.tell(&statement);
        }
        self.reply.ask(&match prompt {
            Prompt::WhichFromCategory { category, .. } if self.has_named_the_questioned => {
                Prompt::WhichFromCategory { category, name: None }
            }
            prompt => prompt,
        });
    }

    /// The question of the state, again.
    fn repeat_question(&mut self) {
        if self.wording.turn.acts.contains(&Act::NotRight) {
            self.reply.tell(&Statement::SorryAboutThat);
        } else if [EventKind::UtteranceUnclear, EventKind::StillUnclear]
            .into_iter()
            .any(|event| has_event(self.wording, event))
        {
            self.reply.tell(&Statement::NotUnderstood);
            if self.awaits_yes_or_no() {
                self.reply.tell(&Statement::SayYesOrNo);
            }
        }
        let has_answered = self.speech.iter().any(|part| matches!(part, Speech::Answer(..)));
        match self.wording.turn.state {
            StateKind::Confirming if !has_answered => self.read_back(),
            StateKind::Thinking => self.reply.tell(&Statement::TakeYourTime),
            StateKind::Closing => self.reply.tell(&Statement::PullForward),
            // These close with their question anyway.
            StateKind::Idle | StateKind::Ordering | StateKind::Clarifying | StateKind::Confirming => {}
        }
    }

    /// Whether a yes or a no answers what is asked.
    fn awaits_yes_or_no(&self) -> bool {
        let turn = self.wording.turn;
        match &turn.question {
            Some(question) => match question.kind {
                QuestionKind::ConfirmChange | QuestionKind::PaymentRetry => true,
                QuestionKind::Replacement | QuestionKind::WhichItem => question.candidates.len() == 1,
                QuestionKind::StartOrder
                | QuestionKind::WhichSize
                | QuestionKind::WhichOption
                | QuestionKind::HowMany
                | QuestionKind::WhatElse
                | QuestionKind::WhatIsWrong
                | QuestionKind::House => false,
            },
            None => turn.state == StateKind::Confirming,
        }
    }

    /// The open question, without the apologies that it came with.
    fn put_question_again(&mut self) {
        let Some(question) = &self.wording.turn.question else { return };
        let (statement, prompt) = questions::put(question, None, "", self.wording);
        let names_what_it_is_about =
            matches!(question.kind, QuestionKind::ConfirmChange | QuestionKind::Replacement);
        if let Some(statement) = statement.filter(|_| names_what_it_is_about) {
            self.reply.tell(&statement);
        }
        self.reply.ask(&prompt);
    }

    /// Reads the order back, or the proposed one.
    fn read_back(&mut self) {
        let Wording { turn, menu, .. } = *self.wording;
        let order = turn.proposal.as_ref().unwrap_or(&turn.order);
        if order.lines.is_empty() {
            self.reply.tell(&Statement::WouldClear);
            return self.reply.ask(&Prompt::AreYouSure);
        }
        let parts = order.lines.chunks(LINES_OF_PART_MAX).map(|lines| things::listing(lines, menu)).collect();
        let discounts = things::discounts(order);
        self.reply.tell(&Statement::ReadBack { parts, discounts, total: things::total(order) });
        self.reply.ask(&Prompt::IsThatRight);
    }

    fn says(&self, wanted: &Speech) -> bool {
        self.speech.contains(&wanted)
    }
}

fn has_event(wording: &Wording<'_>, event: EventKind) -> bool {
    wording.turn.transitions.iter().any(|row| row.event == event)
}

fn item_that_is_off<'a>(op: &Op, menu: &'a Menu) -> Option<&'a Item> {
    let (Op::Add(line) | Op::Replace { with: line, .. }) = op else { return None };
    menu.item(&line.item).filter(|item| !item.is_had())
}

/// What to say where the menu has no name: the customer's own words, or an id.
fn words_of(about: &About) -> String {
    own_words(match about {
        About::Words(part) => &part.text,
        About::NotOnMenu(id) => id,
        About::NotOnOrder(item) => item.as_ref().map_or("", ItemId::as_str),
        About::OverCap { .. } | About::Lines(_) | About::Modifiers(_) | About::Off(_) => "",
    })
}

/// The customer's own words, short and without signs, because they are spoken and must not sound like our prices.
fn own_words(text: &str) -> String {
    let is_spoken = |letter: &char| letter.is_alphanumeric() || " '’-.,&%".contains(*letter);
    let words: String = text.replace('_', " ").chars().filter(is_spoken).take(WORDS_CHARS_MAX).collect();
    words.trim_matches([' ', '.', ',']).to_owned()
}
