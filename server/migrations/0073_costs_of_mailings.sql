-- What a mailing cost in US dollars, postage and print; null if not known.
alter table campaigns add column cost numeric(14, 2) check (cost >= 0);
