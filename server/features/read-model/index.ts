/*
 * Read model: a columnar copy of the calls, which answers figures of many calls sooner than PostgreSQL.
 *
 *   copied-tables, copy-rows, row-copy    what is copied, and how; layoutVersion rises when this changes
 *   catching-up, record-position          reads rows that are newer than the copy, by the versions of accounts
 *   combinations                          calls with the same values are counted once
 *   kept-copy, copy-files                 the copy as a file that survives a restart
 *
 * Tables: none of the record; the copy is a file of the process.
 * Routes: none. Its door is openReadModel, a QueryEngine.
 */
export { type CopyOptions, openReadModel, type ReadModel } from './read-model.ts';
