-- A session ends when nothing was asked in it for a while, and may be renewed by a refresh token.
alter table sessions add column seen_at timestamptz not null default now();
-- random; with the server's secret it makes the session's refresh tokens. Null: the session cannot be renewed
alter table sessions add column refresh_seed bytea;
-- number of the present refresh token, and when it took the place of the one before
alter table sessions add column refresh_generation integer not null default 0;
alter table sessions add column refreshed_at timestamptz;
-- what the person's roles and accounts were when it began; renewal ends with them
alter table sessions add column access_version text not null default '';

-- Guests of an account for a while: a code, exchanged once, adds accounts to what a contact may read.
create table scoreboard_grants (
  id uuid primary key default gen_random_uuid(),
  contact_id text not null,
  -- keyed hashes of the code that is exchanged and of the token that it is exchanged for
  code_hash bytea not null unique,
  code_expires_at timestamptz not null,
  token_hash bytea unique,
  exchanged_at timestamptz,
  expires_at timestamptz
);
create index scoreboard_grants_by_contact on scoreboard_grants (contact_id);

create table scoreboard_grant_accounts (
  account_id text not null,
  grant_id uuid not null,
  primary key (account_id, grant_id)
);
create index scoreboard_grant_accounts_by_grant on scoreboard_grant_accounts (grant_id);
