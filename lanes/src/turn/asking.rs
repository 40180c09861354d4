//! What a turn asks the agents: what was said, and how to say what was decided.

use agents::rules::Brief;
use fsm::dialogue::{Acts, By, Input, SayKind, Taken};
use parse::Utterance;
use speak::Wording;
use uuid::Uuid;

use super::Turning;
use crate::event::Happening;
use crate::fail_point::{Step, around};
use crate::menus::Carte;

impl Turning<'_> {
    /// What happened, for the machine, with what an agent heard of it.
    pub(super) async fn input(&self, happening: &Happening, carte: &Carte) -> Input {
        match happening {
            Happening::CarDetected { vehicle_id } => Input::CarDetected { vehicle_id: vehicle_id.clone() },
            Happening::Utterance { text, confidence, barge_in, by } => Input::Utterance {
                acts: self.listen(text, *by, carte).await,
                recognizer_confidence: *confidence,
                barge_in: *barge_in,
                by: *by,
            },
            Happening::BargeIn => Input::BargeIn,
            Happening::Silence => Input::Silence,
            Happening::OutOfStock { item } => Input::OutOfStock { item: item.clone() },
            Happening::CarLeft => Input::CarLeft,
            Happening::Tap { tap, by } => Input::Tap { tap: tap.clone(), by: *by },
            Happening::Crew(act) => Input::Crew(*act),
        }
    }

    /// Whose words are heard: the session's, and whether the crew has taken over.
    pub(super) fn listener(&self) -> (Option<Uuid>, bool) {
        (self.record.session.session_id(), self.is_handed_off())
    }

    fn is_handed_off(&self) -> bool {
        self.record.session.handoff().is_some()
    }

    async fn listen(&self, text: &str, by: By, carte: &Carte) -> Acts {
        let session = &self.record.session;
        if self.is_handed_off() && by == By::Customer {
            return Acts::by("", 1.0, Vec::new());
        }
        let utterance = Utterance {
            text,
            state: session.kind(),
            expectation: session.kind().expectation(),
            question: session.question(),
            about: session.asked_about(),
            order: session.order(),
            book: &carte.book,
        };
        around(Step::Parse, self.lanes.0.parser.parse(utterance, self.brief())).await
    }

    /// What the agents are told of this turn.
    fn brief(&self) -> Brief<'_> {
        let drive_thru = self.lane.drive_thru();
        let deadline = Some(self.agents_deadline);
        Brief { deadline, ..self.lanes.0.houses.of(drive_thru).brief(drive_thru, &self.record.session) }
    }

    pub(super) async fn word(
        &self,
        taken: &mut Taken,
        carte: &Carte,
        greeting: Option<&str>,
        heard: Option<&str>,
    ) {
        let last_said = self.record.session.last_said();
        for decided in &mut taken.turns {
            let wording = Wording {
                turn: &decided.turn,
                speech: &decided.speech,
                order: &decided.order,
                last_said,
                menu: &carte.book.menu,
                greeting: greeting.unwrap_or_default(),
            };
            decided.turn.say = self.lanes.0.generator.word(wording, &carte.book.index, self.brief()).await;
        }
        let said = taken.turns.last().and_then(|decided| decided.turn.say.as_ref());
        if let Some(heard) = heard.filter(|_| self.brief().rules.ask_a_model()) {
            taken.session.remember_exchange(heard, said.map_or("", |say| &say.text));
        }
        if let Some(say) = said.filter(|say| say.kind != SayKind::HandOff) {
            taken.session.remember_said(&say.text);
        }
    }
}
