import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notFound } from '../../platform/http/problems.ts';
import { recordActivity, recordUse } from '../activity/index.ts';
import { readPrimaryAccounts, type Viewer } from '../identity/index.ts';
import { isNamedBy } from '../changes/index.ts';
import { checkAccountsWithSubAccounts, lockInAccounts } from '../scope/index.ts';

/**
 * The accounts whose patient lists the viewer may use: those to which they have a right of their own. A scoreboard grant
 * gives none.
 */
export const accountsWithPatientLists = (viewer: Viewer): string[] =>
  [...viewer.accountIds].filter((id) => !viewer.grantedIds.has(id));

/** The accounts of a request whose patient lists the viewer may use. */
export async function selectedAccounts(
  database: Queryable,
  viewer: Viewer,
  query: Parameters<typeof checkAccountsWithSubAccounts>[2],
): Promise<string[]> {
  const selected = await checkAccountsWithSubAccounts(database, viewer, query);
  const allowed = new Set(accountsWithPatientLists(viewer));
  return selected.filter((id) => allowed.has(id));
}

/** Whether a contact is a primary contact of the account of a list. The condition in a query of `lists`. */
export const mayDelete = (primaryAccountIds: readonly string[]) =>
  sql<boolean>`lists.account_id = any(${[...primaryAccountIds]})`;

/**
 * Whether a contact may archive a list and replace its rows: the uploader and primary contacts. The condition in a query of `lists`.
 * @param primaryAccountIds accounts of which the contact is a primary contact
 */
export const mayArchive = (contactId: string, primaryAccountIds: readonly string[]) => sql<boolean>`(
  ${mayDelete(primaryAccountIds)}
    or lists.uploaded_by_contact_id is not distinct from ${contactId})`;

/** A patient list that the viewer may see, and what else they may do with it. */
export interface AccessibleList {
  accountId: string;
  id: string;
  name: string;
  patientCount: number;
  /** Whether the viewer may archive it, bring it back and replace its rows. */
  mayArchive: boolean;
  mayDelete: boolean;
}

/**
 * Finds a patient list that the viewer may see, by its id or the one under which it was uploaded.
 * @throws {Problem} 404 if it does not exist
 */
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

/** The logged uses of a patient list. */
export type PatientListUse =
  | 'open'
  | 'upload'
  | 'replace'
  | 'export'
  | 'download'
  | 'archive'
  | 'restore'
  | 'delete';

/**
 * Logs who did what with which patient list, and when. A request whose use cannot be logged fails. An entry that
 * `continues` the same use, logged within the last hour, is not logged again.
 */
export async function logPatientListUse(
  database: Queryable,
  entry: {
    contactId: string;
    action: PatientListUse;
    list: { accountId: string; id: string };
    /** Whether `list` is a list or an upload; a list by default. */
    subject?: 'patient list' | 'patient list upload';
    at: Date;
    continues?: boolean;
  },
): Promise<void> {
  const { contactId, action, list, subject = 'patient list', at, continues = false } = entry;
  const use = { accountId: list.accountId, contactId, action, subject: { kind: subject, id: list.id }, at };
  await (continues ? recordUse(database, use) : recordActivity(database, [use]));
}
