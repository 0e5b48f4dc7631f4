import { rm } from 'node:fs/promises';
import type pg from 'pg';
import {
  type CopiedTable,
  copiedAccounts,
  copiedAppointments,
  copiedCalls,
  copiedCampaigns,
  copiedInquiries,
  copiedStaff,
  copiedValues,
} from './copied-tables.ts';
import { combinationsOfCalls, numberCombinations } from './combinations.ts';
import { type CopyRun, readName, RowCopy, type StaleAccount, staleTable, text } from './row-copy.ts';

/** Counts up to the limit plus one. */
export async function countStaleRows(
  record: pg.PoolClient,
  accounts: readonly StaleAccount[],
  limit: number,
): Promise<number> {
  if (accounts.length === 0) return 0;
  const stale = staleTable(accounts);
  const rowsOf = (table: string) =>
    `select 1 from ${stale} join ${table} on ${table}.account_id = stale.account_id and ${table}.version > stale.version`;
  const { rows } = await record.query<{ count: number }>(
    `select cast(count(*) as integer) as count from (${['calls', 'inquiries', 'appointments'].map(rowsOf).join(' union all ')} limit $1) as changed`,
    [limit + 1],
  );
  return rows[0]?.count ?? 0;
}

/** Portions are copied separately because DuckDB's uncommitted rows must fit its memory. */
export async function portionsOf(
  record: pg.PoolClient,
  accounts: readonly StaleAccount[],
  maxCalls: number,
): Promise<StaleAccount[][]> {
  if (accounts.length === 0) return [];
  const { rows } = await record.query<{ id: string; calls: number }>(
    `select stale.account_id as id, cast(count(*) as integer) as calls from ${staleTable(accounts)}
    join calls on calls.account_id = stale.account_id and calls.version > stale.version group by stale.account_id`,
  );
  const callsOf = new Map(rows.map(({ id, calls }) => [id, calls]));
  const portions: StaleAccount[][] = [];
  let calls = Number.POSITIVE_INFINITY;
  for (const account of accounts.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1))) {
    const more = callsOf.get(account.accountId) ?? 0;
    if (calls + more > maxCalls) {
      portions.push([]);
      calls = 0;
    }
    portions.at(-1)?.push(account);
    calls += more;
  }
  return portions;
}

const codeList = (accounts: readonly StaleAccount[], codes: ReadonlyMap<string, number>) =>
  accounts.map(({ accountId }) => codes.get(accountId)).join(', ');

const replacedTables = [
  { name: 'copied_inquiries', callId: 'call_id', read: copiedInquiries },
  { name: 'appointments', callId: 'call_id', read: copiedAppointments },
  { name: 'copied_calls', callId: 'id', read: copiedCalls },
] as const;

/** Removes all rows of whole accounts, otherwise the rows of read calls and read rows that had another call. */
async function removeReplaced(
  rows: RowCopy,
  { whole, behind }: { whole: string; behind: string },
  found: ReadonlySet<CopiedTable>,
): Promise<void> {
  for (const { name, callId, read } of replacedTables) {
    const ofCalls = found.has(copiedCalls) ? [`${callId} in (select id from read_calls)`] : [];
    const moved = callId !== 'id' && found.has(read) ? [`id in (select id from ${readName(read)})`] : [];
    const replaced = [...ofCalls, ...moved].join(' or ');
    const conditions = [
      ...(whole ? [`account_id in (${whole})`] : []),
      ...(behind && replaced ? [`account_id in (${behind}) and (${replaced})`] : []),
    ];
    if (conditions.length > 0) await rows.execute(`delete from ${name} where ${conditions.join(' or ')}`);
  }
}

async function chooseFirst(rows: RowCopy, callNumbers: readonly number[]): Promise<void> {
  if (callNumbers.length === 0) return;
  const left = callNumbers.join(', ');
  await rows.execute(`
    update copied_inquiries set is_first = copied_inquiries.id = first.id
    from (select call_number, kind, min(id) as id from copied_inquiries where call_number in (${left}) group by call_number, kind) as first
    where copied_inquiries.call_number = first.call_number and copied_inquiries.kind = first.kind`);
}

async function leftCalls(
  rows: RowCopy,
  behind: string,
  found: ReadonlySet<CopiedTable>,
): Promise<readonly number[]> {
  if (!behind || !found.has(copiedInquiries)) return [];
  const changed = found.has(copiedCalls) ? 'and call_id not in (select id from read_calls)' : '';
  const left = await rows.execute(`
    select distinct call_number from copied_inquiries
    where account_id in (${behind}) and id in (select id from read_inquiries) ${changed}`);
  return (left as { call_number: number }[]).map(({ call_number }) => call_number);
}

/** Adds rows by account and time, the order in which queries read them. */
async function addRead(rows: RowCopy, accountCodes: string, found: ReadonlySet<CopiedTable>): Promise<void> {
  if (found.has(copiedCalls)) {
    const calls = rows.coded(copiedCalls);
    await rows.execute(
      `create or replace temp table coded_calls as select ${calls.columns} from ${calls.from} where not read_calls.deleted`,
    );
    await rows.execute(numberCombinations('coded_calls'));
    const { columns, joins } = combinationsOfCalls;
    await rows.execute(`
      insert into copied_calls by name select *, cast(nextval('call_numbers') as integer) as call_number from (
        select calls.* exclude (deleted), ${columns} from coded_calls as calls ${joins} order by calls.account_id, calls.call_date_time) as read`);
  }
  if (found.has(copiedInquiries)) {
    const inquiries = rows.coded(copiedInquiries);
    await rows.execute(`
      insert into items
      select (select coalesce(max(code), 0) from items) + row_number() over (order by kind, item_id, item_name), kind, item_id, item_name
      from (select kind, item_id, item_name from read_inquiries except select kind, item_id, item_name from items) as added`);
    await rows.execute(`
      insert into copied_inquiries
      select calls.account_id, calls.call_number, calls.call_date_time, calls.local_day, calls.campaign_id, calls.campaign_type,
        read.id, read.kind, read.item_id, read.item_name, read.call_id, items.code,
        row_number() over (partition by calls.call_number, read.kind order by read.id) = 1
      from (select ${inquiries.columns} from ${inquiries.from} where not read_inquiries.deleted) as read
      join calls on calls.account_id = read.account_id and calls.id = read.call_id and calls.account_id in (${accountCodes})
      join items on items.kind = read.kind and items.item_id = read.item_id and items.item_name = read.item_name
      order by calls.account_id, calls.call_date_time`);
  }
  if (found.has(copiedAppointments)) {
    const appointments = rows.coded(copiedAppointments);
    await rows.execute(`
      insert into appointments select ${appointments.columns} from ${appointments.from}
      where not read_appointments.deleted order by account_id`);
  }
}

async function replaceAll(
  rows: RowCopy,
  table: CopiedTable,
  { key, accountCodes, isFound }: { key: string; accountCodes: string; isFound: boolean },
): Promise<void> {
  if (accountCodes === '') return;
  const { columns, from } = rows.coded(table);
  await rows.execute(`delete from ${table.name} where ${key} in (${accountCodes})`);
  if (isFound) await rows.execute(`insert into ${table.name} select ${columns} from ${from}`);
}

const accountTables = [copiedCalls, copiedInquiries, copiedAppointments, copiedStaff, copiedAccounts];

/** Reads the record's snapshot. The caller commits. */
export async function copyAccounts(run: CopyRun, accounts: readonly StaleAccount[]): Promise<void> {
  const rows = new RowCopy(run, accounts);
  const found = new Set<CopiedTable>();
  try {
    for (const table of accountTables) if (await rows.read(table)) found.add(table);
    const campaigns = await rows.changedCampaigns();
    if (campaigns.changed.length > 0 && (await rows.read(copiedCampaigns, campaigns.changed)))
      found.add(copiedCampaigns);
    await rows.numberIds([...found]);
    const codes = await rows.accountCodes();
    const listOf = (some: readonly StaleAccount[]) => codeList(some, codes);
    const all = listOf(accounts);
    const whole = listOf(accounts.filter(({ version }) => version === null));
    const behind = listOf(accounts.filter(({ version }) => version !== null));
    const left = await leftCalls(rows, behind, found);
    await removeReplaced(rows, { whole, behind }, found);
    await addRead(rows, all, found);
    await chooseFirst(rows, left);
    for (const [table, key, replaced] of [
      [copiedStaff, 'account_id', accounts],
      [copiedCampaigns, 'account_id', campaigns.changed],
      [copiedAccounts, 'id', accounts],
    ] as const)
      await replaceAll(rows, table, { key, accountCodes: listOf(replaced), isFound: found.has(table) });
    const positions = accounts.map(
      ({ accountId, next }) =>
        `(${codes.get(accountId)}, ${next.version}, ${next.epoch}, ${text(campaigns.digests.get(accountId) ?? '')})`,
    );
    await rows.execute(`delete from account_version where account_id in (${all})`);
    await rows.execute(`
      insert into account_version
      select position.code, position.version, position.epoch, coalesce(counted.calls, 0), position.campaigns
      from (values ${positions.join(', ')}) as position (code, version, epoch, campaigns)
      left join (select account_id, count(*) as calls from calls where account_id in (${all}) group by account_id) as counted
        on counted.account_id = position.code`);
  } finally {
    await rm(run.file, { force: true });
  }
}

/** The caller commits. */
export async function copyDimensionValues(run: CopyRun): Promise<void> {
  const rows = new RowCopy(run, []);
  try {
    const isFound = await rows.read(copiedValues);
    await rows.execute('delete from dimension_values');
    if (isFound) await rows.execute('insert into dimension_values select * from read_dimension_values');
  } finally {
    await rm(run.file, { force: true });
  }
}
