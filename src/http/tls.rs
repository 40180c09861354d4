//! TLS: the certificate that the service shows, as it is now.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use anyhow::Context as _;
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;

/// A certificate and its key. Clones share them.
#[derive(Clone)]
pub struct Tls {
    files: Files,
    /// When the files that were read last had changed.
    seen: Arc<Mutex<Option<[SystemTime; 2]>>>,
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
        let seen = Arc::new(Mutex::new(files.changed()));
        let config = files.read()?;
        Ok(Self { files, seen, config: Arc::new(watch::Sender::new(config)) })
    }

    /// What greets the next connection.
    pub fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(self.config.borrow().clone())
    }

    /// Reads the files again if they have changed. What cannot be read changes nothing.
    pub fn look(&self) {
        let changed = self.files.changed();
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::replace(&mut *seen, changed) == changed {
            return;
        }
        match self.files.read() {
            Ok(config) => {
                tracing::info!("the certificate has changed");
                self.config.send_replace(config);
            }
            Err(error) => tracing::error!(error = format!("{error:#}"), "the certificate stays as it was"),
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
