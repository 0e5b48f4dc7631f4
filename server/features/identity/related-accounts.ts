import type { Account } from '@mailcall/contract/identity.ts';
import { distinctNames } from '@mailcall/contract/rules/account-names.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { Viewer } from './viewer.ts';

interface AccountRow {
  id: string;
  name: string;
  parent_id: string | null;
  address: string | null;
  time_zone: string;
  industry: string | null;
  business_label: string | null;
  client_label: string | null;
  color: string | null;
}

/** By name, each with its sub-accounts; equal names get their place. */
export async function relatedAccountsOf(database: Queryable, viewer: Viewer): Promise<Account[]> {
  const { rows: found } = await sql<AccountRow>`
    select id, name, parent_id, address, time_zone, industry, business_label, client_label, color
    from accounts where id = any(${[...viewer.accountIds]}) and not deleted
    order by lower(name), name, id
  `.execute(database);
  const byId = new Map(found.map((row) => [row.id, row]));
  const rows = [...distinctNames(found)].flatMap(([id, name]) => {
    const row = byId.get(id);
    return row ? [{ ...row, name }] : [];
  });
  const readable = new Set(rows.map((row) => row.id));
  const subAccounts = new Map<string, { id: string; name: string }[]>();
  for (const { id, name, parent_id } of rows) {
    if (parent_id === null || !readable.has(parent_id)) continue;
    const siblings = subAccounts.get(parent_id) ?? [];
    siblings.push({ id, name });
    subAccounts.set(parent_id, siblings);
  }
  const mergedIds = new Map<string, string[]>();
  for (const [id, into] of viewer.mergedIds) mergedIds.set(into, [...(mergedIds.get(into) ?? []), id]);
  return rows.map((row) => ({
    ...present(row, readable, subAccounts.get(row.id) ?? []),
    mergedIds: mergedIds.get(row.id) ?? [],
    readOnly: viewer.grantedIds.has(row.id),
  }));
}

function present(
  row: AccountRow,
  readable: ReadonlySet<string>,
  subAccounts: { id: string; name: string }[],
): Omit<Account, 'mergedIds' | 'readOnly'> {
  const ids = subAccounts.map((account) => account.id);
  return {
    id: row.id,
    name: row.name,
    // access to an office does not reveal the group above it
    parent: row.parent_id !== null && readable.has(row.parent_id) ? row.parent_id : null,
    children: ids,
    subAccountIds: ids,
    subAccounts,
    timeZone: row.time_zone,
    industry: row.industry,
    businessLabel: row.business_label,
    clientLabel: row.client_label,
    color: row.color,
  };
}
