//! The certificate of a proved period: accepted by the independent checker before it is written.

use std::path::Path;

use grundy_verify::Reject;

use crate::failure::{Failure, Outcome};
use crate::files;

/// The answer where nothing is proved.
pub fn none() -> Failure {
    Failure { code: 1, message: "no certificate written: no period was proved".into() }
}

/// Checks the certificate, then writes it: first beside the file, then in its place, so that none is ever half-written.
pub fn write(path: &Path, certificate: Option<Vec<u8>>) -> Outcome {
    let bytes = certificate.ok_or_else(none)?;
    verify(&bytes)?;
    files::replace(path, &bytes).map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

/// What the prover wrote and the checker refuses contradicts one of them.
fn verify(bytes: &[u8]) -> Outcome {
    match grundy_verify::check(bytes) {
        Ok(_) => Ok(()),
        Err(Reject::TooLarge) => {
            let message = "no certificate written: to check it would take more than the checker allows".into();
            Err(Failure { code: 3, message })
        }
        Err(reject) => {
            let message = format!("internal contradiction: a period was proved, but the checker refuses it: {reject}");
            Err(Failure { code: 4, message })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::Watch;
    use grundy::heap::Sequence;

    #[test]
    fn a_refused_certificate_is_a_contradiction() {
        let mut kayles = Sequence::new("0.77".parse().unwrap());
        kayles.extend(1000, &Watch::default()).unwrap();
        let mut bytes = kayles.certificate().unwrap();
        assert!(verify(&bytes).is_ok());
        bytes[20] ^= 1;
        assert_eq!(verify(&bytes).unwrap_err().code, 4);
    }
}
