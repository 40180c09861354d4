//! Actions that ask a question or read the order back.

use crate::machine::ask;
use crate::machine::cx::Cx;
use crate::machine::effect::Speech;
use crate::machine::event::{OutOfStock, Said, Unclear};
use crate::machine::question::{Asked, Kept, Question, QuestionKind};
use crate::machine::state::{
    Active, Clarifying, Closing, Confirming, Ordering, Proposal, Submitted, Thinking, confirm_change,
};
use crate::menu::Menu;
use crate::money::Money;
use crate::order::{Change, Line, OpenOrder, Order, Undo};

/// A state with an open order, in which a question can be asked.
pub(crate) trait Asks: Active + Sized {
    fn open(self) -> OpenOrder;

    fn open_mut(&mut self) -> &mut OpenOrder;

    /// How many times this question was asked, if it is open.
    fn tries(&self, _: &Question) -> u32 {
        0
    }

    /// The total to which the customer has said yes, if nothing but questions came since.
    fn agreed(&self) -> Option<Money> {
        None
    }

    fn ask(self, cx: &mut Cx<'_>, asked: Asked) -> Clarifying<OpenOrder> {
        cx.speak(Speech::Ask(asked.about.clone()));
        let (tries, agreed) = (self.tries(&asked.question), self.agreed());
        let mut order = self.open();
        order.refer_to(asked.question.line_id);
        Clarifying { tries: tries.saturating_add(1), agreed, ..Clarifying::ask(asked, order) }
    }

    fn ask_targeted_question<E: Targeted>(self, cx: &mut Cx<'_>, event: &E) -> Clarifying<OpenOrder> {
        let first = cx.visit.open.first().map(|item| item.asked.clone());
        let asked = event.asked(self.order(), first, cx.policy.menu);
        self.ask(cx, asked)
    }

    fn ask_start_order(self, cx: &mut Cx<'_>, _: &Said) -> Clarifying<OpenOrder> {
        self.ask(cx, plain(QuestionKind::StartOrder))
    }

    fn ask_disambiguation<E>(self, cx: &mut Cx<'_>, _: &E) -> Clarifying<OpenOrder> {
        let asked = what_is_wrong(self.order(), cx.visit.undo.as_ref());
        self.ask(cx, asked)
    }

    fn propose_alternative(mut self, cx: &mut Cx<'_>, off: &OutOfStock) -> Clarifying<OpenOrder> {
        if off.kept.is_none() {
            self.open_mut().mark_out_of_stock(&off.item);
        }
        let asked = ask::replacement(self.order(), off, cx.policy.menu);
        self.ask(cx, asked)
    }

    fn summarize(self, cx: &mut Cx<'_>, _: &Said) -> Confirming {
        cx.speak(Speech::Summarize);
        Confirming { order: self.open(), proposal: None, was_unclear: false, read_total: None }
    }
}

impl Asks for Ordering {
    fn open(self) -> OpenOrder {
        self.order
    }

    fn open_mut(&mut self) -> &mut OpenOrder {
        &mut self.order
    }
}

impl Asks for Thinking {
    fn open(self) -> OpenOrder {
        self.order
    }

    fn open_mut(&mut self) -> &mut OpenOrder {
        &mut self.order
    }
}

impl Asks for Clarifying<OpenOrder> {
    fn open(self) -> OpenOrder {
        self.on
    }

    fn open_mut(&mut self) -> &mut OpenOrder {
        &mut self.on
    }

    fn tries(&self, question: &Question) -> u32 {
        if self.asked.question == *question { self.tries } else { 0 }
    }

    fn agreed(&self) -> Option<Money> {
        self.agreed
    }
}

impl Asks for Confirming {
    fn open(self) -> OpenOrder {
        self.order
    }

    fn open_mut(&mut self) -> &mut OpenOrder {
        &mut self.order
    }

    /// Reads the current order back; keeps whether something was unclear.
    fn summarize(self, cx: &mut Cx<'_>, _: &Said) -> Confirming {
        cx.speak(Speech::Summarize);
        self
    }
}

impl Clarifying<OpenOrder> {
    /// Asks what waits longest once more.
    pub(crate) fn ask_again(mut self, cx: &mut Cx<'_>, _: &Said) -> Self {
        let mut speech = Speech::RepeatQuestion;
        if let Some(item) = cx.visit.open.first() {
            self.asked = item.asked.clone();
            if item.tries == 0 {
                speech = Speech::Ask(item.asked.about.clone());
            }
        }
        self.on.refer_to(self.asked.question.line_id);
        cx.speak(speech);
        self
    }
}

impl Confirming {
    /// Asks what waits, of an order to which the customer has just said yes.
    pub(crate) fn ask_before_closing(self, cx: &mut Cx<'_>, said: &Said) -> Clarifying<OpenOrder> {
        let agreed = self.read_total;
        Clarifying { agreed, ..self.ask_targeted_question(cx, said) }
    }

    /// Reads back the order with the change; the order itself stays as it is.
    pub(crate) fn re_summarize(self, cx: &mut Cx<'_>, change: &Change) -> Self {
        cx.speak(Speech::Summarize);
        Self { proposal: Some(Proposal::of(change)), ..self }
    }
}

/// The states, other than confirming, that ask before a big change.
macro_rules! asks_confirm_change {
    ($($state:ty, $on:ty => $open:expr;)*) => {$(
        impl $state {
            pub(crate) fn ask_confirm_change(self, cx: &mut Cx<'_>, change: &Change) -> Clarifying<$on> {
                cx.speak(Speech::Ask(None));
                let kept = Kept::Change(Box::new(change.clone()));
                let open: fn(Self) -> $on = $open;
                Clarifying::ask(Asked { question: confirm_change(), about: None, kept }, open(self))
            }
        }
    )*};
}

asks_confirm_change! {
    Ordering, OpenOrder => |state| state.order;
    Thinking, OpenOrder => |state| state.order;
    Clarifying<OpenOrder>, OpenOrder => |state| state.on;
    Clarifying<Submitted>, Submitted => |state| state.on;
    Closing, Submitted => |state| state.submitted;
}

impl Closing {
    pub(crate) fn ask_disambiguation(self, cx: &mut Cx<'_>, _: &Said) -> Clarifying<Submitted> {
        cx.speak(Speech::Ask(None));
        Clarifying::ask(what_is_wrong(self.submitted.order.order(), None), self.submitted)
    }

    pub(crate) fn ask_payment_retry(self, cx: &mut Cx<'_>, _: &Said) -> Clarifying<Submitted> {
        cx.visit.payment_problem = true;
        cx.speak(Speech::Ask(None));
        Clarifying::ask(plain(QuestionKind::PaymentRetry), self.submitted)
    }
}

/// An event that knows which question to ask.
pub(crate) trait Targeted {
    /// What is asked; `first` is what waits longest.
    fn asked(&self, order: &Order, first: Option<Asked>, menu: &Menu) -> Asked;
}

impl Targeted for Unclear {
    fn asked(&self, _: &Order, first: Option<Asked>, _: &Menu) -> Asked {
        match self {
            Self::Part(asked) => (**asked).clone(),
            Self::Confidence(_) | Self::Yes | Self::Nothing => {
                first.unwrap_or_else(|| plain(QuestionKind::WhatElse))
            }
        }
    }
}

/// "That's it" before every choice is made: the oldest missing one is asked for.
impl Targeted for Said {
    fn asked(&self, order: &Order, first: Option<Asked>, menu: &Menu) -> Asked {
        first
            .or_else(|| ask::oldest_open_choice(order, menu))
            .unwrap_or_else(|| plain(QuestionKind::WhatElse))
    }
}

fn plain(kind: QuestionKind) -> Asked {
    Asked::plain(Question::of(kind, None, Vec::new()))
}

/// "What should I change?", with the lines to choose from: of the one that the customer's last turn changed, if it
/// changed one.
fn what_is_wrong(order: &Order, last: Option<&Undo>) -> Asked {
    let candidates = order.lines().iter().map(|line| line.line_id.to_string()).collect();
    let touched = last
        .into_iter()
        .flat_map(|undo| undo.added.iter().chain(undo.lines.iter().map(|line| &line.line_id)));
    let mut touched = touched.copied();
    let only = touched.next().filter(|_| touched.next().is_none());
    let line_id = only.filter(|line_id| order.line(*line_id).is_some_and(Line::is_complete));
    Asked::plain(Question::of(QuestionKind::WhatIsWrong, line_id, candidates))
}
