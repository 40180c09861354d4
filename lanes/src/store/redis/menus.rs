//! Menus and stock in Redis.

use async_trait::async_trait;
use fsm::menu::MenuPart;
use redis::{cmd, pipe};

use super::script::{AVAILABILITY, Call, MENU};
use super::{RedisStore, keys};
use crate::store::menus::{key_of, part_of};
use crate::store::{Availability, CHANGES_KEPT, DocumentChange, MenuRecord, MenuStore, Result, StoreError};

#[async_trait]
impl MenuStore for RedisStore {
    async fn menu(&self, drive_thru: &str) -> Result<MenuRecord> {
        let mut pipeline = pipe();
        pipeline.atomic().get(keys::menu(drive_thru)).hgetall(keys::availability(drive_thru));
        let (document, stock): (Option<String>, Vec<(String, String)>) = self.link.ask_all(&pipeline).await?;
        let mut availability: Vec<(MenuPart, Availability)> =
            stock.into_iter().map(|(key, is_on)| (part_of(&key), availability_of(&is_on))).collect();
        availability.sort();
        Ok(MenuRecord { document, availability })
    }

    async fn drive_thrus_with_menus(&self) -> Result<Vec<String>> {
        let mut drive_thrus: Vec<String> = self.link.ask(cmd("SMEMBERS").arg(keys::MENUS)).await?;
        drive_thrus.sort();
        Ok(drive_thrus)
    }

    async fn menu_stamp(&self) -> Result<u64> {
        let stamp: Option<u64> = self.link.ask(cmd("GET").arg(keys::MENU_STAMP)).await?;
        Ok(stamp.unwrap_or_default())
    }

    async fn put_menu(
        &self,
        drive_thru: &str,
        document: String,
        expected: Option<&MenuRecord>,
        change: DocumentChange,
    ) -> Result<()> {
        let mut call =
            MENU.on([keys::menu(drive_thru), keys::availability(drive_thru), keys::changes(drive_thru)]);
        call.value(document).json(&change)?.value(CHANGES_KEPT);
        if let Some(expected) = expected {
            add_expected(&mut call, expected);
        }
        self.list_menu(drive_thru).await?;
        if !call.writes(&self.link).await? {
            return Err(StoreError::Conflict);
        }
        self.count_menu_change().await
    }

    async fn set_available(
        &self,
        drive_thru: &str,
        part: &MenuPart,
        availability: Availability,
        change: DocumentChange,
    ) -> Result<()> {
        let mut call = AVAILABILITY.on([keys::availability(drive_thru), keys::changes(drive_thru)]);
        call.value(key_of(part)).value(in_words(availability)).json(&change)?.value(CHANGES_KEPT);
        self.list_menu(drive_thru).await?;
        call.writes(&self.link).await?;
        self.count_menu_change().await
    }
}

/// The record that must be stored for another menu to take its place.
fn add_expected(call: &mut Call, expected: &MenuRecord) {
    call.value(expected.document.as_deref().unwrap_or_default());
    for (part, is_on) in &expected.availability {
        call.value(key_of(part)).value(in_words(*is_on));
    }
}

/// `1`, `0`, or `0` and until when.
fn in_words(availability: Availability) -> String {
    let is_on = u8::from(availability.available);
    availability.until.map_or_else(|| is_on.to_string(), |until| format!("{is_on} {until}"))
}

fn availability_of(words: &str) -> Availability {
    let (is_on, until) = words.split_once(' ').unwrap_or((words, ""));
    Availability { available: is_on == "1", until: until.parse().ok() }
}

/// A crash between the steps of a change leaves a drive-thru listed without a menu, or a change that the other processes see
/// with the next one.
impl RedisStore {
    async fn list_menu(&self, drive_thru: &str) -> Result<()> {
        self.link.ask(cmd("SADD").arg(keys::MENUS).arg(drive_thru)).await
    }

    async fn count_menu_change(&self) -> Result<()> {
        self.link.commit(cmd("INCR").arg(keys::MENU_STAMP)).await?;
        Ok(())
    }
}
