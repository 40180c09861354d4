//! Signatures of Standard Webhooks 1.0.
//!
//! The crate `standardwebhooks` would take the place of `sign` alone and bring 7 crates, among them a third `base64`; secrets,
//! their lengths and their rotation would stay here. The tests verify with it what is signed here.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// What every secret begins with.
const PREFIX: &str = "whsec_";
/// The fewest bytes of a secret.
const SECRET_BYTES_MIN: usize = 24;
/// The most bytes of a secret.
const SECRET_BYTES_MAX: usize = 64;

/// What signs a message. It is never shown.
#[derive(Clone)]
pub struct Secret(Vec<u8>);

impl Secret {
    /// Reads `whsec_` with 24 to 64 bytes in base64 behind it.
    ///
    /// # Errors
    /// What is wrong with it, without the secret itself.
    pub fn parse(text: &str) -> Result<Self, String> {
        let encoded = text.strip_prefix(PREFIX).ok_or_else(|| format!("it does not begin with {PREFIX}"))?;
        let bytes = STANDARD.decode(encoded).map_err(|_| format!("it is not base64 behind {PREFIX}"))?;
        if !(SECRET_BYTES_MIN..=SECRET_BYTES_MAX).contains(&bytes.len()) {
            return Err(format!(
                "it has {} bytes; a secret has {SECRET_BYTES_MIN} to {SECRET_BYTES_MAX}",
                bytes.len()
            ));
        }
        Ok(Self(bytes))
    }

    fn sign(&self, signed: &[&[u8]]) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes a key of any length");
        signed.iter().for_each(|part| mac.update(part));
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// The header `webhook-signature`: a signature by each secret, so that a receiver that knows one of them is content.
pub(super) fn signatures(secrets: &[Secret], id: &str, timestamp: &str, body: &[u8]) -> String {
    let signed = [id.as_bytes(), b".", timestamp.as_bytes(), b".", body];
    secrets.iter().map(|secret| secret.sign(&signed)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_standard_is_signed_as_it_stands_there() {
        let secret = Secret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let body = br#"{"test": 2432232314}"#;
        assert_eq!(
            signatures(&[secret], "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", body),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        );
    }

    #[test]
    fn a_faulty_secret_is_refused_and_not_shown() {
        let of = |bytes: usize| format!("{PREFIX}{}", STANDARD.encode(vec![7; bytes]));
        for (text, why) in [
            ("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "does not begin with whsec_"),
            ("whsec_!!", "is not base64"),
            (&of(23), "23 bytes"),
            (&of(65), "65 bytes"),
        ] {
            let fault = Secret::parse(text).unwrap_err();
            assert!(fault.contains(why) && !fault.contains(text), "{text}: {fault}");
        }
        for bytes in [24, 64] {
            let secret = Secret::parse(&of(bytes)).unwrap();
            assert_eq!(format!("{secret:?}"), "Secret(..)");
        }
    }
}
