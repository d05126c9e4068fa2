//! Random walks through the states of a player's sessions, codes and tokens (`docs/security.md`), with an
//! intruder.

use komadai_protocol::{ErrorCode, NewToken};

use crate::common::{Person, Running};
use crate::credentials::{
    DAY, code, end, end_others, end_others_unanswered, enter, others, owner, pass, player_of,
    take_next, token, token_works,
};
use crate::socket::Socket;

/// Credentials the intruder has got hold of, valid or not.
#[derive(Default)]
struct Held {
    browsers: Vec<Person>,
    tokens: Vec<NewToken>,
    codes: Vec<String>,
    sockets: Vec<Socket>,
}

impl Held {
    /// Asserts that no credential works. Drops those that need no further check.
    async fn is_worth_nothing(&mut self, server: &Running, player: &str, kept: &[String]) {
        for browser in &mut self.browsers {
            assert_ne!(player_of(browser).await.as_deref(), Some(player));
            assert_eq!(code(browser).await, None);
        }
        for token in &self.tokens {
            let is_kept = kept.contains(&token.token.id);
            assert_eq!(token_works(server, &token.secret).await, is_kept);
        }
        for code in &self.codes {
            let entered = enter(&mut server.somebody(), code).await;
            assert_eq!(entered, Err(ErrorCode::BadCode));
        }
        for mut socket in self.sockets.drain(..) {
            assert_eq!(socket.ended().await, ErrorCode::SessionEnded);
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lost {
    Neither,
    First,
    Second,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    OwnerMakesCode,
    OwnerSignsInElsewhere,
    OwnerMakesToken,
    OwnerEndsAllOthers { keeps_tokens: bool, lost: Lost },
    ADayPasses,
    IntruderReadsCode,
    IntruderCopiesCookie,
    IntruderReadsToken,
    IntruderEntersCode { anew: bool },
    IntruderMakesCode,
    IntruderMakesToken,
    IntruderOpensSocket,
    IntruderEndsOne,
    IntruderTakesNext,
    IntruderEndsAll,
}

struct Walk<'a> {
    server: &'a Running,
    player: String,
    devices: Vec<Person>,
    tokens: Vec<NewToken>,
    code: Option<String>,
    held: Held,
    /// The intruder's session may end older ones: copied from the owner, a day old, or proved.
    is_strong: bool,
    is_over: bool,
}

impl<'a> Walk<'a> {
    async fn begin(server: &'a Running) -> Self {
        let (first, player) = owner(server).await;
        Self {
            server,
            player,
            devices: vec![first],
            tokens: Vec::new(),
            code: None,
            held: Held::default(),
            is_strong: false,
            is_over: false,
        }
    }

    /// The newest intruder's browser that is still signed in as the player.
    async fn browser(&mut self) -> Option<&mut Person> {
        for n in (0..self.held.browsers.len()).rev() {
            let found = player_of(&mut self.held.browsers[n]).await;
            if found.as_ref() == Some(&self.player) {
                return self.held.browsers.get_mut(n);
            }
        }
        None
    }

    async fn step(&mut self, step: Step) {
        match step {
            Step::OwnerMakesCode => self.code = code(&mut self.devices[0]).await,
            Step::OwnerSignsInElsewhere => {
                let mut device = self.server.somebody();
                if let Some(code) = &self.code
                    && enter(&mut device, code).await.is_ok()
                {
                    self.devices.push(device);
                }
            }
            Step::OwnerMakesToken => self.tokens.extend(token(&mut self.devices[0]).await),
            Step::OwnerEndsAllOthers { keeps_tokens, lost } => {
                self.end_others(keeps_tokens, lost).await;
            }
            Step::ADayPasses => {
                pass(self.server, &self.player, DAY).await;
                self.is_strong |= self.browser().await.is_some();
            }
            Step::IntruderReadsCode => self.held.codes.extend(self.code.clone()),
            Step::IntruderCopiesCookie => {
                self.held.browsers.extend(self.devices.last().cloned());
                self.is_strong = true;
            }
            Step::IntruderReadsToken => self.held.tokens.extend(self.tokens.last().cloned()),
            Step::IntruderEntersCode { anew } => self.enter_code(anew).await,
            _ => self.use_browser(step).await,
        }
    }

    async fn enter_code(&mut self, anew: bool) {
        let Some(code) = self.held.codes.last().cloned() else {
            return;
        };
        let mut browser = match self.browser().await {
            Some(browser) if !anew => browser.clone(),
            _ => self.server.somebody(),
        };
        let before = browser.cookie.clone();
        if enter(&mut browser, &code).await.is_ok() {
            // A proof leaves the cookie unchanged.
            self.is_strong |= browser.cookie == before;
            self.held.browsers.push(browser);
        }
    }

    async fn use_browser(&mut self, step: Step) {
        let Some(browser) = self.browser().await else {
            return;
        };
        match step {
            Step::IntruderMakesCode => {
                let made = code(browser).await;
                self.held.codes.extend(made);
            }
            Step::IntruderMakesToken => {
                let made = token(browser).await;
                self.held.tokens.extend(made);
            }
            Step::IntruderOpensSocket => {
                let socket = browser.greet().await;
                self.held.sockets.push(socket);
            }
            Step::IntruderEndsOne => {
                for id in others(browser).await {
                    let _ = end(browser, &format!("/api/sessions/{id}"), None).await;
                }
            }
            Step::IntruderTakesNext => {
                let _ = take_next(browser).await;
            }
            _ => {
                let _ = end_others(browser, &[]).await;
            }
        }
        let is_out = player_of(&mut self.devices[0]).await.is_none();
        assert!(!is_out || self.is_strong, "the account was taken over");
        self.is_over = is_out;
    }

    async fn end_others(&mut self, keeps_tokens: bool, lost: Lost) {
        let kept: Vec<String> = match keeps_tokens {
            // The owner keeps tokens by name, even those the intruder has read.
            true => self.tokens.iter().map(|it| it.token.id.clone()).collect(),
            false => Vec::new(),
        };
        let ids: Vec<&str> = kept.iter().map(String::as_str).collect();
        let device = &mut self.devices[0];
        let ended = match lost {
            Lost::Neither => end_others(device, &ids).await,
            Lost::Second => end_others_unanswered(device, &ids).await,
            Lost::First => {
                take_next(&mut device.clone()).await.expect("given");
                assert_eq!(player_of(device).await.as_ref(), Some(&self.player));
                return;
            }
        };
        assert_eq!(ended, Ok(()), "the oldest session may end all others");
        self.devices.truncate(1);
        self.code = None;
        self.tokens.retain(|it| kept.contains(&it.token.id));
        let (server, player) = (self.server, self.player.clone());
        self.held.is_worth_nothing(server, &player, &kept).await;
        self.is_strong = false;
        let still = player_of(&mut self.devices[0]).await;
        assert_eq!(still.as_ref(), Some(&player));
        for token in &self.tokens {
            assert!(token_works(server, &token.secret).await, "it was kept");
        }
    }
}

mod walks {
    use proptest::prelude::*;
    use proptest::test_runner::{Config, TestRunner};

    use super::*;

    fn lost() -> impl Strategy<Value = Lost> {
        prop_oneof![Just(Lost::Neither), Just(Lost::First), Just(Lost::Second)]
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            3 => Just(Step::OwnerMakesCode),
            1 => Just(Step::OwnerSignsInElsewhere),
            1 => Just(Step::OwnerMakesToken),
            3 => (any::<bool>(), lost())
                .prop_map(|(keeps_tokens, lost)| Step::OwnerEndsAllOthers { keeps_tokens, lost }),
            1 => Just(Step::ADayPasses),
            3 => Just(Step::IntruderReadsCode),
            1 => Just(Step::IntruderCopiesCookie),
            1 => Just(Step::IntruderReadsToken),
            4 => any::<bool>().prop_map(|anew| Step::IntruderEntersCode { anew }),
            2 => Just(Step::IntruderMakesCode),
            2 => Just(Step::IntruderMakesToken),
            2 => Just(Step::IntruderOpensSocket),
            2 => Just(Step::IntruderEndsOne),
            2 => Just(Step::IntruderTakesNext),
            2 => Just(Step::IntruderEndsAll),
        ]
    }

    #[test]
    fn nothing_that_an_intruder_ever_held_works_after_the_owner_has_ended_all_others() {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let server = runtime.block_on(Running::start());
        let mut runner = TestRunner::new(Config {
            cases: 24,
            max_shrink_iters: 200,
            failure_persistence: None,
            ..Config::default()
        });
        let steps = prop::collection::vec(step(), 4..24);
        let walked = runner.run(&steps, |steps| {
            runtime.block_on(async {
                let mut walk = Walk::begin(&server).await;
                for step in steps {
                    if !walk.is_over {
                        walk.step(step).await;
                    }
                }
                if !walk.is_over {
                    walk.end_others(false, Lost::Neither).await;
                }
            });
            Ok(())
        });
        walked.expect("no walk ends badly");
        runtime.block_on(server.stop());
    }
}
