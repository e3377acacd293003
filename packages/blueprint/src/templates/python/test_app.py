"""The server: its API keeps, checks and removes records, and its pages are served."""
import json
import tempfile
import threading
import unittest
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from app import create_server
from validate import SCHEMA, validate_record

NAME = next(iter(SCHEMA))
EXAMPLES = {"number": 1, "money": 1, "percent": 1, "rating": 1, "date": "2026-01-31", "time": "09:30", "email": "a@example.com", "url": "https://example.com", "boolean": True}


def good_values(entity):
    return {field["name"]: (field.get("options") or [EXAMPLES.get(field["type"], "Example")])[0] for field in entity["fields"]}


class AppTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.start()

    def tearDown(self):
        self.stop()
        self.folder.cleanup()

    def start(self):
        self.server = create_server("127.0.0.1", 0, str(Path(self.folder.name) / "records.db"))
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05})
        self.thread.start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def call(self, method, path, body=None, headers=None):
        url = f"http://127.0.0.1:{self.server.server_port}{path}"
        data = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(url, data, headers or {}, method=method)) as answer:
                return answer.status, answer.read().decode(), answer.headers
        except HTTPError as refused:
            with refused:
                return refused.code, refused.read().decode(), refused.headers

    def test_every_example_record_is_valid(self):
        seed = json.loads((Path(__file__).parent / "seed.json").read_text(encoding="utf-8"))
        for entity, records in seed.items():
            for record in records:
                self.assertEqual(validate_record(SCHEMA[entity], record)[1], {})

    def test_records_survive_a_restart(self):
        status, text, _ = self.call("POST", f"/api/{NAME}", good_values(SCHEMA[NAME]))
        self.assertEqual(status, 201)
        path = f"/api/{NAME}/{json.loads(text)['id']}"
        self.stop()
        self.start()
        self.assertEqual(self.call("GET", path)[0], 200)
        self.assertEqual(self.call("PUT", path, good_values(SCHEMA[NAME]))[0], 200)
        self.assertEqual(self.call("DELETE", path)[0], 204)
        self.assertEqual(self.call("GET", path)[0], 404)

    def test_wrong_input_is_refused(self):
        required = any(field.get("required") for field in SCHEMA[NAME]["fields"])
        self.assertEqual(self.call("POST", f"/api/{NAME}", {})[0], 400 if required else 201)
        self.assertEqual(self.call("GET", "/api/nothing")[0], 404)

    def test_pages_are_served(self):
        self.assertIn('<div id="root">', self.call("GET", "/any/page")[1])
        self.assertEqual(self.call("GET", "/../app.js")[0], 404)

    def test_accounts(self):
        form = {"name": "Ada", "email": "ada@example.com", "password": "correct horse"}
        status, _, headers = self.call("POST", "/api/auth/signup", form)
        self.assertEqual(status, 201)
        cookie = headers["Set-Cookie"].split(";")[0]
        self.assertIn("ada@", self.call("GET", "/api/auth/me", headers={"Cookie": cookie})[1])
        self.assertEqual(self.call("POST", "/api/auth/signin", {**form, "password": "wrong wrong"})[0], 401)
        self.assertEqual(self.call("POST", "/api/auth/signin", form)[0], 200)


if __name__ == "__main__":
    unittest.main()
