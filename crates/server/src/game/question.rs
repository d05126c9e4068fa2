//! Questions to the copy that has a game or a list.

use axum::body::Bytes;
use komadai_protocol::{GameKey, List};
use serde::{Deserialize, Serialize};

use super::lists::ListQuestion;
use super::registry::GameRegistry;
use crate::link::{AskError, Asker};
use crate::request::{Request, Response};
use crate::server_id::ServerId;

/// A question to another server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Question {
    /// Request to the referee of a game.
    Game {
        game: GameKey,
        request: Request,
        /// Time since it arrived at the server that asks, milliseconds: the two have different time lines.
        age_ms: i64,
    },
    /// Has it sent everything for the referee of that game?
    Settle {
        game: GameKey,
    },
    List(ListQuestion),
}

/// The answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Answer {
    /// It has sent everything.
    Settled,
    /// Response of the referee.
    Response(Response),
    /// `None` if it is of the version in the question.
    List(Option<Box<List>>),
    /// Another server has the game or list, or none.
    Elsewhere,
    /// Ask again in a moment.
    Busy,
    /// This server runs another version.
    NotUnderstood,
}

impl GameRegistry {
    pub(super) async fn question(
        &self,
        server: ServerId,
        question: &Question,
    ) -> Result<Answer, AskError> {
        let answered = self.ask_copy(server, question).await;
        self.metrics.bus.asked(label(&answered));
        answered
    }

    async fn ask_copy(&self, server: ServerId, question: &Question) -> Result<Answer, AskError> {
        let not_understood = |error: serde_json::Error| AskError::NotUnderstood(error.to_string());
        let question = serde_json::to_vec(question).map_err(not_understood)?;
        let answer = self.link.ask(server, question.into()).await?;
        serde_json::from_slice(&answer).map_err(not_understood)
    }
}

pub(super) async fn answer(asker: Asker, answer: &Answer) {
    match serde_json::to_vec(answer) {
        Ok(answer) => asker.answer(answer.into()).await,
        Err(error) => tracing::error!(error = %error, "bus.answer failed"),
    }
}

/// Reads a question. One of another version is answered.
pub(super) async fn read(question: &Bytes, asker: Asker) -> Option<(Question, Asker)> {
    match serde_json::from_slice(question) {
        Ok(question) => Some((question, asker)),
        Err(error) => {
            tracing::warn!(error = %error, "bus.question not understood");
            answer(asker, &Answer::NotUnderstood).await;
            None
        }
    }
}

/// The label of an answer in the metrics.
fn label(answered: &Result<Answer, AskError>) -> &'static str {
    match answered {
        Ok(Answer::Settled | Answer::Response(_) | Answer::List(_)) => "answered",
        Ok(Answer::Elsewhere) => "elsewhere",
        Ok(Answer::Busy) => "busy",
        Ok(Answer::NotUnderstood) | Err(AskError::NotUnderstood(_)) => "not-understood",
        Err(AskError::Nobody) => "nobody",
        Err(AskError::Timeout) => "timeout",
        Err(AskError::Disconnected) => "disconnected",
    }
}
