-- What became of each item that a prompt asked for; null for versions of text models and from before.
alter table project_versions add column requested jsonb;
