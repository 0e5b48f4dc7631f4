-- Sign-in sessions. An access token carries the session's id as `sid`; an ended session is refused at once.
create table sessions (
  id text primary key,
  contact_id text not null,
  -- the realm that the person signed in through: 'password' or 'limited-access'
  realm text not null,
  limited boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- 'logout', 'password change'
  ended_because text,
  check ((ended_at is null) = (ended_because is null))
);
create index sessions_by_contact on sessions (contact_id) where ended_at is null;

-- A person may sign in by phone.
create index contacts_by_phone on contacts (phone) where not deleted and phone is not null;

-- One-time codes and links: stored as a keyed hash that is bound to contact, purpose and channel.
create table one_time_codes (
  id uuid primary key default gen_random_uuid(),
  contact_id text not null,
  -- 'setup': sets the first password, or a new one; 'reset': sets a new one
  purpose text not null,
  -- how it reaches the person: 'email', 'sms', 'command line'
  channel text not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- when a newer one took its place
  replaced_at timestamptz,
  wrong_guesses integer not null default 0
);
create index one_time_codes_by_contact on one_time_codes (contact_id, purpose, created_at desc);
-- of one purpose a person has one code that may still be used
create unique index one_time_codes_open on one_time_codes (contact_id, purpose) where used_at is null and replaced_at is null;

-- Tries to sign in or to use a code, per identifier and per network address: the key is a keyed hash of either.
create table attempt_limits (
  key bytea primary key,
  tries integer not null,
  waits_until timestamptz not null,
  -- the tries count no more after this
  forgotten_at timestamptz not null
);
create index attempt_limits_by_end on attempt_limits (forgotten_at);

-- Who looked at what: opening a call, playing a recording. Append only.
create table access_log (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  contact_id text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  happened_at timestamptz not null default now(),
  primary key (account_id, id)
);
create index access_log_by_subject on access_log (account_id, subject_kind, subject_id, happened_at);
