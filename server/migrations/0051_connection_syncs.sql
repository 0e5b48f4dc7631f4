-- How far the calls of a connection are read from its system, so that a reading goes on where it was stopped or killed.
create table connection_syncs (
  connection text not null references connections (name),
  -- command: what an operator asked for; hourly: the last 48 hours again; nightly: the last 30 days
  kind text not null check (kind in ('command', 'hourly', 'nightly')),
  -- which calls: those that began between these instants
  since timestamptz not null,
  until timestamptz not null,
  -- the address of the next page, as the system gave it; null before the first
  next_page text,
  pages integer not null default 0,
  calls_read integer not null default 0,
  calls_imported integer not null default 0,
  -- what does not count: outbound calls, texts, forms, chats, tests
  calls_left_out integer not null default 0,
  -- to numbers that nothing knows
  calls_parked integer not null default 0,
  calls_rejected integer not null default 0,
  started_at timestamptz not null,
  -- when a page was imported last
  advanced_at timestamptz,
  -- null while it goes on
  ended_at timestamptz,
  -- it goes on at this time at the earliest, as the system wants it or after a failure
  resume_at timestamptz,
  -- why it could not go on last, as a sentence without what calls hold
  failure text,
  primary key (connection, kind)
);
