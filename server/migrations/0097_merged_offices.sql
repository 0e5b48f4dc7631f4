-- Office that has the rows of a merged one; never merged itself.
alter table accounts add column merged_into text;
create index accounts_merged on accounts (merged_into) where merged_into is not null;
