-- One user for each user of another service that people sign in with.
create unique index auth_credentials_subject on auth_credentials (provider_id, account_id) where provider_id <> 'credential';
