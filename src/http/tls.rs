//! TLS: the certificate that the service shows, as it is now.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::Context as _;
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use tokio_rustls::TlsAcceptor;

/// How often the files are looked at.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// A certificate and its key. Clones share them.
#[derive(Clone)]
pub struct Tls {
    files: Files,
    /// When the files that were read first had changed last.
    first: Option<[SystemTime; 2]>,
    config: Arc<watch::Sender<Arc<ServerConfig>>>,
}

/// Where they are.
#[derive(Clone)]
struct Files {
    certificate: PathBuf,
    key: PathBuf,
}

impl Tls {
    /// Reads a certificate with those that vouch for it, and its key, both in PEM.
    ///
    /// # Errors
    /// What cannot be read, or that the two do not belong together.
    pub fn open(certificate: PathBuf, key: PathBuf) -> anyhow::Result<Self> {
        let files = Files { certificate, key };
        let first = files.changed();
        let config = files.read()?;
        Ok(Self { files, first, config: Arc::new(watch::Sender::new(config)) })
    }

    /// What greets the next connection.
    pub fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(self.config.borrow().clone())
    }

    /// Reads the files again whenever they change. What cannot be read changes nothing.
    pub async fn follow(self) {
        let mut seen = self.first;
        loop {
            sleep(LOOK_EVERY).await;
            let files = self.files.clone();
            let look = move || {
                let changed = files.changed();
                (changed, (changed != seen).then(|| files.read()))
            };
            let Ok((changed, read)) = spawn_blocking(look).await else { continue };
            seen = changed;
            match read {
                Some(Ok(config)) => {
                    self.config.send_replace(config);
                    tracing::info!("the certificate has changed");
                }
                Some(Err(error)) => {
                    tracing::error!(error = format!("{error:#}"), "the certificate stays as it was");
                }
                None => {}
            }
        }
    }
}

impl Files {
    /// When each of them changed last; none if one is not there.
    fn changed(&self) -> Option<[SystemTime; 2]> {
        let of = |file: &Path| std::fs::metadata(file).and_then(|it| it.modified()).ok();
        Some([of(&self.certificate)?, of(&self.key)?])
    }

    fn read(&self) -> anyhow::Result<Arc<ServerConfig>> {
        let unreadable = |file: &Path| format!("cannot read {}", file.display());
        let chain = CertificateDer::pem_file_iter(&self.certificate);
        let chain = chain.and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let chain = chain.with_context(|| unreadable(&self.certificate))?;
        let key = PrivateKeyDer::from_pem_file(&self.key).with_context(|| unreadable(&self.key))?;
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config = config.with_safe_default_protocol_versions()?.with_no_client_auth();
        let mut config = config
            .with_single_cert(chain, key)
            .with_context(|| format!("{} is no certificate for that key", self.certificate.display()))?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Arc::new(config))
    }
}
