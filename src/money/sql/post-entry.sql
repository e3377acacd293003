-- Movements outside of calls: purchases, grants, refunds, adjustments.

-- Answers the new balance, or null when a debit would reach below what is held. Only a refund may, with what a coupon and a referral gave for the
-- payment: what these take beyond that is a debt.
create or replace function post_entry(
  entry_id text, account text, env text, entry_type text, entry_amount bigint, entry_contra text, entry_payment text, entry_request text, entry_description text
) returns bigint language plpgsql as $$
declare
  new_balance bigint;
  in_leases bigint;
  mark bigint;
  old_balance bigint;
  levels bigint[];
  lapsed bigint := 0;
begin
  select leased, grants_mark, balance, alert_levels into in_leases, mark, old_balance, levels from balances where account_id = account and environment = env for update;
  if entry_amount < 0 and in_leases > 0 then perform take_back_leases(account, env); end if;
  -- What has expired of a payment's credits is given again with the entry that takes the payment back: it would be taken twice.
  if mark is not null and entry_amount < 0 and entry_type in ('refund', 'coupon') and entry_payment is not null then
    perform use_grants(account, env, mark - old_balance);
    mark := old_balance;
    lapsed := return_grant(entry_payment, -entry_amount);
  end if;
  update balances set
      balance = balance + entry_amount + lapsed,
      overdrawn = greatest(0, held + leased - balance - entry_amount - lapsed),
      depleted_at = case when entry_amount > 0 then null else depleted_at end,
      grants_mark = case when mark is not null then balance + entry_amount + lapsed end
    where account_id = account and environment = env
      and (entry_amount > 0 or entry_type in ('refund', 'coupon', 'referral') or balance + entry_amount >= held)
    returning balance into new_balance;
  if not found then return null; end if;
  if mark is not null then
    perform use_grants(account, env, mark - old_balance);
    if entry_amount > 0 and entry_type in ('refund', 'coupon') and entry_payment is not null then
      perform restore_grant(entry_payment, entry_amount);
    end if;
    -- A payment that was taken back has taken its own credits. All else takes credits without terms first.
    perform use_grants(account, env, (select coalesce(sum(g.remaining), 0)::bigint from credit_grants g
      where g.account_id = account and g.environment = env and g.remaining > 0) - greatest(0, new_balance));
  end if;
  if lapsed > 0 then
    insert into ledger (id, account_id, environment, type, amount, balance_after, contra, payment_id, request_id, description)
      values (entry_id || '_expired', account, env, 'expiry', lapsed, old_balance + lapsed, 'grants', entry_payment, entry_request,
        'Had expired: ' || entry_description);
  end if;
  insert into ledger (id, account_id, environment, type, amount, balance_after, contra, payment_id, request_id, description)
    values (entry_id, account, env, entry_type, entry_amount, new_balance, entry_contra, entry_payment, entry_request, entry_description);
  if levels is not null then perform note_balance_alerts(account, env, levels, old_balance, new_balance); end if;
  return new_balance;
end $$;
