"""A POS for trying Carhop out: verifies each webhook, prints the ticket and accepts it.

pos.py FOLDER HOST listens on port 8443, or on that of the variable POS_PORT. FOLDER gets, once, what both sides need: `certificate.pem` for HOST, and `secret`.
"""

import base64
import hmac
import http.server
import json
import os
import pathlib
import ssl
import subprocess
import sys
import time

PORT = int(os.environ.get("POS_PORT", "8443"))
AGE_SECONDS_MAX = 300


def make_secret(path):
    if not path.exists():
        path.write_text("whsec_" + base64.b64encode(os.urandom(32)).decode() + "\n")


def make_certificate(path, key, host):
    if not path.exists():
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "3650", "-keyout", key, "-out", path,
             "-subj", f"/CN={host}", "-addext", f"subjectAltName=DNS:{host}", "-addext", "basicConstraints=critical,CA:FALSE"],
            check=True,
        )


def is_genuine(secret, headers, body):
    sent_at = headers.get("webhook-timestamp", "0")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > AGE_SECONDS_MAX:
        return False
    signed = f'{headers.get("webhook-id")}.{sent_at}.'.encode() + body
    digest = hmac.new(base64.b64decode(secret.removeprefix("whsec_")), signed, "sha256").digest()
    wanted = "v1," + base64.b64encode(digest).decode()
    return any(hmac.compare_digest(wanted, given) for given in headers.get("webhook-signature", "").split())


class Pos(http.server.BaseHTTPRequestHandler):
    secret = ""

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_genuine(self.secret, self.headers, body):
            return self.answer(401, {})
        message = json.loads(body)
        print(json.dumps(message, indent=2), flush=True)
        # Everything else is no new order: a void, a payment, a test event (`webhook.test`).
        self.answer(200, {"status": "accepted"} if message["type"] == "ticket.created" else {})

    def answer(self, status, body):
        body = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Only tickets are printed."""


def main(folder, host):
    folder = pathlib.Path(folder)
    make_secret(folder / "secret")
    make_certificate(folder / "certificate.pem", folder / "key.pem", host)
    Pos.secret = (folder / "secret").read_text().strip()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
    server = http.server.ThreadingHTTPServer(("", PORT), Pos)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    server.serve_forever()


main(*sys.argv[1:])
