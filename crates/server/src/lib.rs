//! The web server: pages, invitations, referee and clocks.
