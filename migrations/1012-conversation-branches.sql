-- Branches of a conversation: conversations of their own that begin with a copy of its first messages.
alter table conversations add column root_id text references conversations on delete cascade;
alter table conversations add column parent_id text;
alter table conversations add column branched_at integer not null default 0 check (branched_at >= 0);
create index conversations_branches on conversations (root_id) where root_id is not null;
