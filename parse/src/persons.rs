//! Who is named, and what is for them: "a latte for me, and one with oat milk for my wife".

use fsm::dialogue::Act;
use fsm::order::{Op, Person};

use crate::language::{Edit, Language, Word};
use crate::tokens::Token;

/// Somebody, where they are named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    /// Where its words stand.
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) person: Person,
}

/// Where somebody is named.
pub(crate) fn mentions(language: &Language, tokens: &[Token]) -> Vec<Mention> {
    let mut mentions = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let mention = mention(language, tokens, at);
        at = mention.as_ref().map_or(at + 1, |mention| mention.end);
        mentions.extend(mention);
    }
    mentions
}

/// The longest way to name somebody that begins here.
fn mention(language: &Language, tokens: &[Token], start: usize) -> Option<Mention> {
    let (mut node, mut found) = (Language::ROOT, None);
    for (at, token) in tokens.iter().enumerate().skip(start) {
        if at > start && token.pause {
            break;
        }
        let Some(next) = token.id.and_then(|id| language.step(node, id)) else { break };
        node = next;
        let person = language.roles(node).iter().find_map(|role| match role {
            Word::Edit(Edit::Person(who)) => Some(Person { who: *who, name: None }),
            Word::Edit(Edit::Named(who)) => Some(Person { who: *who, name: Some(token.fold.clone()) }),
            _ => None,
        });
        found = person.map(|person| Mention { start, end: at + 1, person }).or(found);
    }
    found
}

/// The one who is named; none if nobody is, or several are.
pub(crate) fn only(mentions: &[Mention]) -> Option<&Person> {
    let (first, rest) = mentions.split_first()?;
    rest.iter().all(|mention| mention.person == first.person).then_some(&first.person)
}

/// Says of new lines whom they are for, and of what takes the place of another.
pub(crate) fn give(ops: &mut [Op], person: &Person) {
    for op in ops {
        match op {
            Op::Add(line) => line.persons = vec![person.clone()],
            Op::Correct(said) if !said.wanted.items.is_empty() => said.person = Some(person.clone()),
            Op::Correct(_) | Op::Modify(_) | Op::Remove { .. } | Op::Replace { .. } | Op::Clear => {}
        }
    }
}

/// Says whom the last of the new lines is for.
pub(crate) fn give_last(acts: &mut [Act], person: &Person) {
    let orders =
        acts.iter_mut().filter_map(|act| if let Act::Order { ops, .. } = act { Some(ops) } else { None });
    if let Some(Op::Add(line)) = orders.flatten().last() {
        line.persons = vec![person.clone()];
    }
}

/// Whom the lines are for that begin at these words, where it is said: before them ("for my son a burger and fries") until
/// something else is wanted, or behind them ("a burger and fries for my son").
pub(crate) fn of_lines(
    language: &Language,
    tokens: &[Token],
    lines: &[usize],
    wants: &[usize],
) -> Vec<Vec<Person>> {
    let mentions = mentions(language, tokens);
    let mut persons: Vec<Vec<Person>> = vec![Vec::new(); lines.len()];
    let mut clause = 0;
    for (at, mention) in mentions.iter().enumerate() {
        let until = mentions.get(at + 1).map_or(tokens.len(), |next| next.start);
        let leads = leads(language, tokens, mention, lines);
        let range = if leads {
            let wanted = wants.iter().copied().find(|want| *want > mention.end);
            mention.end..wanted.unwrap_or(until).min(until)
        } else {
            let pauses = |at: &usize| tokens[*at].pause;
            let pause = (clause..=mention.start.min(tokens.len() - 1)).rev().find(pauses).unwrap_or(clause);
            pause..mention.start
        };
        let theirs: Vec<usize> = (0..lines.len()).filter(|line| range.contains(&lines[*line])).collect();
        // "two lattes, one for me and one for my wife"
        let last = lines.iter().rposition(|line| *line < mention.start);
        let theirs = if theirs.is_empty() { last.into_iter().collect() } else { theirs };
        for line in theirs {
            if !persons[line].contains(&mention.person) {
                persons[line].push(mention.person.clone());
            }
        }
        clause = mention.end;
    }
    persons
}

/// Whether what somebody has comes after them: "for my son a burger".
fn leads(language: &Language, tokens: &[Token], mention: &Mention, lines: &[usize]) -> bool {
    let says_nothing = |token: &Token| {
        let roles = language.roles_by(token.id);
        roles.iter().any(|role| matches!(role, Word::And | Word::Filler))
    };
    let before = tokens[..mention.start].iter().rposition(|token| !says_nothing(token));
    let begins = tokens[mention.start].pause
        || before.is_none_or(|before| {
            tokens[before + 1..mention.start].iter().any(|token| token.pause || says_nothing(token))
        });
    let line = lines.iter().find(|line| **line >= mention.end);
    begins && line.is_some_and(|line| !tokens[mention.end..=*line].iter().any(|token| token.pause))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Languages;
    use crate::tokens::tokenize;

    /// Who is named, with where the lines begin that are said with a number or an article.
    fn check(text: &str, expected: &[&str]) {
        let languages = Languages::default();
        let language = languages.of("en-US");
        let tokens = tokenize(language, text);
        let is_line = |at: &usize| language.roles_by(tokens[*at].id).contains(&Word::Article);
        let lines: Vec<usize> = (0..tokens.len()).filter(is_line).collect();
        let is_want = |at: &usize| tokens[*at].word == "want";
        let wants: Vec<usize> = (0..tokens.len()).filter(is_want).collect();
        let name = |person: &Person| person.name.clone().unwrap_or_else(|| format!("{:?}", person.who));
        let persons = of_lines(language, &tokens, &lines, &wants);
        let persons = persons.iter().map(|all| all.iter().map(name).collect::<Vec<_>>().join("+"));
        assert_eq!(persons.collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn whoever_is_named_gets_what_stands_behind_or_before() {
        check("a latte for me and a mocha for her", &["Me", "Her"]);
        check("for my son a burger and a coke, for my daughter a wrap", &["son", "son", "daughter"]);
        check("a burger, a coke for my wife's", &["", "wife"]);
        check("a burger and a coke for him", &["Him", "Him"]);
        check("for her a latte and i want a mocha", &["Her", ""]);
        check("a latte, one for me and one for my wife", &["Me+wife"]);
        check("a latte and a mocha", &["", ""]);
    }
}
