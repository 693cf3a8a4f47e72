import base64, hashlib, hmac, json, os, sys, time, urllib.request, uuid
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

PAGES = sys.argv[1] if len(sys.argv) > 1 else "../../html"
EXCHANGE = os.environ.get("CAMBIO_URL", "http://localhost:8787")
KEY = os.environ.get("CAMBIO_API_KEY", "SANDBOXPARTNER01")
SECRET = os.environ.get("CAMBIO_SECRET", "sandbox-partner-secret").encode()
CALLBACK_SECRET = os.environ.get("CAMBIO_CALLBACK_SECRET", "sandbox-callback-secret").encode()
seen = set()  # in your database


def call(path, fields):
    """Signs and sends: API-Signature covers the path and the body."""
    body = json.dumps(fields).encode()
    digest = hashlib.sha256(path.encode() + body).digest()
    signature = hmac.new(SECRET, digest, hashlib.sha512).digest()
    headers = {
        "API-Key": KEY,
        "API-Signature": base64.b64encode(signature).decode(),
        "Content-Type": "application/json",
    }
    request = urllib.request.Request(EXCHANGE + path, body, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def is_genuine(headers, body):
    timestamp = headers.get("webhook-timestamp", "")
    message = f"{headers.get('webhook-id', '')}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(CALLBACK_SECRET, message, hashlib.sha256).digest())
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    if not any(hmac.compare_digest(expected, signature) for signature in signatures):
        return False
    return timestamp.isdecimal() and abs(time.time() - int(timestamp)) <= 300


class Server(SimpleHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/request":
            self.open_request()
        elif self.path == "/callbacks":
            self.take_callback(body)
        else:
            self.send_error(404)

    def open_request(self):
        answer = call("/api/v2/partner/create_request", {
            "partner_order_id": str(uuid.uuid4()),
            "payin_group": "card", "payin_currency": "EUR", "payin_amount_default": "100.00",
            "payout_group": "crypto", "payout_currency": "ETH",
        })
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps({"requestId": answer["request_id"]}).encode())

    def take_callback(self, body):
        genuine = is_genuine(self.headers, body)
        if genuine and self.headers["webhook-id"] not in seen:
            seen.add(self.headers["webhook-id"])
            order = json.loads(body).get("client_order")
            if order:
                print(order["partner_order_id"], order["status"], flush=True)
        self.send_response(204 if genuine else 401)
        self.end_headers()


address = ("127.0.0.1", int(os.environ.get("PORT", 8796)))
ThreadingHTTPServer(address, partial(Server, directory=PAGES)).serve_forever()
