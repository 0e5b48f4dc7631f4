alter table connections
  -- reads all companies of an account that are confirmed
  add column is_agency boolean not null default false,
  -- the agency whose key reads the calls of this connection, for which company
  add column agency text references connections (name),
  add column company_id text,
  add column paused_at timestamptz,
  -- the system wants no request before
  add column api_resume_at timestamptz,
  add column companies_listed_at timestamptz,
  -- why they could not be listed last
  add column companies_problem text;
create unique index connections_by_company on connections (agency, company_id) where agency is not null and removed_at is null;

-- Companies of CallRail or accounts of CallTrackingMetrics that the key of an agency sees.
create table connection_companies (
  connection text not null references connections (name),
  id text not null,
  name text not null,
  is_active boolean not null,
  numbers text[] not null default '{}',
  -- null until the numbers were listed
  numbers_at timestamptz,
  -- proposed for a new company, otherwise confirmed
  account_id text,
  matched_by text check (matched_by in ('id', 'numbers', 'name', 'person')),
  state text not null check (state in ('new', 'confirmed', 'left out')),
  -- since somebody decided; it waits for another decision
  change text check (change in ('renamed', 'disabled', 'enabled', 'gone')),
  previous_name text,
  -- why its calls could not be read last
  problem text,
  revision integer not null default 1,
  last_received_at timestamptz,
  primary key (connection, id)
);

alter table connection_secrets add column company_id text;
alter table connection_calls add column company_id text;

-- Requests to the APIs of agencies, for the limits that systems have for an account.
create table connection_requests (
  connection text not null references connections (name),
  minute timestamptz not null,
  count integer not null,
  primary key (connection, minute)
);

create table connection_changes (
  id bigint primary key generated always as identity,
  connection text not null,
  happened_at timestamptz not null,
  -- null on the command line
  contact_id text,
  team_role text,
  -- user of the machine
  made_by text,
  action text not null,
  -- a company or a parked reference; null for the connection
  subject_id text
);
create index connection_changes_by_connection on connection_changes (connection, id);
