import {
  comparableName,
  comparablePhone,
  lastNamesOfCaller,
  lastNameOfPerson,
  lastNamesOfCallerId,
  type MatchRule,
} from '@mailcall/contract/rules/patient-match.ts';
import type { AppointmentInput, CallInput, Day, PatientInput } from './audit-input.ts';

export interface Evidence {
  rule: MatchRule;
  callId: string;
  callDay: Day;
  /** The appointment that matched, else the call's first; null without one. */
  appointmentId: string | null;
  appointmentDay: Day | null;
}

interface Entry {
  call: CallInput;
  appointment: AppointmentInput | null;
}

/** Best first. */
const callRules = [
  'callerPhone',
  'appointmentPhone',
  'appointmentName',
  'callerLastName',
  'callerIdLastName',
  'appointmentLastName',
] as const satisfies MatchRule[];

const textOrder = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const inOrder = (one: CallInput, other: CallInput) => one.time - other.time || textOrder(one.id, other.id);

/** First and last name as one key. Names have only letters, so a space separates them. */
const bothNames = (first: string | null, last: string | null) => {
  const [firstName, lastName] = [comparableName(first), lastNameOfPerson(last)];
  return firstName === '' || lastName === '' ? null : `${firstName} ${lastName}`;
};

class MailingEvidence {
  readonly #entries = new Map<string, Entry[]>();

  /** Calls must be added in order of time. */
  add(call: CallInput): void {
    const appointments = call.appointments.toSorted((one, other) => textOrder(one.id, other.id));
    const first = appointments[0] ?? null;
    this.#put('callerPhone', comparablePhone(call.phone), { call, appointment: first });
    for (const name of lastNamesOfCaller(call.callerName))
      this.#put('callerLastName', name, { call, appointment: first });
    for (const name of lastNamesOfCallerId(call.callerIdName))
      this.#put('callerIdLastName', name, { call, appointment: first });
    for (const appointment of appointments) {
      const { firstName, lastName, phone } = appointment;
      this.#put('appointmentPhone', comparablePhone(phone), { call, appointment });
      this.#put('appointmentName', bothNames(firstName, lastName), { call, appointment });
      this.#put('appointmentLastName', lastNameOfPerson(lastName), { call, appointment });
    }
  }

  /** Evidence by the best rule between two days, from the earliest call. */
  find(keys: PatientKeys, from: Day, to: Day): Evidence | null {
    for (const rule of callRules) {
      const inTime = keys[rule].flatMap((key) => {
        const entries = this.#entries.get(`${rule} ${key}`);
        return entries?.find(({ call }) => call.day >= from && call.day <= to) ?? [];
      });
      const [found] = inTime.sort(
        (one, other) =>
          inOrder(one.call, other.call) || textOrder(one.appointment?.id ?? '', other.appointment?.id ?? ''),
      );
      if (found) {
        return {
          rule,
          callId: found.call.id,
          callDay: found.call.day,
          appointmentId: found.appointment?.id ?? null,
          appointmentDay: found.appointment?.day ?? null,
        };
      }
    }
    return null;
  }

  #put(rule: MatchRule, key: string | null, entry: Entry): void {
    if (!key) return;
    const known = this.#entries.get(`${rule} ${key}`);
    if (known) known.push(entry);
    else this.#entries.set(`${rule} ${key}`, [entry]);
  }
}

/** Values that each rule compares; empty if the rule cannot apply. */
export type PatientKeys = Record<(typeof callRules)[number], readonly string[]>;

export function keysOfPatient({ firstName, lastName, phones }: PatientInput): PatientKeys {
  const numbers = phones.flatMap((phone) => comparablePhone(phone) ?? []);
  const name = lastNameOfPerson(lastName);
  const last = !name ? [] : [name];
  const both = bothNames(firstName, lastName);
  return {
    callerPhone: numbers,
    appointmentPhone: numbers,
    appointmentName: both === null ? [] : [both],
    callerLastName: last,
    callerIdLastName: last,
    appointmentLastName: last,
  };
}

export function evidenceOfMailings(calls: readonly CallInput[]): Map<string, MailingEvidence> {
  const evidence = new Map<string, MailingEvidence>();
  for (const call of calls.toSorted(inOrder)) {
    let ofMailing = evidence.get(call.mailingId);
    if (!ofMailing) {
      ofMailing = new MailingEvidence();
      evidence.set(call.mailingId, ofMailing);
    }
    ofMailing.add(call);
  }
  return evidence;
}
