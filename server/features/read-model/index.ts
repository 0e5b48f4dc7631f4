/*
 * The columnar copy of the calls, which answers figures and finds rows of lists over many calls.
 * Owns no table of PostgreSQL; the tables of its DuckDB file are in `copied-tables.ts`. Reads what they copy, and
 * `account_version`. `openReadModel` is its only door: a `QueryEngine` that asks the copy if it is worth it, else the record.
 */
export { type CopyOptions, openReadModel, type ReadModel } from './read-model.ts';
