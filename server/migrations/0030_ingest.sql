-- Reports of requests with an Idempotency-Key: a repeated request gets the first one again. Kept for a day.
create table ingest_reports (
  api_key_id uuid not null,
  idempotency_key text not null,
  -- the file of the feed and the SHA-256 of the body: another request with the same key is refused
  file text not null,
  body_hash bytea not null,
  report jsonb not null,
  created_at timestamptz not null,
  primary key (api_key_id, idempotency_key)
);
create index ingest_reports_by_age on ingest_reports (created_at);

-- Pictures and recordings that a system has uploaded, or that were fetched for it, for rows that name them. Kept for a week: what a row
-- names is stored for its account. A row is there before its file and after it, so that the maintenance finds every file.
create table ingest_files (
  -- of the file store
  key text primary key,
  system text not null,
  -- what rows name: a path, or the address that it was fetched from
  path text not null,
  -- its ending says the media type
  name text not null,
  bytes bigint not null default 0,
  complete boolean not null default false,
  created_at timestamptz not null
);
create unique index ingest_files_by_path on ingest_files (system, path) where complete;
create index ingest_files_by_age on ingest_files (created_at);

-- Pictures and recordings that rows name by their address: fetched by a job, then imported into the row. Failed ones are kept for a week.
create table ingest_fetches (
  id uuid primary key default gen_random_uuid(),
  system text not null,
  -- the file of the feed, the id of its row and the column
  file text not null,
  row_id text not null,
  column_name text not null,
  -- the cell, with the page of a PDF, and the address to fetch
  cell text not null,
  address text not null,
  requested_at timestamptz not null,
  failed_at timestamptz,
  -- why, for the system that sent the row; the last reason of those that are tried again
  failure text,
  unique (file, row_id, column_name)
);
create index ingest_fetches_by_system on ingest_fetches (system, requested_at);

-- Where a telephone service reports calls (Twilio's status callbacks).
create table twilio_webhooks (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  -- the account at the telephone service whose calls come here
  account_sid text not null,
  -- the account's auth token, encrypted with the key of the data folder
  sealed_token bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  removed_at timestamptz
);

-- Calls that ended, by the id that the telephone service gives them. What was reported is deleted once the call is imported; the row
-- stays, so that a repeated report does nothing.
create table twilio_calls (
  call_sid text primary key,
  webhook_id uuid not null,
  parameters jsonb,
  received_at timestamptz not null,
  imported_at timestamptz,
  -- why it was not imported, for operators
  problem text
);
create index twilio_calls_by_age on twilio_calls (received_at);
