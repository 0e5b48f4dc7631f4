-- What people did with a call in the portal: resolved it, added an appointment. Append only.
create table call_actions (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  call_id text not null,
  action text not null check (action in ('resolved', 'appointment added')),
  contact_id text not null,
  -- the person's name as it was then
  contact_name text not null,
  happened_at timestamptz not null,
  -- a sentence for people
  details text not null,
  -- the first id of the appointment that was added
  portal_id text,
  -- of the request that did it: the same one again does nothing
  request_id uuid,
  primary key (account_id, id),
  check ((action = 'appointment added') = (portal_id is not null))
);
create index call_actions_by_call on call_actions (account_id, call_id, happened_at desc);
create unique index call_actions_by_request on call_actions (account_id, request_id) where request_id is not null;
