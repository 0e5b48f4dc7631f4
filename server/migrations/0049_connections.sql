-- Connections to systems that a provider has already. A removed one stays: its name never becomes another's.
create table connections (
  -- chosen by the operator; the address to which the system posts has it
  name text primary key,
  kind text not null,
  -- the account at the system, where its API's addresses name one
  account text,
  -- where its API is, if not at the vendor's own origin
  origin text,
  created_at timestamptz not null,
  removed_at timestamptz,
  -- when an event with a valid signature came last, to the minute
  last_received_at timestamptz
);

-- Two of a connection and purpose are valid while one takes the place of the other.
create table connection_secrets (
  id uuid primary key,
  connection text not null references connections (name),
  -- webhook: signs what comes; api: for requests to its API
  purpose text not null check (purpose in ('webhook', 'api')),
  -- encrypted with the key of the data folder
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- null while no other has taken its place
  valid_until timestamptz
);
create index connection_secrets_by_connection on connection_secrets (connection, purpose);

-- The mappings of a connection (docs/operate/connect.md); the newest version applies.
create table connection_mappings (
  connection text not null references connections (name),
  version integer not null,
  text text not null,
  created_at timestamptz not null,
  primary key (connection, version)
);

-- What came by a connection and names nothing that is known, by what it names instead: a number called, or a mailing. Kept for 30 days.
create table connection_parked (
  connection text not null references connections (name),
  reference text not null,
  -- the system's id of the call or event
  item text not null,
  parked_at timestamptz not null,
  primary key (connection, reference, item)
);
create index connection_parked_by_age on connection_parked (parked_at);

-- What an operator has said that such a reference means.
create table connection_assignments (
  connection text not null references connections (name),
  reference text not null,
  account_id text not null,
  -- a tracking line for calls, a mailing for events of the mail
  target_id text not null,
  created_at timestamptz not null,
  primary key (connection, reference)
);
