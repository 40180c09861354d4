//! The one place that knows the library and the wire: a chat in, its text out.
//!
//! The library logs the body of an error, which may quote the key. So whatever is no answer is discarded here before the
//! library sees it, and a body that is too long is not read to its end.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use async_openai::Client;
use async_openai::config::OpenAIConfig;
use async_openai::error::{ApiError, ApiErrorResponse, OpenAIError};
use async_openai::middleware::HttpRequestFactory;
use fsm::dialogue::Why;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{Dialect, LlmSettings};

/// The longest answer that is read, in bytes.
const ANSWER_BYTES_MAX: usize = 64 * 1024;

/// What a model is asked.
pub(super) struct Chat<'a> {
    /// What it is to do.
    pub system: &'a str,
    /// What it is to do it with.
    pub user: &'a str,
    /// The form of the answer, as a JSON schema in the strict subset; none for a plain text.
    pub schema: Option<&'a Value>,
    /// How long the answer may be.
    pub tokens_max: u32,
}

/// What a model answered.
#[derive(Debug)]
pub(super) struct Reply {
    /// Its text.
    pub text: String,
    /// How many tokens were asked and answered, if the server says so.
    pub tokens: Option<u64>,
}

/// A server of models.
pub(super) struct ModelClient {
    client: Client<OpenAIConfig>,
    model: String,
    dialect: Dialect,
}

impl ModelClient {
    pub fn new(settings: &LlmSettings) -> Result<Self, String> {
        // Fails if a provider is installed already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        let http = http.build().map_err(|error| error.without_url().to_string())?;
        let key = settings.key.as_deref().unwrap_or_default();
        let config = OpenAIConfig::default().with_api_base(&settings.url).with_api_key(key);
        let config = config.with_org_id("").with_project_id("");
        let client = Client::with_config(config).with_http_service(Bounded { http, key: key.into() });
        Ok(Self { client, model: settings.model.clone(), dialect: settings.dialect })
    }

    pub async fn chat(&self, chat: &Chat<'_>) -> Result<Reply, Why> {
        let body = self.body(chat);
        let answer: Answer = self.client.chat().create_byot(body).await.map_err(|error| why(&error))?;
        let tokens = answer.usage.and_then(|usage| usage.total_tokens);
        let choice = answer.choices.into_iter().next().ok_or(Why::Broken)?;
        match choice.finish_reason.as_deref() {
            Some("content_filter") => return Err(Why::Refused),
            // Cut off by its length. Another try would end in the same way.
            Some("length") => return Err(Why::Invalid),
            Some(_) | None => {}
        }
        if choice.message.refusal.is_some_and(|refusal| !refusal.is_empty()) {
            return Err(Why::Refused);
        }
        let text = choice.message.content.filter(|text| !text.trim().is_empty()).ok_or(Why::Broken)?;
        Ok(Reply { text, tokens })
    }

    fn body(&self, chat: &Chat<'_>) -> Value {
        let mut system = chat.system.to_owned();
        if let (Some(schema), Dialect::Plain) = (chat.schema, self.dialect) {
            system = format!(
                "{system}\nAnswer with one JSON object of this JSON schema and nothing else:\n{schema}"
            );
        }
        let mut body = json!({
            "model": self.model,
            "messages": [
                { "role": "system", "content": system },
                { "role": "user", "content": chat.user },
            ],
            "temperature": 0,
            "stream": false,
        });
        let tokens_max = match self.dialect {
            Dialect::OpenAi => "max_completion_tokens",
            Dialect::LlamaCpp | Dialect::Plain => "max_tokens",
        };
        body[tokens_max] = chat.tokens_max.into();
        match (chat.schema, self.dialect) {
            (Some(schema), Dialect::OpenAi) => {
                body["response_format"] = json!({
                    "type": "json_schema",
                    "json_schema": { "name": "answer", "strict": true, "schema": schema },
                });
            }
            (Some(schema), Dialect::LlamaCpp) => {
                body["response_format"] = json!({ "type": "json_object", "schema": schema });
            }
            (Some(_), Dialect::Plain) | (None, _) => {}
        }
        body
    }
}

/// As much of an answer as is used. Servers differ in the rest.
#[derive(Deserialize)]
struct Answer {
    choices: Vec<OneOf>,
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct OneOf {
    message: Message,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    content: Option<String>,
    refusal: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    total_tokens: Option<u64>,
}

/// Sends a request once, and lets through only what is an answer.
#[derive(Clone)]
struct Bounded {
    http: reqwest::Client,
    /// No answer may quote it: answers are spoken and stored.
    key: Arc<str>,
}

impl tower_service::Service<HttpRequestFactory> for Bounded {
    type Response = reqwest::Response;
    type Error = OpenAIError;
    type Future = Pin<Box<dyn Future<Output = Result<reqwest::Response, OpenAIError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), OpenAIError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: HttpRequestFactory) -> Self::Future {
        let Self { http, key } = self.clone();
        Box::pin(async move {
            let mut response = http.execute(request.build().await?).await?;
            let status = response.status();
            if !status.is_success() {
                let api_error = ApiError::default();
                return Err(OpenAIError::ApiError(ApiErrorResponse { status_code: status, api_error }));
            }
            let mut body = Vec::new();
            while let Some(piece) = response.chunk().await? {
                if body.len() + piece.len() > ANSWER_BYTES_MAX {
                    return Err(no_answer());
                }
                body.extend_from_slice(&piece);
            }
            let answer: Answer = serde_json::from_slice(&body).map_err(|_| no_answer())?;
            let mut texts = answer.choices.iter().filter_map(|choice| choice.message.content.as_deref());
            if !key.is_empty() && texts.any(|text| text.contains(&*key)) {
                return Err(no_answer());
            }
            Ok(http::Response::new(body).into())
        })
    }
}

/// The error for what is no answer. It quotes nothing of it, which could be anything.
fn no_answer() -> OpenAIError {
    OpenAIError::InvalidArgument(String::new())
}

fn why(error: &OpenAIError) -> Why {
    match error {
        OpenAIError::ApiError(error) if error.status_code.as_u16() == 429 => Why::Limited,
        OpenAIError::ApiError(_) => Why::Failed,
        OpenAIError::Reqwest(error) if error.is_connect() => Why::Unreachable,
        OpenAIError::Reqwest(error) if error.is_timeout() => Why::TimedOut,
        _ => Why::Broken,
    }
}
