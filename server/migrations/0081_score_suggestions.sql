-- Values that the provider's model suggests for a call's score.
create table score_suggestions (
  account_id text not null,
  call_id text not null,
  -- failed: given up; ended: the call no longer waits for a score
  state text not null default 'waiting' check (state in ('waiting', 'answered', 'failed', 'ended')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- end of a process's claim to ask, which also identifies it
  claimed_until timestamptz,
  asked_at timestamptz not null,
  answered_at timestamptz,
  -- why the last attempt failed, in our words
  failure text,
  -- field, value, quotation and milliseconds; removed a day after the score
  suggestions jsonb not null default '[]',
  -- number of suggestions that were dropped, by reason
  dropped jsonb not null default '{}',
  -- version of the rubric that the model got
  rubric text,
  -- when someone at the desk first saw them
  shown_at timestamptz,
  scored_at timestamptz,
  -- accepted, corrected or ignored, by field
  outcomes jsonb,
  primary key (account_id, call_id)
);
create index score_suggestions_stored on score_suggestions (answered_at) where suggestions <> '[]';
create index score_suggestions_answered on score_suggestions (asked_at);
