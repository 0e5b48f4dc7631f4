-- What operators changed on the page System, beside what they read.
alter table operator_reads add column action text not null default 'list';
alter table operator_reads add column subject_id text not null default '';
