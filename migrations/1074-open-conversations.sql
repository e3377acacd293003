-- Conversations in OpenAI's shape: notes of the customer, and what was put in without a paid call, which counts towards a quota.
alter table conversations add column metadata jsonb;
alter table conversations add column sent_bytes bigint not null default 0 check (sent_bytes >= 0);
