-- Who chose the URL of a webhook endpoint: it stops when that member leaves. null: the command line, or before this migration and no longer in the log.
alter table webhook_endpoints add column member_id text;
create index webhook_endpoints_member on webhook_endpoints (member_id) where member_id is not null;
update webhook_endpoints e set member_id = l.actor_member_id from account_log l
  where l.account_id = e.account_id and l.action = 'webhook.create' and l.target = e.id;
