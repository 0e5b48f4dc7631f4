-- Mails and text messages, written in the transaction of what they tell of and sent by a job afterwards.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  -- 'email' or 'sms'
  channel text not null,
  -- an e-mail address or a phone number; null when it is for nobody known and is never sent
  recipient text,
  -- e-mails only
  subject text,
  -- emptied once it was sent or came too late: codes do not lie about
  body_text text,
  body_html text,
  written_at timestamptz not null,
  -- not sent after this: what it holds has ended
  good_until timestamptz not null,
  sent_at timestamptz
);
create index outbox_by_time on outbox (written_at);
