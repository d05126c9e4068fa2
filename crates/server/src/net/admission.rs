//! Limits on the number of connections, in total and per client.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::ClientNetwork;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    Total,
    Client,
}

#[derive(Clone, Debug)]
pub(crate) struct Admission {
    taken: Arc<Mutex<Taken>>,
    total: usize,
    per_client: usize,
}

#[derive(Debug, Default)]
struct Taken {
    total: usize,
    by_client: HashMap<ClientNetwork, usize>,
}

/// The permit of an open connection, released on drop.
#[derive(Debug)]
pub(crate) struct Permit {
    admission: Admission,
    client: ClientNetwork,
    is_socket: AtomicBool,
}

impl Permit {
    pub(crate) fn becomes_socket(&self) {
        self.is_socket.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_socket(&self) -> bool {
        self.is_socket.load(Ordering::Relaxed)
    }
}

impl Admission {
    pub(crate) fn new(total: usize, per_client: usize) -> Self {
        Self {
            taken: Arc::default(),
            total,
            per_client,
        }
    }

    pub(crate) fn admit(&self, address: IpAddr) -> Result<Permit, Full> {
        let client = ClientNetwork::from(address);
        let mut taken = self.taken();
        if taken.total >= self.total {
            return Err(Full::Total);
        }
        let of_client = taken.by_client.entry(client).or_insert(0);
        if *of_client >= self.per_client {
            return Err(Full::Client);
        }
        *of_client += 1;
        taken.total += 1;
        Ok(Permit {
            admission: self.clone(),
            client,
            is_socket: AtomicBool::new(false),
        })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut taken = self.admission.taken();
        taken.total -= 1;
        if let Some(count) = taken.by_client.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                taken.by_client.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permits_are_limited_and_come_back() {
        let admission = Admission::new(3, 2);
        let [one, two]: [IpAddr; 2] = ["192.0.2.1", "192.0.2.2"].map(|ip| ip.parse().expect("ip"));
        let first = admission.admit(one).expect("a permit");
        let _second = admission.admit(one).expect("a permit");
        assert_eq!(admission.admit(one).err(), Some(Full::Client));
        let _third = admission.admit(two).expect("a permit");
        assert_eq!(admission.admit(two).err(), Some(Full::Total));
        drop(first);
        let again = admission.admit(one).expect("a permit");
        drop(again);
        assert_eq!(admission.taken().total, 2);
        assert_eq!(admission.taken().by_client.len(), 2);
    }
}
