import { createHash } from 'node:crypto';
import type { EditedRow } from '@mailcall/contract/edited-rows.ts';
import {
  type MergedValue,
  mergedValues,
  type MergeSide,
  maxMergeAccess,
  type OfficeMerge,
} from '@mailcall/contract/office-merges.ts';
import { dayHoursText } from '@mailcall/contract/time/day-hours.ts';
import { weekdayText } from '@mailcall/contract/time/week-hours.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notPossible, notValid } from '../../platform/http/problems.ts';
import { readHoursOfOffice } from '../callbacks/index.ts';
import type { Viewer } from '../identity/index.ts';
import { readEditedRows } from '../ingest/index.ts';
import { namedOffices } from '../team/index.ts';
import { readOffice, survivorOf } from '../accounts/index.ts';
import { type Account, compareAccess, readAccounts, readEveryone } from './access-after-merge.ts';

export interface MergeRequest {
  id: string;
  intoId: string;
  group: MergeSide;
}

export type Hours = Awaited<ReturnType<typeof readHoursOfOffice>>;

/** An office with everything that a merge compares. */
export interface MergingOffice {
  id: string;
  name: string;
  isArchived: boolean;
  row: EditedRow;
  hours: Hours;
  /** Its own; null: as its group. */
  brand: { id: string; name: string | null } | null;
}

async function readMerging(database: Queryable, viewer: Viewer, id: string): Promise<MergingOffice> {
  const office = await readOffice(database, viewer, id);
  const [row] = office ? await readEditedRows(database, 'accounts', [id]) : [];
  if (!office || !row) {
    const into = await survivorOf(database, id);
    const survivor = into === id ? null : await readOffice(database, viewer, into);
    if (survivor) throw notPossible(`This office was merged into ${survivor.name}.`);
    throw notFound(`Account ${id} not found`);
  }
  const { name, isArchived } = office;
  const { rows } = await sql<{ id: string; name: string | null }>`
    select brands.id, brands.name from accounts join brands on brands.id = accounts.brand_id where accounts.id = ${id}`.execute(
    database,
  );
  return { id, name, isArchived, row, hours: await readHoursOfOffice(database, id), brand: rows[0] ?? null };
}

function hoursInWords({ open, holidays }: Hours): string | null {
  const days = Map.groupBy(open, ({ weekday }) => weekday);
  const texts = [...days].map(
    ([weekday, times]) => `${weekdayText(weekday)} ${dayHoursText(times).replaceAll(';', ', ')}`,
  );
  const closed = holidays.map(({ date, name }) => (name ? `${date} (${name})` : date));
  const parts = [...texts, ...(closed.length > 0 ? [`holidays ${closed.join(', ')}`] : [])];
  return parts.length > 0 ? parts.join('; ') : null;
}

function textOf(
  value: MergedValue,
  { row, hours, brand }: MergingOffice,
  names: ReadonlyMap<string, string>,
) {
  if (value === 'hours') return hoursInWords(hours);
  if (value === 'brand') return brand && (brand.name ?? brand.id);
  const { values } = row;
  if (value === 'place')
    return values.latitude && values.longitude ? `${values.latitude}, ${values.longitude}` : null;
  const text = values[value] ?? null;
  return value === 'parent_id' && text !== null ? (names.get(text) ?? text) : text;
}

function isAbove(accounts: readonly Account[], above: string, id: string): boolean {
  const parents = new Map(accounts.map((account) => [account.id, account.parentId]));
  const passed = new Set<string>();
  for (let at = parents.get(id) ?? null; at !== null && !passed.has(at); at = parents.get(at) ?? null) {
    if (at === above) return true;
    passed.add(at);
  }
  return false;
}

async function obstacleOf(
  database: Queryable,
  merged: MergingOffice,
  surviving: MergingOffice,
  accounts: readonly Account[],
): Promise<string | null> {
  if (surviving.isArchived) return `${surviving.name} is archived. Bring it back first.`;
  if (isAbove(accounts, merged.id, surviving.id))
    return `${merged.name} is the group above ${surviving.name}. Merge ${surviving.name} into ${merged.name}, or take it out of the group first.`;
  const { rows } = await sql`
    select 1 from patient_list_uploads where account_id = any(${[merged.id, surviving.id]}::text[]) and requested_at is not null
      and finished_at is null and failed_at is null and canceled_at is null and removed_at is null limit 1`.execute(
    database,
  );
  return rows.length > 0
    ? 'A patient list of these offices is being read. Merge them when it is done.'
    : null;
}

async function countMoved(database: Queryable, id: string): Promise<OfficeMerge['moved']> {
  const count = (from: string, condition = 'not deleted') =>
    sql<number>`(select count(*)::int from ${sql.table(from)} where account_id = ${id} and ${sql.raw(condition)})`;
  const { rows } = await sql<Omit<OfficeMerge['moved'], 'people' | 'offices'>>`
    select ${count('calls')} as calls, ${count('tracking_lines')} as lines, ${count('campaigns')} as mailings,
      ${count('designs')} as designs, ${count('patient_lists')} as "patientLists"`.execute(database);
  const { rows: others } = await sql<{ people: number; offices: number }>`
    select (select count(*)::int from contact_accounts where account_id = ${id}) as people,
      (select count(*)::int from accounts where parent_id = ${id}) as offices`.execute(database);
  const nothing = { calls: 0, lines: 0, mailings: 0, designs: 0, patientLists: 0 };
  return { ...(rows[0] ?? nothing), ...(others[0] ?? { people: 0, offices: 0 }) };
}

export interface MergePreview extends OfficeMerge {
  from: MergingOffice;
  into: MergingOffice;
}

/** @throws {Problem} 404 for offices of others, 400 for the same office twice */
export async function previewMerge(
  database: Queryable,
  viewer: Viewer,
  { id, intoId, group }: MergeRequest,
  now: Date,
): Promise<MergePreview> {
  if (id === intoId) throw notValid({ intoId: 'Choose another office.' });
  const from = await readMerging(database, viewer, id);
  const into = await readMerging(database, viewer, intoId);
  const accounts = await readAccounts(database);
  const groupOf = ({ row }: MergingOffice) => row.values.parent_id ?? null;
  const groups = [from, into].map(groupOf).filter((one) => one !== null);
  const names = new Map(
    (await namedOffices(database, [...new Set(groups)])).map((office) => [office.id, office.name]),
  );
  // the surviving office cannot be its own group, or below an office of its group
  const canTakeGroup = groupOf(from) !== intoId && !isAbove(accounts, intoId, groupOf(from) ?? '');
  const values = mergedValues.flatMap((value) => {
    if (value === 'parent_id' && !canTakeGroup) return [];
    const [merged, surviving] = [textOf(value, from, names), textOf(value, into, names)];
    return merged === surviving ? [] : [{ value, merged, surviving }];
  });
  const groupId = group === 'merged' && canTakeGroup ? groupOf(from) : groupOf(into);
  const access = compareAccess(
    accounts,
    { from: id, into: intoId, groupId },
    await readEveryone(database, now),
  );
  const confirmed = { values, ...access };
  return {
    merged: { id, name: from.name },
    surviving: { id: intoId, name: into.name },
    obstacle: await obstacleOf(database, from, into, accounts),
    ...confirmed,
    gaining: access.gaining.slice(0, maxMergeAccess),
    losing: access.losing.slice(0, maxMergeAccess),
    moved: await countMoved(database, id),
    state: createHash('sha256').update(JSON.stringify(confirmed)).digest('base64url'),
    from,
    into,
  };
}
