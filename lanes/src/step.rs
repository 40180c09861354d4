//! The steps of turns, deliveries and deadlines. Each is a span, and a place at which a test lets the process die:
//! `CARHOP_DIE_AT=after-commit:3` kills a debug build when it has committed for the third time. A release build has none of it.

use strum::{EnumString, IntoStaticStr, VariantNames};
use tracing::{Instrument as _, debug_span};

/// A step of a turn, of a delivery or of a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Step {
    /// The parser is asked.
    Parse,
    /// The machine steps.
    Decide,
    /// An order that is placed gets its number.
    Number,
    /// The turn is stored.
    Commit,
    /// The turn goes to whoever waits for it.
    Reply,
    /// A message is claimed for one try.
    Claim,
    /// The POS gets it.
    Send,
    /// What came of the try is stored.
    Settle,
    /// That the crew is told of a ticket whose car has left is noted.
    Note,
}

/// Does a step.
pub async fn around<T>(step: Step, work: impl Future<Output = T>) -> T {
    let span = debug_span!("step", otel.name = <&str>::from(step));
    #[cfg(debug_assertions)]
    armed::reached("before", step);
    let done = work.instrument(span).await;
    #[cfg(debug_assertions)]
    armed::reached("after", step);
    done
}

#[cfg(debug_assertions)]
pub use self::armed::arm;

#[cfg(debug_assertions)]
mod armed {
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU32, Ordering};

    use strum::VariantNames as _;

    use super::Step;

    /// The one point at which this process dies.
    static ARMED: OnceLock<Point> = OnceLock::new();

    struct Point {
        side: &'static str,
        step: Step,
        /// How many times it is still reached.
        left: AtomicU32,
    }

    /// Lets the process die at a point such as `after-commit:3`.
    ///
    /// # Errors
    /// That there is no such point.
    pub fn arm(point: &str) -> Result<(), String> {
        let parsed = parse(point).ok_or_else(|| {
            let steps = Step::VARIANTS.join(", ");
            format!(
                "there is no fail point `{point}`: it is `before-` or `after-`, then one of {steps}, then `:` and how \
                 many times it is reached"
            )
        })?;
        // The first one that was armed stays.
        let _ = ARMED.set(parsed);
        Ok(())
    }

    fn parse(point: &str) -> Option<Point> {
        let (name, times) = point.split_once(':')?;
        let (side, step) = name.split_once('-')?;
        let side = ["before", "after"].into_iter().find(|known| *known == side)?;
        let step = step.parse().ok()?;
        let left = times.parse().ok().filter(|times| *times > 0)?;
        Some(Point { side, step, left: AtomicU32::new(left) })
    }

    pub(super) fn reached(side: &str, step: Step) {
        let Some(point) = ARMED.get().filter(|point| point.side == side && point.step == step) else {
            return;
        };
        if point.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            // From here on there is only a shell, which kills itself: no thread of this process goes on, nothing is
            // cleaned up, and no unsafe call is needed.
            let error = Command::new("sh").args(["-c", "kill -KILL $$"]).exec();
            panic!("the process does not die: {error}");
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_point_has_a_side_a_step_and_how_often() {
            let point = parse("after-commit:3").unwrap();
            assert_eq!((point.side, point.step, point.left.into_inner()), ("after", Step::Commit, 3));
            for wrong in ["", "commit:1", "after-commit", "after-commit:0", "after-comit:1", "at-commit:1"] {
                let told = arm(wrong).unwrap_err();
                assert!(told.contains(&format!("`{wrong}`")) && told.contains("commit, reply"), "{told}");
            }
        }
    }
}
