//! What "mm-hm" means.

use super::acts::{Act, Acts};
use super::take::Taking;
use crate::machine::{QuestionKind, StateKind};

impl Taking<'_> {
    /// What was heard, where "mm-hm" is the yes to a question that was asked to its end.
    pub(super) fn with_hums_as_yes(&self, heard: &Acts) -> Vec<Act> {
        let is_yes = heard.only_listens()
            && heard.acts.contains(&Act::BackChannel { assents: true })
            && self.awaits_yes()
            && !self.session.is_interrupted();
        if is_yes { vec![Act::Yes] } else { heard.acts.clone() }
    }

    /// Whether the last question is one that a yes answers.
    fn awaits_yes(&self) -> bool {
        let Some(asked) = self.session.state.asked() else {
            return self.session.kind() == StateKind::Confirming || self.session.offer().is_some();
        };
        match asked.question.kind {
            QuestionKind::ConfirmChange | QuestionKind::PaymentRetry => true,
            QuestionKind::Replacement | QuestionKind::WhichItem => asked.question.candidates.len() == 1,
            QuestionKind::House => self.takes_yes(),
            QuestionKind::StartOrder
            | QuestionKind::WhichSize
            | QuestionKind::WhichOption
            | QuestionKind::HowMany
            | QuestionKind::WhatElse
            | QuestionKind::WhatIsWrong => false,
        }
    }
}
