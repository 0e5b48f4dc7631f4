-- Runs of the commands that operators are asked about: imports of folders, backups, retention, a person's data. Counts only,
-- nothing about persons.
create table command_runs (
  id bigint generated always as identity primary key,
  command text not null,
  -- the user of the machine who ran it; null: it ran by itself
  run_by text,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  counts jsonb not null
);
create index command_runs_by_command on command_runs (command, finished_at desc);
