-- Calls that connected systems have posted: what became of each, for 30 days.
create table connection_calls (
  connection text not null references connections (name),
  -- the system's own id
  call_id text not null,
  state text not null check (state in ('waiting', 'imported', 'left out', 'parked', 'failed', 'gone')),
  -- why it waits, or was not imported; names nobody
  reason text,
  -- rises with every event, so that one that comes during the work is not overlooked
  revision integer not null default 1,
  mapping_version integer,
  -- when the newest event came
  received_at timestamptz not null,
  -- a process works on it until then
  claimed_until timestamptz,
  primary key (connection, call_id)
);
create index connection_calls_by_age on connection_calls (received_at);
create index connection_calls_waiting on connection_calls (connection, received_at) where state in ('waiting', 'failed');

-- The bodies of these events, encrypted, for 30 days.
create table connection_call_events (
  id uuid primary key,
  connection text not null references connections (name),
  call_id text not null,
  -- keyed hash, by which a repeated event is known
  body_hash bytea not null,
  -- when the call changed last, as the body says; null: it only names the call
  modified_at timestamptz,
  sealed_body bytea not null,
  -- keyed hashes of the numbers in it, by which an erasure finds it
  number_hashes bytea[] not null,
  received_at timestamptz not null,
  unique (connection, call_id, body_hash)
);
create index connection_call_events_by_number on connection_call_events using gin (number_hashes);
create index connection_call_events_by_age on connection_call_events (received_at);
