//! The certificate: whether it fits its key, and for how long it is good.

use anyhow::{Context as _, anyhow};
use jiff::Timestamp;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use x509_parser::parse_x509_certificate;

use super::finding::Finding;
use crate::config::Options;
use crate::http::tls::Tls;

/// A certificate that is over so soon should be replaced now, in days.
const SOON_DAYS: i64 = 14;
const RENEW: &str = "renew it; the service reads the new file within a second";

/// Whether the certificate is good for a while.
pub fn check(options: &Options) -> Finding {
    let (Some(certificate), Some(key)) = (&options.tls_cert, &options.tls_key) else {
        let detail = if options.behind_proxy { "the proxy's" } else { "none: it listens on this machine" };
        return Finding::ok("certificate", detail);
    };
    let dates = Tls::open(certificate.clone(), key.clone()).and_then(|_| Dates::of(certificate));
    let dates = match dates {
        Ok(dates) => dates,
        Err(error) => return Finding::fail("certificate", &error, "name a certificate and its key"),
    };
    let Dates { from, to } = dates;
    let (now, name) = (Timestamp::now(), certificate.display());
    if now < from || to < now {
        return Finding::fail("certificate", &anyhow!("{name} is good from {from:.0} to {to:.0}"), RENEW);
    }
    let detail = format!("{name} is good until {to:.0}");
    if to.duration_since(now).as_hours() < SOON_DAYS * 24 {
        return Finding::warn("certificate", detail, RENEW);
    }
    Finding::ok("certificate", detail)
}

/// From when to when a certificate is good.
struct Dates {
    from: Timestamp,
    to: Timestamp,
}

impl Dates {
    fn of(file: &std::path::Path) -> anyhow::Result<Self> {
        let unreadable = || format!("cannot read {}", file.display());
        let certificate = CertificateDer::from_pem_file(file).with_context(unreadable)?;
        let (_, certificate) = parse_x509_certificate(&certificate).with_context(unreadable)?;
        let validity = certificate.validity();
        Ok(Self {
            from: Timestamp::from_second(validity.not_before.timestamp())?,
            to: Timestamp::from_second(validity.not_after.timestamp())?,
        })
    }
}
