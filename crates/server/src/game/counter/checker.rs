//! Checks the log of a counter against what its clients and a reader of its topic know.

use std::collections::{BTreeMap, HashMap};

use komadai_protocol::EventBody;
use komadai_rules::Side;
use komadai_store::StoredEvent;

/// Additions by their ids: side, and number of the event that was acknowledged.
pub(super) type Acknowledged = BTreeMap<String, (Side, u32)>;

/// The first violation.
pub(super) fn check(
    log: &[StoredEvent],
    acknowledged: &Acknowledged,
    read: &[u32],
) -> Result<(), String> {
    let mut stored = HashMap::new();
    for (expected, event) in (1..).zip(log) {
        if event.seq != expected {
            return Err(format!("event {} where {expected} is expected", event.seq));
        }
        let EventBody::Offered { offer } = &event.body else {
            return Err(format!("event {expected} is no addition"));
        };
        let id = event.command.clone().unwrap_or_default();
        if stored.insert(id.clone(), (offer.by, event.seq)).is_some() {
            return Err(format!("{id} is doubled"));
        }
    }
    for (id, addition) in acknowledged {
        if stored.get(id) != Some(addition) {
            return Err(format!(
                "{id} is lost: {addition:?} is {:?}",
                stored.get(id)
            ));
        }
    }
    if stored.len() != acknowledged.len() {
        return Err(format!(
            "{} stored, {} sent",
            stored.len(),
            acknowledged.len()
        ));
    }
    match read.iter().copied().eq(1..=log.len() as u32) {
        true => Ok(()),
        false => Err(format!("the topic's reader has seen {read:?}")),
    }
}

#[test]
fn planted_faults_are_found() {
    use komadai_protocol::{Offer, OfferKind};
    let event = |seq: u32, id: &str, by| StoredEvent {
        seq,
        at_ms: 0,
        body: EventBody::Offered {
            offer: Offer {
                offer: OfferKind::Takeback,
                by,
            },
        },
        author: None,
        command: Some(id.into()),
    };
    let good = [event(1, "a", Side::First), event(2, "b", Side::Second)];
    let acknowledged = Acknowledged::from([
        ("a".into(), (Side::First, 1)),
        ("b".into(), (Side::Second, 2)),
    ]);
    let found = |log: &[StoredEvent], read: &[u32]| {
        check(log, &acknowledged, read).err().unwrap_or_default()
    };
    assert_eq!(found(&good, &[1, 2]), "");
    let doubled = [&good[..], &[event(3, "a", Side::First)]].concat();
    assert!(found(&doubled, &[1, 2, 3]).contains("doubled"));
    assert!(found(&good[..1], &[1]).contains("lost"));
    let gap = [good[0].clone(), event(3, "b", Side::Second)];
    assert!(found(&gap, &[1, 2]).contains("expected"));
    let unsent = [&good[..], &[event(3, "c", Side::First)]].concat();
    assert!(found(&unsent, &[1, 2, 3]).contains("sent"));
    let other_side = [event(1, "a", Side::Second), good[1].clone()];
    assert!(found(&other_side, &[1, 2]).contains("lost"));
    assert!(found(&good, &[1]).contains("reader"));
    assert!(found(&good, &[1, 2, 2]).contains("reader"));
}
