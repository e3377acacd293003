-- Whoever listens to an account's events looks for the newest ones every second.
create index events_account on events (account_id, environment, created_at);
