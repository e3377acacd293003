-- Plans and credits follow what was paid, and what was paid back, whatever the order in which a gateway tells it.

-- The gateway's own id of a session: the only thing that settles it.
alter table checkout_sessions add column gateway_session text;
create unique index checkout_sessions_gateway on checkout_sessions (gateway, gateway_session) where gateway_session is not null;

-- Payments for a plan: which plan, of which subscription, until when it is paid, and when the gateway made the bill.
alter table payments add column plan text;
alter table payments add column subscription text;
alter table payments add column covers_until timestamptz;
alter table payments add column billed_at timestamptz not null default now();
-- Minor units that went back to the payer, by refund or dispute.
alter table payments add column reversed bigint not null default 0;
create index payments_subscription on payments (gateway, subscription) where subscription is not null;

-- Running subscriptions keep the plan that their last bill paid for.
update payments p set plan = s.plan, subscription = s.gateway_id, covers_until = s.current_period_end
from subscriptions s
where s.status <> 'cancelled' and p.seq = (
  select max(q.seq) from payments q
  where q.gateway = s.gateway and q.account_id = s.account_id and q.environment = s.environment and q.description ilike '%plan %'
);

-- A gateway's other names for a payment: the payment intent and the charge behind an invoice.
create table payment_links (
  gateway text not null,
  reference text not null,
  gateway_id text not null,
  primary key (gateway, reference)
);
create index payment_links_payment on payment_links (gateway, gateway_id);

-- Refunds (one row for each payment intent) and disputes (one row each), as the gateway told them last; may be known before the
-- payment itself is.
create table reversals (
  gateway text not null,
  kind text not null check (kind in ('refund', 'dispute')),
  id text not null,
  reference text not null,
  amount bigint not null,
  currency text,
  -- False for a dispute that was won or in which no money moved.
  is_standing boolean not null,
  told_at timestamptz not null,
  -- Puts messages of the same second in order.
  told_rank text not null,
  primary key (gateway, kind, id)
);
create index reversals_reference on reversals (gateway, reference);
insert into reversals select gateway, 'refund', gateway_id, gateway_id, refunded, null, true, to_timestamp(0), '' from payment_reversals where refunded > 0;
insert into reversals select gateway, 'dispute', gateway_id, gateway_id, disputed, null, true, to_timestamp(0), '' from payment_reversals where disputed > 0;
drop table payment_reversals;

-- Prices that were made for a change of plan, by the plan they sell and the one they replace.
create table plan_prices (
  gateway text not null,
  id text not null,
  plan text not null,
  replaces text not null,
  primary key (gateway, id)
);

-- Somebody may pay for a plan in two tabs at a gateway that we cannot stop: both subscriptions are followed.
drop index subscriptions_one_per_account;
create unique index subscriptions_one_builtin on subscriptions (account_id, environment) where status <> 'cancelled' and gateway = 'builtin';
create index subscriptions_running on subscriptions (account_id, environment) where status <> 'cancelled';
-- Puts messages of the same second in order.
alter table subscriptions add column told_rank text not null default '';

-- A refund may take the balance below what is held, and below zero: the debt is the negative balance. `overdrawn` is how far
-- refunds have taken it, so that nothing else can.
alter table balances add column overdrawn bigint not null default 0;
do $$
declare
  old record;
begin
  for old in select conrelid::regclass as place, conname from pg_constraint
    where contype = 'c' and ((conrelid = 'balances'::regclass and pg_get_constraintdef(oid) ~ 'balance >=')
      or (conrelid = 'ledger'::regclass and pg_get_constraintdef(oid) ~ 'balance_after'))
  loop
    execute format('alter table %s drop constraint %I', old.place, old.conname);
  end loop;
end $$;
alter table balances add check (held >= 0 and leased >= 0 and overdrawn >= 0 and balance + overdrawn >= held + leased);

-- Credits or debits an account outside of a call. Null when a debit would reach below what is held; only refunds may.
create or replace function post_entry(
  entry_id text, account text, env text, entry_type text, entry_amount bigint, entry_contra text, entry_payment text, entry_request text, entry_description text
) returns bigint language plpgsql as $$
declare
  new_balance bigint;
  in_leases bigint;
begin
  select leased into in_leases from balances where account_id = account and environment = env for update;
  if entry_amount < 0 and in_leases > 0 then perform take_back_leases(account, env); end if;
  update balances set
      balance = balance + entry_amount,
      overdrawn = greatest(0, held + leased - balance - entry_amount),
      depleted_at = case when entry_amount > 0 then null else depleted_at end
    where account_id = account and environment = env
      and (entry_amount > 0 or entry_type = 'refund' or balance + entry_amount >= held)
    returning balance into new_balance;
  if not found then return null; end if;
  insert into ledger (id, account_id, environment, type, amount, balance_after, contra, payment_id, request_id, description)
    values (entry_id, account, env, entry_type, entry_amount, new_balance, entry_contra, entry_payment, entry_request, entry_description);
  return new_balance;
end $$;

-- What refunds could not take so far becomes a debt like any other.
select post_entry('txn_owed_' || id, account_id, environment, 'refund', -owed, 'payments', id, null, 'Payment refunded') from payments where owed > 0;
update payments set taken_back = taken_back + owed where owed > 0;
alter table payments drop column owed;
