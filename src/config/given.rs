//! The layers of a configuration, one over the other.

use std::marker::PhantomData;

use clap::{ArgMatches, Args, Command, FromArgMatches};

/// What the command line and the environment say of the options `T`.
///
/// `T` is a plain struct with a value for every option: the defaults, or what a file says. clap sets those that were given.
#[derive(Clone, Debug)]
pub struct Given<T> {
    matches: ArgMatches,
    options: PhantomData<T>,
}

impl<T: FromArgMatches> Given<T> {
    /// The options below, but for those that were given.
    ///
    /// # Errors
    /// If an option has another type than its argument: no input leads to it.
    pub fn over(&self, mut below: T) -> Result<T, clap::Error> {
        below.update_from_arg_matches(&self.matches)?;
        Ok(below)
    }
}

impl<T: Args> Args for Given<T> {
    fn augment_args(command: Command) -> Command {
        // As for an update, so that no option has to be given.
        T::augment_args_for_update(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        T::augment_args_for_update(command)
    }
}

impl<T: FromArgMatches> FromArgMatches for Given<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self { matches: matches.clone(), options: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.matches = matches.clone();
        Ok(())
    }
}
