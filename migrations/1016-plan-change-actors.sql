-- Who ordered a change of plan at a gateway, whose payment changes the plan later. Ids only: what they name is deleted with the account.
alter table plan_prices add column actor_member_id text, add column actor_key_id text;
