-- What was known of a caller when something was done about them, so that a call that the feed brings late still waits and no clock
-- decides it. Null for what was done before, and for callers with very many calls: then time tells.
alter table callback_actions
  -- the calls that nobody had resolved, and the last one that staff answered
  add column seen_call_ids text[],
  -- the last appointment
  add column seen_appointment_id text;
