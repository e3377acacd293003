-- Why a file is kept: made here, uploaded to be used later, or the input of a job. Uploads and inputs have a quota and a life.
alter table artifacts add column purpose text not null default 'made' check (purpose in ('made', 'upload', 'input'));
create index artifacts_sent on artifacts (account_id, environment, created_at desc, id desc) include (bytes) where purpose <> 'made';
create index artifacts_sent_age on artifacts (created_at) where purpose <> 'made';
