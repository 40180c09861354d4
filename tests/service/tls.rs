//! TLS: the service's own certificate, and the one that takes its place.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rcgen::generate_simple_self_signed;
use tempfile::TempDir;

use crate::keys::create;
use crate::support::{Service, awaited, carhop};

/// A folder with a certificate for this machine, and its key.
struct Certificate {
    folder: TempDir,
}

impl Certificate {
    fn new() -> Self {
        let it = Self { folder: TempDir::new().unwrap() };
        it.renew();
        it
    }

    /// Puts another one in its place.
    fn renew(&self) {
        let names = ["localhost", "127.0.0.1"].map(str::to_owned);
        let made = generate_simple_self_signed(names).unwrap();
        fs::write(self.key(), pem("PRIVATE KEY", &made.signing_key.serialize_der())).unwrap();
        fs::write(self.path(), pem("CERTIFICATE", made.cert.der())).unwrap();
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("certificate.pem")
    }

    fn key(&self) -> PathBuf {
        self.folder.path().join("key.pem")
    }

    fn options(&self) -> Vec<String> {
        let (certificate, key) = (self.path(), self.key());
        ["--tls-cert", certificate.to_str().unwrap(), "--tls-key", key.to_str().unwrap()]
            .map(str::to_owned)
            .into()
    }
}

/// A text of what a file of certificates or keys holds.
pub fn pem(kind: &str, bytes: &[u8]) -> String {
    format!("-----BEGIN {kind}-----\n{}\n-----END {kind}-----\n", STANDARD.encode(bytes))
}

/// Asks whether a service is alive, trusting one certificate.
fn health(service: &Service, trusted: &Path) -> Output {
    let url = format!("https://localhost:{}", service.address.port());
    carhop(&["health", "--url", &url]).env("SSL_CERT_FILE", trusted).output().unwrap()
}

#[test]
fn a_service_shows_its_certificate_and_the_next_one_once_it_is_there() {
    let (certificate, data) = (Certificate::new(), TempDir::new().unwrap());
    let key = create(data.path(), &["first", "--scope", "admin"]);
    let service = Service::start_with_options(data.path(), "0.0.0.0:0", &certificate.options());
    let before = data.path().join("before.pem");
    fs::copy(certificate.path(), &before).unwrap();
    assert!(health(&service, &before).status.success());
    let cookie = Command::new("curl")
        .args(["-s", "-i", "--cacert", before.to_str().unwrap(), "-d", &format!("{{\"key\": \"{key}\"}}")])
        .arg(format!("https://localhost:{}/v1/sign-in", service.address.port()))
        .output()
        .unwrap();
    let cookie = String::from_utf8(cookie.stdout).unwrap();
    assert!(cookie.contains("; HttpOnly; SameSite=Strict; Secure"), "{cookie}");
    certificate.renew();
    awaited("the new certificate", || health(&service, &certificate.path()).status.success().then_some(()));
    let old = health(&service, &before);
    assert!(!old.status.success() && String::from_utf8_lossy(&old.stderr).contains("certificate"), "{old:?}");
    // One that cannot be read leaves the one that is there.
    let good = data.path().join("good.pem");
    fs::copy(certificate.path(), &good).unwrap();
    fs::write(certificate.path(), "no certificate").unwrap();
    assert!(health(&service, &good).status.success());
}

#[test]
fn a_certificate_that_cannot_be_used_is_told() {
    let (certificate, other, data) = (Certificate::new(), Certificate::new(), TempDir::new().unwrap());
    fs::copy(other.key(), certificate.key()).unwrap();
    let start = |options: &[String]| {
        let mut command = carhop(&["serve", "--listen", "127.0.0.1:0", "--data"]);
        let output = command.arg(data.path()).args(options).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = start(&certificate.options());
    assert!(code == Some(3) && said.contains("is no certificate for that key"), "{said}");
    let (code, said) = start(&certificate.options()[..2]);
    assert!(code == Some(3) && said.contains("tls_key"), "{said}");
    fs::remove_file(certificate.path()).unwrap();
    let (code, said) = start(&certificate.options());
    assert!(code == Some(3) && said.contains("certificate.pem"), "{said}");
}
