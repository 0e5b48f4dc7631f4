-- Roles that were given or taken with the command line.
create table role_changes (
  id bigint generated always as identity primary key,
  contact_id text not null,
  role text not null,
  given boolean not null,
  -- the user of the machine who ran the command; null for one without a name
  made_by text,
  made_at timestamptz not null
);

-- What operators read on their page of which accounts.
create table operator_reads (
  id bigint generated always as identity primary key,
  contact_id text not null,
  -- the list that they read
  list text not null,
  account_ids text[] not null,
  happened_at timestamptz not null
);
create index operator_reads_by_time on operator_reads (happened_at desc);
create index operator_reads_by_reader on operator_reads (contact_id, list, happened_at);
