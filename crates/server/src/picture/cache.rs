//! LRU cache bounded by bytes.

use std::collections::HashMap;

use axum::body::Bytes;

pub(crate) struct Cache {
    limit: usize,
    bytes: usize,
    /// Logical time of the last access.
    asked: u64,
    kept: HashMap<String, (u64, Bytes)>,
}

impl Cache {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            limit,
            bytes: 0,
            asked: 0,
            kept: HashMap::new(),
        }
    }

    pub(crate) fn get(&mut self, key: &str) -> Option<Bytes> {
        self.asked += 1;
        let (last, bytes) = self.kept.get_mut(key)?;
        *last = self.asked;
        Some(bytes.clone())
    }

    pub(crate) fn put(&mut self, key: String, bytes: Bytes) {
        self.asked += 1;
        let size = key.len() + bytes.len();
        if size > self.limit {
            return;
        }
        if let Some((_, old)) = self.kept.remove(&key) {
            self.bytes -= key.len() + old.len();
        }
        while self.bytes + size > self.limit {
            let oldest = self.kept.iter().min_by_key(|(_, (last, _))| *last);
            let Some(key) = oldest.map(|(key, _)| key.clone()) else {
                break;
            };
            if let Some((_, old)) = self.kept.remove(&key) {
                self.bytes -= key.len() + old.len();
            }
        }
        self.bytes += size;
        self.kept.insert(key, (self.asked, bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_entry_is_evicted_first() {
        let mut cache = Cache::new(33);
        let ten = || Bytes::from_static(b"0123456789");
        for key in ["a", "b", "c"] {
            cache.put(key.into(), ten());
        }
        assert!(cache.get("a").is_some());
        cache.put("d".into(), ten());
        assert!(cache.get("b").is_none());
        for key in ["a", "c", "d"] {
            assert!(cache.get(key).is_some(), "{key}");
        }
        // Replacing a key takes no more room, and oversized values are not stored.
        cache.put("d".into(), ten());
        assert_eq!(cache.bytes, 33);
        cache.put("e".into(), Bytes::from(vec![0; 40]));
        assert!(cache.get("e").is_none() && cache.get("a").is_some());
    }
}
