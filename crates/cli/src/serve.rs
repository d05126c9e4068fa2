use komadai_server::{ServeArgs, serve};
use tokio::runtime::Builder;

use crate::failure::Failure;
use crate::interrupt::asked_to_end;

pub(crate) fn run(args: ServeArgs) -> Result<(), Failure> {
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let asked_to_end = asked_to_end()?;
        Ok(serve(args, asked_to_end).await?)
    })
}
