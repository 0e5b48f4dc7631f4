import type { PatientMatch } from '@mailcall/contract/patient-lists.ts';
import type { MatchClass } from '@mailcall/contract/rules/patient-match.ts';
import { dayInZone, formatDay } from '@mailcall/contract/time/date-format.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import type { Wording } from '@mailcall/contract/rules/wording.ts';

export const matchNames: Readonly<Record<MatchClass, string>> = {
  strong: 'Strong match',
  weak: 'Weak match',
  none: 'No match',
};

export const fullName = (first: string | null, last: string | null): string =>
  [first, last]
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ');

type NamedMatch = Pick<
  PatientMatch,
  | 'patientFirstName'
  | 'patientLastName'
  | 'appointmentFirstName'
  | 'appointmentLastName'
  | 'callerName'
  | 'callerNumber'
>;

/** The number of matches if several; otherwise the name of patient, appointment or caller, or the number. */
export function householdTitle(matches: readonly NamedMatch[], { Client, Clients }: Wording): string {
  const [match] = matches;
  if (matches.length > 1) return `${matches.length} ${Clients}`;
  const name =
    match &&
    (fullName(match.patientFirstName, match.patientLastName) ||
      fullName(match.appointmentFirstName, match.appointmentLastName) ||
      match.callerName?.trim() ||
      (match.callerNumber && formatPhone(match.callerNumber)));
  return name || `New ${Client} Household`;
}

type DatedMatch = Pick<
  PatientMatch,
  | 'deliveryDate'
  | 'campaignName'
  | 'callDateTime'
  | 'callerName'
  | 'appointmentDateTime'
  | 'appointmentFirstName'
  | 'appointmentLastName'
  | 'firstVisit'
>;

export function stepsOf(match: DatedMatch, timeZone: string): { day: string | null; text: string }[] {
  const appointment = fullName(match.appointmentFirstName, match.appointmentLastName);
  return [
    { day: match.deliveryDate && formatDay(match.deliveryDate), text: `${match.campaignName} delivered` },
    ...(match.callDateTime === null
      ? []
      : [
          {
            day: dayInZone(match.callDateTime, timeZone),
            text: `Call${match.callerName ? ` from ${match.callerName}` : ''}`,
          },
        ]),
    ...(match.appointmentDateTime === null
      ? []
      : [
          {
            day: dayInZone(match.appointmentDateTime, timeZone),
            text: `Appointment${appointment === '' ? '' : ` of ${appointment}`}`,
          },
        ]),
    ...(match.firstVisit === null ? [] : [{ day: formatDay(match.firstVisit), text: 'First visit' }]),
  ];
}
