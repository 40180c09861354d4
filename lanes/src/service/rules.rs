//! The house rules of a service: which version is in use, and what is put in use.

use std::sync::Arc;

use fsm::menu::Menu;
use fsm::reader::Fault;
use jiff::Timestamp;
use rules::RuleBook;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Lanes;
use crate::actor::{Actor, Change};
use crate::house_rules::{ActivateError, RuleHistory, RuleVersion};
use crate::keeper::{Active, PutError};

/// A version of a drive-thru's rules.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VersionSummary {
    /// Names it, as `documents.rules` of turns does.
    pub version: Uuid,
    /// What people call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// When it was put first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub put_at: Option<Timestamp>,
    /// Whose key it was put with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Actor>,
    /// Whether it is in use.
    pub active: bool,
    /// Since when it is, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<InUse>,
    /// From when on it will be in use, the next first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub planned: Vec<InUse>,
}

/// From when on a version is in use.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InUse {
    /// From then on; none for what was always so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub from: Option<Timestamp>,
    /// Whose key that was decided with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Actor>,
}

impl Lanes {
    /// Uses other rules, or none, as [`Lanes::show_menu`] does with a menu.
    pub fn show_rules(&self, drive_thru: &str, rules: Option<Arc<Active<RuleBook>>>) {
        self.rules.show(drive_thru, rules);
    }

    /// The rules of a drive-thru as they are in use now; none if there are none.
    pub fn rules(&self, drive_thru: &str) -> Option<Arc<Active<RuleBook>>> {
        self.rules.at(drive_thru, (self.clock)())
    }

    /// The versions of a drive-thru's rules, the one that was put last first.
    pub fn rule_versions(&self, drive_thru: &str) -> Vec<VersionSummary> {
        let now = (self.clock)();
        let history = self.rules.history(drive_thru);
        let summaries = history.iter().flat_map(|history| {
            history.content.versions().map(|version| summary(version, &history.content, now))
        });
        summaries.collect()
    }

    /// The version that was in use before the one that is; none if none was that is kept.
    pub fn rules_before(&self, drive_thru: &str) -> Option<Uuid> {
        self.rules.history(drive_thru)?.content.before((self.clock)())
    }

    /// A version of a drive-thru's rules; none if it is not kept.
    pub fn rule_version(&self, drive_thru: &str, version: Uuid) -> Option<Arc<Active<RuleBook>>> {
        self.rules.history(drive_thru)?.content.version(version)?.rules().cloned()
    }

    /// What a document says, if it could be put in use now. Nothing is stored.
    ///
    /// # Errors
    /// [`PutError::Invalid`], with every fault, or [`PutError::Store`].
    pub async fn check_rules(
        &self,
        drive_thru: &str,
        document: Value,
    ) -> Result<Arc<Active<RuleBook>>, PutError> {
        let menu = self.menus.of(&*self.store, drive_thru).await?;
        self.rules.check(document, &menu)
    }

    /// Puts rules in use at once. Sessions that are on keep theirs, but for what can be had and when the crew is called.
    ///
    /// # Errors
    /// [`PutError`]; the rules in use stay in use then.
    pub async fn put_rules(
        &self,
        drive_thru: &str,
        document: Value,
        if_match: Option<&str>,
        by: Option<Actor>,
    ) -> Result<Arc<Active<RuleBook>>, PutError> {
        let (lanes, drive_thru, if_match) =
            (self.clone(), drive_thru.to_owned(), if_match.map(str::to_owned));
        let put = async move {
            let menu = lanes.menus.of(&*lanes.store, &drive_thru).await?;
            let change = Change { now: (lanes.clock)(), by };
            let if_match = if_match.as_deref();
            lanes.rules.put(&*lanes.store, &drive_thru, &menu, document, if_match, change).await
        };
        self.tasks.finish(put).await
    }

    /// Keeps a version of a drive-thru's rules, which is not in use before it is activated.
    ///
    /// # Errors
    /// [`PutError`].
    pub async fn keep_rules(
        &self,
        drive_thru: &str,
        document: Value,
        by: Option<Actor>,
    ) -> Result<Arc<Active<RuleBook>>, PutError> {
        let (lanes, drive_thru) = (self.clone(), drive_thru.to_owned());
        let keep = async move {
            let menu = lanes.menus.of(&*lanes.store, &drive_thru).await?;
            let change = Change { now: (lanes.clock)(), by };
            lanes.rules.keep(&*lanes.store, &drive_thru, &menu, document, change).await
        };
        self.tasks.finish(keep).await
    }

    /// Puts a version of a drive-thru's rules in use, now or from a later time on.
    ///
    /// # Errors
    /// [`ActivateError`]; the rules in use stay in use then.
    pub async fn activate_rules(
        &self,
        drive_thru: &str,
        version: Uuid,
        from: Option<Timestamp>,
        by: Option<Actor>,
    ) -> Result<(), ActivateError> {
        let (lanes, drive_thru) = (self.clone(), drive_thru.to_owned());
        let activate = async move {
            let menu = lanes.menus.of(&*lanes.store, &drive_thru).await?;
            let change = Change { now: (lanes.clock)(), by };
            lanes.rules.activate(&*lanes.store, &drive_thru, &menu, version, from, change).await
        };
        self.tasks.finish(activate).await
    }

    /// What the rules of a drive-thru that are in use or planned name that a menu does not have, if it is one.
    pub(super) fn named_by_rules(&self, drive_thru: &str, document: &Value, now: Timestamp) -> Vec<Fault> {
        let Some((history, menu)) = self.rules.history(drive_thru).zip(Menu::check(document).ok()) else {
            return Vec::new();
        };
        let fault = |Fault { path, detail }, when: &str| Fault {
            path: "$".to_owned(),
            detail: format!("lacks what the rules of the house {when}name at {path}: {detail}"),
        };
        let faults = |rules: &Active<RuleBook>, when: &str| -> Vec<Fault> {
            let unknown = rules.content.rules_unknown_on(&menu).into_iter();
            unknown.map(|unknown| fault(unknown, when)).collect()
        };
        let in_use = history.content.at(now).map(|rules| faults(&rules, "")).unwrap_or_default();
        let planned = history.content.planned(now).flat_map(|planned| {
            let rules = history.content.version(planned.version).and_then(|version| version.rules());
            let when = format!("that are planned for {} ", planned.from);
            rules.map(|rules| faults(rules, &when)).unwrap_or_default()
        });
        in_use.into_iter().chain(planned).collect()
    }
}

fn summary(version: &RuleVersion, history: &RuleHistory, now: Timestamp) -> VersionSummary {
    let planned = |from: Timestamp, by: &Option<Actor>| InUse {
        from: Some(from).filter(|from| *from != Timestamp::MIN),
        by: by.clone(),
    };
    let in_use = history.activation_at(now).filter(|activation| activation.version == version.hash);
    let of_version = history.planned(now).filter(|activation| activation.version == version.hash);
    VersionSummary {
        version: version.hash,
        name: version.name().map(str::to_owned),
        put_at: version.put_at,
        by: version.by.clone(),
        active: in_use.is_some(),
        since: in_use.map(|activation| planned(activation.from, &activation.by)),
        planned: of_version.map(|activation| planned(activation.from, &activation.by)).collect(),
    }
}
