-- Rows whose personal data was removed, because of their age or because the person wanted it: the feed does not bring it back.
alter table calls add column personal_data_removed boolean not null default false;
alter table appointments add column personal_data_removed boolean not null default false;
alter table patients add column personal_data_removed boolean not null default false;
alter table contacts add column personal_data_removed boolean not null default false;
create index calls_without_personal_data on calls (id) where personal_data_removed;
-- a recording that is no longer kept: its former key after 'removed/'
create index calls_without_recording on calls (id) where audio like 'removed/%';
create index appointments_without_personal_data on appointments (id) where personal_data_removed;
create index patients_without_personal_data on patients (id) where personal_data_removed;
create index contacts_without_personal_data on contacts (id) where personal_data_removed;

-- The evidence of matches that can no longer be found, because the call or the patient has no name and number any more.
create table kept_matches (
  account_id text not null,
  patient_list_id text not null,
  -- id of the row in patients
  id text not null,
  campaign_id text not null,
  rule text not null,
  call_id text not null,
  call_day date not null,
  appointment_id text,
  appointment_day date,
  primary key (account_id, patient_list_id, id, campaign_id)
);

-- Persons whose data was erased, by a salted hash of their number or e-mail address: rows about them from before are not taken again.
create table erased_persons (
  kind text not null check (kind in ('phone', 'email')),
  hash bytea not null,
  erased_at timestamptz not null,
  primary key (kind, hash)
);
-- Calls of others whose texts named such a person: the feed does not change these texts any more.
create table erased_texts (
  call_id text primary key
);
create table erasure_salt (
  id boolean primary key default true check (id),
  salt text not null
);

-- Files that no row names any more, until they are removed from the file store.
create table removed_files (
  key text primary key,
  noted_at timestamptz not null
);
