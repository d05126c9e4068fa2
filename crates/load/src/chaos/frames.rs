//! WebSocket frames (RFC 6455) as seen by a proxy.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt as _};

const MAX_FRAME: u64 = 1 << 24;
const MAX_HEAD: usize = 1 << 16;
const TEXT: u8 = 1;

#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) bytes: Vec<u8>,
    payload_at: usize,
    mask: Option<[u8; 4]>,
}

impl Frame {
    pub(super) async fn read(from: &mut (impl AsyncRead + Unpin)) -> io::Result<Self> {
        let mut bytes = vec![0; 2];
        from.read_exact(&mut bytes).await?;
        let extended = match bytes[1] & 0x7f {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        let masked = bytes[1] & 0x80 != 0;
        let payload_at = 2 + extended + if masked { 4 } else { 0 };
        bytes.resize(payload_at, 0);
        from.read_exact(&mut bytes[2..]).await?;
        let length = match extended {
            0 => u64::from(bytes[1] & 0x7f),
            _ => bytes[2..2 + extended]
                .iter()
                .fold(0, |length, &byte| length << 8 | u64::from(byte)),
        };
        if length > MAX_FRAME {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mask = masked.then(|| {
            let at = payload_at - 4;
            [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]
        });
        bytes.resize(payload_at + length as usize, 0);
        from.read_exact(&mut bytes[payload_at..]).await?;
        Ok(Self {
            bytes,
            payload_at,
            mask,
        })
    }

    /// Unmasked payload of a text frame.
    pub(super) fn text(&self) -> Option<Vec<u8>> {
        if self.bytes[0] & 0x0f != TEXT {
            return None;
        }
        let mut payload = self.bytes[self.payload_at..].to_vec();
        if let Some(mask) = self.mask {
            for (byte, mask) in payload.iter_mut().zip(mask.iter().cycle()) {
                *byte ^= mask;
            }
        }
        Some(payload)
    }
}

pub(super) async fn read_head(from: &mut (impl AsyncRead + Unpin)) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(512);
    while !head.ends_with(b"\r\n\r\n") {
        if head.len() == MAX_HEAD {
            return Err(io::ErrorKind::InvalidData.into());
        }
        head.push(from.read_u8().await?);
    }
    Ok(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn frames_of_all_lengths_are_read_unchanged() {
        for length in [0usize, 5, 125, 126, 70_000] {
            for mask in [None, Some([1u8, 2, 3, 4])] {
                let mut bytes = vec![0x81];
                let masked = if mask.is_some() { 0x80 } else { 0 };
                match length {
                    0..=125 => bytes.push(masked | length as u8),
                    126..=65_535 => {
                        bytes.push(masked | 126);
                        bytes.extend((length as u16).to_be_bytes());
                    }
                    _ => {
                        bytes.push(masked | 127);
                        bytes.extend((length as u64).to_be_bytes());
                    }
                }
                bytes.extend(mask.iter().flatten());
                let mask_of = |n: usize| mask.map_or(0, |mask| mask[n % 4]);
                bytes.extend((0..length).map(|n| b'x' ^ mask_of(n)));
                let two = [bytes.clone(), bytes.clone()].concat();
                let mut from = &two[..];
                for _ in 0..2 {
                    let frame = Frame::read(&mut from).await.expect("a frame");
                    assert_eq!(frame.bytes, bytes);
                    assert_eq!(frame.text(), Some(vec![b'x'; length]));
                }
                assert!(Frame::read(&mut from).await.is_err());
            }
        }
    }

    #[tokio::test]
    async fn binary_frames_have_no_text_and_oversized_frames_are_refused() {
        let ping = [0x89, 1, b'x'];
        let frame = Frame::read(&mut &ping[..]).await.expect("a frame");
        assert_eq!(frame.text(), None);
        let endless = [0x81, 127, 255, 255, 255, 255, 255, 255, 255, 255];
        assert!(Frame::read(&mut &endless[..]).await.is_err());
        let head = b"GET / HTTP/1.1\r\nhost: x\r\n\r\nrest";
        let read = read_head(&mut &head[..]).await.expect("a head");
        assert_eq!(read, &head[..head.len() - 4]);
        assert!(read_head(&mut &b"GET"[..]).await.is_err());
    }
}
