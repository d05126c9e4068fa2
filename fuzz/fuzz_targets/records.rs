#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| komadai_fuzz::records::run(bytes));
