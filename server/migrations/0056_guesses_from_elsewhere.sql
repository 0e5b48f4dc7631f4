-- Wrong guesses at a code from networks that did not request it are counted by themselves: they do not end it for the person who waits.
alter table one_time_codes add column requested_from bytea;
alter table one_time_codes add column failed_elsewhere integer not null default 0;
