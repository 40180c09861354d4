//! What is said besides orders and questions: yes and no, done, thanks, a moment, a person.

use fsm::dialogue::ActKind::{
    Done, Human, NeedsTime, NeverMind, No, NotRight, Repeat, SmallTalk, Unclear, Yes,
};
use fsm::dialogue::{Act, ActClass, ActKind};
use fsm::machine::{Expectation, QuestionKind};

use super::offers;
use crate::Utterance;
use crate::language::Cue;
use crate::reading::said::{Said, Statement};

/// What was said besides ordering and asking: the notices, and the act that says most.
pub(super) fn besides(utterance: Utterance<'_>, said: &Said, orders: bool) -> Vec<Act> {
    let offers = utterance.question.is_some_and(|question| {
        matches!(
            question.kind,
            QuestionKind::ConfirmChange
                | QuestionKind::PaymentRetry
                | QuestionKind::Replacement
                | QuestionKind::House
        )
    });
    let answers = offers || utterance.expectation == Expectation::YesNoOrChanges;
    let awaited = answers || utterance.expectation == Expectation::SingleAnswer;
    if said.has(Human) {
        return vec![Act::Human];
    }
    let notices = ActKind::ALL.iter().filter(|act| act.class() == ActClass::Notice && said.has(**act));
    let mut acts: Vec<Act> = notices.filter_map(|act| act.plain()).collect();
    if orders {
        // "yeah, can I get a coffee" answers nothing if no answer is expected.
        let awaited = awaited || utterance.question.is_some();
        let answered = said.answers && (awaited || said.goes_on);
        let takes_away =
            said.statements.iter().any(|said| matches!(said, Statement::Remove { .. } | Statement::Clear));
        let says_yes = said.has(Yes) && answered || utterance.offer.is_some() && offers::takes(said);
        // "yeah, just take that off" takes no offer.
        let only_takes_away = takes_away && utterance.offer.is_some() && !said.goes_on && !answers;
        if said.has(NeverMind) && !said.just && !takes_away {
            acts.push(Act::NeverMind);
        }
        if said.has(NotRight) {
            acts.push(Act::NotRight);
        } else if said.has(Done) {
            acts.push(Act::Done);
        } else if said.has(No) && answered {
            acts.push(Act::No);
        } else if says_yes && !only_takes_away {
            acts.push(Act::Yes);
        } else if said.waits {
            acts.push(Act::NeedsTime);
        }
        return acts;
    }
    let one = if said.has(NotRight) {
        Act::NotRight
    } else if said.has(Repeat) {
        Act::Repeat
    } else if said.has(NeverMind) || takes_back(utterance, said) {
        Act::NeverMind
    } else if said.has(Done) && !(answers && said.has(Yes)) && !(offers && said.has(No)) {
        Act::Done
    } else if said.cues.contains(&Cue::Nothing) {
        nothing(utterance.expectation)
    } else if said.has(Unclear) && (answers || !said.has(NeedsTime)) {
        Act::Unclear
    } else if said.has(NeedsTime) {
        Act::NeedsTime
    } else if said.has(No) {
        Act::No
    } else if said.has(Yes)
        || said.cues.contains(&Cue::WeakYes) && !said.has(SmallTalk) && (awaited || said.noise == 0)
    {
        Act::Yes
    } else if !acts.is_empty() {
        return acts;
    } else if said.has(SmallTalk) {
        Act::SmallTalk
    } else if let Some(assents) = back_channel(said) {
        Act::BackChannel { assents }
    } else {
        return acts;
    };
    acts.push(one);
    acts
}

/// Whether a back-channel was said, and whether it may mean yes.
fn back_channel(said: &Said) -> Option<bool> {
    let sounds = said.cues.iter().filter_map(|cue| match cue {
        Cue::BackChannel { assents } => Some(*assents),
        _ => None,
    });
    sounds.reduce(|one, other| one || other)
}

/// "Nothing" declines what was asked or read back; otherwise it ends the order.
fn nothing(expectation: Expectation) -> Act {
    match expectation {
        Expectation::SingleAnswer | Expectation::YesNoOrChanges => Act::No,
        Expectation::FreeFormOrdering
        | Expectation::MenuQuestionsOrWait
        | Expectation::Closing
        | Expectation::None => Act::Done,
    }
}

/// "cancel that" as the answer to a summary, if the order is not known.
pub(super) fn takes_back(utterance: Utterance<'_>, said: &Said) -> bool {
    utterance.order.is_none()
        && utterance.expectation == Expectation::YesNoOrChanges
        && said.statements.iter().any(|statement| matches!(statement, Statement::Remove { .. }))
}
