-- Every download of calls that somebody asked for: who, when, which calls, how many, and the sentences they agreed to.
-- Append only but for the progress of those that a job writes; the files go after their days, the rows stay.
create table exports (
  id uuid primary key default gen_random_uuid(),
  contact_id text not null,
  -- 'direct': streamed as soon as its token is shown; 'mailed': written by a job, and a link is mailed
  way text not null check (way in ('direct', 'mailed')),
  requested_at timestamptz not null,
  -- the sentences agreed to
  consent text[] not null,
  -- the list as asked for: accountIds, filters, query, sort, dir
  asked jsonb not null,
  -- the accounts that it was then: the file holds calls of these or is not written
  account_ids text[] not null,
  -- calls when it was asked for
  call_count integer not null,
  file_name text not null,

  -- of those that a job writes
  tries integer not null default 0,
  started_at timestamptz,
  -- when it was last heard of: one that is not done and of which nothing is heard is begun again
  heard_at timestamptz not null,
  rows_written integer not null default 0,
  bytes bigint,
  ready_at timestamptz,
  failed_at timestamptz,
  expires_at timestamptz,
  -- when its file was removed
  removed_at timestamptz
);
create index exports_by_contact on exports (contact_id, requested_at desc);
create index exports_under_way on exports (heard_at) where way = 'mailed' and ready_at is null and failed_at is null;
create index exports_with_file on exports (expires_at) where ready_at is not null and removed_at is null;

-- What admits to a file without a session, once: the hash of the token alone is kept.
create table export_tokens (
  token_hash bytea primary key,
  export_id uuid not null,
  contact_id text not null,
  -- the session that asked: the token ends with it; null when an outside issuer signed its token
  session_id text,
  -- 'list': the calls, streamed now; 'file': what a job has written
  opens text not null check (opens in ('list', 'file')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index export_tokens_by_end on export_tokens (expires_at);
