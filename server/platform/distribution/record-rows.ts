export interface NeededRows {
  table: string;
  /** Column, or SQL over the table's columns, by which rows are found. */
  by?: string;
  of?: string;
  /** SQL of a condition instead; it calls the table `call`. Without any of these, all rows. */
  where?: string;
  /** Reads only the rows' accounts and ids. */
  keysOnly?: boolean;
  /** Reads rows again that the batch has, because they were locked since. The batch must have saved its changes to them. */
  again?: boolean;
}

export interface LockedRows {
  table: string;
  /** SQL of a query for their keys: columns account_id and id, or id alone. */
  rows: string;
  owned?: boolean;
  /** Only copies need the lock: on one PostgreSQL the statement that changes the rows locks them, and sees what others have saved. */
  copiesOnly?: boolean;
}

/** One PostgreSQL uses the tables themselves, and only `lock` acts; a cluster copies rows to temporary tables that hide the record's. */
export interface RecordRows {
  /** Runs the work of a batch in its transaction, then saves. */
  use<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Makes sure that rows can be read. Changes of the batch stay. A table without loaded rows is read from the record. */
  load(...needed: readonly NeededRows[]): Promise<void>;
  /** Locks in the order of keys until the transaction ends, and reads again; returns the number. Changes must have been saved. */
  lock(locked: LockedRows): Promise<number>;
  save(): Promise<void>;
  /** Saves, and runs other features' work on the record itself; its statements each name an account. Needed rows must be loaded again. */
  apart<Result>(work: () => Promise<Result>): Promise<Result>;
}
