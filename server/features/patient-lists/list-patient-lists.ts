import type { PatientList, PatientListAudit } from '@mailcall/contract/patient-lists.ts';
import { returnOnCost } from '@mailcall/contract/rules/rates.ts';
import { sql } from 'kysely';
import { auditsOfAccounts, type StoredAudit } from './audits/stored-audits.ts';
import type { Queryable } from '../../platform/database.ts';
import { accountNamesOf, readPrimaryAccounts, type Viewer } from '../identity/index.ts';
import { mayArchive, mayDelete } from './patient-list-access.ts';

interface PatientListRecord {
  id: string;
  name: string;
  account_id: string;
  account_name: string;
  source: 'portal' | 'feed';
  file_name: string | null;
  uploaded_at: Date;
  uploaded_by: string | null;
  archived: boolean;
  from_date: string | null;
  to_date: string | null;
  modified_at: Date;
  patient_count: number;
  household_count: number;
  production_cents: number;
  invalid_address_count: number;
  preparing: boolean;
  upload_id: string | null;
  rejected_count: number;
  emptied_count: number;
  may_archive: boolean;
  may_delete: boolean;
}

function presentAudit(audit: StoredAudit): PatientListAudit {
  const { strongMatches, weakMatches, campaignsIds, campaignsWithCost, cost } = audit;
  const isCostKnown = cost !== null && campaignsWithCost === campaignsIds.length;
  return {
    strongMatches,
    weakMatches,
    noMatches: audit.noMatches,
    totalMailings: audit.totalMailings,
    campaignsIds,
    firstDelivery: audit.firstDelivery,
    lastDelivery: audit.lastDelivery,
    totalCampaigns: campaignsIds.length,
    campaignsWithCost,
    cost,
    returnOnCost: isCostKnown ? returnOnCost(strongMatches.production + weakMatches.production, cost) : null,
    matches: audit.matches,
    auditedAt: audit.auditedAt.toISOString(),
  };
}

function present(row: PatientListRecord, audit: StoredAudit | undefined): PatientList {
  return {
    id: row.id,
    name: row.name,
    accountId: row.account_id,
    accountName: row.account_name,
    source: row.source,
    fileName: row.file_name,
    uploadedAt: row.uploaded_at.toISOString(),
    uploadedBy: row.uploaded_by,
    archived: row.archived,
    fromDate: row.from_date,
    toDate: row.to_date,
    metadata: { modifiedAt: row.modified_at.toISOString() },
    summary: {
      patientCount: row.patient_count,
      householdCount: row.household_count,
      production: row.production_cents / 100,
      invalidAddress: row.invalid_address_count,
    },
    preparing: row.preparing,
    audit: audit ? presentAudit(audit) : null,
    uploadId: row.upload_id,
    rejectedRows: row.rejected_count,
    emptiedCells: row.emptied_count,
    mayArchive: row.may_archive,
    mayDelete: row.may_delete,
  };
}

/** Audited lists first, then by last change; archived ones last. */
function inListOrder(one: PatientList, other: PatientList): number {
  return (
    Number(one.archived) - Number(other.archived) ||
    Number(one.audit === null) - Number(other.audit === null) ||
    other.metadata.modifiedAt.localeCompare(one.metadata.modifiedAt) ||
    one.name.localeCompare(other.name, 'en-US') ||
    (one.id < other.id ? -1 : 1)
  );
}

export async function patientListsOf(
  database: Queryable,
  contactId: string,
  accountIds: readonly string[],
): Promise<PatientList[]> {
  const primaryIds = await readPrimaryAccounts(database, contactId);
  const { rows } = await sql<PatientListRecord>`
    select lists.id, lists.name, lists.account_id, accounts.name as account_name, lists.source, lists.file_name,
      lists.uploaded_at, contacts.name as uploaded_by, lists.archived_at is not null as archived,
      lists.from_date, lists.to_date, lists.modified_at, lists.patient_count, lists.household_count,
      lists.production_cents, lists.invalid_address_count, lists.prepared_version < lists.version as preparing,
      upload.id as upload_id, coalesce(upload.rejected_count, 0) as rejected_count,
      coalesce(upload.emptied_count, 0) as emptied_count,
      ${mayArchive(contactId, primaryIds)} as may_archive,
      ${mayDelete(primaryIds)} as may_delete
    from patient_lists lists
    join accounts on accounts.id = lists.account_id
    left join contacts on contacts.id = lists.uploaded_by_contact_id
    left join lateral (
      select uploads.id, uploads.rejected_count, uploads.emptied_count from patient_list_uploads uploads
      where uploads.account_id = lists.account_id and uploads.file_key = lists.file_key) upload on true
    where lists.account_id = any(${[...accountIds]}) and not lists.deleted`.execute(database);
  const audits = await auditsOfAccounts(database, accountIds);
  return rows.map((row) => present(row, audits.get(row.id))).sort(inListOrder);
}

export async function uploadAccountsOf(
  database: Queryable,
  viewer: Viewer,
  accountIds: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const wanted = new Set(accountIds);
  const names = await accountNamesOf(database, viewer.accountIds);
  return [...names].flatMap(([id, name]) => (wanted.has(id) ? { id, name } : []));
}
