//! What is said, or is a car's name, and is nobody's business: the numbers of cards and phones. They are hidden where an event comes in, so that
//! nothing that reads, stores, logs or sends what was said can have them.

use parse::Languages;

use super::values::SpokenText;
use super::{CarDetected, LaneEvent, ReceivedEvent, RecognizedWord, Utterance};

impl ReceivedEvent {
    /// The event without these numbers. One that has none is left as it came.
    #[must_use]
    pub(crate) fn without_long_numbers(mut self, languages: &Languages) -> Self {
        // A faulty event is refused and not stored.
        let Ok(request) = &mut self.request else { return self };
        let is_changed = match &mut request.event {
            LaneEvent::Utterance(said) => said.hide_long_numbers(languages),
            LaneEvent::CarDetected(car) => car.hide_long_numbers(languages),
            LaneEvent::BargeIn
            | LaneEvent::Silence(_)
            | LaneEvent::OutOfStock(_)
            | LaneEvent::CarLeft
            | LaneEvent::Tap(_)
            | LaneEvent::Crew(_) => false,
        };
        if !is_changed {
            return self;
        }
        Self { actor: self.actor, ..Self::from(request.clone()) }
    }
}

impl CarDetected {
    /// Gives whether there were any: a detector may take the driver's phone number for the car's name.
    fn hide_long_numbers(&mut self, languages: &Languages) -> bool {
        let Some(name) = &mut self.vehicle_id else { return false };
        let Some(hidden) = languages.without_long_numbers(&name.0) else { return false };
        name.0 = hidden;
        true
    }
}

impl Utterance {
    /// Gives whether there were any.
    fn hide_long_numbers(&mut self, languages: &Languages) -> bool {
        let mut found = self.text.hide_long_numbers(languages);
        for other in self.alternatives.iter_mut() {
            found |= other.text.hide_long_numbers(languages);
        }
        found | hide_in_words(&mut self.words, languages)
    }
}

/// Hides a number that many words are together.
fn hide_in_words(words: &mut [RecognizedWord], languages: &Languages) -> bool {
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let found = languages.long_numbers(&texts.join(" "));
    let mut start = 0;
    for word in words {
        let end = start + word.text.as_str().len();
        if found.iter().any(|range| range.start < end && start < range.end) {
            word.text = SpokenText::hidden();
        }
        start = end + " ".len();
    }
    !found.is_empty()
}
