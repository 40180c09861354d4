//! What each option is where nobody sets it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;

use super::{
    DriveThruOptions, DurabilityWord, LimitOptions, LlmOptions, LogFormat, Options, PosEmitter, Secrets,
};

impl Default for Options {
    fn default() -> Self {
        Self {
            config: None,
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            hosts: Vec::new(),
            keys_file: None,
            tls_cert: None,
            tls_key: None,
            behind_proxy: false,
            health_listen: None,
            drain_seconds: 0,
            data: PathBuf::from("data"),
            store: None,
            store_file: None,
            durability: DurabilityWord::Always,
            replicas_min: 1,
            audit_days: 30,
            audit_turns_max: 10_000,
            menu: None,
            menu_memory_mib: 256,
            house_file: None,
            languages: None,
            pos_emitter: PosEmitter::File,
            webhook_url: None,
            webhook_url_file: None,
            webhook_secrets: Secrets::default(),
            webhook_secrets_file: None,
            webhook_allow_loopback: false,
            webhook_allow_private: false,
            redis_stream_url: None,
            redis_stream_url_file: None,
            escpos_address: None,
            // As many as fit the paper of 80 mm.
            escpos_columns: 42,
            log: "info".to_owned(),
            log_format: LogFormat::Text,
            otlp_endpoint: None,
            otlp_endpoint_file: None,
            limits: LimitOptions::default(),
            llm: LlmOptions::default(),
            models: BTreeMap::new(),
            profiles: BTreeMap::new(),
            drive_thru: DriveThruOptions::default(),
            drive_thrus: BTreeMap::new(),
        }
    }
}
