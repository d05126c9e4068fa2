//! The engine for the browser.
