//! A text as words, whatever the language: lower case, without accents and punctuation.

/// The words of a text: case, punctuation and accents make no difference.
pub fn words(text: &str) -> Vec<String> {
    split(text).into_iter().map(|raw| raw.word).collect()
}

/// A word as it was said.
pub(crate) struct Raw {
    pub(crate) word: String,
    /// Where in it an apostrophe stood last: "ringsll" of "rings'll".
    pub(crate) apostrophe: Option<usize>,
    /// Whether a comma, a full stop or the like came before.
    pub(crate) pause: bool,
    /// Whether a sentence ended before it.
    pub(crate) begins: bool,
    /// Whether a question mark came before.
    pub(crate) asked: bool,
}

/// Splits a text into its words.
pub(crate) fn split(text: &str) -> Vec<Raw> {
    let mut raws: Vec<Raw> = Vec::new();
    let mut word = String::new();
    let mut gap = Gap::default();
    let mut chars = text.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        let after = at + char.len_utf8();
        if char.is_alphanumeric() {
            push_plain(&mut word, char);
            if chars.peek().is_none() {
                take(&mut raws, &mut word, &mut gap);
            }
            continue;
        }
        if is_silent(char) {
            if matches!(char, '\'' | '’') {
                gap.apostrophe = Some(word.len());
            }
            if chars.peek().is_none() {
                take(&mut raws, &mut word, &mut gap);
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
        take(&mut raws, &mut word, &mut gap);
        match char {
            '&' | '#' => {
                word.push(char);
                take(&mut raws, &mut word, &mut gap);
            }
            '.' | '!' | '?' | '\n' => {
                gap.pause = true;
                gap.asked |= char == '?';
                // "3.50" and "dr.pepper" are no two sentences.
                gap.ends |= char == '\n' || text[after..].starts_with(char::is_whitespace);
            }
            ',' | ';' | ':' | '…' | '—' | '–' | '(' | ')' => gap.pause = true,
            _ => {}
        }
    }
    raws
}

/// What stands between two words, and in the second one.
#[derive(Default)]
struct Gap {
    apostrophe: Option<usize>,
    pause: bool,
    ends: bool,
    asked: bool,
}

fn take(raws: &mut Vec<Raw>, word: &mut String, gap: &mut Gap) {
    if !word.is_empty() {
        let Gap { apostrophe, pause, ends, asked } = std::mem::take(gap);
        raws.push(Raw { word: std::mem::take(word), apostrophe, pause, begins: ends, asked });
    }
}

/// Apostrophes, accents that stand alone and joiners belong to the word around them.
pub(crate) fn is_silent(char: char) -> bool {
    matches!(char, '\'' | '’' | '‘' | '`' | '´' | '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe0f}')
}

fn has_three_digits(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    digits == 3
}

/// Adds a letter or a digit in lower case and without its accent.
pub(crate) fn push_plain(word: &mut String, char: char) {
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
