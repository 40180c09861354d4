//! Looks for the highest rate of cars that a service takes.

use super::cars::Car;
use super::plan::{CARS_A_SECOND_MAX, Traffic};
use super::round::Round;
use crate::client::Caller;

/// Two rates that are this near to each other are the same.
const NEAR: f64 = 1.1;

/// Doubles the rate while 99 % of the answers come within a time and nothing goes wrong, and then halves the distance between what
/// was taken and what was not. Gives every round.
///
/// # Errors
/// If a round cannot be driven.
pub async fn find_max(
    caller: &Caller,
    traffic: &Traffic,
    cars: &[Car],
    p99_ms: u64,
) -> anyhow::Result<Vec<Round>> {
    let mut rounds = Vec::new();
    let (mut taken, mut refused) = (None, None);
    let mut rate = Some(traffic.cars_a_second);
    while let Some(cars_a_second) = rate {
        let round = Round::drive(caller, &Traffic { cars_a_second, ..traffic.clone() }, cars).await?;
        *(if round.is_within(p99_ms) { &mut taken } else { &mut refused }) = Some(cars_a_second);
        anstream::eprintln!("{}", round.line());
        rounds.push(round);
        rate = next(taken, refused);
    }
    Ok(rounds)
}

/// The rate to try next, if there is anything to find out.
fn next(taken: Option<f64>, refused: Option<f64>) -> Option<f64> {
    match (taken, refused) {
        (None, _) => None,
        (Some(taken), None) => Some(taken * 2.0).filter(|next| *next <= CARS_A_SECOND_MAX),
        (Some(taken), Some(refused)) => (refused / taken > NEAR).then(|| (taken * refused).sqrt()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_rate_is_found_to_a_tenth() {
        for limit in [1.0, 3.0, 100.0, 777.0] {
            let (mut taken, mut refused, mut tries) = (None, None, 0);
            let mut rate = Some(1.0);
            while let Some(tried) = rate {
                tries += 1;
                *(if tried <= limit { &mut taken } else { &mut refused }) = Some(tried);
                rate = next(taken, refused);
            }
            let taken = taken.unwrap();
            assert!(taken <= limit && limit < taken * NEAR, "{taken} of {limit}");
            assert!(tries <= 15, "{tries}");
        }
    }

    #[test]
    fn a_first_rate_that_is_too_high_ends_the_search_and_so_does_one_that_nothing_reaches() {
        assert_eq!(next(None, Some(1.0)), None);
        assert_eq!(next(Some(CARS_A_SECOND_MAX), None), None);
    }
}
