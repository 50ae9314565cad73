//! Surveys: a resumed run ends like an unbroken one; bad checkpoints are refused.

#![allow(clippy::unwrap_used)] // also in the helpers of tests

use grundy::Watch;
use grundy::heap::{CheckpointError, Period, Rule, Survey, Tuning};

fn rule(code: &str) -> Rule {
    code.parse().unwrap()
}

#[test]
fn resumed_runs_end_the_same() {
    for (code, last) in [("0.14", 60_000), ("0.6", 40_000), ("0.77", 5000), ("take{3,7,9}", 3000), ("0x0.8", 300)] {
        let mut whole = Survey::new(rule(code), last, Tuning::default());
        whole.run(&Watch::default()).unwrap();
        assert!(whole.is_finished());
        for piece in [last / 3, last / 2 + 7] {
            let mut survey = Survey::new(rule(code), last, Tuning::default());
            while !survey.run_some(piece, &Watch::default()).unwrap() {
                survey = Survey::resume(rule(code), last, Tuning::default(), &survey.checkpoint()).unwrap();
            }
            assert_eq!(survey.row(), whole.row(), "{code}");
            assert!(survey.checkpoint() == whole.checkpoint(), "{code}");
            let again = Survey::resume(rule(code), last, Tuning::default(), &survey.checkpoint()).unwrap();
            assert!(again.is_finished() && again.row().period == whole.row().period, "{code}");
        }
    }
}

#[test]
fn rows_tell_what_is_published() {
    let mut survey = Survey::new(rule("4!.0"), 100_000, Tuning::default());
    survey.run(&Watch::default()).unwrap();
    let row = survey.row();
    assert_eq!((row.rares, row.mask, row.period), (Some(1273), Some(0xfe), Period::None));
    assert_eq!((row.engine, row.computed_to), ("sparse", Some(100_000)));
}

#[test]
fn bad_checkpoints_are_refused() {
    let mut survey = Survey::new(rule("0.14"), 3000, Tuning::default());
    survey.run_some(1000, &Watch::default()).unwrap();
    let saved = survey.checkpoint();
    let resume =
        |code: &str, last: u64, bytes: &[u8]| Survey::resume(rule(code), last, Tuning::default(), bytes).map(|_| ());
    assert_eq!(resume("0.14", 3000, &saved), Ok(()));
    assert!(matches!(resume("0.15", 3000, &saved), Err(CheckpointError::OtherSurvey(_))));
    assert!(matches!(resume("0.14", 3001, &saved), Err(CheckpointError::OtherSurvey(_))));
    for index in 0..saved.len() {
        let mut changed = saved.clone();
        changed[index] ^= 16;
        assert_eq!(resume("0.14", 3000, &changed), Err(CheckpointError::Damaged));
        assert_eq!(resume("0.14", 3000, &saved[..index]), Err(CheckpointError::Damaged));
    }
}
