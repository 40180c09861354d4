//! Selects what is worded of all that the rows of a turn say.

use crate::machine::Speech;

/// Drops the acknowledgement of a change that is read back, questions beside a hand-off, and repetitions.
pub(super) fn settle(speech: Vec<Speech>) -> Vec<Speech> {
    let hands_off = speech.contains(&Speech::HandOff);
    let summarizes = speech.contains(&Speech::Summarize);
    let mut kept: Vec<Speech> = Vec::new();
    for part in speech {
        let is_said = match &part {
            Speech::Changes => !summarizes,
            Speech::Ask(_) | Speech::Summarize | Speech::RepeatQuestion => !hands_off,
            _ => true,
        };
        if is_said && !kept.contains(&part) {
            kept.push(part);
        }
    }
    kept
}
