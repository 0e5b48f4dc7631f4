-- Offices dispute fields of scores, and the provider's leads decide.
create table score_disputes (
  account_id text not null,
  id uuid not null,
  call_id text not null,
  -- field of the form (contract/rules/score-fields.ts)
  field text not null,
  -- what the score said then; null for no answer
  shown text,
  wanted text not null,
  reason text not null,
  -- second of the recording
  at_second integer check (at_second >= 0),
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn')),
  -- who opened it
  contact_id text not null,
  opened_at timestamptz not null,
  decided_by_id text,
  -- name that offices see
  decided_as text,
  decided_at timestamptz,
  -- thanks, or why it was declined
  decision text,
  -- score version that accepting it saved
  version integer,
  withdrawn_by_id text,
  withdrawn_at timestamptz,
  -- what the office says about the decision
  answer text,
  answered_by_id text,
  answered_at timestamptz,
  -- when the person who opened it saw the decision
  seen_at timestamptz,
  primary key (account_id, id)
);
-- one open dispute for each field of a call
create unique index score_disputes_open on score_disputes (account_id, call_id, field) where state = 'open';
create index score_disputes_of_call on score_disputes (account_id, call_id);
create index score_disputes_of_person on score_disputes (contact_id);

-- The alert Dispute Answered of people who changed it; it is on for all others.
create table dispute_mail_settings (
  contact_id text primary key,
  email boolean not null,
  changed_at timestamptz not null
);
