//! Codes: what people type to sign a browser in, where a key is too long.

use std::fmt;

use anyhow::anyhow;

use super::secret::Digest;

/// What codes are made of: no two of these are taken for each other, on paper or aloud from a screen.
const LETTERS: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/// How many random bits choose a letter.
const LETTER_BITS: u8 = 0b1_1111;
/// How many letters a code has.
const LENGTH: usize = 8;
/// What a code begins with where its hash is made, so that it is that of nothing else.
const PREFIX: &str = "carhop_code_";

/// A random text that signs one browser in, within minutes: of 8 letters, which are some 40 bits. That is too much to be found out
/// by asking the service, which limits wrong ones. What is kept is its SHA-256, which gives less protection than that of a key:
/// whoever reads the store while the code is good, and has the machines for it, can try all codes.
pub struct Code(String);

impl Code {
    /// A new one.
    ///
    /// # Errors
    /// If the system has no random bits.
    pub fn new() -> anyhow::Result<Self> {
        let mut letters = String::with_capacity(LENGTH);
        while letters.len() < LENGTH {
            let mut random = [0];
            getrandom::fill(&mut random).map_err(|error| anyhow!("no random bits: {error}"))?;
            // What chooses no letter is left out, so that each is as likely as the others.
            let letter = LETTERS.get(usize::from(random[0] & LETTER_BITS));
            letters.extend(letter.copied().map(char::from));
        }
        Ok(Self(letters))
    }

    /// The code that somebody has typed, in any case and with any dashes and spaces; none if it is something else.
    pub fn read(text: &str) -> Option<Self> {
        let letters: String =
            text.chars().filter(|it| it.is_alphanumeric()).map(|it| it.to_ascii_uppercase()).collect();
        let is_code = letters.len() == LENGTH && letters.bytes().all(|letter| LETTERS.contains(&letter));
        is_code.then_some(Self(letters))
    }

    /// What is kept of it.
    pub fn digest(&self) -> Digest {
        Digest::of(&format!("{PREFIX}{}", self.0))
    }
}

/// As people are shown it: in two halves.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, other) = self.0.split_at(LENGTH / 2);
        write!(f, "{one}-{other}")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = Code::new().unwrap();
        let shown = code.to_string();
        let letters = shown.replace('-', "");
        assert_eq!((shown.len(), letters.len()), (9, 8));
        for typed in
            [&shown, &letters, &shown.to_lowercase(), &letters.to_lowercase(), &shown.replace('-', " – ")]
        {
            assert!(Code::read(typed).unwrap().digest().is(&code.digest()), "{typed}");
        }
        assert!(!code.digest().is(&Digest::of(&letters)));
    }

    #[test]
    fn what_is_no_code_is_not_taken_for_one() {
        for text in
            ["", "2345-678", "2345-67890", "2345-678O", "2345-6781", "2345-678l", "2345-678é", "carhop_key_0"]
        {
            assert!(Code::read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn codes_are_made_of_every_letter_and_of_no_other() {
        let made: BTreeSet<String> = (0..500).map(|_| Code::new().unwrap().to_string()).collect();
        assert_eq!(made.len(), 500);
        let used: BTreeSet<u8> =
            made.iter().flat_map(|code| code.bytes()).filter(|letter| *letter != b'-').collect();
        assert_eq!(used, LETTERS.iter().copied().collect());
    }
}
