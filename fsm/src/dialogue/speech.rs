//! What of everything that the rows of a turn said is put into words.

use crate::machine::Speech;

/// A change that is read back at once is not acknowledged too; a question that is answered by a later row is not put.
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
