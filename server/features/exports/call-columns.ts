import { answeredByText, callerText } from '@mailcall/contract/rules/caller.ts';
import { outcomeTexts } from '@mailcall/contract/rules/outcome.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { shortZoneName } from '@mailcall/contract/time/time-zone.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import type { CellValue, Column, SpreadsheetRow } from '../../platform/spreadsheet/index.ts';
import type { CallInOfficeTime } from '../calls/index.ts';
import type { NamesInExport } from './names-in-export.ts';

interface CallColumn extends Column {
  of: (row: CallInOfficeTime) => CellValue;
}

const notScored = 'Not scored yet';

const dayNumber = (day: string | null) => (day === null ? null : Date.parse(`${day}T00:00:00.000Z`));

/** Caches names by zone, day and offset from UTC: naming takes longer than everything else about a row. */
function zoneNames(): (row: CallInOfficeTime) => string {
  const names = new Map<string, string>();
  return ({ call: { dateTime, timeZone }, dateTime: officeTime }) => {
    const key = `${timeZone} ${dateTime.slice(0, 10)} ${officeTime - Date.parse(dateTime)}`;
    let name = names.get(key);
    if (name === undefined) {
      name = shortZoneName(dateTime, timeZone);
      names.set(key, name);
    }
    return name;
  };
}

/** The list's columns, and details that it shows only in tooltips or in a call's details. */
export function callColumns(wording: Wording, names: Pick<NamesInExport, 'office'>): readonly CallColumn[] {
  return [
    { title: 'Date & Time', kind: 'moment', width: 20, of: ({ dateTime }) => dateTime },
    {
      title: 'Time Zone',
      kind: 'text',
      width: 11,
      of: zoneNames(),
    },
    { title: 'Office', kind: 'text', width: 26, of: ({ call }) => names.office(call) },
    { title: 'Caller', kind: 'text', width: 24, of: ({ call }) => callerText(call) },
    {
      title: 'Phone Number',
      kind: 'text',
      width: 20,
      of: ({ call }) => call.callerPhoneNumber && formatPhone(call.callerPhoneNumber),
    },
    {
      title: labelText('Patient Type', wording),
      kind: 'text',
      width: 24,
      of: ({ call }) => call.patientType && labelText(call.patientType, wording),
    },
    { title: 'Type', kind: 'text', width: 16, of: ({ call }) => call.campaignType },
    { title: 'Campaign', kind: 'text', width: 28, of: ({ call }) => call.campaignName },
    {
      title: 'Target Delivery Week',
      kind: 'day',
      width: 14,
      of: ({ call }) => dayNumber(call.campaignTargetDeliveryWeek),
    },
    {
      title: 'Answered by',
      kind: 'text',
      width: 20,
      of: ({ call }) => answeredByText({ handlerName: call.callHandler, callAnsweredBy: call.answeredBy }),
    },
    {
      title: 'Outcome',
      kind: 'text',
      width: 28,
      of: ({ call }) => call.outcome.map((label) => outcomeTexts[label]).join(', ') || notScored,
    },
    { title: 'Appointments', kind: 'number', width: 14, of: ({ call }) => call.count },
    { title: 'Call Summary', kind: 'text', width: 60, of: ({ call }) => call.callSummary },
    { title: 'Duration', kind: 'duration', width: 11, of: ({ call }) => call.callDuration },
    {
      title: 'Recording',
      kind: 'text',
      width: 11,
      of: ({ call }) => (call.callAudioURL === null ? 'No' : 'Yes'),
    },
    { title: 'Resolved', kind: 'moment', width: 20, of: ({ resolveDate }) => resolveDate },
    { title: 'Call ID', kind: 'text', width: 24, of: ({ call }) => call.callId },
  ];
}

export const rowOf = (columns: readonly CallColumn[], call: CallInOfficeTime): SpreadsheetRow =>
  columns.map((column) => column.of(call));
