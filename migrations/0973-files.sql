-- Files in OpenAI's shape: the purpose in the API's words, and an end of their own before their retention.
alter table artifacts add column file_purpose text, add column expires_at timestamptz;
create index artifacts_files on artifacts (account_id, environment, created_at desc, id desc)
  where purpose = 'upload' or file_purpose is not null;
create index artifacts_expiry on artifacts (expires_at) where expires_at is not null;
