-- Files that the provider's people drop at their desk. They, and what is known of their rows, are removed after a week.
create table spreadsheets (
  id uuid primary key,
  contact_id text not null,
  file_name text not null,
  -- in the file store, beside -report.json and -rejected.csv
  file_key text not null,
  encoding text not null default 'utf-8',
  delimiter text not null default ',',
  header_line integer not null default 1,
  headers text[] not null default '{}',
  row_count integer not null default 0,
  kind text,
  -- column of each header; null for one that is not read
  columns text[],
  state text not null check (state in ('receiving', 'draft', 'checking', 'checked', 'importing', 'imported', 'failed')),
  counts jsonb,
  failure text,
  done_count integer not null default 0,
  attempts integer not null default 0,
  created_at timestamptz not null,
  heartbeat_at timestamptz not null
);
create index spreadsheets_by_contact on spreadsheets (contact_id, created_at desc);

-- What headers meant when somebody at the provider last checked a spreadsheet.
create table spreadsheet_columns (
  kind text not null,
  header text not null,
  -- null: not read
  column_name text,
  chosen_at timestamptz not null,
  primary key (kind, header)
);
