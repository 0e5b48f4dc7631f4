-- Calls that several people of the team score without seeing each other's answers. No figure and no score comes from them.
create table calibration_sets (
  id uuid primary key,
  name text not null,
  state text not null default 'draft' check (state in ('draft', 'open', 'closed')),
  -- the lead who made it, then the one who started it, whose answers are the reference
  contact_id text not null,
  made_at timestamptz not null,
  started_at timestamptz,
  -- closes it; null without a due date
  due_at timestamptz,
  closed_at timestamptz
);

create table calibration_people (
  set_id uuid not null,
  contact_id text not null,
  primary key (set_id, contact_id)
);
create index calibration_people_of_person on calibration_people (contact_id);

create table calibration_calls (
  account_id text not null,
  set_id uuid not null,
  call_id text not null,
  added_at timestamptz not null,
  primary key (account_id, set_id, call_id)
);
create index calibration_calls_of_call on calibration_calls (account_id, call_id);

create table calibration_answers (
  account_id text not null,
  set_id uuid not null,
  call_id text not null,
  contact_id text not null,
  -- form values with texts
  score jsonb not null,
  marks jsonb not null default '[]',
  -- version of the rubric on the screen
  rubric text,
  began_at timestamptz not null,
  changed_at timestamptz not null,
  -- null for a draft
  saved_at timestamptz,
  request_id uuid,
  primary key (account_id, set_id, call_id, contact_id)
);
create index calibration_answers_of_person on calibration_answers (contact_id);

-- What leads agreed about a field of a call in a closed set.
create table calibration_notes (
  account_id text not null,
  set_id uuid not null,
  call_id text not null,
  field text not null,
  -- right answer; null if the reference is right
  agreed text,
  note text,
  contact_id text not null,
  changed_at timestamptz not null,
  -- raised by each save
  version integer not null default 1,
  primary key (account_id, set_id, call_id, field)
);
