//! LRU cache bounded by bytes.

use axum::body::Bytes;
use lru::LruCache;

pub(crate) struct Cache {
    limit: usize,
    bytes: usize,
    kept: LruCache<String, Bytes>,
}

impl Cache {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            limit,
            bytes: 0,
            kept: LruCache::unbounded(),
        }
    }

    pub(crate) fn get(&mut self, key: &str) -> Option<Bytes> {
        self.kept.get(key).cloned()
    }

    pub(crate) fn put(&mut self, key: String, bytes: Bytes) {
        let size = key.len() + bytes.len();
        if size > self.limit {
            return;
        }
        self.bytes += size;
        if let Some(replaced) = self.kept.push(key, bytes) {
            self.bytes -= size_of(&replaced);
        }
        while self.bytes > self.limit
            && let Some(oldest) = self.kept.pop_lru()
        {
            self.bytes -= size_of(&oldest);
        }
    }
}

fn size_of((key, bytes): &(String, Bytes)) -> usize {
    key.len() + bytes.len()
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
