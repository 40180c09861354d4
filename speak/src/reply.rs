//! Builds a reply: statements first, one question last, never too long.

use super::sentence::Sentence;
use super::statements::{Fact, Language, Prompt, Statement};

/// The longest text that is spoken, in characters.
pub const TEXT_CHARS_MAX: usize = 2000;

/// Statements and at most one question.
pub(super) struct Reply {
    language: &'static dyn Language,
    statements: Vec<String>,
    question: Option<String>,
    has_apologized: bool,
}

impl Reply {
    pub(super) fn new(language: &'static dyn Language) -> Self {
        Self { language, statements: Vec::new(), question: None, has_apologized: false }
    }

    /// Tells something; what was told before is not told again.
    pub(super) fn tell(&mut self, statement: &Statement<'_>) {
        self.tell_in_turn(self.language.tell(statement));
    }

    /// Tells what the menu or the order says.
    pub(super) fn answer(&mut self, fact: &Fact<'_>) {
        self.tell_in_turn(self.language.answer(fact));
    }

    /// Adds a sentence; a second apology is left out.
    fn tell_in_turn(&mut self, Sentence { text, unapologetic }: Sentence) {
        match unapologetic {
            Some(rest) if self.has_apologized => {
                if !self.statements.contains(&text) {
                    self.tell_as_is(rest);
                }
            }
            apology => {
                self.has_apologized |= apology.is_some();
                self.tell_as_is(text);
            }
        }
    }

    /// Tells something that is worded already.
    pub(super) fn tell_as_is(&mut self, statement: String) {
        if !statement.is_empty() && !self.statements.contains(&statement) {
            self.statements.push(statement);
        }
    }

    /// Asks something; replaces an earlier question.
    pub(super) fn ask(&mut self, prompt: &Prompt<'_>) {
        self.question = Some(self.language.ask(prompt));
    }

    /// Whether it has a question already.
    pub(super) fn asks(&self) -> bool {
        self.question.is_some()
    }

    /// Whether nothing is told yet.
    pub(super) fn tells_nothing(&self) -> bool {
        self.statements.is_empty()
    }

    /// The text; none if there is nothing to say. If all would be too long, statements are cut or dropped, and the
    /// question is kept.
    pub(super) fn into_text(self) -> Option<String> {
        let question = self.question.map(|question| cut(&clean(&question), TEXT_CHARS_MAX));
        let taken = question.as_deref().map_or(0, |question| question.chars().count() + 1);
        let mut left = TEXT_CHARS_MAX.saturating_sub(taken);
        let mut parts = Vec::new();
        for statement in &self.statements {
            let statement = cut(&clean(statement), left);
            left = left.saturating_sub(statement.chars().count() + 1);
            parts.push(statement);
        }
        parts.extend(question);
        parts.retain(|part| !part.is_empty());
        (!parts.is_empty()).then(|| with_one_question(&parts.join(" ")))
    }
}

/// One line of plain text: names and words come from elsewhere.
fn clean(text: &str) -> String {
    let parts = |letter: char| letter.is_whitespace() || letter.is_control() || matches!(letter, '<' | '>');
    text.split(parts).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The text up to `chars_max` characters, cut between words.
fn cut(text: &str, chars_max: usize) -> String {
    const MORE: &str = "...";
    let Some((end, _)) = text.char_indices().nth(chars_max) else { return text.to_owned() };
    if chars_max <= MORE.len() {
        return String::new();
    }
    let end = text[..end].char_indices().rev().nth(MORE.len() - 1).map_or(0, |(at, _)| at);
    let end = text[..end].rfind(' ').unwrap_or(end);
    format!("{}{MORE}", &text[..end])
}

/// Only the last question keeps its question mark, whatever a name or a greeting says.
fn with_one_question(text: &str) -> String {
    match text.rsplit_once('?') {
        Some((before, after)) => format!("{}?{after}", before.replace('?', ".")),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_words_and_keeps_its_question() {
        let mut reply = Reply::new(crate::of_locale("en"));
        reply.tell_as_is("A word and another. ".repeat(200));
        reply.ask(&Prompt::AnythingElse);
        let text = reply.into_text().unwrap_or_default();
        assert!(text.chars().count() <= TEXT_CHARS_MAX);
        assert!(
            text.ends_with("another.... Anything else?") || text.ends_with("... Anything else?"),
            "{text}"
        );
    }

    #[test]
    fn a_reply_has_one_question_and_one_line_whatever_names_say() {
        let mut reply = Reply::new(crate::of_locale("en"));
        reply.tell_as_is("Got\tmilk? <b>Yes</b>\n".to_owned());
        reply.ask(&Prompt::AnythingElse);
        assert_eq!(reply.into_text().as_deref(), Some("Got milk. b Yes /b Anything else?"));
    }
}
