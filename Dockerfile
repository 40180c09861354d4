# The service by itself: no shell, no root, what it keeps in /data. It listens beyond its container, so it wants keys and a
# proxy in front that speaks TLS, or CARHOP_LISTEN=127.0.0.1:8080 within another's network.
FROM rust:1.95-slim-bookworm AS build
WORKDIR /carhop
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/carhop/target \
    cargo build --profile dist --locked --bin carhop \
    && strip -o /usr/local/bin/carhop target/dist/carhop \
    && mkdir /data /keys

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /usr/local/bin/carhop /usr/local/bin/carhop
COPY --from=build --chown=65532:65532 /data /data
COPY --from=build --chown=65532:65532 /keys /keys
ENV CARHOP_LISTEN=0.0.0.0:8080 CARHOP_DATA=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=5s --start-period=10s CMD ["carhop", "health"]
ENTRYPOINT ["carhop"]
CMD ["serve"]
