//! Metrics of standstills and of the host clock's drift.

use crate::time::Standstills;

pub(super) fn text(standstills: &Standstills) -> String {
    let Standstills {
        count,
        total,
        drift_ms,
    } = standstills;
    let (total_s, drift_s) = (total.as_secs_f64(), *drift_ms as f64 / 1000.0);
    format!(
        "# TYPE komadai_standstills counter\nkomadai_standstills_total {count}\n\
         # TYPE komadai_stood_still_seconds counter\nkomadai_stood_still_seconds_total {total_s}\n\
         # TYPE komadai_clock_drift_seconds gauge\nkomadai_clock_drift_seconds {drift_s}\n"
    )
}
