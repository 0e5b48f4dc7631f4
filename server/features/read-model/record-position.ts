/** How far the data of an account is in the record. */
export interface AccountPosition {
  /** Rises with every change. */
  version: number;
  /** Differs when rows were deleted. */
  epoch: number;
}

/** What a copy is compared with before it is asked. */
export interface RecordPosition {
  /** Which database this is: differs after a restore, on another server, and when the calls were loaded anew. */
  origin: string;
  /** How many values dimensions have; values are only added. */
  dimensionValues: number;
  /** By account id; accounts without any data are absent. */
  accounts: ReadonlyMap<string, AccountPosition>;
}

/** Runs a statement of PostgreSQL. */
type RunQuery = <Row extends object>(text: string, values: readonly unknown[]) => Promise<Row[]>;

/** SQL of the server's identity and timeline; null where this user may not read them. */
async function serverIdentity(run: RunQuery): Promise<string> {
  const rows = await run<{ allowed: boolean }>(
    `select has_function_privilege('pg_control_system()', 'execute')
      and has_function_privilege('pg_control_checkpoint()', 'execute') as allowed`,
    [],
  );
  return rows[0]?.allowed
    ? `(select system_identifier from pg_control_system()), (select timeline_id from pg_control_checkpoint())`
    : 'null';
}

/** Reads the position of accounts in the record. */
export type ReadPosition = (run: RunQuery, accountIds: readonly string[] | 'all') => Promise<RecordPosition>;

/** Prepares reading the position: one short statement. */
export async function positionReader(prepare: RunQuery): Promise<ReadPosition> {
  const identity = await serverIdentity(prepare);
  return async (run, accountIds) => {
    const condition = accountIds === 'all' ? '' : 'where account_id = any($1)';
    const [row] = await run<{
      origin: string;
      dimension_values: number;
      accounts: [id: string, version: number, epoch: number][];
    }>(
      `select
        (select concat_ws(' ', database_id, (select oid from pg_database where datname = current_database()),
          cast('calls'::regclass as oid), pg_relation_filenode('calls'), ${identity}) from portal_change_log) as origin,
        (select cast(count(*) as integer) from dimension_values) as dimension_values,
        (select coalesce(json_agg(json_build_array(account_id, version, epoch)), '[]') from account_version ${condition}) as accounts`,
      accountIds === 'all' ? [] : [[...accountIds]],
    );
    if (!row) throw new Error('The position of the record was not answered.');
    return {
      origin: row.origin,
      dimensionValues: row.dimension_values,
      accounts: new Map(row.accounts.map(([id, version, epoch]) => [id, { version, epoch }])),
    };
  };
}
