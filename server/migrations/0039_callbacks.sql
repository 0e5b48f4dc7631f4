-- By what calls are from the same caller: `+` and the digits of a number that can be called back, in any usual notation; null for
-- anonymous callers and for what phones send instead of a number (266696687 is ANONYMOUS on their keys).
create function caller_key(number text) returns text language sql immutable parallel safe
return case
  -- a number with another country's code can have ten digits too
  when number !~ '^\s*\+\s*[2-9]' and regexp_replace(number, '[^0-9]', '', 'g') ~ '^1?[0-9]{10}$' then
    case
      when right(regexp_replace(number, '[^0-9]', '', 'g'), 10) ~ '^[2-9]'
        and right(regexp_replace(number, '[^0-9]', '', 'g'), 10) !~ '^([0-9])\1{9}$'
        and right(regexp_replace(number, '[^0-9]', '', 'g'), 10) <> '7378742833'
      then '+1' || right(regexp_replace(number, '[^0-9]', '', 'g'), 10)
    end
  when number ~ '^\s*\+\s*[2-9]' and regexp_replace(number, '[^0-9]', '', 'g') ~ '^[0-9]{8,15}$'
    and regexp_replace(number, '[^0-9]', '', 'g') not in ('266696687', '86282452253')
    and regexp_replace(number, '[^0-9]', '', 'g') !~ '^([0-9])\1+$'
  then '+' || regexp_replace(number, '[^0-9]', '', 'g')
end;

create index calls_by_caller_key on calls (account_id, caller_key(caller_phone_number), call_date_time) where not deleted;
create index appointments_by_caller_key on appointments (account_id, caller_key(phone)) where not deleted;

-- What people did about a caller who waits for a callback. Rows are added and undone, never changed otherwise.
create table callback_actions (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  -- a call of the caller: whose action it is follows from the number of the call, which erasures and retention remove
  call_id text not null,
  -- see contract/rules/callbacks.ts
  kind text not null check (kind in (
    'claim', 'left-voicemail', 'no-answer', 'wrong-number', 'do-not-call', 'snooze', 'release', 'reopen', 'resolve')),
  contact_id text not null,
  -- the person's name as it was then
  contact_name text not null,
  happened_at timestamptz not null,
  -- of a claim, a snooze, and an attempt with a next try
  until timestamptz,
  undone_at timestamptz,
  -- of the request that did it: the same one again does nothing
  request_id uuid,
  -- of the account's data when it was done or undone
  version bigint not null default 0,
  primary key (account_id, id)
);
create index callback_actions_by_call on callback_actions (account_id, call_id);
create unique index callback_actions_by_request on callback_actions (account_id, request_id) where request_id is not null;
create index callback_actions_that_close on callback_actions (account_id, happened_at)
  where undone_at is null and kind in ('wrong-number', 'do-not-call', 'reopen');
