//! What a service tells of its work: log lines on standard error, and spans to an OpenTelemetry collector.

use std::io::IsTerminal as _;

use anyhow::Context as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::config::{Config, LogFormat};

/// Is told until the service ends.
pub struct Telemetry {
    #[cfg(feature = "otlp")]
    spans: Option<spans::Spans>,
}

impl Telemetry {
    /// Tells from here on.
    ///
    /// # Errors
    /// That the filter is none, or spans cannot be sent to such a place.
    pub fn start(config: &Config) -> anyhow::Result<Self> {
        let options = &config.options;
        let filter: Targets =
            options.log.parse().with_context(|| format!("`{}` is no log filter", options.log))?;
        let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
        let lines = match options.log_format {
            LogFormat::Text => lines.with_ansi(std::io::stderr().is_terminal()).boxed(),
            LogFormat::Json => lines.json().flatten_event(true).boxed(),
        };
        #[cfg(feature = "otlp")]
        if let Some(url) = &config.otlp_endpoint {
            let spans = spans::Spans::to(url)?;
            let told = spans.layer();
            tracing_subscriber::registry().with(lines.with_filter(filter)).with(told).init();
            return Ok(Self { spans: Some(spans) });
        }
        #[cfg(not(feature = "otlp"))]
        anyhow::ensure!(
            config.otlp_endpoint.is_none(),
            "this build sends no spans: it lacks the feature `otlp`"
        );
        tracing_subscriber::registry().with(lines).with(filter).init();
        Ok(Self {
            #[cfg(feature = "otlp")]
            spans: None,
        })
    }

    /// Sends what is left. Called outside of the runtime.
    pub fn end(self) {
        #[cfg(feature = "otlp")]
        self.spans.into_iter().for_each(spans::Spans::end);
    }
}

#[cfg(feature = "otlp")]
mod spans {
    use std::env;

    use anyhow::{Context as _, ensure};
    use opentelemetry::trace::TracerProvider as _;
    use opentelemetry_otlp::{SpanExporter, WithExportConfig as _, WithHttpConfig as _};
    use opentelemetry_sdk::Resource;
    use opentelemetry_sdk::propagation::TraceContextPropagator;
    use opentelemetry_sdk::trace::SdkTracerProvider;
    use reqwest::Url;
    use tracing::{Level, Subscriber};
    use tracing_subscriber::filter::filter_fn;
    use tracing_subscriber::layer::Layer;
    use tracing_subscriber::registry::LookupSpan;

    use crate::config::SecretUrl;

    /// Whose spans are sent: those of the libraries say more than an operator asks.
    const TOLD: [&str; 2] = ["carhop", "lanes"];
    /// What every service is called that is not named by `OTEL_SERVICE_NAME`.
    const NAME: &str = "carhop";

    /// Sends spans in batches from a thread of its own. The standard's variables say the rest: `OTEL_SERVICE_NAME`,
    /// `OTEL_TRACES_SAMPLER`, `OTEL_EXPORTER_OTLP_HEADERS`, ...
    pub struct Spans(SdkTracerProvider);

    impl Spans {
        pub fn to(url: &SecretUrl) -> anyhow::Result<Self> {
            let endpoint = format!("{}/v1/traces", url.as_secret().trim_end_matches('/'));
            let is_called =
                Url::parse(url.as_secret()).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
            ensure!(
                is_called,
                "otlp_endpoint: `{url}` is no address of a collector; it begins with http:// or https://"
            );
            // There may be one already, which serves as well.
            let _ = rustls::crypto::ring::default_provider().install_default();
            let client = reqwest::blocking::Client::builder().no_proxy();
            // Without TLS, a machine that has no certificates can send as well.
            let speaks_tls = endpoint.starts_with("https:");
            let client = if speaks_tls { client.build() } else { client.tls_certs_only([]).build() };
            let exporter =
                SpanExporter::builder().with_http().with_http_client(client?).with_endpoint(endpoint);
            let exporter = exporter.build().with_context(|| format!("spans cannot be sent to {url}"))?;
            let resource = Resource::builder();
            let resource = match env::var_os("OTEL_SERVICE_NAME") {
                Some(_) => resource,
                None => resource.with_service_name(NAME),
            };
            let version = opentelemetry::KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
            let resource = resource.with_attribute(version).build();
            let provider =
                SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build();
            opentelemetry::global::set_text_map_propagator(TraceContextPropagator::new());
            Ok(Self(provider))
        }

        pub fn layer<S: Subscriber + for<'a> LookupSpan<'a>>(&self) -> impl Layer<S> + use<S> {
            let is_told = filter_fn(|metadata| {
                let part = metadata.target().split("::").next().unwrap_or_default();
                metadata.is_span() && *metadata.level() <= Level::DEBUG && TOLD.contains(&part)
            });
            let spans = tracing_opentelemetry::layer().with_tracer(self.0.tracer(NAME));
            spans.with_location(false).with_threads(false).with_tracked_inactivity(false).with_filter(is_told)
        }

        pub fn end(self) {
            if let Err(error) = self.0.shutdown() {
                tracing::warn!(%error, "the last spans could not be sent");
            }
        }
    }
}
