//! How much work one recognition may do, counted in bounds that were looked at: rules are untrusted, and long ones could keep the
//! proofs busy for ever. When the budget is used up, nothing more is proved, so nothing is recognised. Counted, not timed: the same
//! rules are recognised on every machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The budget of one recognition: ordinary rules use some thousands.
const WORK: u64 = 3_000_000;

/// What is left of the work of one recognition. All that is made on its way shares it.
#[derive(Debug, Clone)]
pub(crate) struct ProofBudget(Arc<AtomicU64>);

impl Default for ProofBudget {
    fn default() -> ProofBudget {
        ProofBudget(Arc::new(AtomicU64::new(WORK)))
    }
}

impl ProofBudget {
    /// Uses some of it. Whether there was enough.
    pub(super) fn spend(&self, bounds: usize) -> bool {
        let left = self.0.load(Ordering::Relaxed).saturating_sub(bounds as u64 + 1);
        self.0.store(left, Ordering::Relaxed);
        left > 0
    }

    /// Whether nothing more can be proved.
    pub(super) fn is_spent(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

/// What proofs about a set may still cost is no part of what it is.
impl PartialEq for ProofBudget {
    fn eq(&self, _: &ProofBudget) -> bool {
        true
    }
}

impl Eq for ProofBudget {}
