//! Places of which each holder has some at most, and the last of which are kept for those who hold few.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::num::NonZero;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One in so many places is kept for those who hold few.
const ONE_IN_KEPT: usize = 4;
/// Whoever holds fewer than this holds few: as many as the pages of one person take.
const FEW: usize = 8;

/// So many places, and who holds them.
#[derive(Debug)]
pub struct Places<H: Hash + Eq + Clone> {
    max: usize,
    held: Mutex<Held<H>>,
}

#[derive(Debug)]
struct Held<H> {
    /// How many one holder has at most; any number where it is not limited.
    each_max: Option<NonZero<usize>>,
    all: usize,
    by: HashMap<H, usize>,
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// The holder has too many.
    OfHolder,
    /// All places are taken.
    OfAll,
}

impl<H: Hash + Eq + Clone> Places<H> {
    /// So many places, of which each holder has any number.
    pub fn new(max: usize) -> Arc<Self> {
        let held = Held { each_max: None, all: 0, by: HashMap::new() };
        Arc::new(Self { max, held: Mutex::new(held) })
    }

    /// Gives each holder so many at most from now on. Who has more keeps them.
    pub fn set_each_max(&self, each_max: Option<NonZero<usize>>) {
        self.held().each_max = each_max;
    }

    /// A place, until it is dropped. Nothing tells those apart who have no name.
    ///
    /// # Errors
    /// Why there is none.
    pub fn take(self: &Arc<Self>, holder: Option<H>) -> Result<Place<H>, Full> {
        let mut held = self.held();
        let own = holder.as_ref().and_then(|holder| held.by.get(holder)).copied().unwrap_or_default();
        let left = self.max.saturating_sub(held.all);
        let has_too_many =
            held.each_max.is_some_and(|max| own >= max.get() || own >= FEW && left <= self.kept());
        if holder.is_some() && has_too_many {
            return Err(Full::OfHolder);
        }
        if left == 0 {
            return Err(Full::OfAll);
        }
        held.all += 1;
        if let Some(holder) = &holder {
            held.by.insert(holder.clone(), own + 1);
        }
        Ok(Place { places: self.clone(), holder })
    }

    fn kept(&self) -> usize {
        self.max / ONE_IN_KEPT
    }

    fn held(&self) -> MutexGuard<'_, Held<H>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place, until it is dropped.
#[derive(Debug)]
pub struct Place<H: Hash + Eq + Clone> {
    places: Arc<Places<H>>,
    holder: Option<H>,
}

impl<H: Hash + Eq + Clone> Drop for Place<H> {
    fn drop(&mut self) {
        let mut held = self.places.held();
        held.all -= 1;
        let Some(Entry::Occupied(mut own)) = self.holder.take().map(|holder| held.by.entry(holder)) else {
            return;
        };
        match own.get() - 1 {
            0 => drop(own.remove()),
            left => *own.get_mut() = left,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places<H: Hash + Eq + Clone>(max: usize, each_max: usize) -> Arc<Places<H>> {
        let places = Places::new(max);
        places.set_each_max(NonZero::new(each_max));
        places
    }

    #[test]
    fn one_holder_leaves_places_to_the_others() {
        let places = places(40, 20);
        let mut of_one: Vec<_> = (0..20).map(|_| places.take(Some("a")).unwrap()).collect();
        assert_eq!(places.take(Some("a")).unwrap_err(), Full::OfHolder);
        of_one.pop();
        of_one.push(places.take(Some("a")).unwrap());
        assert!(places.take(Some("b")).is_ok());
    }

    #[test]
    fn the_last_places_are_for_those_who_hold_few() {
        let places = places(40, 20);
        let of_a: Vec<_> = (0..20).map(|_| places.take(Some("a")).unwrap()).collect();
        let of_b: Vec<_> = (0..20).map_while(|_| places.take(Some("b")).ok()).collect();
        // Ten of forty are kept, and both have more than a few.
        assert_eq!((of_a.len(), of_b.len()), (20, 10));
        let of_c: Vec<_> = (0..20).map_while(|_| places.take(Some("c")).ok()).collect();
        assert_eq!(of_c.len(), FEW);
        let of_d: Vec<_> = (0..20).map_while(|_| places.take(Some("d")).ok()).collect();
        assert_eq!((of_d.len(), places.take(Some("e")).unwrap_err()), (2, Full::OfAll));
        drop((of_a, of_b, of_c, of_d));
        assert!(places.held().by.is_empty() && places.held().all == 0);
    }

    #[test]
    fn whoever_is_not_told_apart_has_all_places() {
        let places: Arc<Places<&str>> = places(3, 1);
        let all: Vec<_> = (0..3).map(|_| places.take(None).unwrap()).collect();
        assert_eq!(places.take(None).unwrap_err(), Full::OfAll);
        drop(all);
        assert!(places.take(None).is_ok());
    }
}
