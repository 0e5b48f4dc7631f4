-- Cells of uploaded files that could not be read and were left empty: their patients are in the list all the same.
create table emptied_patient_cells (
  account_id text not null,
  upload_id uuid not null,
  -- line of the file on which the row begins
  row_number integer not null,
  -- position of the column in the file, from 0
  column_index integer not null,
  -- the header of the column
  column_name text not null,
  -- what the cell holds, cut where it is long
  cell_text text not null,
  reason text not null,
  primary key (account_id, upload_id, row_number, column_index)
);

alter table patient_list_uploads add column emptied_count integer not null default 0;
-- what the cell holds that is to blame, cut where it is long; null when the row as a whole is
alter table rejected_patient_rows add column cell_text text;
