import type { AuditInput, CallInput, HouseholdInput, PatientInput, ZoneInput } from './audit-input.ts';

export interface OracleMatch {
  id: string;
  class: 'strong' | 'weak';
  rule: string;
  mailingId: string;
  callId: string;
  appointmentId: string | null;
}

/** Tries every patient with every mailing and call. Expects one-word names, numbers in one spelling, no point on a border. */
export function auditByDefinition(input: AuditInput): OracleMatch[] {
  const own = new Map<string, OracleMatch[]>();
  for (const patient of input.patients) own.set(patient.id, possibleMatches(input, patient));
  const matches: OracleMatch[] = [];
  for (const patient of input.patients) {
    const [best] = ranked(input, own.get(patient.id) ?? []);
    if (best?.class === 'strong') {
      matches.push(best);
      continue;
    }
    const shared: OracleMatch[] = [];
    for (const other of input.patients) {
      if (other.householdId !== patient.householdId) continue;
      const [strong] = ranked(input, own.get(other.id) ?? []);
      if (strong?.class !== 'strong') continue;
      const call = input.calls.find(({ id }) => id === strong.callId) as CallInput;
      if (mayHaveBrought(input, patient, strong.mailingId) && call.day <= (patient.firstVisit ?? -1))
        shared.push(strong);
    }
    const household = ranked(input, shared)
      .slice(0, 1)
      .map((match): OracleMatch => ({ ...match, class: 'weak', rule: 'household' }));
    const [chosen] = ranked(input, [...(best ? [best] : []), ...household]);
    if (chosen) matches.push({ ...chosen, id: patient.id });
  }
  return matches.sort((one, other) => (one.id < other.id ? -1 : 1));
}

const bestFirst = [
  'callerPhone',
  'appointmentPhone',
  'appointmentName',
  'callerLastName',
  'callerIdLastName',
  'appointmentLastName',
  'household',
];

function ranked(input: AuditInput, matches: readonly OracleMatch[]): OracleMatch[] {
  const rank = (match: OracleMatch): (string | number)[] => {
    const mailing = input.mailings.find(({ id }) => id === match.mailingId);
    const call = input.calls.find(({ id }) => id === match.callId);
    return [
      match.class === 'strong' ? 0 : 1,
      -(mailing?.delivery ?? 0),
      bestFirst.indexOf(match.rule),
      match.mailingId,
      match.id,
      call?.time ?? 0,
      match.callId,
      match.appointmentId ?? '',
    ];
  };
  return [...matches].sort((one, other) => {
    const [left, right] = [rank(one), rank(other)];
    const at = left.findIndex((value, index) => value !== right[index]);
    if (at < 0) return 0;
    return (left[at] as string) < (right[at] as string) ? -1 : 1;
  });
}

function mayHaveBrought(input: AuditInput, patient: PatientInput, mailingId: string): boolean {
  const mailing = input.mailings.find(({ id }) => id === mailingId);
  const zone = input.zones.find(({ id }) => id === mailing?.zoneId);
  const household = input.households.find(({ id }) => id === patient.householdId);
  if (!mailing || !zone || !household || patient.firstVisit === null) return false;
  const age = patient.firstVisit - mailing.delivery;
  return age >= 0 && age <= input.matchDays && isInZone(household, zone);
}

const isExact = (household: HouseholdInput) => household.longitude !== null && !household.approximate;

function isInZone(household: HouseholdInput, zone: ZoneInput): boolean {
  if (zone.carrierRoutes.some((route) => route === `${household.zip}${household.carrierRoute}`)) return true;
  if (!isExact(household))
    return (
      household.carrierRoute === null &&
      zone.carrierRoutes.some((route) => route.startsWith(household.zip ?? '?'))
    );
  return zone.polygons.some(
    (rings) => rings.filter((ring) => crossings(household, ring) % 2 === 1).length % 2 === 1,
  );
}

function crossings({ longitude: x, latitude: y }: HouseholdInput, ring: readonly number[][]): number {
  let count = 0;
  for (let at = 1; at < ring.length; at += 1) {
    const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = [ring[at - 1] as number[], ring[at] as number[]];
    if (y1 > (y as number) === y2 > (y as number)) continue;
    if (x1 + (((y as number) - y1) / (y2 - y1)) * (x2 - x1) > (x as number)) count += 1;
  }
  return count;
}

function possibleMatches(input: AuditInput, patient: PatientInput): OracleMatch[] {
  const household = input.households.find(({ id }) => id === patient.householdId) as HouseholdInput;
  const found: OracleMatch[] = [];
  for (const mailing of input.mailings) {
    if (!mayHaveBrought(input, patient, mailing.id)) continue;
    for (const call of input.calls) {
      if (call.mailingId !== mailing.id) continue;
      if (call.day < mailing.delivery || call.day > (patient.firstVisit ?? -1)) continue;
      const [first] = call.appointments.map(({ id }) => id).sort();
      const add = (rule: string, appointmentId: string | null, isStrong: boolean) =>
        found.push({
          id: patient.id,
          class: isStrong && isExact(household) ? 'strong' : 'weak',
          rule,
          mailingId: mailing.id,
          callId: call.id,
          appointmentId,
        });
      const last = patient.lastName;
      if (call.phone && patient.phones.includes(call.phone)) add('callerPhone', first ?? null, true);
      if (last && call.callerName?.split(' ')[1] === last) add('callerLastName', first ?? null, false);
      if (last && call.callerIdName?.toLowerCase().split(' ').includes(last.toLowerCase()))
        add('callerIdLastName', first ?? null, false);
      for (const appointment of call.appointments) {
        if (appointment.phone && patient.phones.includes(appointment.phone))
          add('appointmentPhone', appointment.id, true);
        if (last && appointment.lastName === last) {
          add('appointmentLastName', appointment.id, false);
          if (patient.firstName && appointment.firstName === patient.firstName)
            add('appointmentName', appointment.id, true);
        }
      }
    }
  }
  return found;
}
