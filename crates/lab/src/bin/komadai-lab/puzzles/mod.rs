mod args;
mod check;
mod mine;

pub(crate) use args::PuzzlesArgs;

use args::PuzzlesCommand;

use crate::failure::Failure;

pub(crate) fn run(args: &PuzzlesArgs) -> Result<(), Failure> {
    match &args.command {
        Some(PuzzlesCommand::Check(args)) => check::run(args),
        None => mine::run(&args.mining),
    }
}
