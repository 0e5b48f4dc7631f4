import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notFound } from '../../platform/http/problems.ts';
import { recordActivity, recordUse } from '../activity/index.ts';
import { readPrimaryAccounts, type Viewer } from '../identity/index.ts';
import { isNamedBy } from '../changes/index.ts';
import { checkAccountsWithSubAccounts, lockInAccounts } from '../scope/index.ts';

/** False for an account that only a scoreboard grant shows. */
export const isListReader = (viewer: Viewer, accountId: string): boolean =>
  viewer.accountIds.has(accountId) && !viewer.grantedIds.has(accountId);

export const accountsWithPatientLists = (viewer: Viewer): string[] =>
  [...viewer.accountIds].filter((id) => isListReader(viewer, id));

export async function selectedAccounts(
  database: Queryable,
  viewer: Viewer,
  query: Parameters<typeof checkAccountsWithSubAccounts>[2],
): Promise<string[]> {
  const selected = await checkAccountsWithSubAccounts(database, viewer, query);
  const allowed = new Set(accountsWithPatientLists(viewer));
  return selected.filter((id) => allowed.has(id));
}

/** SQL condition on `lists`: primary contacts of the list's account. */
export const mayDelete = (primaryAccountIds: readonly string[]) =>
  sql<boolean>`lists.account_id = any(${[...primaryAccountIds]})`;

/** SQL condition on `lists`: the uploader and primary contacts, who may also replace rows. */
export const mayArchive = (contactId: string, primaryAccountIds: readonly string[]) => sql<boolean>`(
  ${mayDelete(primaryAccountIds)}
    or lists.uploaded_by_contact_id is not distinct from ${contactId})`;

export interface AccessibleList {
  accountId: string;
  id: string;
  name: string;
  patientCount: number;
  /** Includes restoring and replacing rows. */
  mayArchive: boolean;
  mayDelete: boolean;
}

/** Accepts the list's id or the id of its upload. @throws {Problem} 404 if it does not exist */
export async function findPatientList(
  database: Queryable,
  viewer: Viewer,
  id: string,
  options: { lock?: boolean } = {},
): Promise<AccessibleList> {
  const { contactId } = viewer;
  const accountIds = accountsWithPatientLists(viewer);
  if (options.lock)
    await lockInAccounts(
      database,
      'patient_lists',
      accountIds,
      sql`${isNamedBy('patient_lists', [id])} and not deleted`,
    );
  const primaryIds = await readPrimaryAccounts(database, contactId);
  const { rows } = await sql<AccessibleList>`
    select lists.account_id as "accountId", lists.id, lists.name, lists.patient_count as "patientCount",
      ${mayArchive(contactId, primaryIds)} as "mayArchive",
      ${mayDelete(primaryIds)} as "mayDelete"
    from patient_lists lists
    where ${isNamedBy('lists', [id])} and lists.account_id = any(${accountIds}) and not lists.deleted`.execute(
    database,
  );
  const [list] = rows;
  if (!list) throw notFound('There is no such patient list.');
  return list;
}

export type PatientListUse =
  | 'open'
  | 'upload'
  | 'replace'
  | 'export'
  | 'download'
  | 'archive'
  | 'restore'
  | 'delete';

/** Throws if it cannot log, so that no use goes unlogged. A use that `continues` within an hour is not logged again. */
export async function logPatientListUse(
  database: Queryable,
  entry: {
    contactId: string;
    action: PatientListUse;
    list: { accountId: string; id: string };
    subject?: 'patient list' | 'patient list upload';
    at: Date;
    continues?: boolean;
  },
): Promise<void> {
  const { contactId, action, list, subject = 'patient list', at, continues = false } = entry;
  const use = { accountId: list.accountId, contactId, action, subject: { kind: subject, id: list.id }, at };
  await (continues ? recordUse(database, use) : recordActivity(database, [use]));
}
