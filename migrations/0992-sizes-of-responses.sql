-- Stored responses are never searched: json is checked once and kept as it was sent. Their sizes count towards a quota.
alter table responses alter column input type json, alter column response type json, add column bytes integer;
update responses set bytes = octet_length(input::text) + octet_length(response::text);
alter table responses alter column bytes set not null;
drop index responses_account;
create index responses_account on responses (account_id, environment, created_at) include (id, bytes);
