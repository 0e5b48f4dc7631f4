/** Rows of a table that a batch reads or writes. */
export interface NeededRows {
  table: string;
  /** The column, or SQL over the table's columns, by which they are found. */
  by?: string;
  /** SQL of a query for its values. */
  of?: string;
  /** SQL of a condition instead; the table is called `call` in it. Without any of them, all rows. */
  where?: string;
  /** Whether only the accounts and ids of the rows are read. */
  keysOnly?: boolean;
  /** Whether rows are read again that the batch has, because they were locked since. None of them is changed and not saved. */
  again?: boolean;
}

/** Rows to lock. */
export interface LockedRows {
  table: string;
  /** SQL of a query for their keys: columns account_id and id, or id alone. */
  rows: string;
  /** Whether the rows are of accounts; true by default. */
  owned?: boolean;
  /** Whether only copies need it: on one PostgreSQL the statement that changes the rows locks them, and sees what others have saved. */
  copiesOnly?: boolean;
}

/**
 * How the statements of a batch reach the record. On one PostgreSQL its tables are there, and all of this is nothing besides the locks. On a
 * database of several machines, rows are copied into temporary tables of the same names, which hide the record's: the statements are the same.
 */
export interface RecordRows {
  /** Runs the work of a batch in its transaction, and saves what it has changed. */
  use<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Makes sure that rows can be read. Changes of the batch stay. A table without loaded rows is read from the record. */
  load(...needed: readonly NeededRows[]): Promise<void>;
  /**
   * Locks rows in the order of their keys until the transaction ends, and reads them again; the batch must not have changed them since it saved.
   * @returns how many there are
   */
  lock(locked: LockedRows): Promise<number>;
  /** Saves what the batch has changed. */
  save(): Promise<void>;
  /** Saves, and runs work of other features, which names an account in each statement, on the record itself. What is needed after it is loaded again. */
  apart<Result>(work: () => Promise<Result>): Promise<Result>;
}
