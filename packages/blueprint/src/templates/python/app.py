"""The web server: a JSON API for the records, and the pages. Nothing beyond Python's own library."""
import json
import os
import re
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from accounts import Accounts
from repository import Repository
from validate import SCHEMA, validate_record

PUBLIC = Path(__file__).parent / "public"
TYPES = {".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml"}
LIMIT_BYTES = 1_000_000


class BadRequest(Exception):
    """What the client sent cannot be used."""


class Handler(BaseHTTPRequestHandler):
    """One request: the API below /api/, files of the folder public, else the page."""

    protocol_version = "HTTP/1.1"
    repository: Repository
    accounts: Accounts

    def do_GET(self):
        self.answer()

    def do_POST(self):
        self.answer()

    def do_PUT(self):
        self.answer()

    def do_DELETE(self):
        self.answer()

    def answer(self):
        path = unquote(urlsplit(self.path).path)
        try:
            if path.startswith("/api/"):
                self.answer_api(path.split("/")[2:])
            else:
                self.answer_file(path)
        except BadRequest as problem:
            self.send_json(400, {"error": str(problem)})

    def answer_api(self, parts):
        entity, record_id = parts[0], parts[1] if len(parts) > 1 else None
        if entity == "auth":
            return self.answer_auth(record_id)
        if entity == "all" and self.command == "GET":
            return self.send_json(200, self.repository.all())
        if entity not in SCHEMA:
            return self.send_json(404, {"error": "There is no such list."})
        if record_id is None:
            return self.answer_list(entity)
        return self.answer_record(entity, record_id)

    def answer_list(self, entity):
        if self.command == "GET":
            return self.send_json(200, {"data": self.repository.list(entity)})
        if self.command == "POST":
            return self.keep(entity, str(uuid.uuid4()), {}, 201)
        return self.send_json(405, {"error": f"{self.command} is not possible here."})

    def answer_record(self, entity, record_id):
        old = self.repository.find(entity, record_id)
        if self.command == "PUT":
            return self.keep(entity, record_id, old or {}, 200)
        if old is None:
            return self.send_json(404, {"error": "There is no such record."})
        if self.command == "GET":
            return self.send_json(200, old)
        if self.command == "DELETE":
            self.repository.remove(entity, record_id)
            self.send_response(204)
            return self.end_headers()
        return self.send_json(405, {"error": f"{self.command} is not possible here."})

    def keep(self, entity, record_id, old, status):
        values, errors = validate_record(SCHEMA[entity], {**old, **self.read_body()})
        if errors:
            return self.send_json(400, {"errors": errors})
        return self.send_json(status, self.repository.put(entity, {**old, **values, "id": record_id}))

    def answer_auth(self, action):
        found = re.search(r"session=([0-9a-f]+)", self.headers.get("Cookie", ""))
        form = self.read_body() if self.command == "POST" else None
        status, body, cookie = self.accounts.handle(action, form, found.group(1) if found else "")
        self.send_json(status, body, cookie)

    def read_body(self):
        length = int(self.headers.get("Content-Length") or 0)
        if length > LIMIT_BYTES:
            raise BadRequest("The body is too large.")
        try:
            return json.loads(self.rfile.read(length) or b"{}")
        except ValueError as problem:
            raise BadRequest("The body is not JSON.") from problem

    def answer_file(self, path):
        kind = TYPES.get(Path(path).suffix)
        if kind is None:
            return self.answer_page()
        file = (PUBLIC / path.lstrip("/")).resolve()
        if not file.is_relative_to(PUBLIC.resolve()) or not file.is_file():
            return self.send_json(404, {"error": "Not found."})
        return self.send_bytes(200, kind, file.read_bytes())

    def answer_page(self):
        """Behind a proxy the app may live below a prefix: the page's base follows it."""
        prefix = re.sub(r"[^\w/-]", "", self.headers.get("X-Forwarded-Prefix", ""))
        html = (PUBLIC / "index.html").read_text(encoding="utf-8")
        html = html.replace('<base href="/" />', f'<base href="{prefix}/" />')
        self.send_bytes(200, "text/html; charset=utf-8", html.encode("utf-8"))

    def send_json(self, status, body, cookie=None):
        self.send_bytes(status, "application/json", json.dumps(body).encode("utf-8"), cookie)

    def send_bytes(self, status, kind, content, cookie=None):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-cache")
        if cookie:
            self.send_header("Set-Cookie", cookie)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format, *args):
        """Quiet: the terminal stays readable."""


def create_server(host, port, data_file):
    repository = Repository(data_file)
    bound = type("BoundHandler", (Handler,), {"repository": repository, "accounts": Accounts(repository)})
    return ThreadingHTTPServer((host, port), bound)


if __name__ == "__main__":
    chosen_port = int(os.environ.get("PORT", "8000"))
    server = create_server(os.environ.get("HOST", "127.0.0.1"), chosen_port, os.environ.get("DATA_FILE", "data/records.db"))
    print(f"Open http://localhost:{chosen_port}", flush=True)
    server.serve_forever()
