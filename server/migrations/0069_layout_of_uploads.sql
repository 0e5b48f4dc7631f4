-- How an uploaded file is written: its encoding, the sign between its columns, the line of its header; and the lines that the preview left
-- out and a person took back.
alter table patient_list_uploads
  add column delimiter text not null default ',',
  add column header_line integer not null default 1,
  add column taken_back integer[] not null default '{}',
  drop constraint patient_list_uploads_encoding_check,
  add constraint patient_list_uploads_encoding_check
    check (encoding in ('utf-8', 'windows-1252', 'macintosh', 'utf-16le', 'utf-16be', 'mixed'));
