-- All numbers of a patient are compared with callers; `phone` is the one that screens show.
alter table patients add column other_phones text[] not null default '{}';

-- Of several phones one column was read, and the others were remembered as not used; units were not known. The portal guesses them again.
update patient_list_columns set columns = jsonb_strip_nulls(columns);
