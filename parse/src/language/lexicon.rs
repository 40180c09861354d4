//! What people eat and drink, how it is prepared and what it comes in: words that name something whether a menu has it
//! or not, so that none of them is ever taken for noise.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// What a name of the lexicon is a name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// Something to eat or drink: "bear claw".
    Food,
    /// A way to make it, or for whom: "well done", "kids".
    Preparation,
    /// What it comes in, or how much of it: "carafe".
    Measure,
}

impl Sort {
    /// The sort that a section of a language pack lists.
    pub(crate) fn of(section: &str) -> Option<Self> {
        match section {
            "food" => Some(Self::Food),
            "preparation" => Some(Self::Preparation),
            "measure" => Some(Self::Measure),
            _ => None,
        }
    }
}

/// The lists of single words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    /// Of which it is enough to say what they carry: "vanilla" of "vanilla syrup".
    Carrier,
    /// That make another thing of a name before them: "platter".
    Dish,
    /// That name what is meant where nothing else is said: "plain".
    Basic,
    /// For the largest size of anything: "biggest".
    Largest,
    /// For the smallest.
    Smallest,
    /// For one that is not small, which may be the name of a size: "big" of what comes in large and jumbo.
    Big,
    /// That are a zero in a number that is said digit by digit: "oh".
    Zero,
    /// That may stand between its digits: "dash".
    Dash,
    /// That stand before a number which is a code and no phone's: "order number 5551234".
    Code,
    /// That a number before it measures and does not count: "ounce".
    Dimension,
    /// For sorts of things that are drunk: "tea".
    Drink,
}

impl List {
    /// How many there are.
    const COUNT: usize = Self::Drink as usize + 1;

    /// The list that a section of a language pack is.
    pub(crate) fn of(section: &str) -> Option<Self> {
        match section {
            "carrier" => Some(Self::Carrier),
            "dish" => Some(Self::Dish),
            "basic" => Some(Self::Basic),
            "largest" => Some(Self::Largest),
            "smallest" => Some(Self::Smallest),
            "big" => Some(Self::Big),
            "zero" => Some(Self::Zero),
            "dash" => Some(Self::Dash),
            "code" => Some(Self::Code),
            "dimension" => Some(Self::Dimension),
            "drink" => Some(Self::Drink),
            _ => None,
        }
    }
}

/// The names, by their folded words.
#[derive(Debug)]
pub(crate) struct Lexicon {
    words: HashMap<String, u32>,
    /// By node and word, the next node. Every name begins at node 0.
    next: HashMap<(u32, u32), u32>,
    /// By node, what the name that ends there names.
    ends: Vec<Option<Sort>>,
    /// Names of one and the same thing, each as its folded words.
    alike: Vec<Vec<Vec<String>>>,
    /// Kinds of food, and after each what is of it, as their folded words.
    kinds: Vec<Vec<Vec<String>>>,
    /// By list, the folded words.
    lists: [HashSet<String>; List::COUNT],
}

impl Default for Lexicon {
    fn default() -> Self {
        Self {
            words: HashMap::default(),
            next: HashMap::default(),
            ends: vec![None],
            alike: Vec::new(),
            kinds: Vec::new(),
            lists: Default::default(),
        }
    }
}

impl Lexicon {
    /// Adds a name. Of two sorts of one name the first stays.
    pub(crate) fn add(&mut self, folds: impl Iterator<Item = String>, sort: Sort) {
        let mut node = 0;
        for fold in folds {
            let new_word = size(self.words.len());
            let word = *self.words.entry(fold).or_insert(new_word);
            let new_node = size(self.ends.len());
            node = *self.next.entry((node, word)).or_insert(new_node);
            if node == new_node {
                self.ends.push(None);
            }
        }
        if node > 0 {
            self.ends[node as usize].get_or_insert(sort);
        }
    }

    /// Adds names of one and the same thing: "coke", "coca cola".
    pub(crate) fn add_alike(&mut self, names: Vec<Vec<String>>) {
        self.alike.push(names);
    }

    /// Adds a kind of food, and what is of it: "cheese", "provolone".
    pub(crate) fn add_kind(&mut self, names: Vec<Vec<String>>) {
        self.kinds.push(names);
    }

    /// The kinds of food that a name is of, by its last words: fresh mozzarella is a cheese.
    pub(crate) fn kinds_of(&self, name: &[String]) -> impl Iterator<Item = &[String]> {
        let is_one = |names: &&Vec<Vec<String>>| names.iter().skip(1).any(|one| name.ends_with(one));
        self.kinds.iter().filter(is_one).filter_map(|names| names.first()).map(Vec::as_slice)
    }

    /// Whether a word is a kind of food.
    pub(crate) fn is_kind(&self, fold: &str) -> bool {
        self.kinds.iter().any(|names| names.first().is_some_and(|kind| *kind == [fold]))
    }

    /// Adds a word of a list.
    pub(crate) fn list(&mut self, list: List, fold: String) {
        self.lists[list as usize].insert(fold);
    }

    /// Whether a word is on a list.
    pub(crate) fn lists(&self, list: List, fold: &str) -> bool {
        self.lists[list as usize].contains(fold)
    }

    /// The sort of a word alone.
    pub(crate) fn sort(&self, fold: &str) -> Option<Sort> {
        self.longest(std::iter::once(fold)).map(|(_, sort)| sort)
    }

    /// A name with each part that has other names put in one of those: "diet coke" is "diet coca cola".
    pub(crate) fn other_names(&self, name: &[String]) -> Vec<Vec<String>> {
        let mut others = Vec::new();
        for names in &self.alike {
            for known in names {
                let Some(at) = name.windows(known.len()).position(|part| part == known) else { continue };
                let rest = &name[at + known.len()..];
                let put = |other: &Vec<String>| [&name[..at], other, rest].concat();
                others.extend(names.iter().filter(|other| *other != known).map(put));
            }
        }
        others
    }

    /// The longest name that begins the words: how many of them it takes, and its sort.
    pub(crate) fn longest<'a>(&self, folds: impl Iterator<Item = &'a str>) -> Option<(usize, Sort)> {
        let mut node = 0;
        let mut found = None;
        for (at, fold) in folds.enumerate() {
            let Some(next) = self.words.get(fold).and_then(|word| self.next.get(&(node, *word))) else {
                break;
            };
            node = *next;
            found = self.ends[node as usize].map(|sort| (at + 1, sort)).or(found);
        }
        found
    }
}

/// A lexicon has far less than 2^32 words and names.
fn size(length: usize) -> u32 {
    u32::try_from(length).expect("fewer names than 2^32")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexicon() -> Lexicon {
        let mut lexicon = Lexicon::default();
        for (name, sort) in [("corn", Sort::Food), ("corn dog", Sort::Food), ("well done", Sort::Preparation)]
        {
            lexicon.add(name.split(' ').map(str::to_owned), sort);
        }
        lexicon
    }

    #[test]
    fn the_longest_name_is_found() {
        let lexicon = lexicon();
        let longest = |text: &str| lexicon.longest(text.split(' '));
        assert_eq!(longest("corn dog please"), Some((2, Sort::Food)));
        assert_eq!(longest("corn please"), Some((1, Sort::Food)));
        assert_eq!(longest("well done"), Some((2, Sort::Preparation)));
        assert_eq!(longest("well"), None);
        assert_eq!(longest("a corn"), None);
    }
}
