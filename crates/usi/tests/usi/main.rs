//! The program `komadai-engine`, driven through its pipes as by a GUI.

mod commands;
mod eval_file;
mod mates;
mod noise;
mod options;
mod program;
mod session;
mod support;
