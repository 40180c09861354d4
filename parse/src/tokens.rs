//! An utterance as words: one form each, with whether the speaker paused before.

use super::language::Language;

/// A word of an utterance.
#[derive(Clone, Debug)]
pub(super) struct Token {
    /// In lower case, without accents and apostrophes.
    pub(super) word: String,
    /// The form that all forms of the word share.
    pub(super) fold: String,
    /// The word's number in the language, if it is of the language.
    pub(super) id: Option<u32>,
    /// What digits say, saturated.
    pub(super) value: Option<u32>,
    /// Whether a comma, a full stop or the like came before.
    pub(super) pause: bool,
}

/// The most words that are read of one utterance; the longest text that a lane takes has no more.
pub(super) const TOKENS_MAX: usize = 1000;

/// Reads the words of a text.
pub(super) fn tokenize(language: &Language, text: &str) -> Vec<Token> {
    split(text)
        .into_iter()
        .take(TOKENS_MAX)
        .map(|raw| {
            let word = language.same(&raw.word).to_owned();
            let digits = word.trim_matches('x');
            let value = number(digits);
            let word = if value.is_some() { digits.to_owned() } else { word };
            Token { fold: language.fold(&word), id: language.id(&word), value, word, pause: raw.pause }
        })
        .collect()
}

/// The words of a text, without more.
pub(super) fn words(text: &str) -> Vec<String> {
    split(text).into_iter().map(|raw| raw.word).collect()
}

/// Drops what a speaker or a recognizer said twice: "a a burger", "b-b-bacon". `doubled` tells words that are said
/// twice in a name.
pub(super) fn without_stutters(
    language: &Language,
    tokens: Vec<Token>,
    doubled: impl Fn(&Token) -> bool,
) -> Vec<Token> {
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    for mut token in tokens {
        if let Some(before) = kept.last() {
            let repeated =
                before.word == token.word && !token.pause && before.value.is_none() && !doubled(&token);
            if repeated {
                continue;
            }
        }
        while kept.last().is_some_and(|before| is_fragment(language, before, &token)) {
            token.pause |= kept.pop().is_some_and(|fragment| fragment.pause);
        }
        kept.push(token);
    }
    kept
}

/// The longest beginning of a word that a stutter repeats.
const FRAGMENT_LETTERS_MAX: usize = 3;

fn is_fragment(language: &Language, before: &Token, token: &Token) -> bool {
    language.roles_by(before.id).is_empty()
        && before.value.is_none()
        && !token.pause
        && before.word.chars().count() <= FRAGMENT_LETTERS_MAX
        && before.word.len() < token.word.len()
        && token.word.starts_with(&before.word)
}

struct Raw {
    word: String,
    pause: bool,
}

fn split(text: &str) -> Vec<Raw> {
    let mut raws: Vec<Raw> = Vec::new();
    let mut word = String::new();
    let mut pause = false;
    let mut chars = text.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        let after = at + char.len_utf8();
        if char.is_alphanumeric() {
            push_plain(&mut word, char);
            if chars.peek().is_none() {
                take(&mut raws, &mut word, &mut pause);
            }
            continue;
        }
        if is_silent(char) {
            if chars.peek().is_none() {
                take(&mut raws, &mut word, &mut pause);
            }
            continue;
        }
        let in_number = char == ','
            && word.bytes().all(|byte| byte.is_ascii_digit())
            && !word.is_empty()
            && has_three_digits(&text[after..]);
        if in_number {
            continue;
        }
        take(&mut raws, &mut word, &mut pause);
        match char {
            '&' | '#' => {
                word.push(char);
                take(&mut raws, &mut word, &mut pause);
            }
            ',' | '.' | ';' | ':' | '!' | '?' | '\n' | '…' | '—' | '–' | '(' | ')' => pause = true,
            _ => {}
        }
    }
    raws
}

fn take(raws: &mut Vec<Raw>, word: &mut String, pause: &mut bool) {
    if !word.is_empty() {
        raws.push(Raw { word: std::mem::take(word), pause: std::mem::take(pause) });
    }
}

/// Apostrophes, accents that stand alone and joiners belong to the word around them.
pub(super) fn is_silent(char: char) -> bool {
    matches!(char, '\'' | '’' | '‘' | '`' | '´' | '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe0f}')
}

fn has_three_digits(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    digits == 3
}

/// Adds a letter or a digit in lower case and without its accent.
pub(super) fn push_plain(word: &mut String, char: char) {
    if char.is_ascii() {
        word.push(char.to_ascii_lowercase());
        return;
    }
    for char in char.to_lowercase() {
        let plain = match char {
            'à'..='å' => "a",
            'æ' => "ae",
            'ç' => "c",
            'è'..='ë' => "e",
            'ì'..='ï' => "i",
            'ñ' => "n",
            'ò'..='ö' | 'ø' => "o",
            'ù'..='ü' => "u",
            'ý' | 'ÿ' => "y",
            'ß' => "ss",
            'œ' => "oe",
            '\u{300}'..='\u{36f}' => "",
            _ => {
                word.push(char);
                continue;
            }
        };
        word.push_str(plain);
    }
}

fn number(word: &str) -> Option<u32> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_whatever_stands_round_them() {
        for (text, expected) in [
            ("I'd like 18,000 waters, please!", "id like 18000 waters please"),
            ("JALAPEÑO & cre\u{300}me", "jalapeno & creme"),
            ("b-b-bacon #2", "b b bacon # 2"),
            ("1,2", "1 2"),
            (" 🍔 ", ""),
            ("", ""),
        ] {
            assert_eq!(words(text).join(" "), expected, "{text:?}");
        }
    }
}
