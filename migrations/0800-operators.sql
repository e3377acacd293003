-- The owner's desk: what was done, to whom and why, kept for good; and the ways its lists are read.
create table audit_log (
  seq bigint generated always as identity primary key,
  id text not null unique,
  -- No reference: the log outlives the account.
  actor_account_id text not null,
  actor_email text not null,
  -- null: a person in the dashboard.
  actor_key_id text,
  action text not null,
  target text not null,
  -- The account that it was about, if any.
  account_id text,
  -- The parameters of the act: what a repetition under the same key is compared with.
  asked jsonb not null,
  before jsonb,
  after jsonb,
  reason text not null default '',
  request_id text not null,
  idempotency_key text,
  created_at timestamptz not null default now()
);
create index audit_log_account on audit_log (account_id, seq desc) where account_id is not null;
create index audit_log_action on audit_log (action, seq desc);
-- An act that was asked for twice under one key is done once, even when the first answer was lost in a crash.
create unique index audit_log_once on audit_log (actor_account_id, idempotency_key) where idempotency_key is not null;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

create index accounts_age on accounts (created_at desc, id desc);
create index accounts_plan on accounts (plan, created_at desc, id desc);
create index accounts_suspended on accounts (created_at desc, id desc) where suspended_at is not null;
create index accounts_email_prefix on accounts (lower(email) text_pattern_ops);
create index accounts_name_prefix on accounts (lower(name) text_pattern_ops);

create index jobs_open on jobs (seq desc) where state in ('waiting', 'running');
create index jobs_failed on jobs (seq desc) where state = 'failed';
create index jobs_cancelled on jobs (seq desc) where state = 'cancelled';
create index jobs_kind on jobs (kind, seq desc);

create index deliveries_failed on deliveries (seq desc) where state = 'failed';
create index deliveries_failed_endpoint on deliveries (endpoint_id, seq desc) where state = 'failed';
create index deliveries_retried on deliveries (seq desc) where state = 'pending' and attempts > 0;
create index webhook_endpoints_failing on webhook_endpoints (created_at desc, id desc)
  where failure_mailed_at is not null or disabled_at is not null;
