//! Menus, houses and rules: bodies that may be large, and of which few are on their way at once.

use std::sync::Arc;

use agents::beside::beside;
use axum::extract::{FromRequest, FromRequestParts as _, Request};
use hyper::body::Body as _;
use serde_json::Value;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::access::Caller;
use super::app::App;
use super::body::{BODY_BYTES_MAX, Document, json, read};
use super::limits::{Address, Holder, Place};
use super::problem::Problem;

/// A JSON body of at most `MAX` bytes, which may be a large one, and its place: all of them together take little memory.
pub struct LargeDocument<const MAX: usize>(pub Value, pub Option<LargeBody>);

/// Held until nothing is left of the body.
pub struct LargeBody {
    _place: Place<Holder>,
    turn: Option<SemaphorePermit<'static>>,
}

impl LargeBody {
    /// Lets the next one be read, while what came of this one waits for something else.
    pub fn let_next_be_read(&mut self) {
        self.turn = None;
    }
}

/// As JSON a body takes many times as much, so that one of them is read, checked and compiled after the other.
static READ: Semaphore = Semaphore::const_new(1);

impl<const MAX: usize> FromRequest<Arc<App>> for LargeDocument<MAX> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        if request.body().size_hint().upper().is_some_and(|bytes| bytes <= BODY_BYTES_MAX as u64) {
            let Document(document) = Document::<MAX>::from_request(request, app).await?;
            return Ok(Self(document, None));
        }
        let (mut parts, body) = request.into_parts();
        let caller = Caller::from_request_parts(&mut parts, app).await?;
        let address = parts.extensions.get::<Address>().copied().ok_or_else(Problem::no_key)?;
        let place = app.limits.large_body(caller.key_id(), address)?;
        let bytes = read(Request::from_parts(parts, body), MAX).await?;
        let turn = READ.acquire().await.ok();
        let document = beside(|| json(&bytes)).await?;
        Ok(Self(document, Some(LargeBody { _place: place, turn })))
    }
}
