//! Where the NATS server is, and what lets this program in there.

use std::path::Path;

use async_nats::{ConnectError, ConnectErrorKind, ConnectOptions, ServerAddr};
use percent_encoding::percent_decode_str;

/// Why there is no bus. Each is a sentence that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// The address is none.
    #[error(
        "{given:?} is no address of a NATS server: it looks like nats://nats.example.org:4222, several with commas between"
    )]
    Address {
        /// What was given, without password.
        given: String,
    },
    /// Several addresses name several users.
    #[error(
        "the addresses of the NATS servers name different users: all of them are entered with the same one, which one of \
         the addresses names"
    )]
    Users,
    /// The credentials file cannot be used.
    #[error("the credentials of --nats-credentials {path} cannot be read ({why})")]
    Credentials {
        /// Where.
        path: String,
        /// What the client said.
        why: String,
    },
    /// The server lets nobody in with these credentials.
    #[error(
        "the NATS server {address} does not let this program in{by}: a user and a password stand in the address, \
         nats://user:password@host, with %40 for an @ in them, a token as nats://token@host, and a credentials file is \
         named with --nats-credentials"
    )]
    NotLetIn {
        /// Where, without password.
        address: String,
        /// What was shown there.
        by: String,
    },
    /// Nobody answers there, or refuses.
    #[error(
        "the NATS server {address} cannot be used ({why}): is it running there, and may komadai in? Name another one with --nats"
    )]
    Unreachable {
        /// Where, without password.
        address: String,
        /// What the client said.
        why: String,
    },
}

/// What the addresses say of who comes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Login {
    User { name: String, password: String },
    Token(String),
}

/// The addresses of a NATS server or of the servers of a cluster, and what lets this program in.
#[derive(Debug)]
pub(crate) struct NatsAccess<'a> {
    pub(super) addresses: Vec<ServerAddr>,
    login: Option<Login>,
    credentials: Option<&'a Path>,
}

/// What stands in an address in place of signs that mean something there.
fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

fn login_of(address: &ServerAddr) -> Option<Login> {
    let name = decoded(address.username()?);
    Some(match address.password() {
        Some(password) => Login::User {
            name,
            password: decoded(password),
        },
        None => Login::Token(name),
    })
}

impl<'a> NatsAccess<'a> {
    /// Reads addresses with commas between, with `nats://user:password@` or `nats://token@` where the server asks for it.
    ///
    /// # Errors
    /// One is no address, or they name different users.
    pub(crate) fn new(addresses: &str, credentials: Option<&'a Path>) -> Result<Self, LinkError> {
        let bad = |given: &str| LinkError::Address {
            // What stands before the last @ may be a password.
            given: given.rsplit('@').next().unwrap_or_default().to_owned(),
        };
        let one = |given: &str| match given.trim().parse::<ServerAddr>() {
            Ok(address)
                if matches!(address.scheme(), "nats" | "tls") && !address.host().is_empty() =>
            {
                Ok(address)
            }
            _ => Err(bad(given)),
        };
        let addresses = addresses
            .split(',')
            .map(one)
            .collect::<Result<Vec<_>, _>>()?;
        let mut logins = addresses.iter().filter_map(login_of);
        let login = logins.next();
        if logins.any(|other| login.as_ref() != Some(&other)) {
            return Err(LinkError::Users);
        }
        Ok(Self {
            addresses,
            login,
            credentials,
        })
    }

    /// Options of the client that say who comes.
    ///
    /// # Errors
    /// The credentials file cannot be used.
    pub(super) async fn options(&self) -> Result<ConnectOptions, LinkError> {
        let options = ConnectOptions::new();
        let options = match self.login.clone() {
            Some(Login::User { name, password }) => options.user_and_password(name, password),
            Some(Login::Token(token)) => options.token(token),
            None => options,
        };
        let Some(path) = self.credentials else {
            return Ok(options);
        };
        let options = options.credentials_file(path).await;
        options.map_err(|error| LinkError::Credentials {
            path: path.display().to_string(),
            why: error.to_string(),
        })
    }

    /// Addresses without what is secret in them.
    fn shown(&self) -> String {
        let one = |it: &ServerAddr| format!("{}:{}", it.host(), it.port());
        let all: Vec<String> = self.addresses.iter().map(one).collect();
        all.join(",")
    }

    pub(super) fn unreachable(&self, why: String) -> LinkError {
        LinkError::Unreachable {
            address: self.shown(),
            why,
        }
    }

    /// Why there is no connection.
    pub(super) fn refused(&self, error: &ConnectError) -> LinkError {
        let kind = error.kind();
        let not_let_in = matches!(
            kind,
            ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication
        );
        if !not_let_in {
            return self.unreachable(with_causes(error));
        }
        let by = match (&self.login, self.credentials) {
            (_, Some(path)) => format!(" with the credentials of {}", path.display()),
            (Some(Login::User { name, .. }), None) => format!(" as {name} with this password"),
            (Some(Login::Token(_)), None) => " with this token".into(),
            (None, None) => " without a password".into(),
        };
        LinkError::NotLetIn {
            address: self.shown(),
            by,
        }
    }
}

/// An error with what caused it.
pub(super) fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        next = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(addresses: &str) -> Result<NatsAccess<'_>, LinkError> {
        NatsAccess::new(addresses, None)
    }

    #[test]
    fn addresses_are_checked_and_shown_without_their_passwords() {
        let good = parse("nats://me:secret@a.example:4333, tls://b.example").expect("two");
        assert_eq!(good.shown(), "a.example:4333,b.example:4222");
        for bad in [
            "",
            "http://a.example",
            "ws://a.example",
            "nats://",
            "nats://a b",
            "nats://x,",
        ] {
            assert!(parse(bad).is_err(), "{bad:?}");
        }
        let error = parse("https://me:secret@a.example").expect_err("another scheme");
        assert!(!error.to_string().contains("secret"), "{error}");
    }

    #[test]
    fn users_passwords_and_tokens_are_read_from_the_address() {
        let login = |addresses| parse(addresses).expect("addresses").login;
        let user = |name: &str, password: &str| Login::User {
            name: name.into(),
            password: password.into(),
        };
        assert_eq!(login("nats://a.example"), None);
        let simple = login("nats://komadai:secret@a.example:4222");
        assert_eq!(simple, Some(user("komadai", "secret")));
        let signs = login("nats://me%40home:p%40ss%3A%2F%25@a.example");
        assert_eq!(signs, Some(user("me@home", "p@ss:/%")));
        let token = login("nats://s3cr3t%2Ft@a.example");
        assert_eq!(token, Some(Login::Token("s3cr3t/t".into())));
        // Of a cluster one address names it for all.
        let cluster = login("nats://a.example,nats://me:x@b.example,nats://me:x@c.example");
        assert_eq!(cluster, Some(user("me", "x")));
        let error = parse("nats://me:x@a.example,nats://me:y@b.example").expect_err("two");
        assert!(matches!(error, LinkError::Users), "{error}");
    }
}
