-- A mailed token signs in on load, also for the programs that check mails, so that it can be used several times.
alter table one_time_codes add column uses integer not null default 0;
