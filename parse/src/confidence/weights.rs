//! What can make an order doubtful, and how much each doubt weighs: data of a language pack, fitted by `carhop eval --fit`.

use std::fmt::Write as _;

/// Names every doubt once: its variant, and what it is called in a pack and in an explanation.
macro_rules! doubts {
    ($($(#[$doc:meta])* $doubt:ident: $name:literal;)*) => {
        /// Something that makes an order doubtful.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Doubt { $($(#[$doc])* $doubt,)* }

        impl Doubt {
            /// All of them.
            pub const ALL: [Self; [$(Self::$doubt),*].len()] = [$(Self::$doubt),*];

            /// What it is called.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$doubt => $name,)* }
            }

            /// Whether it is only about how an order looks: nothing in it is known to be wrong.
            pub(crate) const fn is_of_looks(self) -> bool {
                self as usize >= Self::PartOfName as usize
            }
        }
    };
}

doubts! {
    /// A word is not written so on the menu.
    Guessed: "guessed";
    /// How many words, each by how little it is like one of the menu.
    GuessedWords: "guessed words";
    /// Runs fit badly where they are.
    Strained: "strained";
    /// How badly, in words.
    StrainedWords: "strained words";
    /// The runs say less together than plain words would.
    Thin: "thin";
    /// The share that they say less.
    ThinShare: "thin share";
    /// What is named is among words that are no order.
    Remark: "a remark";
    /// A measure is said of each part of one thing.
    SharedByParts: "shared by parts";
    /// One of several was told apart, and nothing says how.
    ShareLeftOpen: "a share left open";
    /// Something is taken back.
    Corrected: "corrected";
    /// An item cannot have what was said.
    NotAllowed: "not allowed";
    /// Several things are called so.
    Ambiguous: "ambiguous";
    /// Nothing is called so.
    NotOnTheMenu: "not on the menu";
    /// How many plain lines are of an item that is there twice.
    SameTwice: "the same twice";
    /// An item was named that nothing came of.
    ItemLeft: "an item left";
    /// A correction changes nothing.
    CorrectedInVain: "corrected in vain";
    /// Something is added that no word names.
    NotSaid: "not said";
    /// Something is called by a part of its name, and what stands before that is told of: "shrimp egg roll" of a pork egg
    /// roll.
    AnotherPart: "another part";
    /// A number counts nothing.
    NumberLost: "a number lost";
    /// How many changes are of a line, though nothing was ordered.
    OfNothingNamed: "of nothing named";
    // From here on about its looks: see `is_of_looks`.
    /// How many items are named by a part of their name.
    PartOfName: "a part of a name";
    /// How many items are named by their kind.
    Kind: "a kind";
    /// How many runs are told of as not to be had.
    Told: "told";
    /// How many sizes and measures are told of as not to be had.
    ToldSize: "a size told";
    /// How many runs are common words that say nothing of an order.
    Common: "common words";
    /// How many runs are of no language and no menu, where nothing is ordered by them.
    Noise: "noise";
    /// How many runs say that something is for all that was named.
    ForAll: "for all";
    /// How many lines are changed, though nothing is on the order.
    Changed: "changed";
    /// How many lines are put in the place of others.
    Exchanged: "exchanged";
    /// How many runs of words there are above those of a plain order.
    Long: "long";
    /// How close the second best reading is, 0 to 1.
    Rival: "a close rival";
}

/// How much each doubt weighs.
#[derive(Clone, Debug, PartialEq)]
pub struct DoubtWeights {
    /// The log-odds that an order without doubts is right.
    pub plain: f64,
    of: [f64; Doubt::ALL.len()],
    /// What they weigh by hand, `plain` last: a fit stays near it where sentences tell little.
    by_hand: [f64; Doubt::ALL.len() + 1],
}

impl Default for DoubtWeights {
    fn default() -> Self {
        Self { plain: 0.0, of: [0.0; Doubt::ALL.len()], by_hand: [0.0; Doubt::ALL.len() + 1] }
    }
}

/// What the log-odds without doubts are called.
const PLAIN: &str = "plain";
/// How the file of a pack begins.
const HEAD: &str = "\
# How much each doubt counts against an order: what a logistic curve takes off the log-odds of `plain`.
# The first number is in use, the second was set by hand: `carhop eval --fit` writes the first and stays near the second
# where sentences tell little (docs/understanding.md).

[doubts]
";

impl DoubtWeights {
    /// The weight of a doubt.
    pub fn of(&self, doubt: Doubt) -> f64 {
        self.of[doubt as usize]
    }

    /// Weighs a doubt.
    pub fn set(&mut self, doubt: Doubt, weight: f64) {
        self.of[doubt as usize] = weight;
    }

    /// The same with what they weigh by hand.
    #[must_use]
    pub fn by_hand(&self) -> Self {
        let mut of = [0.0; Doubt::ALL.len()];
        of.copy_from_slice(&self.by_hand[..Doubt::ALL.len()]);
        Self { plain: self.by_hand[Doubt::ALL.len()], of, ..self.clone() }
    }

    /// How often an order with such doubts is right, 0 to 1.
    pub fn confidence(&self, doubts: impl IntoIterator<Item = (Doubt, f64)>) -> f64 {
        let doubt: f64 = doubts.into_iter().map(|(doubt, value)| self.of(doubt) * value).sum();
        1.0 / (1.0 + (doubt - self.plain).exp())
    }

    /// Takes a line of a pack: a name, what it weighs, and what it weighs by hand.
    pub(crate) fn read(&mut self, line: &str) -> Result<(), String> {
        let fault = || format!("`{line}` is no doubt and two weights");
        let mut words = line.rsplitn(3, ' ');
        let mut weight = || words.next()?.parse::<f64>().ok().filter(|weight| weight.is_finite());
        let (by_hand, weight) = (weight().ok_or_else(fault)?, weight().ok_or_else(fault)?);
        let name = words.next().map(str::trim).ok_or_else(fault)?;
        if name == PLAIN {
            (self.plain, self.by_hand[Doubt::ALL.len()]) = (weight, by_hand);
            return Ok(());
        }
        let doubt = Doubt::ALL.into_iter().find(|doubt| doubt.name() == name);
        let doubt = doubt.ok_or_else(|| format!("there is no doubt `{name}`"))?;
        (self.of[doubt as usize], self.by_hand[doubt as usize]) = (weight, by_hand);
        Ok(())
    }

    /// The file of a pack.
    pub fn text(&self) -> String {
        let mut text = HEAD.to_owned();
        let by_hand = self.by_hand();
        let _ = writeln!(text, "{PLAIN} {:.2} {:.2}", self.plain, by_hand.plain);
        for doubt in Doubt::ALL {
            let _ = writeln!(text, "{} {:.2} {:.2}", doubt.name(), self.of(doubt), by_hand.of(doubt));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut weights = DoubtWeights { plain: 3.25, ..DoubtWeights::default() };
        for (doubt, weight) in Doubt::ALL.into_iter().zip(1_u8..) {
            weights.set(doubt, f64::from(weight) / 4.0);
        }
        let mut read = DoubtWeights::default();
        for line in weights.text().lines().skip_while(|line| *line != "[doubts]").skip(1) {
            read.read(line).unwrap();
        }
        assert_eq!(read, weights);
    }

    #[test]
    fn a_line_that_weighs_nothing_is_refused() {
        let faults = ["guessed 1", "guessed much 1", "guessed 1 NaN", "hunger 2 2"]
            .map(|line| DoubtWeights::default().read(line).unwrap_err());
        assert_eq!(
            faults,
            [
                "`guessed 1` is no doubt and two weights",
                "`guessed much 1` is no doubt and two weights",
                "`guessed 1 NaN` is no doubt and two weights",
                "there is no doubt `hunger`",
            ]
        );
    }
}
