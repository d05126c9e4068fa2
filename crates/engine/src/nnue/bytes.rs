//! Byte encodings of integers: little-endian, signed LEB128.

/// The input ends within a number.
#[derive(Debug)]
pub(super) struct UnexpectedEnd;

pub(super) enum Leb128Error {
    UnexpectedEnd,
    /// The number at this index does not fit into 16 bits.
    TooLarge {
        index: usize,
    },
}

impl From<UnexpectedEnd> for Leb128Error {
    fn from(UnexpectedEnd: UnexpectedEnd) -> Self {
        Self::UnexpectedEnd
    }
}

pub(super) fn le_bytes(numbers: &[i16]) -> impl Iterator<Item = u8> {
    numbers.iter().flat_map(|it| it.to_le_bytes())
}

/// Signed LEB128: seven bits a byte, low bits first. The high bit marks a continuation; bit 6 of
/// the last byte is the sign.
pub(super) fn write_leb128(bytes: &mut Vec<u8>, value: i16) {
    let mut rest = value;
    loop {
        let low = (rest & 0x7f) as u8;
        rest >>= 7;
        let sign = low & 0x40 != 0;
        if (rest == 0 && !sign) || (rest == -1 && sign) {
            bytes.push(low);
            return;
        }
        bytes.push(low | 0x80);
    }
}

pub(super) struct Reader<'b>(pub(super) &'b [u8]);

impl Reader<'_> {
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], UnexpectedEnd> {
        let (array, rest) = self.0.split_first_chunk().ok_or(UnexpectedEnd)?;
        self.0 = rest;
        Ok(*array)
    }

    pub(super) fn u16(&mut self) -> Result<u16, UnexpectedEnd> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    pub(super) fn fill(&mut self, numbers: &mut [i16]) -> Result<(), UnexpectedEnd> {
        let bytes = self.0.get(..2 * numbers.len()).ok_or(UnexpectedEnd)?;
        self.0 = &self.0[2 * numbers.len()..];
        for (number, pair) in numbers.iter_mut().zip(bytes.chunks_exact(2)) {
            *number = i16::from_le_bytes([pair[0], pair[1]]);
        }
        Ok(())
    }

    pub(super) fn fill_leb128(&mut self, numbers: &mut [i16]) -> Result<(), Leb128Error> {
        for (index, number) in numbers.iter_mut().enumerate() {
            let (mut value, mut shift) = (0_i32, 0);
            loop {
                let [byte] = self.array()?;
                value |= i32::from(byte & 0x7f) << shift;
                shift += 7;
                if byte & 0x80 == 0 {
                    if byte & 0x40 != 0 {
                        value |= -1 << shift;
                    }
                    break;
                }
                if shift > 14 {
                    return Err(Leb128Error::TooLarge { index });
                }
            }
            *number = i16::try_from(value).map_err(|_| Leb128Error::TooLarge { index })?;
        }
        Ok(())
    }
}
