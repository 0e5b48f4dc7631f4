import type { InboxItem, InboxQuestion } from '@mailcall/contract/provider-inbox.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import type { InboxKind } from '@mailcall/contract/rules/inbox.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { type ScoreFieldName, scoreFieldNames, scoreFieldOf } from '@mailcall/contract/rules/score-fields.ts';
import { days } from '@mailcall/contract/time/durations.ts';

export const kindTexts: Readonly<Record<InboxKind, string>> = {
  changes: 'Changes requested',
  approved: 'Approved',
  chosen: 'Concept chosen',
  unopened: 'Not opened',
  dispute: 'Score disputed',
  question: 'Same or not',
  line: 'Line without calls',
  office: 'Office without calls',
  spreadsheet: 'Spreadsheet',
  parked: 'Not assigned',
  message: 'Not sent',
  job: 'Job failed',
  rejected: 'Rows rejected',
};

const isScoreField = (field: string): field is ScoreFieldName =>
  (scoreFieldNames as readonly string[]).includes(field);

const fieldText = (field: string): string => {
  if (field === 'answeredBy') return 'Who answered';
  return isScoreField(field) ? scoreFieldOf(field).label : field;
};

export const subjectText = ({ kind, subject, question }: InboxItem): string => {
  if (kind === 'dispute') return fieldText(subject);
  return question?.column === 'number' || kind === 'parked' ? formatPhone(subject) : subject;
};

const noun = ({ opens }: InboxItem) => (opens?.kind === 'mailing' ? 'mailing' : 'design');

export function sentenceOf(item: InboxItem): string {
  const { kind, person, count, detail } = item;
  const who = person ?? 'The client';
  switch (kind) {
    case 'changes':
      return count === null || count === 0
        ? 'The client asked for changes. All comments are answered.'
        : `The client asked for changes. ${counted(count, 'comment')} without an answer.`;
    case 'approved':
      return `${who} approved this ${noun(item)}.`;
    case 'chosen':
      return `${who} chose this concept.`;
    case 'unopened':
      return 'Sent to the client, who has not opened it.';
    case 'dispute':
      return `${who}: ${detail ?? ''}`;
    case 'question':
      return questionText(item.question);
    case 'line':
      return `${formatPhone(detail ?? '')} usually has ${counted(count ?? 0, 'call')} in four weeks, and now has none.`;
    case 'office':
      return `Usually ${counted(count ?? 0, 'call')} in four weeks, and now none. Its data may not arrive.`;
    case 'spreadsheet':
      return detail ?? `${counted(count ?? 0, 'row')} of it ${count === 1 ? 'was' : 'were'} rejected.`;
    case 'parked':
      return parkedText(item);
    case 'message':
      return `To ${who}: ${detail ?? 'It could not be sent.'}${item.canBeSent ? '' : ' It is too late to send it.'}`;
    case 'job':
      return `${counted(count ?? 0, 'job')} failed too often. ${detail ?? ''}`;
    case 'rejected':
      return `${counted(count ?? 0, 'row')}${person === null ? '' : ` from ${person}`}:\n${detail ?? ''}`;
  }
}

function parkedText({ parked, count }: InboxItem): string {
  const events = counted(count ?? 0, parked?.assignedTo === 'mailing' ? 'mail event' : 'call');
  return `${events} by ${parked?.connection ?? ''} name it, and no ${parked?.assignedTo ?? ''} is it.`;
}

function questionText(question: InboxQuestion | null): string {
  if (question?.file === 'tracking-lines')
    return 'The feed has a line with the number of an added one. Are they the same?';
  return 'The feed has a person with the email of an added one. Are they the same?';
}

const columnTexts: Readonly<Record<string, string>> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  roles: 'Roles',
  friendly_name: 'Name',
  number: 'Number',
  destination_number: 'Rings at',
  status: 'Status',
};

const phoneColumns = ['phone', 'number', 'destination_number'];

const cellText = (column: string, value: string | null | undefined): string =>
  value ? (phoneColumns.includes(column) ? formatPhone(value) : value) : '-';

export interface ComparedValue {
  title: string;
  own: string;
  feed: string;
}

/** What both rows say; columns that are empty in both are left out. */
export function comparedValues({ ownRow, feedRow, ownOffices, feedOffices }: InboxQuestion): ComparedValue[] {
  const columns = Object.keys(ownRow)
    .filter((column) => ownRow[column] || feedRow[column])
    .map((column) => ({
      title: columnTexts[column] ?? column,
      own: cellText(column, ownRow[column]),
      feed: cellText(column, feedRow[column]),
    }));
  const offices = {
    title: 'Offices',
    own: ownOffices.join(', ') || '-',
    feed: feedOffices.join(', ') || '-',
  };
  return [...columns, offices];
}

/** `today`, `1 day`, `12 days` */
export function waitingText(since: string, now: Date): string {
  const count = Math.floor((now.getTime() - Date.parse(since)) / days(1));
  return count < 1 ? 'today' : counted(count, 'day');
}
