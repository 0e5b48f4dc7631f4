-- Patient lists of offices, uploaded in the portal or sent with the feed, and the households that the audit compares
-- with mailings, calls and appointments.

create table patient_lists (
  account_id text not null,
  id text not null,
  name text not null,
  -- of the uploaded file; null when the feed gave none
  file_name text,
  source text not null default 'feed' check (source in ('portal', 'feed')),
  uploaded_at timestamptz not null default now(),
  uploaded_by_contact_id text,
  -- when its rows changed last
  modified_at timestamptz not null default now(),
  -- rises with every change of its rows
  version integer not null default 1,
  -- the version whose households, points and totals are stored; the audit waits until it is `version`
  prepared_version integer not null default 0,
  -- key of the uploaded file in the file store; null for a list of the feed
  file_key text,
  -- hash of its rows, so that the same file changes nothing; null for a list of the feed
  content_hash bytea,
  archived_at timestamptz,

  -- totals of `prepared_version`
  patient_count integer not null default 0,
  household_count integer not null default 0,
  production_cents bigint not null default 0,
  -- patients whose household has no point
  invalid_address_count integer not null default 0,
  -- first and last of the patients' first visits
  from_date date,
  to_date date,

  feed jsonb not null default '{}',
  deleted boolean not null default false,
  primary key (account_id, id),
  unique (id)
);

-- One address of a list with its ZIP code, units apart; a patient without an address is a household of their own.
create table patient_households (
  account_id text not null,
  patient_list_id text not null,
  -- made from the address, so that it stays while the address does
  id text not null,
  -- the normalized address with its unit; null without an address
  address_key text,
  -- the address as a row of the list spells it
  address text,
  city text,
  state text,
  -- five digits
  zip text,
  latitude double precision,
  longitude double precision,
  -- 'given' by the list, found by the 'geocoder', or the middle of the 'zip' code; null without a point
  point_source text check (point_source in ('given', 'geocoder', 'zip')),
  -- whether the point is only the middle of the ZIP code
  approximate boolean not null generated always as (point_source is not distinct from 'zip') stored,
  carrier_route text,
  patient_count integer not null,
  production_cents bigint not null default 0,
  primary key (account_id, patient_list_id, id),
  check ((latitude is null) = (longitude is null) and (latitude is null) = (point_source is null))
);
create index patient_households_by_address on patient_households (account_id, address_key, zip)
  where point_source = 'geocoder';

-- The rows of patient lists. `household_id` is null until the list is prepared.
create table patients (
  account_id text not null,
  id text not null,
  patient_list_id text not null,
  household_id text,
  -- line of the uploaded file on which the row begins; 0 for a row of the feed
  row_number integer not null default 0,
  first_name text,
  last_name text,
  address text,
  city text,
  state text,
  -- five digits
  zip text,
  -- normalized like the numbers of callers: E.164 as a rule
  phone text,
  first_visit date,
  production_cents bigint,
  latitude double precision,
  longitude double precision,
  carrier_route text,
  -- the office's own id of the patient
  patient_id text,
  deleted boolean not null default false,
  primary key (account_id, id),
  unique (id)
);
create index patients_by_list on patients (account_id, patient_list_id, row_number, id) where not deleted;
create index patients_by_household on patients (account_id, patient_list_id, household_id) where not deleted;

-- Files that people uploaded, from the preview until their rows are in a list.
create table patient_list_uploads (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  contact_id text not null,
  file_name text not null,
  -- key in the file store
  file_key text not null,
  bytes integer not null,
  encoding text not null check (encoding in ('utf-8', 'windows-1252')),
  -- the cells of the header row
  headers text[] not null,
  -- rows of data; a job reads at most as many as the limit
  row_count integer not null,
  created_at timestamptz not null,

  -- what the person confirmed: the meaning of each column, the list's name, and the list whose rows are replaced
  columns text[],
  list_name text,
  replaced_list_id text,
  requested_at timestamptz,

  attempts integer not null default 0,
  started_at timestamptz,
  -- when it was last heard of: one that is not finished and of which nothing is heard is started again
  heartbeat_at timestamptz,
  step text check (step in ('reading', 'locating', 'saving')),
  -- rows or households done in this step, and in all
  done_count integer not null default 0,
  total_count integer not null default 0,
  canceled_at timestamptz,
  failed_at timestamptz,
  -- why it failed, for people
  failure text,
  finished_at timestamptz,
  -- when it was removed because nobody started it, it failed or its list was deleted
  removed_at timestamptz,
  accepted_count integer not null default 0,
  rejected_count integer not null default 0,
  -- the list that has its rows
  patient_list_id text,
  -- whether the rows were in that list already
  unchanged boolean not null default false,
  primary key (account_id, id)
);
create index patient_list_uploads_in_progress on patient_list_uploads (heartbeat_at)
  where requested_at is not null and finished_at is null and failed_at is null and canceled_at is null;

create table rejected_patient_rows (
  account_id text not null,
  upload_id uuid not null,
  -- line of the file on which the row begins
  row_number integer not null,
  -- the header of the column; null when the row as a whole is wrong
  column_name text,
  reason text not null,
  primary key (account_id, upload_id, row_number)
);

-- What the columns of an office's files mean, by their headers in lower case, as people confirmed it last.
create table patient_list_columns (
  account_id text primary key,
  columns jsonb not null,
  changed_at timestamptz not null
);

-- Every download of a list's audit that somebody asked for, with the sentences they agreed to, and the token that
-- admits to it once: its hash alone is kept.
create table patient_list_exports (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  patient_list_id text not null,
  contact_id text not null,
  -- the session that asked: the token ends with it; null when an outside issuer signed its token
  session_id text,
  requested_at timestamptz not null,
  consent text[] not null,
  patient_count integer not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, id)
);
create unique index patient_list_exports_by_token on patient_list_exports (token_hash);
