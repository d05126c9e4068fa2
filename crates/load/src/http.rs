//! HTTP requests over a persistent connection.

use std::time::Duration;

use http_body_util::{BodyExt as _, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use komadai_protocol::{ApiError, GamePage, JoinGame};
use serde::de::DeserializeOwned;

use crate::fail::Failed;
use crate::target::Target;

const TIMEOUT: Duration = Duration::from_secs(30);
/// Attempts of a request that is rate-limited.
const ATTEMPTS: u32 = 20;

pub(crate) struct Http {
    sender: SendRequest<Full<Bytes>>,
    host: String,
}

pub(crate) struct Answer<T> {
    pub(crate) body: T,
    /// Session cookie set by the answer.
    pub(crate) cookie: Option<String>,
}

impl Http {
    pub(crate) async fn connect(target: &Target, client: u64) -> Result<Self, Failed> {
        let stream = target.connect(client).await?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        Ok(Self {
            sender,
            host: target.host().to_owned(),
        })
    }

    pub(crate) async fn join(
        &mut self,
        made: &GamePage,
        cookie: Option<&str>,
    ) -> Result<Answer<GamePage>, Failed> {
        let path = format!("/api/games/{}/join", made.snapshot.id);
        let invitation = made.invitation.as_deref();
        let join = JoinGame {
            invitation: invitation.and_then(|link| Some(link.split_once('#')?.1.to_owned())),
            name: None,
        };
        let join = serde_json::to_string(&join).map_err(|_| Failed::Message)?;
        self.ask("POST", &path, cookie, Some(join)).await
    }

    /// Sends a request; retries while it is rate-limited.
    pub(crate) async fn ask<T: DeserializeOwned>(
        &mut self,
        method: &str,
        path: &str,
        cookie: Option<&str>,
        body: Option<String>,
    ) -> Result<Answer<T>, Failed> {
        let mut attempt = 0;
        loop {
            let once = self.once(method, path, cookie, body.clone());
            let answer = tokio::time::timeout(TIMEOUT, once).await;
            match answer.unwrap_or(Err(Failed::Timeout)) {
                Err(Failed::TooEarly(seconds)) if attempt < ATTEMPTS => {
                    attempt += 1;
                    tokio::time::sleep(Duration::from_secs(seconds.clamp(1, 60))).await;
                }
                answer => return answer,
            }
        }
    }

    async fn once<T: DeserializeOwned>(
        &mut self,
        method: &str,
        path: &str,
        cookie: Option<&str>,
        body: Option<String>,
    ) -> Result<Answer<T>, Failed> {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", &self.host);
        if let Some(cookie) = cookie {
            request = request.header("cookie", cookie);
        }
        if body.is_some() {
            request = request.header("content-type", "application/json");
        }
        let body = Full::from(body.unwrap_or_default());
        let request = request.body(body).map_err(|_| Failed::Message)?;
        self.sender.ready().await?;
        let answer = self.sender.send_request(request).await?;
        let header = |name: &str| {
            let value = answer.headers().get(name)?.to_str().ok()?;
            Some(value.to_owned())
        };
        let retry_after = header("retry-after").and_then(|seconds| seconds.parse().ok());
        let cookies = answer.headers().get_all("set-cookie").into_iter();
        let mut cookies = cookies.filter_map(|it| it.to_str().ok());
        // The device cookie outlives sessions and is not used here.
        let cookie = cookies
            .find(|cookie| !cookie.starts_with("komadai-device="))
            .and_then(|cookie| Some(cookie.split(';').next()?.trim().to_owned()));
        let status = answer.status();
        let body = answer.into_body().collect().await?.to_bytes();
        if let (429 | 503, Some(seconds)) = (status.as_u16(), retry_after) {
            return Err(Failed::TooEarly(seconds));
        }
        if !status.is_success() {
            let code = serde_json::from_slice::<ApiError>(&body).map(|error| error.code);
            return Err(Failed::Http(status.as_u16(), code.ok()));
        }
        let body = serde_json::from_slice(&body).map_err(|_| Failed::Message)?;
        Ok(Answer { body, cookie })
    }
}
