export interface AccountPosition {
  version: number;
  /** Changes when rows are deleted. */
  epoch: number;
}

export interface RecordPosition {
  /** Changes after a restore, on another server, and when calls are reloaded. */
  origin: string;
  /** Dimension values are only added. */
  dimensionValues: number;
  /** By account id, without accounts that have no data. */
  accounts: ReadonlyMap<string, AccountPosition>;
}

type RunQuery = <Row extends object>(text: string, values: readonly unknown[]) => Promise<Row[]>;

/** Server's identity and timeline; null if this user may not read them. */
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

export type ReadPosition = (run: RunQuery, accountIds: readonly string[] | 'all') => Promise<RecordPosition>;

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
