//! KIF and KI2, the formats of Kakinoki Shogi (<http://kakinoki.o.oo7.jp/kif_format.html>). They
//! differ only in the notation of moves; a file that mixes them is read too.

mod diagram;
mod ki2;
mod numbers;
mod read;
mod start;
mod write;

pub(crate) use ki2::write as write_ki2;
pub(crate) use read::read;
pub(crate) use start::position_of;
pub(crate) use write::write;
