//! What houses say of themselves: the documents in use, one for each drive-thru that has its own, and the service's.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fsm::house::House;
use fsm::reader::Fault;
use jiff::tz::TimeZone;
use serde_json::Value;
use uuid::Uuid;

use crate::if_match;
use crate::menus::ActiveMenu;
use crate::settings::DriveThruSettings;
use crate::store::{Document, HouseStore, StoreError};
use crate::tasks::Tasks;

/// How often to look for houses that other processes have stored.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// What a house says of itself. It never changes; another takes its place.
#[derive(Clone, Debug)]
pub struct ActiveHouse {
    /// The checked house.
    pub house: House,
    /// The document as it was put.
    pub document: Value,
    /// Names it, quoted as HTTP wants it.
    pub etag: String,
    /// The document as it was put, for replays.
    pub as_put: Document,
}

impl ActiveHouse {
    /// Checks a document.
    ///
    /// # Errors
    /// Every fault.
    pub fn read(document: Value) -> Result<Self, Vec<Fault>> {
        let house = House::check(&document)?;
        let as_put = Document::of(document.to_string());
        Ok(Self { house, etag: format!("\"{}\"", as_put.hash.simple()), as_put, document })
    }
}

/// The time zone of a house; the drive-thru's where it does not say.
pub(crate) fn zone<'z>(house: Option<&'z ActiveHouse>, settings: &'z DriveThruSettings) -> &'z TimeZone {
    house.and_then(|active| active.house.time_zone.as_ref()).unwrap_or(&settings.time_zone)
}

/// Why a house was not taken.
#[derive(Clone, Debug, thiserror::Error)]
pub enum HouseError {
    /// Every fault of the document.
    #[error("the house has {} faults", .0.len())]
    Invalid(Vec<Fault>),
    /// The house in use is another than the one that was to be replaced, or there is none.
    #[error("the house in use is another; read it, and send its ETag")]
    Conflict {
        /// The house in use.
        etag: Option<String>,
    },
    /// It could not be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The houses in use.
#[derive(Debug)]
pub struct Houses {
    /// The service's house, and the menu that it goes with.
    service: Mutex<(Option<Arc<ActiveHouse>>, Uuid)>,
    /// None for a drive-thru that is shown without a house.
    own: Mutex<BTreeMap<String, Option<Arc<ActiveHouse>>>>,
    /// What is stored, as last read. Locked while a house is read again or put, so that concurrent changes are not lost.
    stored: tokio::sync::Mutex<BTreeMap<String, String>>,
}

impl Houses {
    /// Loads every drive-thru's own house. The service's is that of each drive-thru that has neither a house nor a menu
    /// of its own.
    ///
    /// # Errors
    /// [`StoreError`] if they cannot be read.
    pub async fn load(
        service: Option<ActiveHouse>,
        menu: &ActiveMenu,
        store: &dyn HouseStore,
    ) -> Result<Self, StoreError> {
        let service = Mutex::new((service.map(Arc::new), menu.as_put.hash));
        let houses = Self { service, own: Mutex::default(), stored: tokio::sync::Mutex::default() };
        houses.reload(store).await?;
        Ok(houses)
    }

    /// Reads again what other processes have stored since.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be read.
    pub async fn reload(&self, store: &dyn HouseStore) -> Result<(), StoreError> {
        for drive_thru in store.drive_thrus_with_houses().await? {
            let mut stored = self.stored.lock().await;
            self.read_again(store, &drive_thru, &mut stored).await?;
        }
        Ok(())
    }

    async fn read_again(
        &self,
        store: &dyn HouseStore,
        drive_thru: &str,
        stored: &mut BTreeMap<String, String>,
    ) -> Result<(), StoreError> {
        let Some(text) = store.house(drive_thru).await? else { return Ok(()) };
        if stored.get(drive_thru) != Some(&text) {
            if let Some(house) = restore(drive_thru, &text) {
                self.show(drive_thru, Some(Arc::new(house)));
            }
            stored.insert(drive_thru.to_owned(), text);
        }
        Ok(())
    }

    /// The house of a drive-thru that sells from this menu.
    pub fn of(&self, drive_thru: &str, menu: &ActiveMenu) -> Option<Arc<ActiveHouse>> {
        match self.own().get(drive_thru) {
            Some(own) => own.clone(),
            None => {
                let (house, of) = &*self.service();
                house.clone().filter(|_| menu.as_put.hash == *of)
            }
        }
    }

    /// Uses another house, or none, for every drive-thru that has neither a house nor a menu of its own.
    pub(crate) fn replace_service(&self, house: Option<ActiveHouse>, menu: &ActiveMenu) {
        *self.service() = (house.map(Arc::new), menu.as_put.hash);
    }

    /// Uses another house, or none, without storing that.
    pub(crate) fn show(&self, drive_thru: &str, house: Option<Arc<ActiveHouse>>) {
        self.own().insert(drive_thru.to_owned(), house);
    }

    /// Whether a drive-thru has a house of its own.
    pub fn has_own(&self, drive_thru: &str) -> bool {
        self.own().contains_key(drive_thru)
    }

    /// Puts a drive-thru's own house in use, once it is stored.
    ///
    /// # Errors
    /// [`HouseError`]; the house in use stays in use then.
    pub async fn put(
        &self,
        store: &dyn HouseStore,
        drive_thru: &str,
        menu: &ActiveMenu,
        document: Value,
        if_match: Option<&str>,
    ) -> Result<Arc<ActiveHouse>, HouseError> {
        let text = document.to_string();
        let house = ActiveHouse::read(document);
        let mut stored = self.stored.lock().await;
        self.read_again(store, drive_thru, &mut stored).await?;
        let conflict =
            || HouseError::Conflict { etag: self.of(drive_thru, menu).map(|house| house.etag.clone()) };
        let current = self.of(drive_thru, menu);
        if let Some(wanted) = if_match {
            let is_meant = |current: &Arc<ActiveHouse>| {
                if_match::is_any(wanted) || if_match::names(wanted, &current.etag)
            };
            if !current.as_ref().is_some_and(is_meant) {
                return Err(conflict());
            }
        }
        let house = Arc::new(house.map_err(HouseError::Invalid)?);
        // `*` is whichever house is in use.
        let expected = if_match
            .filter(|wanted| !if_match::is_any(wanted))
            .map(|_| stored.get(drive_thru).map(String::as_str));
        match store.put_house(drive_thru, text.clone(), expected).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => {
                self.read_again(store, drive_thru, &mut stored).await?;
                return Err(conflict());
            }
            Err(error) => return Err(error.into()),
        }
        stored.insert(drive_thru.to_owned(), text);
        self.show(drive_thru, Some(house.clone()));
        Ok(house)
    }

    fn service(&self) -> MutexGuard<'_, (Option<Arc<ActiveHouse>>, Uuid)> {
        self.service.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn own(&self) -> MutexGuard<'_, BTreeMap<String, Option<Arc<ActiveHouse>>>> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The house of a stored document. One that is not valid any more is logged, and the house before it stays.
fn restore(drive_thru: &str, text: &str) -> Option<ActiveHouse> {
    let document = serde_json::from_str(text).ok()?;
    let read = ActiveHouse::read(document);
    if let Err(faults) = &read {
        tracing::error!(drive_thru.id = drive_thru, ?faults, "a stored house is faulty");
    }
    read.ok()
}

/// Uses the houses that other processes store, until the service stops.
pub(crate) async fn watch(houses: Arc<Houses>, store: Arc<dyn HouseStore>, tasks: Tasks) {
    let mut known = None;
    loop {
        tokio::select! {
            () = tokio::time::sleep(LOOK_EVERY) => {}
            () = tasks.stopping() => return,
        }
        // Tries again later; whoever needs the store gets its error by then.
        let Ok(stamp) = store.house_stamp().await else { continue };
        if known == Some(stamp) {
            continue;
        }
        match houses.reload(&*store).await {
            Ok(()) => known = Some(stamp),
            Err(error) => tracing::warn!(%error, "the houses could not be read again"),
        }
    }
}
