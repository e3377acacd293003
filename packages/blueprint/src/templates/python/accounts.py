"""Accounts: passwords are kept as scrypt hashes, sessions as random tokens in an HttpOnly cookie."""
import hashlib
import hmac
import secrets


def hash_of(password, salt):
    return hashlib.scrypt(password.encode(), salt=salt.encode(), n=16384, r=8, p=1).hex()


class Accounts:
    """Signing up, in and out."""

    def __init__(self, repository):
        self.repository = repository
        self.sessions = {}

    def handle(self, action, form, token):
        """Status, body and cookie of the answer; `form` is None for a GET."""
        if form is None:
            return (200, self.current(token), None) if action == "me" else (404, {"error": "Unknown."}, None)
        if action == "signup":
            return self.sign_up(form)
        if action == "signin":
            return self.sign_in(form)
        if action == "signout":
            self.sessions.pop(token, None)
            return 200, {}, "session=; HttpOnly; Path=/; Max-Age=0"
        return 404, {"error": "Unknown."}, None

    def current(self, token):
        account = self.repository.find_account(self.sessions.get(token, ""))
        return {"name": account[1], "email": account[0]} if account else None

    def sign_up(self, form):
        email, password = form.get("email", ""), form.get("password", "")
        if not email or len(password) < 8:
            return 400, {"error": "Give an e-mail and a password of 8 characters."}, None
        if self.repository.find_account(email):
            return 400, {"error": "This address has an account."}, None
        salt = secrets.token_hex(16)
        self.repository.add_account(email, form.get("name") or email, salt, hash_of(password, salt))
        return self.open(email, 201)

    def sign_in(self, form):
        account = self.repository.find_account(form.get("email", ""))
        given = hash_of(form.get("password", ""), account[2] if account else "none")
        if not account or not hmac.compare_digest(given, account[3]):
            return 401, {"error": "Address or password is wrong."}, None
        return self.open(account[0], 200)

    def open(self, email, status):
        token = secrets.token_hex(24)
        self.sessions[token] = email
        return status, self.current(token), f"session={token}; HttpOnly; SameSite=Lax; Path=/; Max-Age=604800"
