//! What the handlers work on.

use std::sync::Arc;

use lanes::pos::emitter::Emitter;
use lanes::service::Lanes;
use lanes::settings::Settings;
use lanes::store::PassStore;
use metrics_exporter_prometheus::PrometheusHandle;
use parse::Languages;

use super::drive_thrus::DriveThrus;
use super::limits::Limits;
use super::live::Live;
use crate::config::Hosts;
use crate::keys::Keyring;

/// What the handlers work on. They share one.
pub struct App {
    /// The lanes.
    pub lanes: Lanes,
    /// The metrics recorded so far.
    pub metrics: PrometheusHandle,
    /// Those who follow them.
    pub live: Live,
    /// How much of them one caller may take.
    pub limits: Arc<Limits>,
    /// The rules that they run under.
    pub settings: Arc<Settings>,
    /// The words that they understand.
    pub languages: Languages,
    /// What the service is called.
    pub hosts: Hosts,
    /// The keys that it asks for.
    pub keys: Keyring,
    /// What stands for them for a while.
    pub passes: Arc<dyn PassStore>,
    /// What gets tickets to the POS.
    pub emitter: Arc<dyn Emitter>,
    /// The drive-thrus that keys for everywhere are good in.
    pub drive_thrus: DriveThrus,
    /// Whether whoever calls from another machine does so with TLS.
    pub speaks_tls: bool,
}
