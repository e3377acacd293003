-- The log of an account names who changed its plan: who asked for the change, or who opened the checkout that paid for it.
alter table checkout_sessions add column actor_member_id text, add column actor_email text, add column actor_key_id text;

create or replace function log_plan_change() returns trigger language plpgsql as $$
begin
  insert into account_log (id, account_id, actor_member_id, actor_email, actor_key_id, action, target, before, after)
    values (new_row_id('log'), new.id, nullif(current_setting('atelier.actor_member', true), ''),
      nullif(current_setting('atelier.actor_email', true), ''), nullif(current_setting('atelier.actor_key', true), ''),
      'plan.change', new.id, jsonb_build_object('plan', old.plan), jsonb_build_object('plan', new.plan));
  return null;
end $$;
