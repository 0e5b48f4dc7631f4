-- Lines, and offices ('' for the line), without calls for longer than usual; found again each hour.
create table silent_lines (
  account_id text not null,
  tracking_line_id text not null,
  last_call_at timestamptz not null,
  -- in the 28 days until the last call
  calls integer not null,
  primary key (account_id, tracking_line_id)
);

-- Rows that imports rejected, by file. An import of a folder without rejected rows of a file removes them.
create table import_rejections (
  -- of the API key or connection; '' for folders
  source text not null,
  file text not null,
  rejected integer not null,
  -- at most five: line, column, reason
  first_rejections jsonb not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (source, file)
);
