import { classOfRule, matchRules } from '@mailcall/contract/rules/patient-match.ts';
import type { AuditInput, Day, KeptEvidence, MailingInput, PatientInput } from './audit-input.ts';
import { type Evidence, evidenceOfMailings, keysOfPatient } from './evidence-index.ts';
import { isExact, ZoneIndex } from './locate-households.ts';

export interface PatientMatch extends Evidence {
  id: string;
  householdId: string;
  class: 'strong' | 'weak';
  mailingId: string;
  delivery: Day;
  firstVisit: Day;
}

/** Household with the newest mailing that reached it in time before a first visit. */
export interface MailedHousehold {
  householdId: string;
  mailingId: string;
  delivery: Day;
}

/** At most one match per patient, both sorted by id. */
export interface AuditResult {
  matches: PatientMatch[];
  mailed: MailedHousehold[];
}

const textOrder = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

const newestFirst = (one: MailingInput, other: MailingInput) =>
  other.delivery - one.delivery || textOrder(one.id, other.id);

/** Orders matches by class, then the latest delivery, then the rule. */
function betterFirst(one: PatientMatch, other: PatientMatch): number {
  if (one.class !== other.class) return one.class === 'strong' ? -1 : 1;
  return (
    other.delivery - one.delivery ||
    matchRules.indexOf(one.rule) - matchRules.indexOf(other.rule) ||
    textOrder(one.mailingId, other.mailingId) ||
    textOrder(one.id, other.id)
  );
}

/** Finds the mailing that brought each patient, by the rules of docs/use/patient-lists.md. */
export function matchPatients(input: AuditInput): AuditResult {
  const zones = new ZoneIndex(input.zones);
  const evidence = evidenceOfMailings(input.calls);
  const mailingsByZone = Map.groupBy(input.mailings, ({ zoneId }) => zoneId);
  const patientsByHousehold = Map.groupBy(input.patients, ({ householdId }) => householdId);
  const keptByPatient = Map.groupBy(input.kept ?? [], ({ patientId }) => patientId);
  const result: AuditResult = { matches: [], mailed: [] };
  for (const household of input.households) {
    const mailings = [...zones.zonesOf(household)]
      .flatMap((zone) => mailingsByZone.get(zone) ?? [])
      .sort(newestFirst);
    if (mailings.length === 0) continue;
    const candidates = (patientsByHousehold.get(household.id) ?? []).flatMap((patient): Candidate[] => {
      const { firstVisit } = patient;
      if (firstVisit === null) return [];
      const inTime = mailings.filter(
        ({ delivery }) => delivery <= firstVisit && firstVisit <= delivery + input.matchDays,
      );
      const kept = keptByPatient.get(patient.id) ?? [];
      return inTime.length === 0 ? [] : [{ patient, firstVisit, mailings: inTime, kept }];
    });
    const [newest] = candidates.flatMap((candidate) => candidate.mailings).sort(newestFirst);
    if (!newest) continue;
    result.mailed.push({ householdId: household.id, mailingId: newest.id, delivery: newest.delivery });
    result.matches.push(...matchesOf(candidates, evidence, isExact(household)));
  }
  result.matches.sort((one, other) => textOrder(one.id, other.id));
  result.mailed.sort((one, other) => textOrder(one.householdId, other.householdId));
  return result;
}

/** New patient with the mailings that reached the household in time before the first visit, newest first. */
interface Candidate {
  patient: PatientInput;
  firstVisit: Day;
  mailings: readonly MailingInput[];
  kept: readonly KeptEvidence[];
}

function matchesOf(
  candidates: readonly Candidate[],
  evidence: ReturnType<typeof evidenceOfMailings>,
  exact: boolean,
): PatientMatch[] {
  const own = candidates.map(({ patient, firstVisit, mailings, kept }) => {
    const keys = keysOfPatient(patient);
    const matches = mailings.flatMap((mailing): PatientMatch[] => {
      const found = evidence.get(mailing.id)?.find(keys, mailing.delivery, firstVisit);
      const before = kept.filter(
        ({ mailingId, callDay }) =>
          mailingId === mailing.id && callDay >= mailing.delivery && callDay <= firstVisit,
      );
      const { id, householdId } = patient;
      return [...(found ? [found] : []), ...before].map(
        ({ rule, callId, callDay, appointmentId, appointmentDay }) => ({
          rule,
          callId,
          callDay,
          appointmentId,
          appointmentDay,
          id,
          householdId,
          class: exact ? classOfRule(rule) : 'weak',
          mailingId: mailing.id,
          delivery: mailing.delivery,
          firstVisit,
        }),
      );
    });
    return matches.sort(betterFirst)[0];
  });
  const strong = own.flatMap((match) => (match?.class === 'strong' ? [match] : []));
  return candidates.flatMap((candidate, at) => {
    const match = own[at];
    if (match?.class === 'strong') return [match];
    const all = [...(match ? [match] : []), ...sharedMatches(candidate, strong)];
    return all.sort(betterFirst)[0] ?? [];
  });
}

/** Weak matches by strong ones of others in the household, whose evidence must be in time for this patient too. */
function sharedMatches(
  { patient, firstVisit, mailings }: Candidate,
  strong: readonly PatientMatch[],
): PatientMatch[] {
  const [shared] = strong
    .filter(
      ({ mailingId, callDay }) =>
        callDay <= firstVisit && mailings.some((mailing) => mailing.id === mailingId),
    )
    .sort(betterFirst);
  return shared ? [{ ...shared, id: patient.id, firstVisit, class: 'weak', rule: 'household' }] : [];
}
