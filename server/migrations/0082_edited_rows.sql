-- What the feed sent last, of values that people changed.
alter table staff add column feed jsonb not null default '{}';
alter table geodata add column feed jsonb not null default '{}';

-- Ids under which the feed knows rows that were made in the portal, which keep their own.
create table tied_ids (
  file text not null,
  feed_id text not null,
  row_id text not null,
  tied_at timestamptz not null default now(),
  primary key (file, feed_id)
);
create index tied_ids_of_rows on tied_ids (file, row_id);

-- Rows of the feed with the email or number of a row made in the portal. They wait for a person's answer.
create table feed_questions (
  id uuid primary key default gen_random_uuid(),
  file text not null,
  feed_id text not null,
  row_id text not null,
  column_name text not null,
  -- null for contacts
  account_id text,
  -- the feed's cells
  cells jsonb not null,
  asked_at timestamptz not null default now(),
  -- the answer that later imports need; the feed's cells are gone then
  rejected_by_id text,
  rejected_at timestamptz,
  unique (file, feed_id, row_id)
);
create index feed_questions_open on feed_questions (asked_at) where rejected_at is null;
