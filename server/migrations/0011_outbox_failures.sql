-- What became of a message that could not be sent: nobody is to be left waiting for a mail that no one knows of.
-- when a try last failed, or when it was found to come too late; null once it was sent
alter table outbox add column failed_at timestamptz;
-- why, without addresses, codes or links
alter table outbox add column failure text;
-- when it was not tried again any more: after the last try, or when what it holds had ended
alter table outbox add column given_up_at timestamptz;
create index outbox_by_failure on outbox (failed_at) where failed_at is not null;
