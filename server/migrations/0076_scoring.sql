-- The scoring desk: claims, drafts, skips, saves and the rubric.

-- Each save of a person's score. Number 0 keeps what the call showed before a person first scored it.
create table score_versions (
  account_id text not null,
  call_id text not null,
  number integer not null check (number >= 0),
  -- scored, second pass, dispute, correction, undone, feed (number 0)
  reason text not null check (reason in ('scored', 'second pass', 'dispute', 'correction', 'undone', 'feed')),
  -- form values (contract/rules/score-form.ts) with texts; null withdraws the score
  score jsonb,
  -- places in the recording: field, milliseconds, end, note
  marks jsonb not null default '[]',
  contact_id text,
  -- role in which the person acted; null for the feed
  role text,
  -- version of the rubric on the screen, such as 1.4; null for the feed
  rubric text,
  -- when the person took the call; null for the feed
  began_at timestamptz,
  made_at timestamptz not null,
  request_id uuid,
  -- appointments that this save added; undoing it removes them
  appointment_ids text[] not null default '{}',
  primary key (account_id, call_id, number)
);
create index score_versions_of_person on score_versions (contact_id, made_at);
create unique index score_versions_of_request on score_versions (account_id, request_id) where request_id is not null;

-- A call on which a person works. The claim ends at expires_at; then anyone can take the call.
create table score_claims (
  account_id text not null,
  call_id text not null,
  contact_id text not null,
  -- score, second pass
  purpose text not null default 'score' check (purpose in ('score', 'second pass')),
  claimed_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, call_id, purpose)
);
create index score_claims_of_person on score_claims (contact_id);

-- Answers that a person typed about a call and has not saved.
create table score_drafts (
  account_id text not null,
  call_id text not null,
  contact_id text not null,
  score jsonb not null,
  marks jsonb not null default '[]',
  saved_at timestamptz not null,
  primary key (account_id, call_id, contact_id)
);

-- A scorer could not score the call. It waits for others, and for the same person when `until` has passed.
create table score_skips (
  account_id text not null,
  call_id text not null,
  contact_id text not null,
  reason text not null check (reason in ('no recording', 'language', 'technical')),
  -- language of the caller, when that is the reason
  language text,
  skipped_at timestamptz not null,
  until timestamptz,
  primary key (account_id, call_id, contact_id)
);

-- The provider's own texts of the rubric (contract/rules/score-rubric.ts), by version.
create table score_rubrics (
  version integer primary key check (version > 0),
  fields jsonb not null,
  contact_id text not null,
  made_at timestamptz not null
);

-- Calls that may wait for a score.
create index calls_to_score on calls (account_id, call_date_time)
  where not deleted and (answered_by is null or (opportunity is null and score_source = 'telephony' and has_audio));

-- When a person first scored the call, if it had no score: for calls that are scored late, waiting for a callback begins then.
alter table calls add column first_scored_at timestamptz;
