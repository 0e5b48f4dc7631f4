import type { PatientListUpload } from '@mailcall/contract/patient-list-uploads.ts';
import type { PatientList, PatientListAudit } from '@mailcall/contract/patient-lists.ts';
import { counted, dollarsAndCents, thousands, wholeDollars } from '@mailcall/contract/rules/rates.ts';
import { dayInZone } from '@mailcall/contract/time/date-format.ts';
import { monthAndDay } from '../../ui/dates.ts';
import type { UploadedFile } from './api.ts';

export function listSummary({ summary, audit, preparing }: PatientList): string {
  if (preparing) return 'Locating the households…';
  const households = counted(summary.householdCount, 'household', 'households');
  return audit ? households : `${households} · not audited yet`;
}

export interface AuditLine {
  name: string;
  remark: string;
  amount: string;
}

export function auditLines({ audit, preparing }: Pick<PatientList, 'audit' | 'preparing'>): AuditLine[] {
  if (!audit || preparing) return [];
  const classes = [
    ['Strong matches', audit.strongMatches],
    ['Weak matches', audit.weakMatches],
    ['No match', audit.noMatches],
  ] as const;
  return classes.map(([name, { total, production }]) => ({
    name,
    remark: counted(total, 'household', 'households'),
    amount: wholeDollars(production),
  }));
}

export function mailedText({ totalCampaigns, totalMailings }: PatientListAudit): string {
  if (totalCampaigns === 0) return 'No mailing matched';
  const mailings = counted(totalCampaigns, 'mailing', 'mailings');
  return totalMailings === 0 ? mailings : `${mailings}, ${counted(totalMailings, 'piece', 'pieces')}`;
}

/** '73 strong and 43 weak matches, $66,218 of production from the mailing of Oct 5'; null until the audit after the last change. */
export function matchesText({ audit, preparing, metadata }: PatientList): string | null {
  if (!audit || preparing || audit.auditedAt < metadata.modifiedAt) return null;
  const { strongMatches, weakMatches, totalCampaigns, firstDelivery, lastDelivery } = audit;
  const kinds = [
    [strongMatches.total, 'strong'],
    [weakMatches.total, 'weak'],
  ] as const;
  const found = kinds.filter(([total]) => total > 0);
  const last = found.at(-1);
  if (!last) return 'No match with a mailing yet';
  const matches = `${found.map(([total, kind]) => `${thousands(total)} ${kind}`).join(' and ')} ${last[0] === 1 ? 'match' : 'matches'}`;
  const production = `${wholeDollars(strongMatches.production + weakMatches.production)} of production`;
  const days = [...new Set([firstDelivery, lastDelivery])].flatMap((day) =>
    day === null ? [] : monthAndDay(day),
  );
  const mailings = totalCampaigns === 1 ? 'the mailing' : counted(totalCampaigns, 'mailing', 'mailings');
  return `${matches}, ${production} from ${mailings}${days.length === 0 ? '' : ` of ${days.join(' to ')}`}`;
}

export function costLines({
  totalCampaigns,
  campaignsWithCost,
  cost,
  returnOnCost,
}: PatientListAudit): AuditLine[] {
  if (cost === null) return [];
  const ofAll = `known for ${thousands(campaignsWithCost)} of ${counted(totalCampaigns, 'mailing', 'mailings')}`;
  const line = {
    name: 'Cost',
    remark: campaignsWithCost === totalCampaigns ? '' : ofAll,
    amount: wholeDollars(cost),
  };
  return returnOnCost === null
    ? [line]
    : [
        line,
        { name: 'Return', remark: 'from matches, for each dollar', amount: dollarsAndCents(returnOnCost) },
      ];
}

/** Distinguishes lists of the same name, by the office's days, such as 'changed Nov 20, 2026, uploaded by Dana Reyes'. */
export function listOrigin(
  {
    modifiedAt,
    uploadedBy,
    source,
  }: {
    modifiedAt: string;
    uploadedBy: string | null;
    source: 'portal' | 'feed';
  },
  timeZone: string,
): string {
  const changed = `changed ${dayInZone(modifiedAt, timeZone)}`;
  if (source === 'feed') return `${changed}, kept by the provider`;
  return uploadedBy === null ? changed : `${changed}, uploaded by ${uploadedBy}`;
}

export function progressText({ state, doneCount, totalCount }: PatientListUpload): string {
  const of = `${thousands(doneCount)} of ${thousands(totalCount)}`;
  if (state === 'reading') return `Reading rows: ${of}`;
  if (state === 'locating') return `Locating households: ${of}`;
  return state === 'saving' ? 'Saving the list…' : 'Waiting to start…';
}

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

export const encodingNames: Readonly<Record<UploadedFile['encoding'], string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  macintosh: 'Mac OS Roman',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  mixed: 'UTF-8 and Windows-1252',
};
const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

export const writtenText = ({ encoding, delimiter }: Pick<UploadedFile, 'encoding' | 'delimiter'>): string =>
  `Read as ${encodingNames[encoding]} with ${delimiterNames[delimiter] ?? `“${delimiter}”`} between the columns.`;

export function mixedLinesText({
  mixedLines,
  mixedLineCount,
}: Pick<UploadedFile, 'mixedLines' | 'mixedLineCount'>): string | null {
  const [first] = mixedLines;
  if (first === undefined) return null;
  if (mixedLineCount === 1)
    return `Line ${thousands(first)} is not UTF-8 like the others. It was read as Windows-1252: check its letters.`;
  const more = mixedLineCount - mixedLines.length;
  const all = mixedLines.map(thousands);
  const lines =
    more > 0
      ? `${all.join(', ')} and ${thousands(more)} more`
      : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
  return `Lines ${lines} are not UTF-8 like the others. They were read as Windows-1252: check their letters.`;
}
