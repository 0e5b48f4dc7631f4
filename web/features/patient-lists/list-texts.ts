import type { PatientListUpload } from '@mailcall/contract/patient-list-uploads.ts';
import type { PatientList } from '@mailcall/contract/patient-lists.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { counted } from '../../ui/counted.ts';
import { formatInstantDay } from '../../ui/dates.ts';

/** Such as '1,204 households · 12 strong, 30 weak matches'. */
export function listSummary({ summary, audit, preparing }: PatientList): string {
  if (preparing) return 'Locating the households…';
  const households = counted(summary.householdCount, 'household', 'households');
  if (!audit) return `${households} · not audited yet`;
  const [strong, weak] = [audit.strongMatches.total, audit.weakMatches.total];
  if (strong + weak === 0) return `${households} · no matches`;
  return `${households} · ${thousands(strong)} strong, ${counted(weak, 'weak match', 'weak matches')}`;
}

/** Distinguishes lists of one name: 'changed Nov 20, 2026, uploaded by Dana Reyes'. */
export function listOrigin({
  modifiedAt,
  uploadedBy,
  source,
}: {
  modifiedAt: string;
  uploadedBy: string | null;
  source: 'portal' | 'feed';
}): string {
  const changed = `changed ${formatInstantDay(modifiedAt)}`;
  if (source === 'feed') return `${changed}, kept by the provider`;
  return uploadedBy === null ? changed : `${changed}, uploaded by ${uploadedBy}`;
}

export function progressText({ state, doneCount, totalCount }: PatientListUpload): string {
  const of = `${thousands(doneCount)} of ${thousands(totalCount)}`;
  if (state === 'reading') return `Reading rows: ${of}`;
  if (state === 'locating') return `Locating households: ${of}`;
  return state === 'saving' ? 'Saving the list…' : 'Waiting to start…';
}

/** Unreadable rows and cells, such as '2 rows were left out.'; null without any. */
export function unreadText(rejectedCount: number, emptiedCount: number): string | null {
  const rows = `${counted(rejectedCount, 'row was', 'rows were')} left out`;
  const cells = `${counted(emptiedCount, 'cell', 'cells')} could not be read and ${emptiedCount === 1 ? 'was' : 'were'} left empty`;
  const parts = [rejectedCount > 0 ? rows : null, emptiedCount > 0 ? cells : null].filter(Boolean);
  return parts.length > 0 ? `${parts.join(', ')}.` : null;
}

/** Result of an upload; null while in progress. */
export function endText(
  upload: PatientListUpload,
): { kind: 'success' | 'info' | 'error'; text: string } | null {
  const { state, acceptedCount, rejectedCount, emptiedCount, failure } = upload;
  const unread = unreadText(rejectedCount, emptiedCount);
  const withUnread = (text: string) => (unread === null ? text : `${text} ${unread}`);
  if (state === 'done') {
    const imported = `${counted(acceptedCount, 'row was', 'rows were')} imported.`;
    return { kind: 'success', text: withUnread(imported) };
  }
  if (state === 'unchanged') {
    const list =
      `The ${upload.patientListArchived ? 'archived ' : ''}list ${upload.patientListName ?? ''}`.trim();
    return {
      kind: 'info',
      text: withUnread(`${list} has exactly these rows already. Nothing was changed.`),
    };
  }
  if (state === 'canceled') return { kind: 'info', text: 'The upload was canceled. No list was changed.' };
  return state === 'failed' ? { kind: 'error', text: failure ?? 'The file could not be read.' } : null;
}
