"""Keeps the records in SQLite: one row per record, its fields as JSON, so that new fields need no migration."""
import json
import sqlite3
import threading
from pathlib import Path

FOLDER = Path(__file__).parent


class Repository:
    """Every record of the app, and its accounts."""

    def __init__(self, data_file):
        if data_file != ":memory:":
            Path(data_file).parent.mkdir(parents=True, exist_ok=True)
        self.lock = threading.Lock()
        self.db = sqlite3.connect(data_file, check_same_thread=False)
        self.db.execute("CREATE TABLE IF NOT EXISTS records (entity TEXT, id TEXT, place INTEGER, fields TEXT, PRIMARY KEY (entity, id))")
        self.db.execute("CREATE TABLE IF NOT EXISTS accounts (email TEXT PRIMARY KEY, name TEXT, salt TEXT, hash TEXT)")
        self.schema = json.loads((FOLDER / "public/data/schema.json").read_text(encoding="utf-8"))
        self.fill()

    def fill(self):
        """Example records for each list that was never used; kept examples get the fields that were added since."""
        seed = json.loads((FOLDER / "seed.json").read_text(encoding="utf-8"))
        self.db.execute("CREATE TABLE IF NOT EXISTS filled (entity TEXT PRIMARY KEY)")
        for entity in self.schema:
            if self.db.execute("SELECT 1 FROM filled WHERE entity = ?", (entity,)).fetchone():
                for record in seed.get(entity, []):
                    kept = self.find(entity, record["id"])
                    if kept is not None and not record.keys() <= kept.keys():
                        self.put(entity, {**record, **kept})
                continue
            for record in reversed(seed.get(entity, [])):
                self.put(entity, record)
            self.db.execute("INSERT INTO filled VALUES (?)", (entity,))
        self.db.commit()

    def all(self):
        return {entity: self.list(entity) for entity in self.schema}

    def list(self, entity):
        with self.lock:
            rows = self.db.execute("SELECT fields FROM records WHERE entity = ? ORDER BY place DESC", (entity,)).fetchall()
        return [json.loads(row[0]) for row in rows]

    def find(self, entity, record_id):
        with self.lock:
            row = self.db.execute("SELECT fields FROM records WHERE entity = ? AND id = ?", (entity, record_id)).fetchone()
        return json.loads(row[0]) if row else None

    def put(self, entity, record):
        with self.lock:
            self.db.execute(
                "INSERT INTO records VALUES (?, ?, (SELECT coalesce(max(place), 0) + 1 FROM records), ?) "
                "ON CONFLICT (entity, id) DO UPDATE SET fields = excluded.fields",
                (entity, record["id"], json.dumps(record)),
            )
            self.db.commit()
        return record

    def remove(self, entity, record_id):
        with self.lock:
            self.db.execute("DELETE FROM records WHERE entity = ? AND id = ?", (entity, record_id))
            self.db.commit()

    def find_account(self, email):
        with self.lock:
            return self.db.execute("SELECT email, name, salt, hash FROM accounts WHERE email = ?", (email,)).fetchone()

    def add_account(self, email, name, salt, digest):
        with self.lock:
            self.db.execute("INSERT INTO accounts VALUES (?, ?, ?, ?)", (email, name, salt, digest))
            self.db.commit()
